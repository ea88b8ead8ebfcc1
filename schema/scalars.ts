import { GraphQLError } from 'graphql';
import { Decimal } from 'decimal.js';
import { formatMoney } from './domain/money.ts';
import { formatTime } from './domain/time-text.ts';

/**
 * The scalars of the schema. Inputs are accepted as they come, because the domain reports what is wrong with a
 * value (`is not a number`, `must be an integer`), the same for GraphQL and REST; a scalar that refused first
 * would hide these messages. Outputs are exact.
 * Decision: R1, R3, R4, R11, A29, B40.
 */
interface ScalarRow {
  readonly description: string;
  readonly serialize: (value: unknown) => string | number;
}

function refuse(name: string, value: unknown): never {
  throw new GraphQLError(`${name} cannot represent a value of type ${typeof value}.`);
}

/** Ids are BIGINT. The digits are never read as a number here, so that no bound of JSON numbers applies. */
function serializeId(value: unknown): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value : refuse('ID', value);
}

/** BIGINT as a JSON integer. */
function serializeInteger(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : refuse('An integer', value);
}

function serializeMoney(value: unknown): string {
  if (Decimal.isDecimal(value)) return formatMoney(value);
  if (typeof value === 'string' || typeof value === 'number')
    return formatMoney(new Decimal(value));
  return refuse('Money', value);
}

function serializeMeasure(value: unknown): number {
  if (Decimal.isDecimal(value)) return value.toNumber();
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return new Decimal(value).toNumber();
  return refuse('Measure', value);
}

function serializeTime(value: unknown): string {
  if (value instanceof Date) return formatTime(value);
  if (typeof value === 'string') return new Date(value).toISOString();
  return refuse('DateTime', value);
}

export const scalars = {
  ID: {
    description: 'Id of a record: its digits as a text, such as "42". An integer is accepted too.',
    serialize: serializeId,
  },
  Money: {
    description:
      'An exact amount, returned as the shortest decimal string with a decimal: "79.95", "100.0". Send a string or a number with at most as many decimals as the currency has: two for USD, none for JPY, three for KWD.',
    serialize: serializeMoney,
  },
  Measure: {
    description: 'A weight or length: a number with at most three decimals, such as 0.25.',
    serialize: serializeMeasure,
  },
  WholeNumber: {
    description:
      'A whole number, which may exceed 32 bits. Send a number or its digits: 12 or "12".',
    serialize: serializeInteger,
  },
  DateTime: {
    description:
      'A time in UTC with milliseconds, such as "2024-02-06T15:04:05.120Z". Send any ISO 8601 date, or date and time; without a time zone it is read as UTC.',
    serialize: serializeTime,
  },
} satisfies Record<string, ScalarRow>;
