import {
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isScalarType,
} from 'graphql';
import { maximumInt, readDecimal } from '../words/numbers.ts';
import { readTime } from '../search/times.ts';
import { notANumber, readFlag, type Reading } from '../search/values.ts';
import { isBlankText, isObject, isStorableText } from '../words/texts.ts';

const invalid: Reading = { message: 'is invalid' };

function readFloat(value: unknown): Reading {
  if (typeof value === 'number') return { value };
  const decimal = typeof value === 'string' ? readDecimal(value) : undefined;
  return decimal ? { value: decimal.value } : notANumber;
}

function readInt(value: unknown): Reading {
  const reading = readFloat(value);
  if (!('value' in reading)) return reading;
  const number = Number(reading.value);
  const isWhole =
    typeof value === 'string' ? readDecimal(value)?.decimals === 0 : Number.isInteger(number);
  if (!isWhole) return { message: 'must be an integer' };
  if (number > maximumInt) return { message: `must be less than or equal to ${maximumInt}` };
  return number < -maximumInt - 1 ? invalid : { value: number };
}

function readBoolean(value: unknown): Reading {
  if (typeof value === 'boolean') return { value };
  return readFlag(typeof value === 'string' || typeof value === 'number' ? String(value) : '');
}

function readString(value: unknown): Reading {
  if (typeof value === 'string') return { value };
  return typeof value === 'number' ? { value: String(value) } : invalid;
}

function readId(value: unknown): Reading {
  if (typeof value === 'string') return { value: value.trim() };
  return Number.isSafeInteger(value) ? { value } : invalid;
}

/**
 * The types whose values are converted. Every other scalar gets what was sent, because the domain has its own
 * messages; a time is converted to UTC if it can be read.
 */
const readers: Readonly<Record<string, (value: unknown) => Reading>> = {
  Int: readInt,
  Float: readFloat,
  Boolean: readBoolean,
  String: readString,
  ID: readId,
};

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  return !isObject(value) || Object.values(value).every(isStorable);
};

/** Makes of a value what the schema takes unread, because its domain reads it. */
export type AsSent = (value: unknown) => unknown;

/** How a type or field takes a value that the domain reads, if it does: the schema tells. Decision: V6. */
export const asSent = ({
  extensions,
}: Pick<GraphQLLeafType | GraphQLInputField, 'extensions'>): AsSent | undefined =>
  extensions.asSent as AsSent | undefined;

/** A value for a scalar or an enum, or wrapped if the domain reads it; a time without zone is read in `zone` (IANA). */
export function readLeaf(
  type: GraphQLLeafType,
  value: unknown,
  zone: string,
  wrap: AsSent | undefined,
): Reading {
  if (!isStorable(value)) return invalid;
  if (type.name === 'DateTime' && typeof value === 'string') {
    return { value: readTime(value, zone) ?? wrap?.(value) ?? value };
  }
  if (wrap) return { value: wrap(value) };
  if (isEnumType(type)) {
    const name = typeof value === 'string' ? value.trim().toUpperCase() : '';
    return type.getValue(name) ? { value: name } : { message: 'is not included in the list' };
  }
  if (isObject(value) && type.name in readers) return invalid;
  return readers[type.name]?.(value) ?? { value };
}

/** A blank text is null, except for numbers and times that the domain reads: `wrap` says so. Decision: F11. */
export function meansNull(type: GraphQLInputType, value: unknown, wrap?: AsSent): boolean {
  if (value === null) return true;
  const isRead = isScalarType(type) && (wrap !== undefined || !(type.name in readers));
  return isBlankText(value) && !isRead;
}
