import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, OrderOwnership } from '../context.ts';
import { Invalid } from '../errors.ts';
import { compileFilter, type Filter } from './compile.ts';
import { keyValuesSql, orderName, writeCursor } from './cursor.ts';
import { Level } from './level.ts';
import { orderBySql, orderKeys } from './order.ts';
import { Page, type Part } from './page.ts';
import { type PlaceRequest, readPlace } from './place.ts';
import type { Searchable, Sort } from './searchable.ts';

/** Which page of which rows. */
export interface PageRequest extends PlaceRequest {
  readonly filter?: Filter | null | undefined;
  readonly sort?: readonly Sort[] | null | undefined;
}

const maximumSorts = 10;

/** The rows of a list, which no filter can exceed. Decision: S2. */
export interface Scope {
  /** Conditions around the whole search. */
  readonly rows: (level: Level) => Prisma.Sql[];
  /** The order that all rows belong to, or the owner, if there is one. */
  readonly order?: OrderOwnership;
}

/** Every row of the table. */
export const everyRow: Scope = { rows: () => [] };

/**
 * The requested page of a searchable list, inside the scope. Reads nothing yet.
 * Throws Invalid naming what cannot be read or exceeds its bound.
 * Decision: S2, S12.
 */
export function findPage(
  searchable: Searchable,
  context: Context,
  request: PageRequest,
  scope: Scope,
  defaultSort: readonly Sort[],
): Page {
  if ((request.sort?.length ?? 0) > maximumSorts) throw new Invalid({ sort: ['is too long'] });
  const { viewer, settings } = context;
  const sorts = request.sort?.length ? request.sort : defaultSort;
  const compile = () => {
    const level = new Level(searchable.list.table);
    const compilation = {
      viewer,
      currency: settings.currency,
      order: scope.order,
      unseen: [],
      conditions: 0,
      patternCharacters: 0,
    };
    const filter = compileFilter(level, searchable.list, request.filter ?? {}, compilation);
    const conditions = [...scope.rows(level), ...(filter ? [filter] : [])];
    const keys = (): ReturnType<typeof orderKeys> =>
      orderKeys(level, searchable, sorts, compilation);
    return { level, conditions, keys };
  };
  const rows = ({ reading, limit, offset, hasKeys }: Part): Prisma.Sql => {
    const { level, conditions, keys: read } = compile();
    const keys = read();
    const id = Prisma.raw(`${level.alias}.id AS id`);
    const columns = hasKeys ? Prisma.sql`${id}, ${keyValuesSql(keys)} AS keys` : id;
    const order = orderBySql(keys, reading);
    return Prisma.sql`SELECT ${columns} ${level.from()} ${whereSql(conditions)} ORDER BY ${order} LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
  };
  // compiled at once, so that an invalid search is refused before anything is read
  const { level, conditions, keys: read } = compile();
  const count = Prisma.sql`SELECT count(*) ${level.from()} ${whereSql(conditions)}`;
  const order = orderName(searchable.list.name, read());
  return new Page(context, readPlace(request), {
    rows,
    count,
    cursorOf: (values) => writeCursor(order, values),
  });
}

const whereSql = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length ? Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}` : Prisma.empty;
