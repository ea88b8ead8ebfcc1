/** Maximum digits of one number, wherever it is sent. */
export const maximumDigits = 64;

/** The largest Int of GraphQL; the smallest is one further from 0. */
export const maximumInt = 2_147_483_647;

/** A decimal number as it was written. */
export interface Decimal {
  readonly value: number;
  /** Plain notation, exact: `-12.5`, with a digit before the point, and no zeros at its end. */
  readonly text: string;
  /** Digits after the point, without trailing zeros: 0 for a whole number. */
  readonly decimals: number;
}

const decimal = /^([+-]?)(\d*)(?:\.(\d*))?$/;

function countDecimals(fraction: string): number {
  let count = fraction.length;
  while (count > 0 && fraction[count - 1] === '0') count -= 1;
  return count;
}

/**
 * Reads a decimal number from a text: a sign, digits, a point, surrounding blanks; no exponent. At most 64
 * digits; undefined for anything else. All numbers in texts of this layer are read by it: attributes, query and
 * form values, search values.
 */
export function readDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim();
  // a sign and a point
  if (trimmed.length > maximumDigits + 2) return undefined;
  const [, sign = '', whole = '', fraction = ''] = decimal.exec(trimmed) ?? [];
  const digits = whole.length + fraction.length;
  if (digits === 0 || digits > maximumDigits) return undefined;
  const decimals = countDecimals(fraction);
  const point = decimals > 0 ? '.' : '';
  const written = `${sign === '-' ? '-' : ''}${whole || '0'}${point}${fraction.slice(0, decimals)}`;
  return { value: Number(written), text: written, decimals };
}

/** An id of the schema, a text of digits, as REST writes it. Throws for one that no JSON integer can hold. */
export function integer(id: string): number {
  const number = Number(id);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`The id ${id} is no integer of JSON.`);
}
