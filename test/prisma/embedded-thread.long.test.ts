import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PooledDatabase } from '../../prisma/pool/pooled-database.ts';
import { openEmbedded } from '../../prisma/embedded/embedded-database.ts';

/** So long that no timeout of a test lets it finish. */
const endless = 'SELECT count(*) FROM generate_series(1, 2000000000) a';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'store-thread-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Polls until the database has been opened again, which takes as long as the machine needs. */
async function onceOpen<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 10) throw error;
    }
  }
}

describe('The thread of an embedded database in a directory', () => {
  let database: PooledDatabase;
  const ended: string[] = [];
  beforeAll(async () => {
    database = await openEmbedded({
      dataDir: join(root, 'data'),
      limits: { readMs: 1_500, writeMs: 1_500 },
      onConnectionLost: ({ message }) => ended.push(message),
    });
    await database.session((session) => session.script('CREATE TABLE kept (id int PRIMARY KEY)'));
  }, 120_000);
  afterAll(() => database.close());

  const kept = async (): Promise<unknown[]> =>
    (await onceOpen(() => database.query('SELECT id FROM kept ORDER BY id'))).map(({ id }) => id);

  test('is ended in the midst of a statement that takes too long, and everything acknowledged is there', async () => {
    const acknowledged: number[] = [];
    for (let id = 1; id <= 50; id += 1) {
      await database.query('INSERT INTO kept VALUES ($1)', [id]);
      acknowledged.push(id);
    }
    const overrun = [database.query(endless), database.query('SELECT 1 AS waited')];
    await expect(overrun[0]).rejects.toThrow('Query read timeout');
    // waiting callers are served by the next thread, or told to retry
    await Promise.allSettled(overrun);
    expect(await kept()).toEqual(acknowledged);
    expect(ended).toHaveLength(1);
    expect(await database.query('SHOW TimeZone')).toEqual([{ TimeZone: 'UTC' }]);
  }, 120_000);

  test('takes an open transaction with it', async () => {
    const before = await kept();
    const work = database.client.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('INSERT INTO kept VALUES (1000)');
      await tx.$queryRawUnsafe(endless);
    });
    await expect(work).rejects.toThrow();
    expect(await kept()).toEqual(before);
  }, 120_000);

  test('keeps the directory to this process, and gives it back whole', async () => {
    const before = await kept();
    await expect(openEmbedded({ dataDir: join(root, 'data') })).rejects.toThrow(
      'in use by process',
    );
    await database.close();
    database = await openEmbedded({ dataDir: join(root, 'data') });
    expect(await kept()).toEqual(before);
  }, 120_000);
});

describe('The thread of an embedded database in memory', () => {
  test('comes to the end of a statement that takes too long, and has lost nothing', async () => {
    const database = await openEmbedded({ limits: { readMs: 1_500, writeMs: 1_500 } });
    await database.script('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
    const long = database.query('SELECT count(*) FROM generate_series(1, 40000000) a');
    await expect(long).rejects.toThrow('Query read timeout');
    expect(await onceOpen(() => database.query('SELECT id FROM kept'))).toEqual([{ id: 1 }]);
    await database.close();
  }, 120_000);

  test('ends without waiting for a statement that nobody waits for', async () => {
    const database = await openEmbedded({ limits: { readMs: 300, writeMs: 300 } });
    await database.query(endless).catch(() => undefined);
    await database.close();
    await expect(database.query('SELECT 1')).rejects.toThrow();
  }, 120_000);
});
