import { GraphQLError } from 'graphql';
import { Decimal } from 'decimal.js';
import { formatMoney } from './domain/money.ts';
import { formatTime } from './domain/time-text.ts';

/**
 * The scalars of the schema. Inputs are taken as they come, because what is wrong with a value is
 * told by the field messages of the domain (`is not a number`, `must be an integer`), the same for
 * GraphQL and REST; a scalar that refused first would hide them. Outputs are exact.
 * Decision: R1, R3, R4, R11, A29.
 */
interface ScalarRow {
  readonly description: string;
  readonly serialize: (value: unknown) => string | number;
}

function refuse(name: string, value: unknown): never {
  throw new GraphQLError(`${name} cannot represent a value of type ${typeof value}.`);
}

/** BIGINT as a JSON integer; ids that travel as text are read the same way. */
function serializeInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  if (typeof value === 'bigint' || (typeof value === 'string' && /^-?\d{1,18}$/.test(value))) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
  }
  return refuse('An integer', value);
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
    description:
      'The id of a record: an integer in answers, an integer or its digits in arguments.',
    serialize: serializeInteger,
  },
  Money: {
    description:
      'An exact amount in the currency of the store, written as a decimal string with at least one digit after the point ("79.95", "100.0"). Accepts a string or a number with at most two decimals.',
    serialize: serializeMoney,
  },
  Measure: {
    description: 'A weight or length with at most three decimals, written as a number.',
    serialize: serializeMeasure,
  },
  WholeNumber: {
    description: 'A whole number, which may pass 32 bits. Accepts a number or its digits.',
    serialize: serializeInteger,
  },
  DateTime: {
    description:
      'An instant in UTC with milliseconds ("2024-02-06T15:04:05.120Z"). Accepts any ISO 8601 date, or date and time; without a zone UTC is meant.',
    serialize: serializeTime,
  },
} satisfies Record<string, ScalarRow>;
