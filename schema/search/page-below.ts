import type { GraphQLResolveInfo } from 'graphql';
import type { ById } from '../../prisma/fast-path/searched.ts';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { readAsked, readTogether } from './together.ts';
import { type PageRequest, type Scope, type Search, searchFor } from './find-page.ts';
import { Page } from './page.ts';
import type { Identified, Part, Row, SharedReads } from './page-parts.ts';
import type { Searchable, Sort } from './searchable.ts';

/** The id of the record above, in the scope of a list below records. */
export const recordAbove = Prisma.raw('above.id');

/** The lists that one field of a response shows below several records. */
interface Siblings {
  /** Throws what is wrong with the request. */
  readonly search: () => Search;
  /** Stands for one of the things that are read of them: a part of the rows, the counts, a field's records. */
  readonly nameOf: (thing: unknown) => object;
}

/** By what is the same for all fields of one selection in one run: its variables and its nodes. */
const known = new WeakMap<object, WeakMap<object, Siblings>>();

function names(): Siblings['nameOf'] {
  const given = new Map<unknown, object>();
  return (thing) => {
    const name = given.get(thing) ?? {};
    given.set(thing, name);
    return name;
  };
}

/** What is wrong with a request is found out once, like what it asks for, and not for each record again. */
function once(compile: () => Search): () => Search {
  try {
    const search = compile();
    return () => search;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function siblingsOf(info: GraphQLResolveInfo, search: () => Search): Siblings {
  const inRun = known.get(info.variableValues) ?? new WeakMap<object, Siblings>();
  known.set(info.variableValues, inRun);
  const siblings = inRun.get(info.fieldNodes) ?? { search: once(search), nameOf: names() };
  inRun.set(info.fieldNodes, siblings);
  return siblings;
}

/**
 * The requested page of a list below a record, such as the orders of a user. The pages that one field of a response
 * asks for are read together: their rows by one statement, their records by another, for any number of records above.
 * Reads nothing yet. Rejects with Invalid naming what cannot be read or exceeds its bound; it never throws at once,
 * because graphql-js would leave the records of a list that fail later without a handler.
 */
// eslint-disable-next-line @typescript-eslint/require-await -- rejects instead of throwing
export async function findPageBelow(
  record: Identified,
  info: GraphQLResolveInfo,
  searchable: Searchable,
  context: Context,
  request: PageRequest,
  scope: Scope,
  defaultSort: readonly Sort[],
): Promise<Page> {
  const siblings = siblingsOf(info, () =>
    searchFor(searchable, context, request, scope, defaultSort),
  );
  const search = siblings.search();
  const reads = readsOf(record.id, search, siblings.nameOf, context);
  return new Page(context, search.place, search.parts, reads);
}

const readsOf = (
  above: bigint,
  search: Search,
  nameOf: Siblings['nameOf'],
  context: Context,
): SharedReads => ({
  rows: async (part) => {
    const of = nameOf(JSON.stringify(part));
    const rows = await readTogether(context, of, above, (ids) =>
      readRows(context, search, part, ids),
    );
    return rows ?? [];
  },
  count: async () => {
    const of = nameOf('count');
    const count = await readTogether(context, of, above, (ids) => readCounts(context, search, ids));
    return count ?? 0;
  },
  load: async (nodes, ids, load) => {
    const records = await readAsked(context, nameOf(nodes), [above, ids], (pages) =>
      readRecords(pages, load),
    );
    return records ?? [];
  },
});

/** `unnest` of the ids of the records above, under the name that scopes use. */
const aboveSql = (ids: readonly bigint[]): Prisma.Sql =>
  Prisma.sql`unnest(${ids.map(String)}::bigint[]) WITH ORDINALITY above(id, place)`;

async function readRows(
  { db }: Context,
  { parts }: Search,
  part: Part,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Row[]>> {
  const rows = await db.$queryRaw<(Row & { above: bigint })[]>(Prisma.sql`
    SELECT above.id AS above, found.*
    FROM ${aboveSql(ids)}
    CROSS JOIN LATERAL (
      SELECT one.*, row_number() OVER () AS rank FROM (${parts.rows(part)}) one) found
    ORDER BY above.place, found.rank`);
  const byRecord = new Map<bigint, Row[]>(ids.map((id) => [id, []]));
  for (const row of rows) byRecord.get(row.above)?.push(row);
  return byRecord;
}

async function readCounts(
  { db }: Context,
  { parts }: Search,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await db.$queryRaw<{ above: bigint; count: bigint }[]>(
    Prisma.sql`SELECT above.id AS above, (${parts.count}) AS count FROM ${aboveSql(ids)}`,
  );
  return new Map(rows.map(({ above, count }) => [above, Number(count)]));
}

async function readRecords<Record extends Identified>(
  pages: ReadonlyMap<bigint, readonly bigint[]>,
  load: (where: ById) => Promise<Record[]>,
): Promise<ReadonlyMap<bigint, readonly Record[]>> {
  const ids = [...pages.values()].flat();
  const records = ids.length > 0 ? await load({ id: { in: ids } }) : [];
  const byId = new Map(records.map((record) => [record.id, record]));
  return new Map(
    [...pages].map(([above, page]) => [above, page.flatMap((id) => byId.get(id) ?? [])]),
  );
}
