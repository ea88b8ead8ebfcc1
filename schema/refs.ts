import { NotFound } from './errors.ts';

/**
 * An id as a client wrote it, or undefined where it names nothing: no positive integer of at most
 * 18 digits is missing, never an error.
 * Decision: A22.
 */
export function parseId(text: string | null | undefined): bigint | undefined {
  return text != null && /^\d{1,18}$/.test(text) && !/^0+$/.test(text) ? BigInt(text) : undefined;
}

/** The id a client named. Throws NotFound where it names nothing. Decision: A22. */
export function requireId(text: string): bigint {
  const id = parseId(text);
  if (id === undefined) throw new NotFound();
  return id;
}

/** How an order or a shipment is found: by id when only digits, else by number in any letter case. Decision: F40. */
export type NumberedRef = { id: bigint } | { number: string };

/** Reads the reference of an order or shipment; what cannot name one is a number that none has. Decision: F40. */
export function byRef(ref: string): NumberedRef {
  const id = parseId(ref);
  if (id !== undefined) return { id };
  return {
    number:
      ref.length <= 32 && ref.isWellFormed() && !ref.includes('\u0000') ? ref.toUpperCase() : '',
  };
}
