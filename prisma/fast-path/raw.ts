import { Prisma } from '../generated/client/client.ts';
import type { Answer, Send } from './connection.ts';
import { type Sql, type Statement, unspoken } from './statement.ts';
import { toParameter } from './values.ts';

/** Appends an SQL fragment to a statement. */
export function inlineSql(statement: Statement, { strings, values }: Prisma.Sql): string {
  return strings.reduce(
    (text, part, place) => `${text}${place > 0 ? statement.bind(values[place - 1]) : ''}${part}`,
    '',
  );
}

/** Arguments of `$queryRaw` and `$executeRaw`: a built fragment, or a template and its values. */
function rawSql([first, ...values]: readonly unknown[]): Sql {
  if (first instanceof Prisma.Sql)
    return { text: first.text, values: first.values.map(toParameter) };
  if (!isTemplate(first)) return unspoken('raw SQL of an unusual kind');
  return rawSql([Prisma.sql(first, ...(values as Prisma.Sql[]))]);
}

const isTemplate = (value: unknown): value is TemplateStringsArray =>
  Array.isArray(value) && 'raw' in value;

/** Rows of a result as `$queryRaw` returns them. */
function rowsOfAnswer({ rows, columns }: Answer): Record<string, unknown>[] {
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, place) => [column, cells[place]])),
  );
}

/** `$queryRaw` and `$executeRaw` without Prisma. */
export function rawVerbs(send: Send) {
  return {
    $queryRaw: async (...args: unknown[]) => rowsOfAnswer(await send(rawSql(args))),
    $executeRaw: async (...args: unknown[]) => (await send(rawSql(args))).affected,
  };
}
