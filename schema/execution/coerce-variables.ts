import { getVariableValues, type GraphQLSchema, type VariableDefinitionNode } from 'graphql';

/** Of variables of so many characters all that is wrong is told, up to 50 errors; of longer ones the first. */
const mostTold = { characters: 10_000, errors: 50 } as const;

const lengthOf = (given: Readonly<Record<string, unknown>>): number =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
    .length;

/**
 * The values of an operation's variables, or what is wrong with them. graphql-js writes the whole object that an error
 * is in into its message, so that a megabyte of variables would make fifty megabytes of errors.
 * Decision: A45.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Readonly<Record<string, unknown>>,
): ReturnType<typeof getVariableValues> {
  const coerce = (maxErrors: number) =>
    getVariableValues(schema, definitions, given, { maxErrors });
  const once = coerce(1);
  return once.errors && lengthOf(given) <= mostTold.characters ? coerce(mostTold.errors) : once;
}
