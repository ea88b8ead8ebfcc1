import { GraphQLError, Kind, type ExecutionResult } from 'graphql';
import type { GraphQLFieldResolver, GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/**
 * How many values an answer shows at most, counted by the fields of its objects: more than one whose records are within
 * their own bound. Records that the database sent once may be shown many times, by fields that lead back to them.
 * graphql-js takes a hundred times as long for a value, so it shows fewer.
 * Decision: P74.
 */
export const mostValues = { compiled: 1_000_000, interpreted: 50_000 } as const;

/** What of that is left to one run. */
export class ShownValues {
  private left: number;

  constructor(most: number) {
    this.left = most;
  }

  get areTooMany(): boolean {
    return this.left < 0;
  }

  note(values: number): void {
    this.left -= values;
  }
}

/** A run stopped, because it would show more. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** The result of a run that stopped because it would show more. */
export const tooManyValues = (): ExecutionResult => ({
  errors: [new GraphQLError('Too many values', { originalError: new TooManyValues() })],
  data: null,
});

/** Whether a result is that of a run that stopped. */
export const showsTooMuch = ({ errors }: ExecutionResult): boolean =>
  errors?.[0]?.originalError instanceof TooManyValues;

type Resolver = GraphQLFieldResolver<unknown, object>;

const runs = new WeakMap<object, ShownValues>();

/** Runs what graphql-js runs with this context, and stops it where it would show more than so many values. */
export async function showingAtMost(
  most: number,
  context: unknown,
  run: () => ExecutionResult | PromiseLike<ExecutionResult>,
): Promise<ExecutionResult> {
  if (typeof context !== 'object' || context === null) return run();
  const shown = new ShownValues(most);
  runs.set(context, shown);
  const result = await run();
  return shown.areTooMany ? tooManyValues() : result;
}

/** A resolver of a list whose entries graphql-js counts before it shows them; beyond the bound it shows none. */
export const countingEntries =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const list: unknown = resolve(source, args, context, info);
    const shown = runs.get(context);
    if (!shown || !Array.isArray(list)) return list;
    shown.note(list.length * widthOf(info));
    return shown.areTooMany ? [] : (list as unknown[]);
  };

const widths = new WeakMap<GraphQLResolveInfo['fieldNodes'], number>();

/** How many fields of each entry are selected. */
function widthOf({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const known = widths.get(fieldNodes);
  if (known !== undefined) return known;
  const fieldsIn = (selection: SelectionSetNode | undefined): number =>
    (selection?.selections ?? []).reduce((sum, node) => {
      if (node.kind === Kind.FIELD) return sum + 1;
      if (node.kind === Kind.INLINE_FRAGMENT) return sum + fieldsIn(node.selectionSet);
      return sum + fieldsIn(fragments[node.name.value]?.selectionSet);
    }, 0);
  const width = fieldNodes.reduce((sum, node) => sum + Math.max(1, fieldsIn(node.selectionSet)), 0);
  widths.set(fieldNodes, width);
  return width;
}
