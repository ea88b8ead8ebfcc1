import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { patiently } from '../../support/waiting.ts';
import { customerPermissions } from '../../../schema/permissions.ts';
import { forgetViewers, loadViewer } from '../../../schema/access/viewer.ts';
import { openTestDatabase } from '../../support/database.ts';
import { withClockAhead, withHeldClock } from '../../support/process-clock.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

beforeEach(() => {
  forgetViewers(database.client);
});

const hash = (key: string) => new Uint8Array(createHash('sha256').update(key).digest());

let count = 0;

/** A user with the roles and a valid key. */
async function someone(...roles: readonly string[]) {
  const { client } = database;
  const key = `key-${String(++count)}`;
  const user = await client.user.create({
    data: {
      email: `someone-${String(count)}@shop.test`,
      apiKeys: { create: { keyHash: hash(key) } },
      roles: { create: roles.map((name) => ({ role: { connect: { name } } })) },
    },
    select: { id: true, email: true, name: true },
  });
  return { key, user };
}

const load = (key: string | null, orderToken: string | null = null) =>
  loadViewer(database.client, { key, orderToken });

const nobody = { user: null, permissions: new Set() };

describe('Decision A3: the state of the key', () => {
  test.each([null, '', '  '])('a caller with the key %j sent none', async (key) => {
    expect(await load(key)).toEqual({ ...nobody, key: 'none', orderToken: null });
  });

  test('a key nobody has is bad', async () => {
    expect(await load('unknown')).toEqual({ ...nobody, key: 'bad', orderToken: null });
  });

  test('a valid key authenticates its user with the permissions of every user', async () => {
    const { key, user } = await someone();
    const { id: keyId } = await database.client.apiKey.findFirstOrThrow({
      where: { userId: user.id },
    });
    expect(await load(key)).toEqual({
      key: 'good',
      keyId,
      knownAt: expect.any(Number),
      user,
      permissions: new Set(customerPermissions),
      orderToken: null,
    });
  });

  test('the permissions of all roles are added up', async () => {
    const { client } = database;
    await client.role.create({
      data: { name: 'clerk', permissions: { create: [{ permission: 'shipments.fire' }] } },
    });
    const { key } = await someone('clerk', 'admin');
    const { permissions } = await load(key);
    expect(permissions).toEqual(new Set([...customerPermissions, 'shipments.fire', '*']));
  });

  test('a key is compared as it is, blanks and letter case included', async () => {
    const { key } = await someone();
    const states = await Promise.all([load(` ${key}`), load(key.toUpperCase())]);
    expect(states.map((viewer) => viewer.key)).toEqual(['bad', 'bad']);
  });

  test('a revoked key is bad', async () => {
    const { key, user } = await someone();
    await database.client.apiKey.updateMany({
      where: { userId: user.id },
      data: { revokedAt: new Date() },
    });
    expect(await load(key)).toEqual({ ...nobody, key: 'bad', orderToken: null });
  });

  test('an expired key is bad', async () => {
    const { key, user } = await someone();
    await database.client.apiKey.updateMany({
      where: { userId: user.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    expect(await load(key)).toEqual({ ...nobody, key: 'bad', orderToken: null });
  });

  test('a key of a deleted user is bad', async () => {
    const { key, user } = await someone();
    await database.client.user.delete({ where: { id: user.id } });
    expect(await load(key)).toEqual({ ...nobody, key: 'bad', orderToken: null });
  });
});

test('Decision A4: the order token is handed on as it was presented', async () => {
  const { key } = await someone();
  await load(key, 'first');
  expect((await load(key, 'second')).orderToken).toBe('second');
});

test.each(['', ' '])('Decision A4: the order token %j counts as not sent', async (token) => {
  expect((await load(null, token)).orderToken).toBeNull();
});

describe('Decision A8: what a process remembers', () => {
  const countStatements = async (work: () => Promise<unknown>) => {
    statements.length = 0;
    await work();
    return statements.length;
  };

  test('a look-up is one statement', async () => {
    const { key } = await someone('orders_read');
    expect(await countStatements(() => load(key))).toBe(1);
  });

  test('concurrent callers share one lookup', async () => {
    const { key } = await someone('orders_read');
    const loads = () => Promise.all(Array.from({ length: 20 }, () => load(key)));
    expect(await countStatements(loads)).toBe(1);
  });

  test('good and bad answers are given again without a statement', async () => {
    const { key } = await someone();
    const loadBoth = () => Promise.all([load(key), load('unknown')]);
    await withHeldClock(async () => {
      await loadBoth();
      expect(await countStatements(loadBoth)).toBe(0);
    });
  });

  test('an answer is forgotten after a second', async () => {
    const { key } = await someone();
    await load(key);
    const again = () => countStatements(() => load(key));
    expect(await withClockAhead(1_010, again)).toBe(1);
  });

  test('a key that expires within the second is not remembered longer', async () => {
    const { key, user } = await someone();
    await patiently('it is looked up before it expires', 300_000, async () => {
      forgetViewers(database.client);
      await database.query(
        `UPDATE api_keys SET expires_at = now() + interval '700 milliseconds' WHERE user_id = $1`,
        [user.id],
      );
      return (await load(key)).key === 'good';
    });
    await new Promise((resolve) => setTimeout(resolve, 750));
    expect((await load(key)).key).toBe('bad');
  });

  test('what a look-up finds that began before a change is not remembered after it', async () => {
    const { key, user } = await someone();
    const early = load(key);
    forgetViewers(database.client);
    await early;
    await database.client.apiKey.updateMany({
      where: { userId: user.id },
      data: { revokedAt: new Date() },
    });
    expect((await load(key)).key).toBe('bad');
  });

  test('database trouble is reported and not cached', async () => {
    const { key } = await someone();
    const away = new Proxy(database.client, {
      get: (target, name) => {
        if (name !== '$queryRaw') return Reflect.get(target, name) as unknown;
        return () =>
          isAway ? Promise.reject(new Error('away')) : target.$queryRaw`SELECT 1 WHERE false`;
      },
    });
    let isAway = true;
    const credentials = { key, orderToken: null };
    await expect(loadViewer(away, credentials)).rejects.toThrow('away');
    isAway = false;
    expect((await loadViewer(away, credentials)).key).toBe('bad');
  });

  test('at most 10,000 keys are remembered, the latest ones', async () => {
    let asked = 0;
    const empty = new Proxy(database.client, {
      get: (target, name) =>
        name === '$queryRaw'
          ? () => Promise.resolve((asked++, []))
          : (Reflect.get(target, name) as unknown),
    });
    const keys = Array.from({ length: 10_001 }, (_, index) => `guess-${String(index)}`);
    for (const key of keys) void loadViewer(empty, { key, orderToken: null });
    asked = 0;
    await loadViewer(empty, { key: 'guess-10000', orderToken: null });
    await loadViewer(empty, { key: 'guess-0', orderToken: null });
    expect(asked).toBe(1);
  });
});
