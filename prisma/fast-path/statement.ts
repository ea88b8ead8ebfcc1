import { toParameter } from './values.ts';

/** Arguments that the fast path does not speak; Prisma answers them. Decision: Q3. */
export class Unspoken extends Error {
  override readonly name = 'Unspoken';
}

/** Ends the writing of a statement: Prisma answers instead, and `reason` is counted. */
export function unspoken(reason: string): never {
  throw new Unspoken(reason);
}

/** SQL ready to be sent: `$1`, `$2` ... stand for the values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The name of the table that a statement starts from. */
export const root = 't0';

/** One statement while it is written: its text is put together by its writers, its values gather here. */
export class Statement {
  readonly values: unknown[] = [];
  private aliases = 0;

  /** A name for one more table of the statement, other than `root`. */
  alias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }

  /** The placeholder of a value. */
  bind(value: unknown): string {
    this.values.push(toParameter(value));
    return `$${this.values.length}`;
  }
}
