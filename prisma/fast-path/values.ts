import { Prisma } from '../generated/client/client.ts';
import { timeOfJson } from './times.ts';

/** How values of one type are transferred inside JSON. */
export interface Wire {
  /** The SQL that converts a column to JSON; by default the column itself. */
  readonly write?: (column: string) => string;
  /** Converts the JSON value to Prisma's; by default the value itself. Not called with NULL. */
  readonly read?: (value: never) => unknown;
}

const asText = (column: string): string => `${column}::text`;

/**
 * The Prisma types that the fast path reads. BIGINT and NUMERIC are transferred as text, because a JSON number
 * loses what exceeds 53 bits or is no binary fraction.
 */
export const wires: ReadonlyMap<string, Wire> = new Map<string, Wire>([
  ['String', {}],
  ['Boolean', {}],
  ['Int', {}],
  ['Json', {}],
  ['BigInt', { write: asText, read: (text: string) => BigInt(text) }],
  ['Decimal', { write: asText, read: readDecimal }],
  ['DateTime', { read: timeOfJson }],
  [
    'Bytes',
    {
      write: (column) => `encode(${column}, 'hex')`,
      read: (hex: string) => new Uint8Array(Buffer.from(hex, 'hex')),
    },
  ],
]);

const mostDecimals = 10_000;

/** Decimals parsed before, by their text: they are immutable, and a store has few distinct prices. */
const decimals = new Map<string, Prisma.Decimal>();

function readDecimal(text: string): Prisma.Decimal {
  const known = decimals.get(text);
  if (known !== undefined) return known;
  const read = new Prisma.Decimal(text);
  if (decimals.size >= mostDecimals) decimals.clear();
  decimals.set(text, read);
  return read;
}

/** A value for both drivers. Numbers, decimals and bigints that are objects are sent as text. */
export function toParameter(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toParameter);
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  return value;
}

/** A filter is a plain object; a Date, a Decimal or bytes are values. */
export function isBare(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
