import { NotFound } from './errors.ts';

/** No record has this id. */
export const none = 0n;

/**
 * An id as a client sent it; undefined if it cannot be one (not a positive integer that JSON can hold, of at most 18
 * digits), which means "not found", never an error. Decision: A22, B40.
 */
export function parseId(text: string | null | undefined): bigint | undefined {
  const isId = text != null && /^\d{1,18}$/.test(text) && Number.isSafeInteger(Number(text));
  return isId && Number(text) > 0 ? BigInt(text) : undefined;
}

/** The id to look for a record by: what a client sent or, if it cannot be an id, one that no record has. */
export const soughtId = (text: string | null | undefined): bigint => parseId(text) ?? none;

/** What was looked for. Throws NotFound if there is none. */
export function existing<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw new NotFound();
  return found;
}

/** The id that a client sent. Throws NotFound if it cannot be one. */
export const requireId = (text: string): bigint => existing(parseId(text));
