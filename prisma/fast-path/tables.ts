import { tableRows } from '../generated/tables.ts';

/** One table as the generator read it from `schema.prisma`. */
export interface TableRow {
  readonly model: string;
  readonly table: string;
  readonly id: readonly string[];
  /** Sets of fields that identify at most one row, including the primary key. */
  readonly uniques: readonly (readonly string[])[];
  readonly columns: readonly {
    readonly field: string;
    readonly column: string;
    readonly type: string;
    readonly nativeType: string | null;
    readonly list: boolean;
    readonly nullable: boolean;
    /** What fills a field that a write leaves out. */
    readonly default: string;
  }[];
  readonly relations: readonly {
    readonly field: string;
    readonly model: string;
    readonly list: boolean;
    /** Whether this table has the foreign key, so that the other row exists where it is not NULL. */
    readonly refers: boolean;
    /** Fields of this table and, in the same order, the fields of the other that they equal. */
    readonly here: readonly string[];
    readonly there: readonly string[];
  }[];
}

/** A column; `sql` is its quoted name. */
export interface Column extends Omit<TableRow['columns'][number], 'field' | 'column'> {
  readonly sql: string;
}

/** A relation from a row to the rows of another table; `here` and `there` are quoted column names. */
export interface Relation extends Omit<TableRow['relations'][number], 'field' | 'model'> {
  readonly table: Table;
}

/** A table with all that is needed to read and write it; `sql` is its quoted name. */
export interface Table extends Pick<TableRow, 'model' | 'id' | 'uniques'> {
  readonly sql: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly relations: ReadonlyMap<string, Relation>;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const rowsByModel = new Map(tableRows.map((row) => [row.model, row]));

/** The table of a model, as the generator read it. */
export const rowOf = (model: string): TableRow => found(rowsByModel, model);

/** Every table by its property on the client, such as `lineItem`. */
export const tables: ReadonlyMap<string, Table> = linkTables(tableRows);

function linkTables(rows: readonly TableRow[]): ReadonlyMap<string, Table> {
  const relations = new Map(rows.map(({ model }) => [model, new Map<string, Relation>()]));
  const byModel = new Map(
    rows.map((row): [string, Table] => [
      row.model,
      {
        model: row.model,
        sql: quote(row.table),
        id: row.id,
        uniques: row.uniques,
        columns: new Map(
          row.columns.map(({ field, column, ...rest }) => [field, { ...rest, sql: quote(column) }]),
        ),
        relations: found(relations, row.model),
      },
    ]),
  );
  for (const row of rows) {
    const columnsOf = (model: string, fields: readonly string[]): readonly string[] =>
      fields.map((field) => found(found(byModel, model).columns, field).sql);
    for (const { field, model, here, there, ...rest } of row.relations) {
      found(relations, row.model).set(field, {
        ...rest,
        table: found(byModel, model),
        here: columnsOf(row.model, here),
        there: columnsOf(model, there),
      });
    }
  }
  return new Map(
    [...byModel].map(([model, table]) => [
      `${model.charAt(0).toLowerCase()}${model.slice(1)}`,
      table,
    ]),
  );
}

/** The entry of a name that is known to exist. */
function found<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const value = map.get(name);
  if (value === undefined) throw new Error(`The generated tables do not know ${name}.`);
  return value;
}
