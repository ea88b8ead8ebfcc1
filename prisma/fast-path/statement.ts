import { toParameter } from './values.ts';

/** Arguments that the fast path does not support; Prisma runs them. */
export class Unspoken extends Error {
  override readonly name = 'Unspoken';
}

/** Stops building a statement: Prisma runs the operation, and `reason` is counted. */
export function unspoken(reason: string): never {
  throw new Unspoken(reason);
}

/** SQL to send: `$1`, `$2` ... are the values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Alias of the table that a statement starts from. */
export const root = 't0';

/** A statement under construction: collects its text and its values. */
export class Statement {
  readonly values: unknown[] = [];
  /** What records share is transferred once, wherever it may repeat: takes less memory and more time. */
  readonly spares: boolean;
  private aliases = 0;

  constructor(spares = false) {
    this.spares = spares;
  }

  /** An alias for another table of the statement, other than `root`. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }

  bind(value: unknown): string {
    this.values.push(toParameter(value));
    return `$${this.values.length}`;
  }
}
