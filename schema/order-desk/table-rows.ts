import { Prisma } from '../../prisma/generated/client/client.ts';
import { tableRows } from '../../prisma/generated/tables.ts';
import { groupsOf } from '../domain/groups.ts';
import { toDecimal } from '../domain/money.ts';
import type { Write } from '../write.ts';
import type { Amount } from './working-order.ts';

/** The tables that hold an order, parents first. */
export type OrderModel =
  | 'Order'
  | 'Address'
  | 'LineItem'
  | 'Shipment'
  | 'ShippingRate'
  | 'InventoryUnit'
  | 'Payment'
  | 'Adjustment'
  | 'StockItem';

/**
 * What a save never changes. A statement that could set a key, such as a number, would wait for all who add rows that
 * refer to it (T53).
 */
const kept = new Set(['id', 'createdAt', 'number', 'token']);

/** Each table with what SQL names it by, and what is set where a row exists. */
const tables = new Map(
  tableRows.map(({ model, table, columns }) => {
    const settings = columns
      .filter(({ field }) => !kept.has(field))
      .map(({ column }) => `"${column}" = EXCLUDED."${column}"`);
    const others = columns.flatMap(({ field, column }) => (field === 'id' ? [] : [`"${column}"`]));
    const sql = {
      table: Prisma.raw(`"${table}"`),
      settings: Prisma.raw(settings.join(', ')),
      others: Prisma.raw(others.join(', ')),
    };
    return [model, { columns, sql }];
  }),
);

function tableOf(model: OrderModel) {
  const table = tables.get(model);
  if (!table) throw new Error(`There is no table of ${model}.`);
  return table;
}

/** A row with the fields of its table, and perhaps more. */
export type Row = { readonly id: bigint };

type Cell = bigint | string | number | boolean | Date | Amount | null | undefined;

const cellsOf = (row: Row): Readonly<Record<string, Cell>> => row;

const isSame = (one: Cell, other: Cell): boolean => {
  if (one === other) return true;
  if (one == null || other == null || typeof one !== 'object') return false;
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime();
  return toDecimal(one).equals(toDecimal(other));
};

export function differs(model: OrderModel, stored: Row, present: Row): boolean {
  if (stored === present) return false;
  const [one, other] = [cellsOf(stored), cellsOf(present)];
  return tableOf(model).columns.some(({ field }) => !isSame(one[field], other[field]));
}

/** A value of a row as JSON has it. */
export const textOf = (cell: Cell): string | number | boolean | null | undefined => {
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'bigint' || (typeof cell === 'object' && cell !== null)
    ? cell.toString()
    : cell;
};

type Cells = Record<string, ReturnType<typeof textOf>>;

/** A row with the names of its columns, as JSON has them. */
function columnsOf(model: OrderModel, row: Row): Cells {
  const cells: Cells = {};
  for (const { field, column } of tableOf(model).columns) {
    cells[column] = textOf(cellsOf(row)[field]);
  }
  return cells;
}

/** The columns of a new row that an insert gives, beside its id and that of its order. */
export function ownColumns(model: OrderModel, row: Row): Readonly<Record<string, unknown>> {
  const cells = cellsOf(row);
  const given: Record<string, Cell> = {};
  for (const { field } of tableOf(model).columns) {
    if (field !== 'id' && field !== 'orderId') given[field] = cells[field];
  }
  return given;
}

/** A part of one statement: inserts rows, or updates those that exist. None for no rows. */
export function putRows(model: OrderModel, rows: readonly Row[]): readonly Prisma.Sql[] {
  if (rows.length === 0) return [];
  const { table, settings } = tableOf(model).sql;
  const sent = JSON.stringify(rows.map((row) => columnsOf(model, row)));
  return [
    Prisma.sql`
      INSERT INTO ${table}
      SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${sent}::jsonb)
      ON CONFLICT (id) DO UPDATE SET ${settings}`,
  ];
}

/** What tells rows apart by these fields, as text, written anew only where one of them is another than in the row before. */
export function alikeBy<R extends Row>(
  fields: readonly (keyof R & string)[],
  textOf: (row: R) => string,
): (row: R) => string {
  let last: R | undefined;
  let text = '';
  return (row) => {
    const before = last;
    if (!before || fields.some((field) => row[field] !== before[field])) text = textOf(row);
    last = row;
    return text;
  };
}

/**
 * A part of one statement: inserts new rows. Those that differ in nothing but their ids are sent once, with all ids: the
 * 20,000 units of an order are 500 rows then. None for no rows.
 */
export function putAlike(model: OrderModel, rows: readonly Row[]): readonly Prisma.Sql[] {
  if (rows.length === 0) return [];
  const { columns, sql } = tableOf(model);
  const { table, others } = sql;
  const fields = columns.flatMap(({ field }) => (field === 'id' ? [] : [field as keyof Row]));
  const rowText = (row: Row) => JSON.stringify({ ...columnsOf(model, row), id: null });
  const groups = groupsOf(rows, alikeBy(fields, rowText));
  const sent = [...groups].map(([row, alike]) => {
    return `{"one":${row},"ids":${JSON.stringify(alike.map(({ id }) => String(id)))}}`;
  });
  return [
    Prisma.sql`
      INSERT INTO ${table} (id, ${others})
      SELECT chosen, ${others}
      FROM jsonb_to_recordset(${`[${sent.join()}]`}::jsonb) AS alike(one jsonb, ids bigint[])
      CROSS JOIN LATERAL jsonb_populate_record(NULL::${table}, alike.one) AS row
      CROSS JOIN LATERAL unnest(alike.ids) AS chosen`,
  ];
}

/** A part of one statement: deletes rows. None for no rows. */
export function dropRows(model: OrderModel, rows: readonly Row[]): readonly Prisma.Sql[] {
  if (rows.length === 0) return [];
  const { table } = tableOf(model).sql;
  const ids = rows.map(({ id }) => String(id));
  return [Prisma.sql`DELETE FROM ${table} WHERE id = ANY(${ids}::bigint[])`];
}

/** Runs parts as one statement: what they refer to in each other's tables is checked at its end. */
export async function runParts(write: Write, parts: readonly Prisma.Sql[]): Promise<void> {
  if (parts.length === 0) return;
  const named = parts.map((part, place) => Prisma.sql`${Prisma.raw(`part_${place}`)} AS (${part})`);
  await write.run(() => write.tx.$executeRaw(Prisma.sql`WITH ${Prisma.join(named)} SELECT 1`));
}
