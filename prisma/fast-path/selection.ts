import { type Args, given } from './conditions.ts';
import { unspoken } from './statement.ts';
import type { Column, Relation, Table } from './tables.ts';
import { isBare } from './values.ts';

export interface Selection {
  /** In the order of the table. */
  readonly columns: readonly (readonly [key: string, column: Column])[];
  /** Related records, each with its arguments. */
  readonly related: readonly (readonly [key: string, relation: Relation, args: Args])[];
}

/** The selection as written, `select` or `include`; undefined selects every column. */
export function writtenSelection({ select, include, omit }: Args): unknown {
  if (omit !== undefined) return unspoken('omit');
  if (select !== undefined && include !== undefined) return unspoken('select beside include');
  return select ?? include;
}

/** Reads `select` or `include`. Throws Unspoken for what is left to Prisma. */
export function selectionOf(table: Table, args: Args): Selection {
  const written = given(writtenSelection(args));
  const chosen = isBare(args['select']) ? args['select'] : undefined;
  return {
    columns: [...table.columns].filter(([key]) => !chosen || chosen[key] === true),
    related: written.flatMap(([key, value]) => {
      if (table.columns.has(key) || value === false) return [];
      const relation = table.relations.get(key);
      if (!relation) return unspoken(`selection of ${key}`);
      return [[key, relation, value === true ? {} : Object.fromEntries(given(value))] as const];
    }),
  };
}

/** The id of the related record if nothing else is selected of it and a foreign key refers to it by this id. */
export function idAlone(
  { table, refers, there }: Relation,
  args: Args,
): Selection['columns'][number] | undefined {
  if (!refers) return undefined;
  const { columns, related } = selectionOf(table, args);
  const [first] = columns;
  if (!first || columns.length + related.length > 1) return undefined;
  const [key, { sql }] = first;
  return key === table.id.join() && sql === there.join() ? first : undefined;
}
