import type { GraphQLNamedType } from 'graphql';
import { isObject } from '../words/texts.ts';
import { type Schema, schemaRef } from './openapi.ts';

const scalars: Readonly<Record<string, readonly unknown[]>> = {
  ID: ['7', '3'],
  Int: [5, 2],
  Float: [1.25, 0.5],
  Money: ['19.99', '0.5'],
  DateTime: ['2024-02-06T15:04:05.120Z', '2023-11-05T09:30:00.000Z'],
  Boolean: [true, false],
  String: ['specimen', 'another'],
};

/** Two values of a scalar, as the schema returns them, to distinguish constants from variable values. */
export function scalarValues({ name }: GraphQLNamedType): readonly unknown[] {
  const pair = scalars[name];
  if (!pair) throw new Error(`The reference does not know values of ${name}.`);
  return pair;
}

/** The name of the record schema with exactly these keys, if there is one. */
export type NameRecord = (keys: readonly string[]) => string | undefined;

/** Texts that are not enum values: amounts, and times of either format. */
const textKinds: readonly (readonly [RegExp, Schema])[] = [
  [/^-?\d+\.\d+$/, { pattern: '^-?\\d+\\.\\d+$' }],
  [/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/, { format: 'date-time', pattern: '\\.\\d{3}Z$' }],
  [/^\d{4}-\d\d-\d\dT[\d:]+[+-]\d\d:\d\d$/, { format: 'date-time', pattern: '[+-]\\d\\d:\\d\\d$' }],
];

function inferText(texts: readonly string[]): Schema {
  const [first = ''] = texts;
  const [, kind] = textKinds.find(([pattern]) => texts.every((text) => pattern.test(text))) ?? [];
  if (kind) return { type: 'string', ...kind, examples: [first] };
  const isConstant = texts.length > 1 && texts.every((text) => text === first);
  return isConstant ? { type: 'string', const: first } : { type: 'string' };
}

function inferValues(values: readonly unknown[], nameRecord: NameRecord): Schema {
  if (values.every((value) => typeof value === 'string')) return inferText(values);
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean' };
  if (values.every((value) => typeof value === 'number')) {
    return { type: values.every(Number.isInteger) ? 'integer' : 'number' };
  }
  if (values.every((value) => Array.isArray(value))) {
    const entries = values.flat() as readonly unknown[];
    if (entries.length === 0) return { type: 'array', items: {}, maxItems: 0 };
    return { type: 'array', items: inferSchema(entries, nameRecord) };
  }
  if (!values.every(isObject)) throw new Error('A key of a response has values of two types.');
  const [keys = []] = values.map((value) => Object.keys(value));
  const name = nameRecord(keys);
  return name === undefined ? inferRecord(values, nameRecord) : schemaRef(name);
}

function inferRecord(
  records: readonly Readonly<Record<string, unknown>>[],
  nameRecord: NameRecord,
): Schema {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    type: 'object',
    required: keys.filter((key) => records.every((record) => key in record)),
    properties: Object.fromEntries(
      keys.map((key) => {
        const values = records.filter((record) => key in record).map((record) => record[key]);
        return [key, inferSchema(values, nameRecord)];
      }),
    ),
  };
}

export function orNull(schema: Schema): Schema {
  const { type, enum: words, anyOf } = schema;
  if (type === undefined) return { anyOf: [...[anyOf ?? schema].flat(), { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'].flat(),
    ...(Array.isArray(words) && { enum: [...(words as unknown[]), null] }),
  };
}

/**
 * The schema that these example values have in common: what is absent from some is optional, what is null in
 * some is nullable, and a text that is the same in all is a constant. Records with a name are referred to.
 */
export function inferSchema(values: readonly unknown[], nameRecord: NameRecord): Schema {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return { type: 'null' };
  const schema = inferValues(present, nameRecord);
  return present.length < values.length ? orNull(schema) : schema;
}
