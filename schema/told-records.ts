import type { ObjectRef } from '@pothos/core';
import { tables } from '../prisma/fast-path/tables.ts';
import type { Types } from './builder.ts';
import {
  type Context,
  type Db,
  delegateOf,
  modelOf,
  type Transaction,
  type Viewer,
} from './context.ts';
import { NotTold } from './errors.ts';
import { isReached, type Reached } from './shown.ts';
import { requireToken } from './access/known-caller.ts';

type Queries = Readonly<Record<string, object>>;

/** Records that a payload tells, by field; null if the caller may not see one. */
export type Told<Field extends string> = { readonly [Name in Field]?: object | null };

/** What names a record: its id, or a number of its own. */
export type RecordName = bigint | { readonly number: string };

export type Ids<Field extends string> = { readonly [Name in Field]: RecordName | null };

/**
 * The records so named that the client selects: one statement a record, sent together. Null instead of one that the caller
 * may not read, if it is told beside the others, and of one that was removed since. Decision: Q84.
 */
export async function readTold(
  db: Transaction,
  records: readonly (readonly [field: string, type: ObjectRef<Types, object>])[],
  isBeside: (field: string) => boolean,
  ids: Ids<string>,
  queries: Queries,
  viewer: Viewer,
): Promise<Record<string, object | null>> {
  const told = records.map(async ([field, { name }]) => {
    const query = queries[field];
    const id = ids[field];
    if (id == null || !query) return [];
    const where = typeof id === 'bigint' ? { id } : id;
    const record = await delegateOf(db, name).findUnique({ ...query, where });
    const isShown = record && (!isBeside(field) || isReached(name as Reached, viewer, record));
    return [[field, isShown ? record : null] as const];
  });
  return Object.fromEntries((await Promise.all(told)).flat());
}

/**
 * Queries of records that are going to be removed: of each record that they lead to only the id, because `readEdges`
 * reads these when they are removed.
 */
export const withBareEdges = (
  records: readonly (readonly [field: string, type: { readonly name: string }])[],
  queries: Queries,
): Queries =>
  Object.fromEntries(
    records.flatMap(([field, { name }]) => {
      const query = queries[field] as { readonly select?: Queries } | undefined;
      if (!query?.select) return query ? [[field, query] as const] : [];
      const relations = tables.get(modelOf(name))?.relations;
      const select = Object.entries(query.select).map(([part, nested]) => {
        const isEdge = relations?.get(part)?.list === false;
        return [part, isEdge ? { select: { id: true } } : nested] as const;
      });
      return [[field, { ...query, select: Object.fromEntries(select) }] as const];
    }),
  );

/**
 * A record that was removed, with the records that it leads to read again; their type has the name of the edge.
 * Null instead of one that was removed since.
 */
export async function readEdges(db: Transaction, query: object, removed: object): Promise<object> {
  const edges = (query as { readonly select?: Readonly<Record<string, unknown>> }).select ?? {};
  const read = Object.entries(edges).map(async ([edge, nested]) => {
    const former = (removed as Readonly<Record<string, unknown>>)[edge];
    if (typeof nested !== 'object' || !nested || !isRow(former)) return [];
    const where = { id: former.id };
    return [[edge, await delegateOf(db, edge).findUnique({ ...nested, where })] as const];
  });
  return { ...removed, ...Object.fromEntries((await Promise.all(read)).flat()) };
}

const isRow = (value: unknown): value is { readonly id: bigint } =>
  typeof value === 'object' && value !== null && 'id' in value;

/**
 * Reads what a write tells after its transaction, when it is the caller's turn.
 * Throws NotTold if that fails, or if the caller has lost rights meanwhile: the write is done. Decision: N46, A8.
 */
export async function readLater<Told>(
  { db, viewer, viewerNow, waitToRead }: Context,
  read: (db: Db) => Promise<Told>,
): Promise<Told> {
  try {
    await waitToRead?.();
    const now = (await viewerNow?.()) ?? viewer;
    await requireToken(db, now);
    if (now.key === viewer.key && holdsAll(now, viewer)) return await read(db);
  } catch (error) {
    throw new NotTold(error);
  }
  throw new NotTold();
}

const holdsAll = (now: Viewer, before: Viewer): boolean =>
  [...before.permissions].every((permission) => now.permissions.has(permission));

export type Records = ReadonlyMap<string, ReadonlyMap<bigint, object>>;

/** The records of all rows by field and id, as far as they are asked for: one statement a field. */
export async function readRecords(
  db: Transaction,
  shows: Readonly<Record<string, ObjectRef<Types, object>>>,
  queries: Queries,
  ids: readonly (Readonly<Record<string, bigint | null | undefined>> | undefined)[],
): Promise<Records> {
  const read = Object.entries(shows).map(async ([field, ref]) => {
    const query = queries[field] as { readonly select?: object } | undefined;
    const wanted = new Set(ids.flatMap((row) => row?.[field] ?? []));
    if (!query || wanted.size === 0) return [];
    const records = await delegateOf(db, ref.name).findMany({
      ...query,
      ...(query.select && { select: { ...query.select, id: true } }),
      where: { id: { in: [...wanted] } },
    });
    return [[field, new Map(records.map((record) => [record.id, record]))] as const];
  });
  return new Map((await Promise.all(read)).flat());
}
