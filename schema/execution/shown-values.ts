import {
  execute,
  getNamedType,
  getOperationAST,
  GraphQLError,
  isLeafType,
  Kind,
  OperationTypeNode,
} from 'graphql';
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  GraphQLFieldResolver,
  GraphQLResolveInfo,
  SelectionSetNode,
} from 'graphql';

/**
 * How many values an answer shows at most, counted by the fields of its objects: more than one whose records are within
 * their own bound. Records that the database sent once may be shown many times, by fields that lead back to them.
 * graphql-js takes many times as long for a value, so it shows fewer.
 * Decision: P74.
 */
const mostValues = { compiled: 1_000_000, interpreted: 100_000, whole: Infinity } as const;

/** A promise takes as long, and as much memory, as so many values. */
export const valuesOfPromise = 10;
/** An entry of a list of ids. */
const valuesOfLeaf = 1 / 10;

/** How many values one run has shown. */
export class ShownValues {
  count = 0;
  private readonly most: number;

  constructor(by: keyof typeof mostValues) {
    this.most = mostValues[by];
  }

  get areTooMany(): boolean {
    return this.count > this.most;
  }

  note(values: number): void {
    this.count += values;
  }
}

/** A run stopped, because it would show more. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

const refusal = (): GraphQLError =>
  new GraphQLError('Too many values', { originalError: new TooManyValues() });

/** The result of a query that would show more. */
export const tooManyValues = (): ExecutionResult => ({ errors: [refusal()], data: null });

/** The result of a run that stopped: a mutation, which was done, shows what was not cut off. */
export const stopped = (
  { data, errors = [] }: ExecutionResult,
  operation: OperationTypeNode | undefined,
): ExecutionResult =>
  operation === OperationTypeNode.MUTATION
    ? { errors: [...errors, refusal()], data: data ?? null }
    : tooManyValues();

type Resolver = GraphQLFieldResolver<unknown, object>;

const runs = new WeakMap<object, ShownValues>();

/**
 * Runs by graphql-js with a context of its own, and stops where it would show too much: of a query nothing is shown, of
 * a mutation, which was done, what was not cut off.
 */
export async function interpretBounded(
  args: ExecutionArgs,
  by: keyof typeof mostValues,
): Promise<ExecutionResult> {
  const shown = new ShownValues(by);
  const contextValue = { ...(args.contextValue as object) };
  runs.set(contextValue, shown);
  const result = await execute({ ...args, document: withoutPlaces(args.document), contextValue });
  if (!shown.areTooMany) return result;
  const { operation } = getOperationAST(args.document, args.operationName) ?? {};
  return stopped(result, operation);
}

const placeless = new WeakMap<DocumentNode, DocumentNode>();

/** Of a longer document errors do not tell their lines, which each would count from the first one on. */
const countedCharacters = 10_000;

/** A document whose nodes, if it is long, do not know where they stand. */
function withoutPlaces(document: DocumentNode): DocumentNode {
  if ((document.loc?.end ?? 0) <= countedCharacters) return document;
  const known = placeless.get(document);
  if (known) return known;
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (typeof node !== 'object' || node === null) return node;
    const kept = Object.entries(node).filter(([name]) => name !== 'loc');
    return Object.fromEntries(kept.map(([name, part]) => [name, strip(part)]));
  };
  const stripped = strip(document) as DocumentNode;
  placeless.set(document, stripped);
  return stripped;
}

/**
 * A resolver of a list of records whose entries graphql-js counts before it shows them; beyond the bound it shows none.
 */
export const countingEntries =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const list: unknown = resolve(source, args, context, info);
    const shown = runs.get(context);
    if (!shown || list === null || list === undefined) return list;
    const bound = (entries: unknown): unknown => {
      if (!Array.isArray(entries)) return entries;
      const width = isLeafType(getNamedType(info.returnType)) ? valuesOfLeaf : widthOf(info);
      shown.note(entries.length * width);
      return shown.areTooMany ? [] : (entries as unknown[]);
    };
    return list instanceof Promise ? list.then(bound) : bound(list);
  };

const widths = new WeakMap<GraphQLResolveInfo['fieldNodes'], number>();

/** How many fields are selected of each entry, and of what it leads to; a fragment is looked through once. */
function widthOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const known = widths.get(fieldNodes);
  if (known !== undefined) return known;
  const spread = new Map<string, number>();
  const fieldsIn = (selection: SelectionSetNode | undefined): number =>
    (selection?.selections ?? []).reduce((sum, node) => {
      if (node.kind === Kind.FIELD) return sum + 1 + fieldsIn(node.selectionSet);
      if (node.kind === Kind.INLINE_FRAGMENT) return sum + fieldsIn(node.selectionSet);
      const name = node.name.value;
      const fields = spread.get(name) ?? fieldsIn(fragments[name]?.selectionSet);
      spread.set(name, fields);
      return sum + fields;
    }, 0);
  const fields = fieldNodes.reduce((sum, node) => sum + fieldsIn(node.selectionSet), 0);
  const width = Math.max(1, fields);
  widths.set(fieldNodes, width);
  return width;
}
