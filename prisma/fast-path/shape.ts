import { LRUCache } from 'lru-cache';
import { type Args, joinCondition } from './conditions.ts';
import { lengthSql } from './long-lists.ts';
import { recordMaker } from './record.ts';
import { rowsOf } from './rows.ts';
import { type Shared, sharedIn } from './shared-relations.ts';
import { idAlone, selectionOf, writtenSelection } from './selection.ts';
import { root, type Statement, unspoken } from './statement.ts';
import type { Column, Relation, Table } from './tables.ts';
import { isBare, wires } from './values.ts';
import { type Above, type LookBack, lookBack } from './parent-relations.ts';

/** A record as the client returns it. */
export type Made = Record<string, unknown>;

/** How a record is transferred: the SQL of one JSON array, and the function that builds the record from it. */
export interface Shape {
  readonly sql: string;
  readonly read: (cells: readonly unknown[]) => Made;
  /** Relations that point back to the parent record; fills them once that is built. */
  readonly backs: readonly Back[];
  /** SQL of how many records the long lists of a row of `root` have at most; undefined if there are none. */
  readonly length: string | undefined;
  /** Statements that select it, by where its rows come from. */
  readonly statements: Map<string, string>;
}

interface Back {
  readonly key: string;
  readonly look: LookBack;
}

interface Cell {
  readonly key: string;
  readonly sql: string;
  readonly read?: ((value: never) => unknown) | undefined;
  /** Of the records in the cell. */
  readonly backs?: readonly Back[];
}

/** PostgreSQL functions take at most a hundred arguments. */
const mostCells = 100;

/** Shapes of selections without parameters, by identity of the selection: operations are planned once. */
const known = new WeakMap<
  object,
  { readonly table: Table; readonly mode: Mode; readonly shape: Shape }
>();

/** Whether a selection is all that is read, or beside all columns. */
type Mode = 'select' | 'include';

/** Size of a shape beside its texts: its function and what that was compiled of. */
const bytesPerShape = 1_280;
/** Size of a character of a selection or of its SQL, with what is compiled of it. */
const bytesPerCharacter = 5;

/** How many statements of a shape are kept with it. */
const mostStatements = 4;

/** The same, by model, mode and text of the selection: most code writes what it selects where it asks. */
const knownByText = new LRUCache<string, Shape>({
  maxSize: 16 * 1_048_576,
  sizeCalculation: ({ sql }, text) =>
    bytesPerShape + (sql.length + text.length) * bytesPerCharacter + sql.length * mostStatements,
});

/** The text of a selection. Shapes of selections with parameters are not kept. */
const textOf = (table: Table, mode: Mode, selection: object): string =>
  `${table.model} ${mode} ` +
  JSON.stringify(selection, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );

/**
 * The shape of the records that `select` or `include` selects. Arrays in place of objects halve the transferred size;
 * related records are sub-selects, which cannot repeat or reorder rows. Throws Unspoken for what is left to Prisma.
 */
export function shapeOf(
  statement: Statement,
  table: Table,
  alias: string,
  args: Args,
  above?: Above,
): Shape {
  const written = writtenSelection(args);
  if (alias !== root || statement.spares || !isBare(written)) {
    return madeShape(statement, table, alias, args, above);
  }
  const mode = args['select'] === undefined ? 'include' : 'select';
  const kept = known.get(written);
  if (kept?.table === table && kept.mode === mode) return kept.shape;
  const text = textOf(table, mode, written);
  const bound = statement.values.length;
  const shape = knownByText.get(text) ?? madeShape(statement, table, alias, args, above);
  if (statement.values.length === bound) {
    known.set(written, { table, mode, shape });
    knownByText.set(text, shape);
  }
  return shape;
}

function madeShape(
  statement: Statement,
  table: Table,
  alias: string,
  args: Args,
  above: Above | undefined,
): Shape {
  const { columns, related } = selectionOf(table, args);
  const cells = columns.map(([key, column]) => columnCell(alias, key, column));
  const backs: Back[] = [];
  for (const [key, relation, inner] of related) {
    const id = relation.list ? undefined : idCell(relation, alias, inner);
    const look = id ? undefined : lookBack(relation, inner, above);
    if (look) backs.push({ key, look });
    else {
      const cellOf = relation.list ? manyCell : oneCell;
      const from = { table, args, relation, above };
      cells.push({ key, ...(id ?? cellOf(statement, relation, alias, inner, from)) });
    }
  }
  if (cells.length > mostCells) return unspoken(`more than ${mostCells} columns`);
  if (cells.length + backs.length === 0) return unspoken('nothing selected');
  return {
    sql: `json_build_array(${cells.map(({ sql }) => sql).join(', ')})`,
    read: readerOf(cells, backs),
    backs,
    length: alias === root ? lengthSql(table, args, alias) : undefined,
    statements: new Map(),
  };
}

/**
 * A SELECT of a shape. Its text is kept with the shape: connections look it up among their prepared statements, for
 * which a long text that is put together anew must be hashed anew.
 */
export function selectSql({ sql, statements }: Shape, from: string): string {
  const text = statements.get(from) ?? `select ${sql} from ${from}`;
  if (statements.size < mostStatements) statements.set(from, text);
  return text;
}

function columnCell(alias: string, key: string, column: Column): Cell {
  const wire = wires.get(column.type);
  if (!wire || column.list) return unspoken(`a column of type ${column.type}`);
  const sql = `${alias}.${column.sql}`;
  return { key, sql: wire.write?.(sql) ?? sql, read: wire.read };
}

function oneCell(
  statement: Statement,
  relation: Relation,
  alias: string,
  args: Args,
  above: Above,
): Omit<Cell, 'key'> {
  if (args['where'] !== undefined) return unspoken('a filter on one record');
  const inner = statement.alias();
  const { sql, ...shape } = shapeOf(statement, relation.table, inner, args, above);
  const on = joinCondition(relation, alias, inner);
  return { sql: `(select ${sql} from ${relation.table.sql} ${inner} where ${on})`, ...shape };
}

/** A record of which only the id is selected: the row holds it, so that the record is not read. */
function idCell(relation: Relation, alias: string, args: Args): Omit<Cell, 'key'> | undefined {
  if (args['where'] !== undefined) return undefined;
  const id = idAlone(relation, args);
  if (!id) return undefined;
  const [key, column] = id;
  const { sql, read } = columnCell(alias, key, { ...column, sql: relation.here.join() });
  const makeRecord = recordMaker([{ key, read }]);
  return { sql, read: (value: never) => makeRecord([value]) };
}

function manyCell(
  statement: Statement,
  relation: Relation,
  alias: string,
  args: Args,
  above: Above,
): Omit<Cell, 'key'> {
  const on = (inner: string): string => joinCondition(relation, alias, inner);
  const shared = sharedIn(statement, relation.table, args);
  if (shared) {
    const { read, ...list } = sharingList(statement, relation.table, shared, on, above);
    return { ...list, read: (value: never) => read(value).map(([made]) => made) };
  }
  const inner = statement.alias();
  const shape = shapeOf(statement, relation.table, inner, args, above);
  return {
    sql: listSql(statement, relation.table, inner, args, on(inner), shape.sql),
    read: (rows: readonly Cells[]) => rows.map((cells) => shape.read(cells)),
    backs: shape.backs,
  };
}

type Cells = readonly unknown[];

/** The rows of a table as one JSON array, each as in `sql`. */
function listSql(
  statement: Statement,
  table: Table,
  alias: string,
  args: Args,
  on: string,
  sql: string,
): string {
  const { from, order } = rowsOf(statement, table, alias, args, on);
  return `(select coalesce(json_agg(${sql}${order && ` order by ${order}`}), '[]') from ${from})`;
}

/** Records of a table, each with the text of one of its columns. */
interface KeyedList {
  readonly sql: string;
  readonly read: (value: never) => readonly (readonly [made: Made, key: string])[];
  readonly backs: readonly Back[];
}

/** The rows for which `on` is true; what they share is shared in turn. */
function keyedList(
  statement: Statement,
  table: Table,
  args: Args,
  on: (alias: string) => string,
  key: string,
): KeyedList {
  const shared = sharedIn(statement, table, args);
  if (shared) return sharingList(statement, table, shared, on, undefined, key);
  const alias = statement.alias();
  const { sql, read, backs } = shapeOf(statement, table, alias, args);
  const row = `json_build_array(${sql}, ${alias}.${key}::text)`;
  return {
    sql: listSql(statement, table, alias, args, on(alias), row),
    read: (rows: readonly (readonly [Cells, string])[]) =>
      rows.map(([cells, key]) => [read(cells), key]),
    backs,
  };
}

/**
 * A list whose records mostly refer to the same few others: those are transferred once, beside the list, and
 * the records share the objects.
 */
function sharingList(
  statement: Statement,
  table: Table,
  { key: name, relation: to, args, rest }: Shared,
  on: (alias: string) => string,
  above: Above | undefined,
  key = 'id',
): KeyedList {
  const [inner, other] = [statement.alias(), statement.alias()];
  const [here = ''] = to.here;
  const [there = ''] = to.there;
  const { sql, read, backs } = shapeOf(statement, table, inner, rest, above);
  const row = `json_build_array(${sql}, ${inner}.${here}::text, ${inner}.${key}::text)`;
  const rows = listSql(statement, table, inner, rest, on(inner), row);
  const ids = `select ${other}.${here} from ${table.sql} ${other} where ${on(other)}`;
  const led = keyedList(statement, to.table, args, (one) => `${one}.${there} in (${ids})`, there);
  return {
    sql: `json_build_array(${rows}, ${led.sql})`,
    read: ([rows, leds]: readonly [readonly (readonly [Cells, string, string])[], never]) => {
      const byId = new Map(led.read(leds).map(([made, id]) => [id, made]));
      return rows.map(([cells, id, key]) => [
        Object.assign(read(cells), { [name]: byId.get(id) }),
        key,
      ]);
    },
    backs,
  };
}

function readerOf(cells: readonly Cell[], backs: readonly Back[]): Shape['read'] {
  const makeRecord = recordMaker([...cells, ...backs.map(({ key }) => ({ key }))]);
  const ties = cells.flatMap((cell) => tiesOf(cell));
  if (ties.length === 0) return makeRecord;
  return (cells) => {
    const made = makeRecord(cells);
    for (const tie of ties) tie(made);
    return made;
  };
}

/** Gives the records of a cell their parent record. */
function tiesOf({ key, backs = [] }: Cell): ((made: Made) => void)[] {
  return backs.map((back) => (made) => {
    const nested = made[key] as Made | readonly Made[] | null;
    if (nested === null) return;
    const shown = back.look(made);
    for (const record of [nested].flat()) record[back.key] = shown;
  });
}
