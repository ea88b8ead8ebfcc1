import SchemaBuilder, { type ArgBuilder, type InputFieldBuilder } from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import {
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  type GraphQLScalarType,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Decimal } from 'decimal.js';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../prisma/generated/pothos-types.ts';
import type { Context } from './context.ts';
import './execution/plans-plugin.ts';
import { recordsField } from './execution/records-field.ts';
import { idScalar, scalars, serializeFloat } from './scalars.ts';

/** A value that has the form of its scalar, or any that REST was sent: the domain reads it. */
export type AsGiven = string | number | boolean | object;

export { recordsField };

/**
 * The builder to which every resource adds its types, queries and mutations. It defines no resource. No plugin
 * except plugin-prisma may wrap fields: root resolvers and actions check permissions.
 */
export const builder = new SchemaBuilder<{
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: bigint | number | string };
    Money: { Input: AsGiven; Output: Decimal | string };
    Float: { Input: number; Output: Decimal | number | string };
    DateTime: { Input: AsGiven; Output: Date };
  };
}>({
  plugins: [PrismaPlugin, 'plans'],
  defaultFieldNullability: false,
  prisma: {
    client: (context) => context.db,
    dmmf: getDatamodel(),
    exposeDescriptions: true,
    onUnusedQuery: process.env['NODE_ENV'] === 'production' ? 'warn' : 'error',
  },
});

/** What the builder knows of scalars and of the context. */
export type Types = typeof builder.$inferSchemaTypes;

export type InputFields = InputFieldBuilder<Types, 'InputObject'>;
export type Arguments = ArgBuilder<Types>;

builder.queryType({
  description:
    'What you can read. Each field names the permission it needs; without it you get UNAUTHORIZED, without a working key UNAUTHENTICATED. A field that finds no record, or none that you may see, is null, and so is a refused list for which you can name a record, such as `lineItems`; the error is listed in `errors` with its path (NOT_FOUND, UNAUTHORIZED), and the other fields are still returned. Any other list at this level is never null: if it is refused, `data` is null, so ask for it in a request of its own if you may lack the right to it.',
});
builder.mutationType({
  description:
    'What you can change. Each field is a transaction of its own; they run one after the other. It returns the records that it wrote, and in `userErrors` what was wrong with what you sent: then the records are null and nothing was written, except that a refused step of a checkout keeps what was sent with it, and a refused step or completion keeps new prices and taxes: then they return the order. What the request itself lacks, such as a right, is an error in `errors`, and the field is null. The other fields are applied all the same. createUser, createRole, generateApiKey and revokeApiKey return what they made without a payload: what was wrong with what you sent is an error in `errors` too.',
});

// Pothos uses GraphQLID for every type named ID, whatever is registered; its own `serialize` refuses a BIGINT.
const id: GraphQLScalarType<unknown, unknown> = GraphQLID;
id.serialize = idScalar.serialize;
id.description = idScalar.description;
GraphQLFloat.serialize = serializeFloat;

/** The page that describes the forms of the scalars, part of `/graphql`'s documentation. */
const specification = (name: string): string => `urn:online-store:scalar:${name}`;

for (const [name, { description, serialize, accepts, means }] of Object.entries(scalars)) {
  const read = (value: unknown, node: ValueNode | null = null): AsGiven => {
    if (accepts(value)) return value as AsGiven;
    throw new GraphQLError(`This is not ${means}.`, { nodes: node });
  };
  builder.scalarType(name as keyof typeof scalars, {
    description,
    serialize,
    specifiedByURL: specification(name),
    parseValue: (value) => read(value),
    // without this one an error would not tell its place in the document
    parseLiteral: (node, variables) => read(valueFromASTUntyped(node, variables), node),
  });
}
