import { isObject } from '../words/texts.ts';

interface Leaf {
  readonly type: 'leaf';
  readonly path: readonly string[];
  readonly predicate: string;
  readonly value: unknown;
}

/**
 * Combined conditions.
 * - `level` all must match, and those through one association must match the same record
 * - `and`   all must match, each on any record
 * - `or`    one of them must match
 */
interface Group {
  readonly type: 'level' | 'and' | 'or';
  readonly terms: readonly Term[];
}

export type Term = Leaf | Group;

export type Filter = Record<string, unknown>;

function append(filter: Filter, entry: Filter): void {
  const entries: unknown = filter.and;
  if (Array.isArray(entries)) entries.push(entry);
  else filter.and = [entry];
}

/** Sets the value at a path of names; returns false if there is one already. */
function put(filter: Filter, [name, ...rest]: readonly string[], value: unknown): boolean {
  if (name === undefined) return false;
  const present = filter[name];
  if (rest.length === 0) {
    if (present !== undefined) return false;
    filter[name] = value;
    return true;
  }
  const inner: Filter = isObject(present) ? present : {};
  filter[name] = inner;
  return put(inner, rest, value);
}

function place(filter: Filter, term: Term): void {
  if (term.type === 'leaf') {
    const isPlaced = put(filter, [...term.path, term.predicate], term.value);
    if (!isPlaced) append(filter, toFilter(term));
  } else if (term.type === 'level') {
    for (const inner of term.terms) place(filter, inner);
  } else if (term.type === 'and') {
    for (const inner of term.terms) append(filter, toFilter(inner));
  } else if (filter.or === undefined) {
    filter.or = term.terms.map(toFilter);
  } else {
    append(filter, toFilter(term));
  }
}

/** Conditions as a GraphQL filter: a level has what fits into it, `and` the rest, such as a second `or` of a level. */
export function toFilter(term: Term): Filter {
  const filter: Filter = {};
  place(filter, term);
  return filter;
}

export const levelsIn = (filter: Filter): number =>
  Math.max(
    0,
    ...Object.entries(filter).map(([name, value]) => {
      const below = [value].flat().filter(isObject).map(levelsIn);
      return Math.max(0, ...below) + (name === 'and' || name === 'or' ? 1 : 0);
    }),
  );
