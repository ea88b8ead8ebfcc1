import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** The command line is wrong, or asks for help; the message is what the person should read. */
export class Usage extends Error {
  private readonly status: 0 | 2;

  constructor(message: string, status: 0 | 2 = 2) {
    super(message);
    this.status = status;
  }

  /** Prints what the person should read, help to stdout, and gives the exit status. */
  tell(): number {
    const stream = this.status === 0 ? process.stdout : process.stderr;
    stream.write(`${this.message}\n`);
    return this.status;
  }
}

/** The values of the options on a command line. Throws Usage for what is none of them. */
export function readWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new Usage(`${String(error)}\n\n${usage}`);
  }
}
