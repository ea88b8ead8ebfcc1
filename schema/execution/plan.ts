import { queryFromInfo } from '@pothos/plugin-prisma';
import { getLoaderMapping } from '@pothos/selection-mapper';
import type { Mappings } from '@pothos/selection-mapper';
import { getNamedType, isObjectType, Kind, visit, BREAK } from 'graphql';
import type { FieldNode, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Path } from './collected-errors.ts';
import { keptResolverOf } from './kept-resolvers.ts';
import { isPromise } from './run.ts';
import type { Selections } from './selection.ts';
import { isWrapped } from './wrapped-fields.ts';

/** A query that all requests share; empty if nothing is selected of its records. */
type Query = Readonly<Record<string, unknown>>;

/**
 * Why queries are planned anew for a request, which costs CPU and may cost statements:
 * - `variable`: an argument below depends on a variable
 * - `context`: planning read the request's context, or waited
 * - `field`: plugin-prisma did not record a field below as planned
 * - `row`: a row was read without the relation that a field shows
 * - `operation`: the executor left the whole operation to graphql-js
 */
export type Unplanned = 'variable' | 'context' | 'field' | 'row' | 'operation';

/** Hears of every run without a plan. Decision: Q26. */
export type OnUnplanned = (why: Unplanned) => void;

/**
 * The queries of a field that reads records, if they are the same for every request and load everything selected
 * below; otherwise why not. `info` describes the field, without values of variables; each path leads from its
 * value to records that have a query of their own.
 *
 * They are the same if no argument below contains a variable and planning did not read the context. They load
 * everything if plugin-prisma itself recorded each field below as planned: then its wrappers have nothing left
 * to load, and the rows can be read directly. Queries are frozen, because all requests share them.
 * Decision: Q21.
 */
export function planOnce(
  selections: Selections,
  type: GraphQLObjectType,
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): readonly Query[] | Unplanned {
  if (holdsVariables(selections, info.fieldNodes)) return 'variable';
  const context = new WatchedContext();
  const queries = paths.map((path): unknown =>
    queryFromInfo({ context: context.asContext(), info, path: [...path], awaitSelections: true }),
  );
  if (context.wasRead || queries.some(isPromise)) return 'context';
  const recorded = (keys: readonly string[], parent: string): Mappings[string] | null =>
    getLoaderMapping(context.asContext(), pathOf(info.path, keys), parent);
  const isPlanned = allPlanned(selections, type, info.fieldNodes, recorded, []);
  return isPlanned ? (freeze(queries) as readonly Query[]) : 'field';
}

/** Takes the place of a request's context while a query is planned, and records whether it was read. */
class WatchedContext {
  wasRead = false;
  private readonly proxy: object;

  constructor() {
    const note = (key: string | symbol): void => {
      // plugins store their caches in it under symbols
      if (typeof key === 'string') this.wasRead = true;
    };
    this.proxy = new Proxy(
      {},
      {
        get(_target, key): undefined {
          note(key);
        },
        has(_target, key) {
          note(key);
          return false;
        },
        ownKeys() {
          note('all');
          return [];
        },
      },
    );
  }

  asContext(): object {
    return this.proxy;
  }
}

type Recorded = (keys: readonly string[], parent: string) => Mappings[string] | null;

/** Whether plugin-prisma recorded every field that it would otherwise have to load. */
function allPlanned(
  selections: Selections,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  recorded: Recorded,
  above: readonly string[],
): boolean {
  return [...selections.beneath(type, nodes)].every(([key, fieldNodes]) => {
    const field = type.getFields()[fieldNodes[0].name.value];
    // __typename needs nothing; a field with its own plan is handled separately
    if (!field || keptResolverOf(field.extensions)) return true;
    const inner = getNamedType(field.type);
    const keys = [...above, key];
    if (!isWrapped(field)) {
      return !isObjectType(inner) || allPlanned(selections, inner, fieldNodes, recorded, keys);
    }
    const mapping = recorded(keys, type.name);
    if (!mapping) return false;
    const within: Recorded = (path, parent) =>
      mapping.nested[`${parent}@${path.join('.')}`] ?? null;
    return !isObjectType(inner) || allPlanned(selections, inner, fieldNodes, within, []);
  });
}

function pathOf(start: Path, keys: readonly string[]): Path {
  return keys.reduce<Path>((prev, key) => ({ prev, key, typename: undefined }), start);
}

/** Whether any argument below depends on a variable. */
function holdsVariables(selections: Selections, nodes: readonly FieldNode[]): boolean {
  let found = false;
  const seen = new Set<string>();
  const look = (node: Parameters<typeof visit>[0]): void => {
    visit(node, {
      [Kind.VARIABLE]: () => {
        found = true;
        return BREAK;
      },
      [Kind.FRAGMENT_SPREAD]: ({ name }: { name: { value: string } }) => {
        const fragment = selections.fragments[name.value];
        if (!fragment || seen.has(name.value)) return;
        seen.add(name.value);
        look(fragment);
      },
    });
  };
  for (const { selectionSet } of nodes) if (selectionSet) look(selectionSet);
  return found;
}

function freeze(value: unknown): unknown {
  const isPlain =
    Array.isArray(value) ||
    (typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype);
  if (!isPlain || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value as object)) freeze(part);
  return value;
}
