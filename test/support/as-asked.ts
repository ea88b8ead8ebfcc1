import type { Table } from '../../prisma/fast-path/tables.ts';
import type { QueryArgs } from './random-query.ts';

type Row = Readonly<Record<string, unknown>>;

/**
 * A record without fields that were not selected: if a relation points back to a record already read, the fast
 * path returns that one, with everything that was selected there.
 */
export function asAsked(table: Table, { select, include }: QueryArgs, record: Row): Row {
  const chosen = Object.entries((select ?? include ?? {}) as QueryArgs);
  const columns = select === undefined ? [...table.columns.keys()] : [];
  const keys = [...columns, ...chosen.filter(([, args]) => args !== false).map(([key]) => key)];
  return Object.fromEntries(
    keys.map((key) => {
      const relation = table.relations.get(key);
      const value = record[key];
      if (!relation || value === null || value === undefined) return [key, value];
      const args = chosen.find(([name]) => name === key)?.[1];
      const inner = typeof args === 'object' ? (args as QueryArgs) : {};
      const show = (one: Row): Row => asAsked(relation.table, inner, one);
      return [key, Array.isArray(value) ? (value as Row[]).map(show) : show(value as Row)];
    }),
  );
}
