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
 * Decision: A22.
 */
export function requireId(text: string): bigint {
  const id = parseId(text);
  if (id === undefined) throw new NotFound();
  return id;
}

/** Finds an order or shipment: by id if only digits, else by number, ignoring case. Decision: F40. */
export type NumberedRef = { id: bigint } | { number: string };

/**
 * Reads the reference of an order or shipment; an impossible one becomes a number that no record has.
 * Decision: F40.
 */
export function byRef(ref: string): NumberedRef {
  const id = parseId(ref);
  if (id !== undefined) return { id };
  return {
    number:
      ref.length <= 32 && ref.isWellFormed() && !ref.includes('\u0000') ? ref.toUpperCase() : '',
  };
}
