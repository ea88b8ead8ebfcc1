import {
  getNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Form } from '../forms/form.ts';
import type { Column, Show } from '../presenters/show.ts';
import { type PresentedRecord, presentedRecords } from '../presenters/table.ts';
import { valuesOf } from '../words/enums.ts';
import { toCamel } from '../words/naming.ts';
import { inferSchema, type NameRecord, orNull, scalarValues } from './infer.ts';
import { type Schema, schemaRef } from './openapi.ts';
import { inRestWords } from './rest-words.ts';

const showAny = (show: Show, value: unknown, form: Form): unknown =>
  // presenters are typed by the schema that describes them
  (show as Show<unknown, unknown>)(value, form);

const keysOf = (columns: readonly Column[]): readonly string[] => columns.map(({ key }) => key);

const idOf = (keys: readonly string[]): string => keys.join(' ');

/**
 * The records of one format: their schemas, by the rows of their presenters and the types of the fields these read, and
 * how a response that contains one refers to it. Records with the same keys share the schema of the first. Throws if
 * they have nothing else in common.
 */
export function describeRecords(schema: GraphQLSchema, form: Form) {
  const names = new Map<string, string>();
  for (const { name, columns } of presentedRecords) {
    const id = idOf(keysOf(columns[form.name]));
    if (id !== '' && !names.has(id)) names.set(id, name.replace(/Parts$/, ''));
  }
  const nameRecord: NameRecord = (keys) => names.get(idOf(keys));

  /** What a show makes of a value of this type. */
  function shown(show: Show, type: GraphQLOutputType): Schema {
    return isNonNullType(type) ? present(show, type) : orNull(present(show, type));
  }

  function present(show: Show, type: GraphQLOutputType): Schema {
    const named = getNamedType(type);
    if (isObjectType(named)) {
      const { columns, describe } = show;
      if (columns) return record(columns[form.name], named);
      if (!describe) throw new Error(`A presenter shows ${named.name} as a value.`);
      return describe(
        (inner, field) =>
          field === undefined ? present(inner, named) : shown(inner, fieldOf(named, field).type),
        orNull,
      );
    }
    const samples = isEnumType(named) ? valuesOf(named) : scalarValues(named);
    return inferSchema(
      samples.map((value) => showAny(show, value, form)),
      nameRecord,
    );
  }

  function record(columns: readonly Column[], type: GraphQLObjectType): Schema {
    const name = nameRecord(keysOf(columns));
    return name === undefined ? object(columns, type) : schemaRef(name);
  }

  function object(columns: readonly Column[], type: GraphQLObjectType, isDetailed = false): Schema {
    return {
      type: 'object',
      required: keysOf(columns),
      properties: Object.fromEntries(
        columns.map((column) => [
          column.key,
          { ...property(column, type), ...(isDetailed && details(column, type)) },
        ]),
      ),
    };
  }

  function property({ field, show }: Column, type: GraphQLObjectType): Schema {
    if (!show.readsNothing) return shown(show, fieldOf(type, field).type);
    const given = showAny(show, undefined, form);
    return inferSchema([given, given], nameRecord);
  }

  /** The schema's description of a key's value, or of the field or id it is named after. */
  function details({ key, field, show }: Column, type: GraphQLObjectType): Schema {
    const fields = type.getFields();
    const read = show.readsNothing ? undefined : fieldOf(type, field);
    const leaf = read && getNamedType(read.type);
    const isValue = isLeafType(leaf);
    const named = toCamel(key);
    const ids = type.extensions['ids'] as Readonly<Record<string, string>>;
    const description = isValue ? read?.description : (fields[named]?.description ?? ids[named]);
    const words = isEnumType(leaf) && valuesOf(leaf).map((value) => showAny(show, value, form));
    return {
      ...(description && { description: inRestWords(description) }),
      ...(words && { enum: read && isNonNullType(read.type) ? words : [...words, null] }),
    };
  }

  function describe({ on, columns }: PresentedRecord): Schema {
    const type = schema.getType(on);
    if (!isObjectType(type)) throw new Error('A presenter does not fit the schema.');
    const { description } = type;
    return {
      ...(description && { description: inRestWords(description) }),
      ...object(columns[form.name], type, true),
    };
  }

  const schemas: Record<string, Schema> = {};
  for (const record of presentedRecords) {
    const name = nameRecord(keysOf(record.columns[form.name]));
    if (name === undefined) continue;
    const described = describe(record);
    const known = (schemas[name] ??= described);
    if (JSON.stringify(known) !== JSON.stringify(described)) {
      throw new Error(`Two records have the keys of ${name}, but other values.`);
    }
  }
  return { schemas, nameRecord };
}

function fieldOf(type: GraphQLObjectType, name: string) {
  const field = type.getFields()[name];
  if (!field) throw new Error(`The type ${type.name} lacks ${name}.`);
  return field;
}
