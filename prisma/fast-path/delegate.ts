import { LRUCache } from 'lru-cache';
import { AnswerTooLarge } from './answer-size.ts';
import { type Args, given } from './conditions.ts';
import type { Send } from './connection.ts';
import { inlineSql } from './raw.ts';
import { countSql, findSql, type Reading } from './read.ts';
import { readWhole, type SendOf } from './read-whole.ts';
import { searchOf } from './searched.ts';
import type { Made } from './shape.ts';
import { type Sql, Statement, unspoken, Unspoken } from './statement.ts';
import type { Table } from './tables.ts';
import {
  createManyAndReturnSql,
  createManySql,
  createSql,
  deleteManySql,
  deleteSql,
  updateManySql,
  updateSql,
} from './write.ts';

/** Called with what is left to Prisma: model, operation, and what the fast path does not support. */
export type OnFallback = (model: string, verb: string, reason: string) => void;

/** The operations of one model, such as `findMany`. */
export type Delegate = Readonly<Record<string, (args?: Args) => Promise<unknown>>>;

/** How the operations of one model run. */
export interface Way {
  readonly table: Table;
  readonly send: Send;
  /** For whom: what was too large for somebody is read sparingly for a while. */
  readonly caller: string;
  /** Prisma's operations of the model. */
  readonly slowly: () => Delegate;
  readonly onFallback: OnFallback;
}

/** Builds the statement of an operation, and returns what sends it. Throws Unspoken for what is left to Prisma. */
type Verb<Result = unknown> = (way: Way, args: Args) => () => Promise<Result>;

function ask({ table, slowly }: Way, verb: string, args: Args | undefined): Promise<unknown> {
  const act = slowly()[verb];
  if (!act) throw new TypeError(`${table.model} has no verb ${verb}.`);
  return act(args);
}

const all =
  ({ send }: Way, reading: Reading): (() => Promise<Made[]>) =>
  () =>
    readWhole(reading, async (sqlOf) => ({ reading, rows: (await send(sqlOf(reading))).rows }));

/**
 * What is too large is read once more, in a way that takes less memory; for a minute the same caller's records of that
 * kind are read that way at once, because it takes long to receive what is dropped.
 */
const find: Verb<Made[]> = (way, args) => {
  const usual = findSql(way.table, args);
  return () => {
    let reading = isTooLarge(way) ? findSql(way.table, args, true) : usual;
    const send: SendOf = async (sqlOf) => ({
      reading,
      rows: (await way.send(sqlOf(reading))).rows,
    });
    return readWhole(reading, (sqlOf) =>
      send(sqlOf).catch((error: unknown) => {
        if (!(error instanceof AnswerTooLarge && error.mayRepeat)) throw error;
        const sparing = findSql(way.table, args, true);
        if (sparing.text === reading.text) throw error;
        tooLarge.set(keyOf(way), true);
        reading = sparing;
        return send(sqlOf);
      }),
    );
  };
};

const first: Verb<Made | null> = (way, args) => {
  const rows = find(way, args);
  return async () => (await rows())[0] ?? null;
};

const unique: Verb<Made | null> = (way, args) => {
  requireUnique(way.table, args);
  return first(way, args);
};

const firstOf: Verb<Made | null> = (way, args) => {
  const take = onlyOne(args);
  // a limit would cost a sort and a sub-select
  return first(way, { ...args, take: isOneAtMost(way.table, args) ? undefined : take });
};

/** If the record is missing, Prisma is called as well, so that the error is Prisma's own. */
const orThrow =
  (verb: string, fast: Verb<Made | null>): Verb =>
  (way, args) => {
    const record = fast(way, args);
    return async () => (await record()) ?? ask(way, verb, args);
  };

const written =
  (verb: string, writing: (table: Table, args: Args) => Reading): Verb =>
  (way, args) => {
    if (verb !== 'create') requireUnique(way.table, args);
    const reading = writing(way.table, args);
    return async () => {
      const { rows } = await way.send(reading);
      const [row] = rows;
      // Nothing matched, so nothing was written: Prisma throws its own error.
      return row ? reading.read(row[0] as never) : ask(way, verb, args);
    };
  };

const counted =
  (writing: (table: Table, args: Args) => Sql): Verb =>
  (way, args) => {
    const sql = writing(way.table, args);
    return async () => ({ count: (await way.send(sql)).affected });
  };

const fastVerbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['findMany', find],
  ['findFirst', firstOf],
  ['findFirstOrThrow', orThrow('findFirstOrThrow', firstOf)],
  ['findUnique', unique],
  ['findUniqueOrThrow', orThrow('findUniqueOrThrow', unique)],
  ['create', written('create', createSql)],
  ['update', written('update', updateSql)],
  ['delete', written('delete', deleteSql)],
  ['createMany', counted(createManySql)],
  ['createManyAndReturn', (way, args) => all(way, createManyAndReturnSql(way.table, args))],
  ['updateMany', counted(updateManySql)],
  ['deleteMany', counted(deleteManySql)],
  [
    'count',
    ({ table, send }, args) => {
      const sql = countSql(table, args);
      return async () => (await send(sql)).rows[0]?.[0];
    },
  ],
]);

/**
 * An operation of a model that runs as one statement; undefined if there is none of this name. Arguments that the fast
 * path does not support go to Prisma, which then runs the whole operation. Database errors are thrown as the driver throws
 * them.
 */
export function fastVerb(way: Way, verb: string): Delegate[string] | undefined {
  const fast = fastVerbs.get(verb);
  return (
    fast &&
    (async (args = {}) => {
      let send: () => Promise<unknown>;
      try {
        send = fast(way, args);
      } catch (error) {
        if (!(error instanceof Unspoken)) throw error;
        way.onFallback(way.table.model, verb, error.message);
        return searchOf(args['where']) ? findByIds(way, args) : ask(way, verb, args);
      }
      return send();
    })
  );
}

/** The records of a search, which Prisma does not know, by the ids that it finds. */
async function findByIds(way: Way, args: Args): Promise<Made[]> {
  const search = searchOf(args['where']);
  const statement = new Statement();
  const text = search ? inlineSql(statement, search.rows) : '';
  const { rows } = await way.send({ text, values: statement.values });
  const ids = rows.map(([id]) => id);
  if (search?.told?.hasKeys) {
    const keys = rows.map(([, values]) => values);
    search.told.tell(undefined, keys);
  }
  const found = { ...args, where: { id: { in: ids } } };
  const records = (await ask(way, 'findMany', found)) as Made[];
  const byId = new Map(records.map((record) => [record['id'], record]));
  return ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
}

/** Of which model whose reads were too large, for a minute. */
const tooLarge = new LRUCache<string, true>({ max: 10_000, ttl: 60_000, ttlAutopurge: true });
const keyOf = ({ table: { model }, caller }: Way): string => `${model} ${caller}`;
/** Most of the time there are none, and no read takes the time to look. */
const isTooLarge = (way: Way): boolean => tooLarge.size > 0 && tooLarge.has(keyOf(way));

function onlyOne({ take }: Args): number {
  return take === undefined || take === 1 ? 1 : unspoken('findFirst of several');
}

/** Whether all fields of a unique key are given by value. */
function isOneAtMost({ uniques }: Table, { where }: Args): boolean {
  const values = given(where).filter(([, value]) => typeof value !== 'object');
  return uniques.some((fields) => fields.every((field) => values.some(([key]) => key === field)));
}

/** Prisma rejects a `findUnique` without a unique key, with a better message. */
function requireUnique({ uniques }: Table, { where }: Args): void {
  const names = given(where).flatMap(([key, value]) => (value === null ? [] : [key]));
  const isNamed = uniques.some((fields) => names.includes(fields.join('_')));
  if (!isNamed) unspoken('no unique key');
}
