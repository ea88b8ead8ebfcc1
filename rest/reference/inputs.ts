import { isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import type { GraphQLInputObjectType, GraphQLInputType } from 'graphql';
import { asSent } from '../variables/leaf.ts';
import { valuesOf, word } from '../words/enums.ts';
import { toSnake } from '../words/naming.ts';
import { schemaRef } from './openapi.ts';
import type { Named, Schema } from './openapi.ts';

/** What clients may send for each scalar; numbers and booleans may also be texts. */
const scalars: Named<Schema> = {
  ID: { type: 'integer' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Money: { type: ['string', 'number'], examples: ['19.99'] },
  DateTime: { type: 'string', examples: ['2024-02-06T15:04:05.120Z'] },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
};

/** Inputs that refer to another record and may be shortened to one value. */
const isReference = ({ name }: GraphQLInputObjectType): boolean => name.endsWith('RefInput');

/** The schemas of request bodies, created as they are referred to. */
export class InputSchemas {
  readonly schemas: Record<string, Schema> = {};

  /** What may be sent for a type of the schema. */
  of(type: GraphQLInputType): Schema {
    if (isNonNullType(type)) return this.of(type.ofType);
    if (isListType(type)) return { type: 'array', items: this.of(type.ofType) };
    if (isInputObjectType(type)) {
      const record = this.record(type);
      return isReference(type) ? { anyOf: [record, { type: ['string', 'integer'] }] } : record;
    }
    if (isEnumType(type)) {
      const words = { enum: valuesOf(type).map(word) };
      return asSent(type) ? { type: 'string', ...words } : words;
    }
    const scalar = scalars[type.name];
    if (!scalar) throw new Error(`The reference does not know how ${type.name} is sent.`);
    return scalar;
  }

  private record(type: GraphQLInputObjectType): Schema {
    const { name, description } = type;
    if (name in this.schemas) return schemaRef(name);
    // Inputs can be recursive: the name is registered before the fields are read.
    this.schemas[name] = {};
    this.schemas[name] = {
      ...(description && { description }),
      type: 'object',
      properties: Object.fromEntries(
        Object.values(type.getFields()).map((field) => [
          toSnake(field.name),
          {
            ...this.nullable(field.type),
            ...(field.description && { description: field.description }),
          },
        ]),
      ),
    };
    return schemaRef(name);
  }

  private nullable(type: GraphQLInputType): Schema {
    const schema = this.of(type);
    if (isNonNullType(type) || !('type' in schema)) return schema;
    return { ...schema, type: [schema.type, 'null'].flat() };
  }
}
