import { type Args, joinCondition } from './conditions.ts';
import { selectionOf } from './selection.ts';
import type { Table } from './tables.ts';

/** How many records of long lists the rows of one statement bring, unless it is one row: others wait for it. */
export const mostListed = 500;

type LengthOf = (alias: string) => string;

/** An order with fewer pieces has at most as many lines, and these are not counted. */
const fewPieces = 40;

const unitsOfOrder: LengthOf = (order) => `${order}.total_quantity`;
const linesOfOrder: LengthOf = (order) =>
  `case when ${order}.total_quantity <= ${String(fewPieces)} then ${order}.total_quantity
    else (select count(*) from line_items l where l.order_id = ${order}.id) end`;
const unitsOfShipment: LengthOf = (shipment) =>
  `(select count(*) from inventory_units u where u.shipment_id = ${shipment}.id)`;

/**
 * By model, the lists of which one of its records may hold hundreds, at any depth, and SQL of how many at most: the first
 * that is selected counts.
 */
const lengths: ReadonlyMap<string, readonly (readonly [listed: string, LengthOf])[]> = new Map([
  [
    'Order',
    [
      ['InventoryUnit', unitsOfOrder],
      ['LineItem', linesOfOrder],
    ],
  ],
  ['Shipment', [['InventoryUnit', unitsOfShipment]]],
]);

const holds = (table: Table, args: Args, listed: string): boolean =>
  selectionOf(table, args).related.some(
    ([, { list, table: inner }, of]) =>
      (list && inner.model === listed) || holds(inner, of, listed),
  );

/**
 * SQL of how many records the long lists of a row have at most, those below the records that it leads to as well;
 * undefined if none can be long. Throws Unspoken for what is left to Prisma.
 */
export function lengthSql(table: Table, args: Args, alias: string, depth = 0): string | undefined {
  const own = lengths.get(table.model)?.find(([listed]) => holds(table, args, listed));
  if (own) return own[1](alias);
  const beneath = `l${String(depth)}`;
  const terms = selectionOf(table, args).related.flatMap(([, relation, inner]) => {
    const length = lengthSql(relation.table, inner, beneath, depth + 1);
    if (length === undefined) return [];
    const rows = `${relation.table.sql} ${beneath} where ${joinCondition(relation, alias, beneath)}`;
    return [`coalesce((select sum(${length}) from ${rows}), 0)`];
  });
  return terms.length > 0 ? terms.join(' + ') : undefined;
}
