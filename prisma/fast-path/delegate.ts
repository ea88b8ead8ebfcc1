import { LRUCache } from 'lru-cache';
import { AnswerTooLarge } from './answer-size.ts';
import { type Args, given } from './conditions.ts';
import type { Send } from './connection.ts';
import { inlineSql } from './raw.ts';
import { countSql, findSql, type Reading } from './read.ts';
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

/**
 * Called with what is left to Prisma: model, operation, and what the fast path does not support.
 * Decision: Q2.
 */
export type OnFallback = (model: string, verb: string, reason: string) => void;

/** The operations of one model, such as `findMany`. */
export type Delegate = Readonly<Record<string, (args?: Args) => Promise<unknown>>>;

/**
 * The operations of a model that run as one statement each. Arguments that the fast path does not support go to
 * `slowly`. Database errors are thrown as the driver throws them.
 * Decision: Q2.
 */
export function fastVerbs(
  table: Table,
  send: Send,
  slowly: () => Delegate,
  onFallback: OnFallback,
): Delegate {
  const ask = (verb: string, args: Args | undefined): Promise<unknown> => {
    const act = slowly()[verb];
    if (!act) throw new TypeError(`${table.model} has no verb ${verb}.`);
    return act(args);
  };
  /** Builds the statement before anything is sent; if it cannot, Prisma runs the whole operation. */
  const attempt =
    (verb: string, fast: (args: Args) => () => Promise<unknown>) =>
    async (args?: Args): Promise<unknown> => {
      let send: () => Promise<unknown>;
      try {
        send = fast(args ?? {});
      } catch (error) {
        if (!(error instanceof Unspoken)) throw error;
        onFallback(table.model, verb, error.message);
        return searchOf(args?.['where']) ? findByIds(args ?? {}) : ask(verb, args);
      }
      return send();
    };
  const all =
    (reading: Reading): (() => Promise<Made[]>) =>
    async () => {
      const { rows } = await send(reading);
      reading.tell?.(rows);
      return rows.map(([cells]) => reading.read(cells as never));
    };
  /**
   * What is too large is read once more, in a way that takes less memory; for a minute the same is read that way at
   * once, because to receive what is dropped takes long. Decision: P74.
   */
  const find = (args: Args): (() => Promise<Made[]>) => {
    const reading = findSql(table, args);
    const read = all(reading);
    return () => {
      if (isTooLarge(reading)) return all(findSql(table, args, true))();
      return read().catch((error: unknown) => {
        if (!(error instanceof AnswerTooLarge && error.mayRepeat)) throw error;
        const sparing = findSql(table, args, true);
        if (sparing.text === reading.text) throw error;
        noteTooLarge(reading);
        return all(sparing)();
      });
    };
  };
  const first = (args: Args): (() => Promise<Made | null>) => {
    const rows = find(args);
    return async () => (await rows())[0] ?? null;
  };
  /** If the record is missing, Prisma is called as well, so that the error is Prisma's own. */
  const orThrow =
    (verb: string, fast: (args: Args) => () => Promise<Made | null>) =>
    (args: Args): (() => Promise<unknown>) => {
      const record = fast(args);
      return async () => (await record()) ?? ask(verb, args);
    };
  const findByIds = async (args: Args): Promise<Made[]> => {
    const search = searchOf(args['where']);
    const statement = new Statement();
    const text = search ? inlineSql(statement, search.rows) : '';
    const { rows } = await send({ text, values: statement.values });
    const ids = rows.map(([id]) => id);
    if (search?.told?.hasKeys)
      search.told.tell(
        undefined,
        rows.map(([, keys]) => keys),
      );
    const records = (await ask('findMany', { ...args, where: { id: { in: ids } } })) as Made[];
    const byId = new Map(records.map((record) => [record['id'], record]));
    return ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
  };
  const unique = (args: Args): (() => Promise<Made | null>) => {
    requireUnique(table, args);
    return first(args);
  };
  const firstOf = (args: Args): (() => Promise<Made | null>) => {
    const take = onlyOne(args);
    // a limit would cost a sort and a sub-select
    return first({ ...args, take: isOneAtMost(table, args) ? undefined : take });
  };
  const written = (
    verb: string,
    writing: (table: Table, args: Args) => Reading,
  ): Delegate[string] =>
    attempt(verb, (args) => {
      if (verb !== 'create') requireUnique(table, args);
      const reading = writing(table, args);
      return async () => {
        const { rows } = await send(reading);
        const [row] = rows;
        // Nothing matched, so nothing was written: Prisma throws its own error.
        return row ? reading.read(row[0] as never) : ask(verb, args);
      };
    });
  const counted = (verb: string, writing: (table: Table, args: Args) => Sql): Delegate[string] =>
    attempt(verb, (args) => {
      const sql = writing(table, args);
      return async () => ({ count: (await send(sql)).affected });
    });
  return {
    findMany: attempt('findMany', find),
    findFirst: attempt('findFirst', firstOf),
    findFirstOrThrow: attempt('findFirstOrThrow', orThrow('findFirstOrThrow', firstOf)),
    findUnique: attempt('findUnique', unique),
    findUniqueOrThrow: attempt('findUniqueOrThrow', orThrow('findUniqueOrThrow', unique)),
    create: written('create', createSql),
    update: written('update', updateSql),
    delete: written('delete', deleteSql),
    createMany: counted('createMany', createManySql),
    createManyAndReturn: attempt('createManyAndReturn', (args) =>
      all(createManyAndReturnSql(table, args)),
    ),
    updateMany: counted('updateMany', updateManySql),
    deleteMany: counted('deleteMany', deleteManySql),
    count: attempt('count', (args) => {
      const sql = countSql(table, args);
      return async () => (await send(sql)).rows[0]?.[0];
    }),
  };
}

/** The statements that were too large, by text and values. */
const tooLarge = new LRUCache<string, true>({
  maxSize: 1_048_576,
  sizeCalculation: (_, key) => key.length,
  ttl: 60_000,
  ttlAutopurge: true,
});
const keyOf = ({ text, values }: Sql): string => `${values.join()} ${text}`;
const noteTooLarge = (sql: Sql): void => void tooLarge.set(keyOf(sql), true);
/** Most of the time there are none, and no read takes the time to look. */
const isTooLarge = (sql: Sql): boolean => tooLarge.size > 0 && tooLarge.has(keyOf(sql));

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
