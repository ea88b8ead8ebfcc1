import { getNamedType, isEnumType, isLeafType, isNonNullType, isObjectType, Kind } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode } from 'graphql';
import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { FormName } from '../request/form-name.ts';
import type { Form } from '../forms/form.ts';
import { valuesOf } from '../words/enums.ts';
import { toCamel } from '../words/naming.ts';
import { presentedRecords } from '../presenters/table.ts';
import type { PresentedRecord } from '../presenters/table.ts';
import { inferRecord } from './infer.ts';
import type { NameRecord } from './infer.ts';
import type { Named, Schema } from './openapi.ts';
import type { Specimen, Specimens } from './specimen.ts';

/** The records of one format: their schemas, and how a response that contains one refers to it. */
export interface FormRecords {
  readonly schemas: Named<Schema>;
  readonly nameRecord: NameRecord;
}

function fragmentOf({ definitions: [node] }: DocumentNode): FragmentDefinitionNode {
  if (node?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error('A presenter lacks its fragment.');
  return node;
}

const nameOf = (fragment: DocumentNode): string =>
  fragmentOf(fragment).name.value.replace(/Parts$/, '');

/** The record's fields that one of its keys is read from. */
function readFields({ read, parts, form }: KeyReading): readonly string[] {
  const names = new Set<string>();
  const watched = new Proxy(parts, {
    get(target, name) {
      names.add(String(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  read(watched, form);
  return [...names];
}

interface KeyReading {
  readonly read: PresentedRecord['reads'][FormName][number][1];
  readonly parts: Specimen;
  readonly form: Form;
}

/** The schema's description of a key's value, or of the field or id it is named after. */
function describeKey(type: GraphQLObjectType, key: string, reading: KeyReading): Schema {
  const fields = type.getFields();
  const [name = '', ...others] = readFields(reading);
  const read = fields[name];
  const isValue = read !== undefined && others.length === 0 && isLeafType(getNamedType(read.type));
  const named = toCamel(key);
  const ids = type.extensions['ids'] as Readonly<Record<string, string>>;
  const description = isValue ? read.description : (fields[named]?.description ?? ids[named]);
  const written = (word: string): unknown =>
    reading.read({ ...reading.parts, [name]: word }, reading.form);
  const leaf = isValue && getNamedType(read.type);
  const words = isEnumType(leaf) && valuesOf(leaf).map(written);
  return {
    ...(description && { description }),
    ...(words && { enum: read && isNonNullType(read.type) ? words : [...words, null] }),
  };
}

const idOf = (keys: readonly string[]): string => keys.join(' ');

class RecordDescriber {
  private readonly schema: GraphQLSchema;
  private readonly specimens: Specimens;
  private readonly form: Form;
  private readonly names = new Map<string, string>();

  constructor(schema: GraphQLSchema, specimens: Specimens, form: Form) {
    this.schema = schema;
    this.specimens = specimens;
    this.form = form;
    for (const record of presentedRecords) {
      const id = idOf(this.keysOf(record));
      if (id !== '' && !this.names.has(id)) this.names.set(id, nameOf(record.fragment));
    }
  }

  readonly nameRecord: NameRecord = (keys) => this.names.get(idOf(keys));

  private keysOf({ reads }: PresentedRecord): readonly string[] {
    return reads[this.form.name].map(([key]) => key);
  }

  private describe({ fragment, reads }: PresentedRecord): Schema {
    const { form } = this;
    const rows = reads[form.name];
    const type = this.schema.getType(fragmentOf(fragment).typeCondition.name.value);
    if (!isObjectType(type)) throw new Error('A presenter does not fit the schema.');
    const specimens = this.specimens.of(fragment);
    const records = specimens.map((parts) =>
      Object.fromEntries(rows.map(([key, read]) => [key, read(parts, form)])),
    );
    const described = inferRecord(records, this.nameRecord);
    const properties = rows.map(([key, read]) => {
      const [parts = {}] = specimens;
      const property = (described.properties as Named<Schema>)[key];
      return [key, { ...property, ...describeKey(type, key, { read, parts, form }) }] as const;
    });
    const { description } = type;
    return {
      ...(description && { description }),
      ...described,
      properties: Object.fromEntries(properties),
    };
  }

  describeAll(): Named<Schema> {
    const schemas: Record<string, Schema> = {};
    for (const record of presentedRecords) {
      const name = this.nameRecord(this.keysOf(record));
      if (name === undefined) continue;
      const described = this.describe(record);
      const known = (schemas[name] ??= described);
      if (JSON.stringify(known) !== JSON.stringify(described)) {
        throw new Error(`Two records have the keys of ${name}, but other values.`);
      }
    }
    return schemas;
  }
}

/**
 * The schemas of all records in one format, found by presenting records that the presenters' fragments could
 * return. Records with the same keys share the schema of the first.
 * Throws if they have nothing else in common.
 */
export function describeRecords(
  schema: GraphQLSchema,
  specimens: Specimens,
  form: Form,
): FormRecords {
  const describer = new RecordDescriber(schema, specimens, form);
  return { schemas: describer.describeAll(), nameRecord: describer.nameRecord };
}
