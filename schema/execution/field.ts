import { getArgumentValues, isNonNullType } from 'graphql';
import type {
  FieldNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLResolveInfo,
} from 'graphql';
import type { Path } from './collected-errors.ts';
import { awaitValues, fail, isPromise, settle } from './run.ts';
import type { Complete, Place, Run } from './run.ts';

export type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** A field that an operation selects of a type, and the key it has in the answer. */
export interface Selected extends Place {
  readonly key: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** What graphql-js hands to every resolver, but for what changes with the run. */
  readonly info: Omit<GraphQLResolveInfo, 'path' | 'variableValues'>;
}

/** Gives what the answer shows under the key of a field, for one object. Throws where null is not allowed. */
export type ReadField = (source: unknown, above: Path | undefined, run: Run) => unknown;

/** The fields of an object in the order of the answer. */
export type Fields = readonly (readonly [key: string, read: ReadField])[];

const propertyOf = (source: unknown, name: string): unknown =>
  (typeof source === 'object' && source !== null) || typeof source === 'function'
    ? (source as Record<string, unknown>)[name]
    : undefined;

export function selected(
  parent: GraphQLObjectType,
  key: string,
  field: GraphQLField<unknown, unknown>,
  nodes: readonly FieldNode[],
  operation: Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'operation'>,
): Selected {
  const info = {
    ...operation,
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: parent,
    rootValue: undefined,
  };
  return { key, parent, field, nodes, isStrict: isNonNullType(field.type), info };
}

/** What a resolver is told of the place and the run it is called in. */
export const infoOf = (
  { info }: Selected,
  path: Path,
  variables: Run['variables'],
): GraphQLResolveInfo => ({
  // written out, because spreading it costs more than most resolvers do
  fieldName: info.fieldName,
  fieldNodes: info.fieldNodes,
  returnType: info.returnType,
  parentType: info.parentType,
  path,
  schema: info.schema,
  fragments: info.fragments,
  rootValue: info.rootValue,
  operation: info.operation,
  variableValues: variables,
});

/** A value that stands in the object as it is, as columns do: no promise, no method. */
export function readColumn(place: Selected, complete: Complete): ReadField {
  const { key, parent, field } = place;
  const { name } = field;
  const readMethod = readResolved(place, undefined, complete);
  return (source, above, run) => {
    const value = propertyOf(source, name);
    if (typeof value === 'function' || isPromise(value)) return readMethod(source, above, run);
    try {
      // a leaf is completed without looking at its path, which is only made for an error
      return complete(value, undefined as never, run);
    } catch (error) {
      return fail(error, { prev: above, key, typename: parent.name }, run, place);
    }
  };
}

/** A value that a resolver gives; without one the property of the field's name, or what its method gives. */
export function readResolved(
  place: Selected,
  resolve: Resolver | undefined,
  complete: Complete,
): ReadField {
  const { key, parent, field, nodes } = place;
  const typename = parent.name;
  const [node] = nodes as readonly [FieldNode];
  const argumentsOf = (run: Run): Record<string, unknown> =>
    field.args.length === 0 ? {} : getArgumentValues(field, node, run.variables);
  const call = resolve ?? readProperty;
  return (source, above, run) => {
    const path = { prev: above, key, typename };
    try {
      const info = infoOf(place, path, run.variables);
      const value: unknown = call(source, argumentsOf(run), run.context, info);
      return settle(value, path, run, place, complete);
    } catch (error) {
      return fail(error, path, run, place);
    }
  };
}

/** What graphql-js does where a field has no resolver. */
const readProperty: Resolver = (source, args, context, info) => {
  const value = propertyOf(source, info.fieldName);
  if (typeof value !== 'function') return value;
  return (source as Record<string, (...given: unknown[]) => unknown>)[info.fieldName]?.(
    args,
    context,
    info,
  );
};

/** Reads an object's fields; a promise where one of them is awaited. */
export function readObject(
  fields: Fields,
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const values: Record<string, unknown> = {};
  let isAwaited = false;
  try {
    for (const [key, read] of fields) {
      const value = read(source, path, run);
      values[key] = value;
      isAwaited ||= isPromise(value);
    }
  } catch (error) {
    if (!isAwaited) throw error;
    // the other fields may fail as well, and nobody else would wait for them
    return awaitValues(values).finally(() => {
      throw error;
    });
  }
  return isAwaited ? awaitValues(values) : values;
}
