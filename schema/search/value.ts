import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Attribute } from './attributes.ts';
import { column, type Level } from './level.ts';

/** The value of an attribute in the row of an alias, as records show it: for sort keys, `null` and `blank`. */
export function valueSql(level: Level, attribute: Attribute, alias: string): Prisma.Sql {
  if (attribute.expression) return attribute.expression(level, alias);
  const at = level.reach(attribute.through, alias);
  const own = column(at, attribute.column);
  const { orElse } = attribute;
  if (!orElse) return own;
  const other = level.reach([{ table: orElse.table, column: orElse.by }], at);
  return Prisma.sql`COALESCE(${own}, ${column(other, orElse.column)})`;
}

/**
 * Whether the value meets a condition that NULL never meets. A value that is in one of two tables is looked for in
 * each, because no index serves an expression over both. Decision: S14, Q41.
 */
export function whereValue(
  level: Level,
  attribute: Attribute,
  alias: string,
  condition: (value: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const { orElse } = attribute;
  if (!orElse) return condition(valueSql(level, attribute, alias));
  const at = level.reach(attribute.through, alias);
  const other = level.aliases.next();
  const from = Prisma.raw(`SELECT ${other}.id FROM ${orElse.table} ${other}`);
  const ids = Prisma.sql`ARRAY(${from} WHERE ${condition(column(other, orElse.column))})`;
  return Prisma.sql`(${condition(column(at, attribute.column))} OR ${column(at, orElse.by)} = ANY(${ids}))`;
}
