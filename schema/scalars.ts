import { GraphQLFloat } from 'graphql';
import { Decimal } from 'decimal.js';
import { formatMoney, toDecimal } from './domain/money.ts';
import { remembering } from './domain/remembering.ts';
import { formatTime, parseTime } from './domain/times.ts';

/**
 * The scalars of the schema. Inputs have the form that the description tells; bounds, such as the decimals of the
 * store's currency, are the domain's. Outputs are exact.
 */
interface ScalarRow {
  readonly description: string;
  readonly serialize: (value: unknown) => string;
  /** Whether a value has the form of the scalar. */
  readonly accepts: (value: unknown) => boolean;
  /** What an error says that a value is not, such as "an amount". */
  readonly means: string;
}

/** At most 64 digits with at most a point between them. */
const decimal = /^-?(?=(?:\.?\d){1,64}$)\d+(?:\.\d+)?$/u;

const isDecimal = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && decimal.test(value);

const isTime = (value: unknown): boolean => {
  const read = typeof value === 'string' ? parseTime(value) : undefined;
  return read?.ok === true && read.value !== null;
};

function refuse(name: string, value: unknown): never {
  throw new TypeError(`${name} cannot represent a value of type ${typeof value}.`);
}

/** Ids are BIGINT. The digits are never read as a number here, so that no bound of JSON numbers applies. */
function serializeId(value: unknown): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value : refuse('ID', value);
}

function serializeMoney(value: unknown): string {
  if (Decimal.isDecimal(value) || typeof value === 'string' || typeof value === 'number') {
    return formatMoney(value);
  }
  return refuse('Money', value);
}

function serializeTime(value: unknown): string {
  if (value instanceof Date) return formatTime(value);
  if (typeof value === 'string') return new Date(value).toISOString();
  return refuse('DateTime', value);
}

const asNumber = remembering((decimal) => toDecimal(decimal).toNumber());
const serializeOther = GraphQLFloat.serialize;

/** graphql-js reads a Decimal by its text, each time. */
export const serializeFloat = (value: unknown): number =>
  Decimal.isDecimal(value) ? asNumber(value) : serializeOther(value);

export const idScalar = {
  description: 'Id of a record: its digits as a text, such as "42". An integer is accepted too.',
  serialize: serializeId,
};

export const scalars = {
  Money: {
    description:
      'An exact amount, returned as the shortest decimal string with a decimal: "79.95", "100.0". Send a string or a number with at most as many decimals as the currency has: two for USD, none for JPY, three for KWD.',
    serialize: serializeMoney,
    accepts: isDecimal,
    means: 'an amount, such as "79.95"',
  },
  DateTime: {
    description:
      'A time in UTC with milliseconds, such as "2024-02-06T15:04:05.120Z". Send any ISO 8601 date, or date and time; without a time zone it is read as UTC.',
    serialize: serializeTime,
    accepts: isTime,
    means: 'a time, such as "2024-02-06T15:04:05Z"',
  },
} satisfies Record<string, ScalarRow>;
