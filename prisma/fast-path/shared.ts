import type { Args } from './conditions.ts';
import { selectionOf } from './selection.ts';
import type { Relation, Table } from './tables.ts';

/** A selection of a list, parted into what is each record's own and the record that many of them lead to. */
export interface Shared {
  readonly key: string;
  readonly relation: Relation;
  /** What is asked of the shared record. */
  readonly args: Args;
  /** What is asked of the list beside it. */
  readonly rest: Args;
}

/**
 * By model the relation that many records of one list share: a shipment may hold thousands of units of
 * the same variant, which would else travel once for each of them.
 */
const sharedRelations: ReadonlyMap<string, string> = new Map([['InventoryUnit', 'variant']]);

/** Parts the selection of a list where it asks for such a relation; undefined otherwise. Decision: N28. */
export function sharedIn(table: Table, args: Args): Shared | undefined {
  const key = sharedRelations.get(table.model);
  if (key === undefined || rowArguments.some((name) => args[name] !== undefined)) return undefined;
  const { columns, related } = selectionOf(table, args);
  const found = related.find(([name]) => name === key);
  if (!found) return undefined;
  const asked = new Map<string, Args | true>(columns.map(([name]) => [name, true]));
  for (const [name, , inner] of related) if (name !== key) asked.set(name, inner);
  if (asked.size === 0) return undefined;
  const { orderBy } = args;
  return {
    key,
    relation: found[1],
    args: found[2],
    rest: { select: Object.fromEntries(asked), ...(orderBy !== undefined && { orderBy }) },
  };
}

/** What says that a list is a part of the rows. */
const rowArguments = ['where', 'take', 'skip'];
