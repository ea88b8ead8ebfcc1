import { type AttributeReader, invalid } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import { toldEach, toUserErrors, type ToldError } from '../user-errors.ts';

export const mostRows = 500;

export interface DecidedRow {
  /** What it writes, such as a stock item: two rows of a request may not write the same. Absent if it is unknown. */
  readonly target?: string;
  /** Why it is refused; empty if it can be written. */
  readonly userErrors: readonly ToldError[];
}

export type RowIds<Field extends string> = { readonly [Name in Field]?: bigint | null };

/** All rows of a request, decided under their locks, with nothing written yet. */
export interface Decision<Field extends string> {
  readonly rows: readonly DecidedRow[];
  /** Writes the rows that are not refused; returns the ids of their records, by place of the row; those of refused ones mean nothing. */
  readonly carryOut: () => Promise<readonly (RowIds<Field> | undefined)[]>;
}

/** The row names a record that does not exist, or that the caller may not know of. */
export const unknownRecord = (field: string): readonly ToldError[] => [
  { code: 'NOT_FOUND', field: [field], message: 'does not exist' },
];

/** The value is not the one that the row expects to replace. */
export const changedSince = (present: string): readonly ToldError[] => [
  { code: 'CONFLICT', field: ['changeFrom'], message: `is ${present} now`, present },
];

/** What a row is refused with. Throws what the client did not do wrong. */
export function refusalOf(error: unknown): readonly ToldError[] {
  const told = toUserErrors(error);
  if (!told) throw error;
  return told;
}

/** The messages that reading a row has collected, as what it is refused with. */
export const messagesOf = (reader: AttributeReader): readonly ToldError[] =>
  toldEach(reader.messages);

/** Throws Invalid if there are too many rows. */
export function requireFewRows(rows: readonly unknown[]): void {
  if (rows.length > mostRows) throw invalid('rows', words.tooManyEntries(mostRows));
}

/** Throws Invalid if two rows write the same: which of them is meant cannot be known. */
export function requireDistinct(rows: readonly DecidedRow[]): void {
  const first = new Map<string, number>();
  const messages: Record<string, string[]> = {};
  rows.forEach(({ target }, index) => {
    if (target === undefined) return;
    const earlier = first.get(target);
    if (earlier === undefined) first.set(target, index);
    else messages[`rows.${String(index)}`] = [words.listedBefore(earlier)];
  });
  if (Object.keys(messages).length > 0) throw new Invalid(messages);
}
