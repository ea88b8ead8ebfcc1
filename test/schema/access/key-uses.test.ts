import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, writeKeyUses } from '../../../schema/index.ts';
import { newKeyText } from '../../../schema/access/key-text.ts';
import { hashKey } from '../../../schema/access/stored-keys.ts';
import { openTestDatabase } from '../../support/database.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
  await writeKeyUses(database.client);
  forgetViewers(database.client);
  statements.length = 0;
});

/** A key last used so many seconds ago, or never. */
async function newKey(secondsAgo?: number): Promise<string> {
  const key = newKeyText();
  const lastUsedAt = secondsAgo === undefined ? null : new Date(Date.now() - secondsAgo * 1000);
  await database.client.user.create({
    data: {
      email: `${key}@shop.test`,
      apiKeys: { create: { keyHash: hashKey(key), lastUsedAt } },
    },
  });
  statements.length = 0;
  return key;
}

const use = (key: string) => loadViewer(database.client, { key, orderToken: null });

async function lastUse(key: string): Promise<Date | null> {
  const row = await database.client.apiKey.findUniqueOrThrow({ where: { keyHash: hashKey(key) } });
  return row.lastUsedAt;
}

const updates = () => statements.filter((sql) => /UPDATE api_keys/.test(sql)).length;

describe('when a key was last used', () => {
  test('using it costs no statement more; its use is stored afterwards', async () => {
    const key = await newKey();
    await use(key);
    expect(statements).toHaveLength(1);
    expect(await lastUse(key)).toBeNull();
    await writeKeyUses(database.client);
    expect(Date.now() - Number(await lastUse(key))).toBeLessThan(60_000);
  });

  test('many keys are stored by one statement, and none by none', async () => {
    const keys = [await newKey(), await newKey(), await newKey()];
    await Promise.all(keys.map(use));
    statements.length = 0;
    await writeKeyUses(database.client);
    expect(statements).toHaveLength(1);
    await writeKeyUses(database.client);
    expect(statements).toHaveLength(1);
    expect((await Promise.all(keys.map(lastUse))).filter((time) => time === null)).toEqual([]);
  });

  test('a use within the same minute is not stored again', async () => {
    const key = await newKey(50);
    const before = await lastUse(key);
    await use(key);
    await writeKeyUses(database.client);
    expect(updates()).toBe(0);
    expect(await lastUse(key)).toEqual(before);
  });

  test('a use a minute later is', async () => {
    const key = await newKey(70);
    const before = await lastUse(key);
    await use(key);
    await writeKeyUses(database.client);
    expect(Number(await lastUse(key))).toBeGreaterThan(Number(before));
  });

  test('what another process stored meanwhile stays', async () => {
    const key = await newKey(70);
    await use(key);
    const theirs = new Date(Date.now() - 10_000);
    await database.client.apiKey.updateMany({ data: { lastUsedAt: theirs } });
    await writeKeyUses(database.client);
    expect(await lastUse(key)).toEqual(theirs);
  });

  test('a key that is mistyped, unknown or revoked is not used', async () => {
    const key = await newKey();
    await database.client.apiKey.updateMany({ data: { revokedAt: new Date() } });
    const viewers = [await use(key), await use(newKeyText()), await use(`${key}x`)];
    expect(viewers.map((viewer) => viewer.key)).toEqual(['bad', 'bad', 'bad']);
    statements.length = 0;
    await writeKeyUses(database.client);
    expect(statements).toEqual([]);
  });

  test('a mistyped key is refused without a statement', async () => {
    const key = await newKey();
    expect((await use(`${key}x`)).key).toBe('bad');
    expect(statements).toEqual([]);
  });

  test('what cannot be stored fails nobody, and is stored the next time', async () => {
    const key = await newKey();
    await use(key);
    await database.client.$executeRaw`ALTER TABLE api_keys RENAME TO api_keys_away`;
    try {
      await expect(writeKeyUses(database.client)).rejects.toThrow();
    } finally {
      await database.client.$executeRaw`ALTER TABLE api_keys_away RENAME TO api_keys`;
    }
    await writeKeyUses(database.client);
    expect(await lastUse(key)).not.toBeNull();
  });
});
