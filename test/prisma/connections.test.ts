import { beforeEach, describe, expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { connectionsOf } from '../../prisma/pool/connections.ts';

/** What was written to the socket, a list for each write. */
let writes: string[][] = [];
let begins: () => void;
let fails: (error: Error) => void;

/** A connection whose BEGIN is answered when the test says so. */
function connectionsOnHold() {
  let written: string[] = [];
  const stream = Object.assign(new PassThrough(), {
    cork: () => undefined,
    uncork: () => {
      writes.push(written);
      written = [];
    },
  });
  const answer = { rows: [], fields: [], rowCount: 0, command: 'ROLLBACK' };
  const client = {
    connection: { stream },
    on: () => undefined,
    off: () => undefined,
    release: () => undefined,
    query: ({ text }: pg.QueryConfig) => {
      written.push(text.replace(/;.*/, ''));
      if (!text.startsWith('BEGIN')) return Promise.resolve(answer);
      return new Promise((resolve, reject) => {
        begins = () => {
          resolve(answer);
        };
        fails = reject;
      });
    },
  };
  return connectionsOf({
    pool: { connect: () => Promise.resolve(client) } as unknown as pg.Pool,
    prepared: undefined,
    onStatement: () => undefined,
    readMs: 1_000,
    limits: { maxWait: 1_000, timeout: 1_000 },
    graceMs: 0,
    onBegin: () => '',
  });
}

const sql = (text: string) => ({ text, values: [] });

describe('A transaction that has not begun yet', () => {
  beforeEach(() => {
    writes = [];
  });

  test('sends reads together with BEGIN, in one write', async () => {
    const held = await connectionsOnHold().begin();
    const found = Promise.all([held.send(sql('SELECT 1')), held.send(sql(' select 2'))]);
    await new Promise(setImmediate);
    expect(writes).toEqual([['BEGIN', 'SELECT 1', ' select 2']]);
    begins();
    expect(await found).toHaveLength(2);
  });

  test('holds back a write, and what is asked after it, until it has begun', async () => {
    const held = await connectionsOnHold().begin();
    const done = Promise.all([
      held.send(sql('SELECT 1')),
      held.send(sql('WITH a AS (DELETE FROM b) SELECT 1')),
      held.send(sql('SELECT 2')),
    ]);
    await new Promise(setImmediate);
    expect(writes).toEqual([['BEGIN', 'SELECT 1']]);
    begins();
    await done;
    await new Promise(setImmediate);
    expect(writes).toEqual([
      ['BEGIN', 'SELECT 1'],
      ['WITH a AS (DELETE FROM b) SELECT 1', 'SELECT 2'],
    ]);
  });

  test.each(['commit', 'rollback'] as const)(
    'sends no write behind its end: what was not waited for is not kept (%s)',
    async (end) => {
      const held = await connectionsOnHold().begin();
      const write = held.send(sql('DELETE FROM b'));
      const ended = held[end]().catch(() => undefined);
      begins();
      await expect(write).rejects.toThrow('ended');
      await ended;
      await new Promise(setImmediate);
      expect(writes.flat()).not.toContain('DELETE FROM b');
    },
  );

  test('sends no write if it cannot begin, and tells why', async () => {
    const held = await connectionsOnHold().begin();
    const read = held.send(sql('SELECT 1'));
    const write = held.send(sql('DELETE FROM b'));
    fails(new Error('The database is shutting down.'));
    await expect(read).rejects.toThrow('shutting down');
    await expect(write).rejects.toThrow('shutting down');
    await held.rollback();
    await new Promise(setImmediate);
    expect(writes).toEqual([['BEGIN', 'SELECT 1']]);
  });
});
