import {
  defaultFieldResolver,
  getArgumentValues,
  getNullableType,
  isLeafType,
  isNonNullType,
} from 'graphql';
import type {
  FieldNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLResolveInfo,
} from 'graphql';
import type { Path } from './collected-errors.ts';
import { type Complete, fail, type ErrorPlace, type Run, settle } from './run.ts';

export type Resolver = GraphQLFieldResolver<unknown, unknown>;

export interface Selected extends ErrorPlace {
  readonly key: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** The arguments of every resolver that do not change between runs. */
  readonly info: Omit<GraphQLResolveInfo, 'path' | 'variableValues'>;
}

/** A property that holds a leaf's value, unless it holds a promise or is a method. */
export interface Column {
  readonly name: string;
  readonly type: GraphQLLeafType;
  readonly isStrict: boolean;
}

/** Returns the value of a field in the response, for one object. Throws if it may not be null but is. */
export interface ReadField {
  (source: unknown, above: Path | undefined, run: Run): unknown;
  /** What it reads, if that is all it does. */
  readonly column?: Column;
}

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

/** What a resolver can read about its field and run. Named one by one: to spread them takes a hundred times as long. */
const infoOf = (
  { info }: Selected,
  path: Path,
  variableValues: Run['variables'],
): GraphQLResolveInfo => ({
  fieldName: info.fieldName,
  fieldNodes: info.fieldNodes,
  returnType: info.returnType,
  parentType: info.parentType,
  schema: info.schema,
  fragments: info.fragments,
  rootValue: info.rootValue,
  operation: info.operation,
  path,
  variableValues,
});

/** The value a resolver returns; without a resolver the property of the field's name, or the result of that method. */
export function readResolved(
  place: Selected,
  resolve: Resolver | undefined,
  complete: Complete,
): ReadField {
  const { key, parent, field, nodes, isStrict } = place;
  const typename = parent.name;
  const [node] = nodes as readonly [FieldNode];
  const takesArguments = field.args.length > 0;
  const call = resolve ?? defaultFieldResolver;
  // what else a resolver may read need not be made for it
  const readsOnlySource = resolve?.length === 1;
  const read: ReadField = (source, above, run) => {
    const path = { prev: above, key, typename };
    try {
      if (readsOnlySource) {
        const value: unknown = (resolve as (source: unknown) => unknown)(source);
        return settle(value, path, run, place, complete);
      }
      const args = takesArguments ? getArgumentValues(field, node, run.variables) : {};
      const value: unknown = call(source, args, run.context, infoOf(place, path, run.variables));
      return settle(value, path, run, place, complete);
    } catch (error) {
      return fail(error, path, run, place);
    }
  };
  const type = getNullableType(field.type);
  const isColumn = !resolve && isLeafType(type);
  return isColumn ? Object.assign(read, { column: { name: field.name, type, isStrict } }) : read;
}
