import { getArgumentValues, getNullableType, GraphQLString, isNonNullType } from 'graphql';
import type {
  FieldNode,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLResolveInfo,
} from 'graphql';
import { recordMaker } from '../../prisma/fast-path/record.ts';
import type { MakeRecord } from '../../prisma/fast-path/record.ts';
import type { Path } from './collected-errors.ts';
import { fail, isPromise, settle } from './run.ts';
import type { Complete, Place, Run } from './run.ts';

export type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** A selected field of a type, and its key in the response. */
export interface Selected extends Place {
  readonly key: string;
  readonly parent: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  /** The arguments of every resolver that do not change between runs. */
  readonly info: Omit<GraphQLResolveInfo, 'path' | 'variableValues'>;
}

/**
 * Returns the value of a field in the response, for one object.
 * Throws if it may not be null but is.
 */
export type ReadField = (source: unknown, above: Path | undefined, run: Run) => unknown;

/** The fields of an object in the order of the response. */
export interface Fields {
  readonly reads: readonly ReadField[];
  readonly makeRecord: MakeRecord;
  /** Several positions of the operation select exactly these fields, of rows that one query loads. */
  isShared: boolean;
}

export const fieldsOf = (selection: readonly (readonly [string, ReadField])[]): Fields => ({
  reads: selection.map(([, read]) => read),
  makeRecord: recordMaker(selection.map(([key]) => key)),
  isShared: false,
});

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

/** What a resolver can read about its field and run. Few do, so it is small. */
class ResolveInfo implements GraphQLResolveInfo {
  readonly path: Path;
  readonly variableValues: GraphQLResolveInfo['variableValues'];
  private readonly of: Selected['info'];

  constructor(of: Selected['info'], path: Path, variables: Run['variables']) {
    this.of = of;
    this.path = path;
    this.variableValues = variables;
  }

  get fieldName() {
    return this.of.fieldName;
  }

  get fieldNodes() {
    return this.of.fieldNodes;
  }

  get returnType() {
    return this.of.returnType;
  }

  get parentType() {
    return this.of.parentType;
  }

  get schema() {
    return this.of.schema;
  }

  get fragments() {
    return this.of.fragments;
  }

  get rootValue(): unknown {
    return this.of.rootValue;
  }

  get operation() {
    return this.of.operation;
  }
}

export const infoOf = (
  { info }: Selected,
  path: Path,
  variables: Run['variables'],
): GraphQLResolveInfo => new ResolveInfo(info, path, variables);

/** A plain value in the object, as columns are: no promise, no method. */
export function readColumn(place: Selected, complete: Complete): ReadField {
  const { key, parent, field } = place;
  const { name } = field;
  const readMethod = readResolved(place, undefined, complete);
  const isText = getNullableType(field.type) === GraphQLString;
  return (source, above, run) => {
    const value = propertyOf(source, name);
    // most columns; there is nothing to complete
    if (isText && typeof value === 'string') return value;
    if (typeof value === 'function' || isPromise(value)) return readMethod(source, above, run);
    try {
      // leaves are completed without a path, which is only built for errors
      return complete(value, undefined as never, run);
    } catch (error) {
      return fail(error, { prev: above, key, typename: parent.name }, run, place);
    }
  };
}

/**
 * The value a resolver returns; without a resolver the property of the field's name, or the result of that
 * method.
 */
export function readResolved(
  place: Selected,
  resolve: Resolver | undefined,
  complete: Complete,
): ReadField {
  const { key, parent, field, nodes } = place;
  const typename = parent.name;
  const [node] = nodes as readonly [FieldNode];
  const takesArguments = field.args.length > 0;
  const call = resolve ?? readProperty;
  // what else a resolver may read need not be made for it
  const readsOnlySource = resolve?.length === 1;
  return (source, above, run) => {
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
}

/** The default resolver of graphql-js. */
const readProperty: Resolver = (source, args, context, info) => {
  const value = propertyOf(source, info.fieldName);
  if (typeof value !== 'function') return value;
  return (source as Record<string, (...given: unknown[]) => unknown>)[info.fieldName]?.(
    args,
    context,
    info,
  );
};

/** Reads the fields of an object; returns a promise if one of them does. */
export function readObject(
  { reads, makeRecord }: Fields,
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const values = new Array<unknown>(reads.length);
  let isAwaited = false;
  try {
    for (let place = 0; place < reads.length; place += 1) {
      const value = (reads[place] as ReadField)(source, path, run);
      values[place] = value;
      isAwaited ||= isPromise(value);
    }
  } catch (error) {
    if (!isAwaited) throw error;
    // other fields may reject too, and nobody else would handle that
    return Promise.all(values).finally(() => {
      throw error;
    });
  }
  return isAwaited ? Promise.all(values).then(makeRecord) : makeRecord(values);
}

/**
 * Reads the fields of a row that may occur at several positions in the response once for all of them. A row
 * with an error is read again at each position, because the error contains the path.
 * Decision: Q81.
 */
export function readOnce(
  fields: Fields,
  source: unknown,
  path: Path | undefined,
  run: Run,
): unknown {
  const shown = run.shown.get(fields) ?? new Map<unknown, unknown>();
  run.shown.set(fields, shown);
  const known = shown.get(source);
  if (known !== undefined) return known;
  const { met } = run.errors;
  const value = readObject(fields, source, path, run);
  if (!isPromise(value) && run.errors.met === met) shown.set(source, value);
  return value;
}
