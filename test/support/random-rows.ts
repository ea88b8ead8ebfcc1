import type { Database } from '../../prisma/database.ts';
import type { TableRow } from '../../prisma/fast-path/tables.ts';
import { tableRows } from '../../prisma/generated/tables.ts';

type Column = TableRow['columns'][number];

const rowsPerTable = 14;

const texts = [
  '',
  'a',
  'Ab_c',
  '100%',
  "O'Neil",
  'Straße',
  'b\\slash',
  'so"so',
  '日本',
  'null',
  'NULL',
  '{}',
];
const decimals = ['0', '0.10', '79.90', '-12.50', '1234567.89', '9999999.99'];
const bigints = ['0', '1', '-1', '9007199254740993', '42'];
const times = [
  '2024-02-29T12:00:00.000Z',
  '2025-12-31T23:59:59.999Z',
  '1999-01-01T00:00:00.001Z',
  '0099-03-01T05:06:07.080Z',
  '9999-12-31T23:59:59.000Z',
];

/** Returns integers below `most`; the same seed gives the same. */
export type Choose = (most: number) => number;

/** A seeded source of numbers. */
export function chooseBy(seed: number): Choose {
  let state = seed | 0;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/** One of the values. */
export const pick = <Value>(choose: Choose, values: readonly Value[]): Value => {
  const value = values[choose(values.length)];
  if (value === undefined) throw new RangeError('Nothing to choose from.');
  return value;
};

/**
 * Random rows in every table that has none yet, connected by their foreign keys. The store's own constraints on
 * values are dropped first: readers must be able to read any value.
 */
export async function fillAtRandom(database: Database, seed: number): Promise<void> {
  const choose = chooseBy(seed);
  await database.script(`
    DO $$ DECLARE rule record; BEGIN
      FOR rule IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint
                   WHERE contype = 'c' AND connamespace = 'public'::regnamespace LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', rule.relation, rule.conname);
      END LOOP;
      FOR rule IN SELECT indexrelid::regclass AS index FROM pg_index
                   JOIN pg_class ON pg_class.oid = indexrelid
                   WHERE indisunique AND NOT indisprimary AND relnamespace = 'public'::regnamespace
                     AND (indpred IS NOT NULL OR indexprs IS NOT NULL) LOOP
        EXECUTE format('DROP INDEX %s', rule.index);
      END LOOP;
    END $$;
    ALTER TABLE api_keys ALTER COLUMN prefix TYPE text, ALTER COLUMN last_four TYPE text`);
  const ids = new Map<string, Record<string, unknown>[]>();
  const waiting = [...tableRows];
  while (waiting.length > 0) {
    const place = waiting.findIndex((table) => parentsOf(table).every((model) => ids.has(model)));
    const [table] = waiting.splice(Math.max(place, 0), 1);
    if (table) ids.set(table.model, await fillTable(database, table, ids, choose));
  }
  for (const table of tableRows) await tieLoose(database, table, ids, choose);
}

/** Tables that rows of this one require. */
const parentsOf = (table: TableRow): string[] =>
  ownKeys(table).flatMap(({ model, columns }) =>
    columns.some(({ nullable }) => nullable) || model === table.model ? [] : [model],
  );

/** The foreign keys of a table, the widest first: it determines the columns that it shares with others. */
function ownKeys(table: TableRow) {
  const keys = table.relations.flatMap(({ model, list, here, there }) => {
    const target = tableRows.find((other) => other.model === model);
    const columns = table.columns.filter((column) => here.includes(column.field));
    // the row that others refer to numbers itself
    const isOwner =
      !list &&
      columns.every((column) => column.default === 'none') &&
      target?.uniques.some((fields) => fields.join() === there.join());
    if (!target || !isOwner) return [];
    const columnOf = (field: string): string =>
      target.columns.find((column) => column.field === field)?.column ?? '';
    const theirs = new Map(here.map((field, place) => [field, columnOf(there[place] ?? '')]));
    return [{ model, columns, theirs }];
  });
  return keys.sort((a, b) => b.theirs.size - a.theirs.size);
}

async function fillTable(
  database: Database,
  table: TableRow,
  ids: ReadonlyMap<string, Record<string, unknown>[]>,
  choose: Choose,
): Promise<Record<string, unknown>[]> {
  const known = await database.query(`SELECT * FROM "${table.table}" LIMIT 40`);
  const keys = ownKeys(table);
  const columns = table.columns.filter(({ field, type, default: filledBy }) => {
    const isKey = keys.some(({ theirs }) => theirs.has(field));
    return isKey || filledBy === 'none' || type === 'DateTime' || type === 'Boolean';
  });
  for (let row = 0; row < rowsPerTable && known.length < 40; row += 1) {
    const parents = new Map(
      keys.map((key) => [key, ids.has(key.model) && pick(choose, ids.get(key.model) ?? [])]),
    );
    const values = columns.map((column) => {
      const key = keys.find(({ theirs }) => theirs.has(column.field));
      if (!key) return valueFor(column, table, row, choose);
      const parent = parents.get(key);
      if (!parent || (column.nullable && choose(3) === 0)) return null;
      return parent[key.theirs.get(column.field) ?? ''];
    });
    const names = columns.map(({ column }) => `"${column}"`).join(', ');
    const places = values.map((_value, place) => `$${place + 1}`).join(', ');
    known.push(
      ...(await database.query(
        `INSERT INTO "${table.table}" (${names}) VALUES (${places}) ON CONFLICT DO NOTHING RETURNING *`,
        values,
      )),
    );
  }
  return known;
}

/** Fills foreign keys whose table was filled later. */
async function tieLoose(
  database: Database,
  table: TableRow,
  ids: ReadonlyMap<string, Record<string, unknown>[]>,
  choose: Choose,
): Promise<void> {
  for (const { model, columns } of ownKeys(table)) {
    const [column, ...more] = columns;
    const [own, ...others] = table.columns.filter(({ field }) => table.id.includes(field));
    if (!column?.nullable || more.length > 0 || !own || others.length > 0) continue;
    for (const row of ids.get(table.model) ?? []) {
      const target = pick(choose, ids.get(model) ?? [])['id'];
      if (choose(2) === 0 || isUnique(table, column)) continue;
      await database.query(
        `UPDATE "${table.table}" SET "${column.column}" = $1 WHERE "${own.column}" = $2 AND "${column.column}" IS NULL`,
        [target, row[own.column]],
      );
    }
  }
}

const isUnique = (table: TableRow, { field }: Column): boolean =>
  table.uniques.some((fields) => fields.includes(field));

function valueFor(column: Column, table: TableRow, row: number, choose: Choose): unknown {
  if (column.nullable && choose(3) === 0) return null;
  const mark = isUnique(table, column) ? String(row) : '';
  switch (column.type) {
    case 'String':
      return `${pick(choose, texts)}${mark}`;
    case 'BigInt':
      return pick(choose, bigints);
    case 'Int':
      return choose(7) - 2;
    case 'Decimal':
      return pick(choose, decimals);
    case 'Boolean':
      return choose(2) === 0;
    case 'DateTime':
      return pick(choose, times);
    case 'Json':
      return JSON.stringify({ text: pick(choose, texts), list: [1, null, { deep: true }] });
    case 'Bytes':
      return Buffer.from(Array.from({ length: 32 }, () => choose(256)));
    default:
      throw new Error(`No value for a column of type ${column.type}.`);
  }
}
