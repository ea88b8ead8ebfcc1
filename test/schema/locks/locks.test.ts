import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetExpiredKeys } from '../../../schema/kept-answers.ts';
import { fillNext, loadSampleStore, schema, setUpAdmin } from '../../../schema/index.ts';
import { noteKeyUse, writeKeyUses } from '../../../schema/access/key-uses.ts';
import { openTestDatabase } from '../../support/database.ts';
import { settings } from '../../support/graphql.ts';
import { type Ground, groundOf } from './ground.ts';
import { charge, stock, user, writes } from './writes.ts';

let database: Database;
let ground: Ground;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  ground = groundOf(database);
});
afterAll(() => database.close());

const lockedTable = /\bFROM "?(\w+)/i;
const lockClause = /\bFOR (NO KEY UPDATE|UPDATE|SHARE)( SKIP LOCKED)?/i;

function lockOf(sql: string): string | undefined {
  const [, shared, name] = /pg_advisory_xact_lock(_shared)?\(hashtext\('(\w+)'\)/.exec(sql) ?? [];
  if (name !== undefined) return shared === undefined ? name : `${name} shared`;
  const [, tables, mode] = /^\s*LOCK TABLE ([\w, ]+) IN ([A-Z ]+) MODE/.exec(sql) ?? [];
  if (tables !== undefined) return `${tables} IN ${String(mode)}`;
  const [, table] = lockedTable.exec(sql) ?? [];
  const [, kind, skips = ''] = lockClause.exec(sql) ?? [];
  if (table === undefined || kind === undefined) return undefined;
  return `${table} FOR ${kind}${skips}`;
}

const changes = (sql: string, table: string): boolean =>
  new RegExp(`\\b(?:UPDATE|DELETE FROM) (?:"?public"?\\.)?"?${table}\\b`, 'i').test(sql);

/**
 * What a write locks, in order, stock as often as it does, and the tables whose rows it changed before it had locked any there. With one
 * connection a missing lock cannot show in a race, so the statements are checked.
 */
async function locksIn(
  write: () => Promise<unknown>,
): Promise<{ locks: string[]; early: string[] }> {
  statements.length = 0;
  await write();
  // if a decision was run again, its last run is used
  const begun = statements.findLastIndex((sql) => sql.startsWith('BEGIN'));
  const sent = statements.slice(Math.max(begun, 0));
  const locks = sent
    .map(lockOf)
    .filter((lock) => lock !== undefined)
    .filter((lock, place, all) => lock === stock || all.indexOf(lock) === place);
  const early = locks
    .map((lock) => lock.split(' ')[0] ?? '')
    .filter((table) => {
      const first = sent.findIndex((sql) => changes(sql, table));
      return first >= 0 && first < sent.findIndex((sql) => lockOf(sql)?.startsWith(`${table} `));
    });
  return { locks, early };
}

test.each(writes)(
  'T53: %s locks %j before it changes any of them',
  async (field, locks, given, by) => {
    const variables = (await given(ground)) as Record<string, unknown>;
    expect(await locksIn(() => ground.write(field, variables, by))).toEqual({ locks, early: [] });
  },
);

test('every mutation is in the table', () => {
  const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect([...new Set(writes.map(([field]) => field))].toSorted()).toEqual(fields.toSorted());
});

async function useKey(): Promise<void> {
  const { id } = await database.client.apiKey.findFirstOrThrow();
  noteKeyUse(database.client, id);
  await writeKeyUses(database.client);
}

/** An order waits for two units that a write has brought in. */
async function fillLeft(): Promise<void> {
  const variantId = await ground.variant(0);
  await ground.saleOf(variantId);
  const where = { variantId: BigInt(variantId) };
  const { id } = await database.client.stockItem.findFirstOrThrow({ where });
  await database.client.stockItem.update({ where: { id }, data: { countOnHand: 0 } });
  await database.client.stockFill.create({ data: { stockItemId: id } });
  await fillNext(database.client, settings);
}

test.each<readonly [title: string, locks: readonly string[], write: () => Promise<unknown>]>([
  ['setting the admin up', [charge, user], () => setUpAdmin(database.client, undefined)],
  [
    'forgetting the answers of old keys',
    ['idempotency_keys FOR UPDATE SKIP LOCKED'],
    () => forgetExpiredKeys(database.client, 10),
  ],
  [
    'filling what a write left',
    [
      'stock_fills FOR UPDATE SKIP LOCKED',
      'orders FOR NO KEY UPDATE',
      'stock_items FOR NO KEY UPDATE',
    ],
    fillLeft,
  ],
  ['noting that a key was used', ['api_keys FOR UPDATE SKIP LOCKED'], useKey],
])('%s locks %j', async (_title, locks, write) => {
  expect((await locksIn(write)).locks).toEqual(locks);
});

test('laying the sample store locks what writes to users lock, and nothing where it lies', async () => {
  const empty = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  await setUpAdmin(empty.client, undefined);
  const laying = () => loadSampleStore(empty.client);
  expect((await locksIn(laying)).locks).toEqual([charge]);
  expect((await locksIn(laying)).locks).toEqual([]);
  await empty.close();
});
