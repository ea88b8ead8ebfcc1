import type { Args } from './conditions.ts';
import { idAlone, selectionOf } from './selection.ts';
import type { Statement } from './statement.ts';
import type { Relation, Table } from './tables.ts';

/** The selection of a list, split into each record's own part and the record that many of them refer to. */
export interface Shared {
  readonly key: string;
  readonly relation: Relation;
  /** What is selected of the shared record. */
  readonly args: Args;
  /** What is selected of the list itself. */
  readonly rest: Args;
}

/**
 * By model, the relation that many records of one list share: a shipment may have thousands of units of the
 * same variant, which would otherwise be transferred once for each.
 */
const sharedRelations: ReadonlyMap<string, string> = new Map([['InventoryUnit', 'variant']]);

/** Shared where memory is to be spared as well: they seldom repeat, and looking for repetitions takes time. */
const sometimesShared: ReadonlyMap<string, string> = new Map([
  ['LineItem', 'variant'],
  ['Variant', 'product'],
]);

/** Splits the selection of a list that includes such a relation; undefined otherwise. */
export function sharedIn({ spares }: Statement, table: Table, args: Args): Shared | undefined {
  const key =
    sharedRelations.get(table.model) ?? (spares ? sometimesShared.get(table.model) : undefined);
  if (key === undefined || rowArguments.some((name) => args[name] !== undefined)) return undefined;
  const { columns, related } = selectionOf(table, args);
  const found = related.find(([name]) => name === key);
  if (!found || idAlone(found[1], found[2])) return undefined;
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

/** The arguments that select a part of the rows. */
const rowArguments = ['where', 'take', 'skip'];
