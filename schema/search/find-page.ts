import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, OrderOwnership } from '../context.ts';
import { Invalid } from '../errors.ts';
import { type Compilation, compileFilter, type Filter } from './compile.ts';
import { type KeyValues, keyValuesSql, orderName, readCursor, writeCursor } from './cursor.ts';
import { segmentsOf } from './keyset.ts';
import { column, Level } from './level.ts';
import { orderBySql, orderKeys } from './order.ts';
import { Page } from './page.ts';
import type { Part, SearchParts } from './page-parts.ts';
import { type Place, type PlaceRequest, readPlace } from './place.ts';
import type { Searchable, Sort } from './searchable.ts';

export interface PageRequest extends PlaceRequest {
  readonly filter?: Filter | null | undefined;
  readonly sort?: readonly Sort[] | null | undefined;
}

const maximumSorts = 10;

/** The rows of a list, which no filter can exceed. */
export interface Scope {
  /** Conditions around the whole search. */
  readonly rows: (level: Level) => Prisma.Sql[];
  /** The order that all rows belong to, or the owner, if there is one. */
  readonly order?: OrderOwnership;
}

export const everyRow: Scope = { rows: () => [] };

/** The rows that have an id in a column, such as those of an order, or of the record above. */
export const having = (name: string, id: bigint | Prisma.Sql | null): Scope => ({
  rows: ({ alias }) => [Prisma.sql`${column(alias, name)} = ${id}`],
});

/**
 * The rows of a searchable list that match a filter, inside the scope: where they are read from, and what they must
 * meet. Throws Invalid naming what cannot be read or exceeds its bound.
 */
export function matchingRows(
  { list }: Searchable,
  { viewer, settings }: Pick<Context, 'viewer' | 'settings'>,
  filter: Filter | null | undefined,
  scope: Scope,
): { level: Level; conditions: Prisma.Sql[]; compilation: Compilation } {
  const level = new Level(list.table);
  const compilation = {
    viewer,
    currency: settings.currency,
    order: scope.order,
    unseen: [],
    conditions: 0,
    patternCharacters: 0,
  };
  // the filter first: it numbers the tables that it joins
  const filtered = compileFilter(level, list, filter ?? {}, compilation);
  const conditions = [...scope.rows(level), ...filtered];
  return { level, conditions, compilation };
}

/** A search compiled to SQL, and the requested part of what it finds. */
export interface Search {
  readonly place: Place;
  readonly parts: SearchParts;
}

/**
 * The search for the requested page of a searchable list, inside the scope.
 * Throws Invalid naming what cannot be read or exceeds its bound.
 */
export function searchFor(
  searchable: Searchable,
  context: Context,
  request: PageRequest,
  scope: Scope,
  defaultSort: readonly Sort[],
): Search {
  if ((request.sort?.length ?? 0) > maximumSorts) throw new Invalid({ sort: ['is too long'] });
  const sorts = request.sort?.length ? request.sort : defaultSort;
  const place = readPlace(request);
  // compiled at once, so that an invalid search is refused before anything is read, and once for the count and all rows
  const { filter } = request;
  const { level, conditions, compilation } = matchingRows(searchable, context, filter, scope);
  // before the keys: they add joins that decide nothing about the number of rows
  const count = Prisma.sql`SELECT count(*) ${level.from()} ${whereSql(conditions)}`;
  const keys = orderKeys(level, searchable, sorts, compilation);
  const from = level.from();
  const name = orderName(searchable.list.name, keys);
  const positionOf = (argument: 'after' | 'before'): KeyValues | undefined => {
    const cursor = place[argument];
    return cursor === undefined ? undefined : readCursor(argument, cursor, name, keys);
  };
  const range = { after: positionOf('after'), before: positionOf('before') };
  const rows = ({ reading, limit, offset, hasKeys, isRange }: Part): Prisma.Sql => {
    const id = Prisma.raw(`${level.alias}.id AS id`);
    const columns = hasKeys ? Prisma.sql`${id}, ${keyValuesSql(keys)} AS keys` : id;
    const segments = isRange ? segmentsOf(keys, range, reading) : [{ conditions: [], keys }];
    const selects = segments.map((segment) => {
      const where = whereSql([...conditions, ...segment.conditions]);
      const orderBy = orderBySql(segment.keys, reading);
      return Prisma.sql`SELECT ${columns} ${from} ${where} ORDER BY ${orderBy} LIMIT ${limit}::bigint OFFSET ${offset}::bigint`;
    });
    return inTurn(selects, limit);
  };
  return { place, parts: { rows, count, cursorOf: (values) => writeCursor(name, values) } };
}

/** The requested page of a searchable list, inside the scope. Reads nothing yet. Throws as `searchFor` does. */
export function findPage(...search: Parameters<typeof searchFor>): Page {
  const [, context] = search;
  const { place, parts } = searchFor(...search);
  return new Page(context, place, parts);
}

/** WHERE with all of these conditions; nothing if there are none. */
export const whereSql = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length ? Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}` : Prisma.empty;

/**
 * The rows of several SELECTs one after the other, up to a limit. PostgreSQL runs the branches of UNION ALL in
 * order, and none once the limit is reached: they have limits of their own, so they are not run in parallel.
 */
function inTurn(selects: readonly Prisma.Sql[], limit: number): Prisma.Sql {
  const [only, ...more] = selects;
  if (only && more.length === 0) return only;
  const branches = selects.map((select) => Prisma.sql`(${select})`);
  return Prisma.sql`SELECT * FROM (${Prisma.join(branches, ' UNION ALL ')}) turns LIMIT ${limit}::bigint`;
}
