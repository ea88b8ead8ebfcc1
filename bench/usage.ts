import { parseArgs } from 'node:util';
import type { ParseArgsConfig } from 'node:util';

/** The command line is wrong, or requests help; the message is for the user. */
export class Usage extends Error {
  private readonly status: 0 | 2;

  constructor(message: string, status: 0 | 2 = 2) {
    super(message);
    this.status = status;
  }

  /** Prints the message, help to stdout, and returns the exit status. */
  tell(): number {
    const stream = this.status === 0 ? process.stdout : process.stderr;
    stream.write(`${this.message}\n`);
    return this.status;
  }
}

/**
 * The values of the options on a command line.
 * Throws Usage for unknown options.
 */
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
