export function stripped(filename: string): Promise<string>;
