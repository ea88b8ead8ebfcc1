import { isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql';
import type { GraphQLInputField, GraphQLInputType } from 'graphql';
import type { GraphQLLeafType, GraphQLScalarType } from 'graphql';
import { schema } from '../../schema/index.ts';

type Wrap = (value: unknown) => unknown;

const wrapOf = ({ extensions }: GraphQLLeafType | GraphQLInputField): Wrap | undefined =>
  extensions.asSent as Wrap | undefined;

/**
 * A value that its type would refuse, as REST hands it to the schema, whose domain reads it: a number that is none,
 * an unknown event. Decision: V6.
 */
export const asSent: Wrap = (value) =>
  (wrapOf(schema.getType('Money') as GraphQLScalarType) as Wrap)(value);

/**
 * An input as REST hands it to the schema: numbers, times and events unread, blanks for what is required and missing.
 * Decision: V6.
 */
export function inputAsSent(type: GraphQLInputType, value: unknown, wrap?: Wrap): unknown {
  if (isNonNullType(type)) {
    const inner = type.ofType;
    if (value != null || !isLeafType(inner)) return inputAsSent(inner, value, wrap);
    return (wrap ?? wrapOf(inner))?.(null) ?? '';
  }
  if (value == null) return value;
  if (isListType(type)) {
    return Array.isArray(value)
      ? value.map((entry: unknown) => inputAsSent(type.ofType, entry))
      : value;
  }
  if (!isInputObjectType(type)) return (wrap ?? wrapOf(type))?.(value) ?? value;
  const sent = value as Readonly<Record<string, unknown>>;
  const read = Object.values(type.getFields()).map(
    (field) => [field.name, inputAsSent(field.type, sent[field.name], wrapOf(field))] as const,
  );
  return { ...sent, ...Object.fromEntries(read.filter(([, part]) => part !== undefined)) };
}
