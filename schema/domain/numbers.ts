import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank } from './text.ts';

/** Exclusive upper bound of the random integer in an order number. Decision: C37 */
export const orderNumberBound = 1_000_000_000;

/** Exclusive upper bound of the random integer in a shipment number. Decision: C37 */
export const shipmentNumberBound = 100_000_000_000;

/** Random bytes in an order token. Decision: C37 */
export const orderTokenBytes = 16;

/** An order number: `R` and nine digits. Throws RangeError beyond the bound. Decision: C37 */
export function orderNumber(drawn: number): string {
  return `R${digits(drawn, orderNumberBound, 9)}`;
}

/** A shipment number: `H` and eleven digits. Throws RangeError beyond the bound. Decision: C37 */
export function shipmentNumber(drawn: number): string {
  return `H${digits(drawn, shipmentNumberBound, 11)}`;
}

function digits(drawn: number, bound: number, length: number): string {
  if (!Number.isInteger(drawn) || drawn < 0 || drawn >= bound) {
    throw new RangeError(`A drawn number must be a whole one from 0 to ${String(bound - 1)}.`);
  }
  return String(drawn).padStart(length, '0');
}

/**
 * An order token: 22 URL-safe characters.
 * Throws RangeError unless given 16 bytes.
 */
export function orderToken(bytes: Uint8Array): string {
  if (bytes.length !== orderTokenBytes) {
    throw new RangeError(`Expected ${String(orderTokenBytes)} random bytes.`);
  }
  return Buffer.from(bytes).toString('base64url');
}

/**
 * Reads an order or shipment number given by an admin: 1 to 32 letters, digits, `-` and `_`, starting with a
 * letter or digit, with at least one letter and one digit (so it is neither an id nor a word of a path); stored
 * in upper case. A blank is null: a number is generated.
 * Decision: F40, C38
 */
export function parseNumber(value: unknown): Reading<string | null> {
  if (isBlank(value)) return accept(null);
  if (typeof value !== 'string') return refuse(words.invalid);
  const number = value.trim();
  const isNumber = /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/u.test(number);
  return isNumber ? accept(number.toUpperCase()) : refuse(words.invalid);
}
