import { NotFound } from './errors.ts';

/**
 * An id as a client sent it; undefined if it cannot be one (not a positive integer of at most 18 digits), which
 * means "not found", never an error.
 * Decision: A22.
 */
export function parseId(text: string | null | undefined): bigint | undefined {
  return text != null && /^\d{1,18}$/.test(text) && !/^0+$/.test(text) ? BigInt(text) : undefined;
}

/**
 * The id that a client sent.
 * Throws NotFound if it cannot be one.
 */
export function requireId(text: string): bigint {
  const id = parseId(text);
  if (id === undefined) throw new NotFound();
  return id;
}
