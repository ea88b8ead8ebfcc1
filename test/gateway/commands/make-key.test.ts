import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runCommand } from '../../../gateway/commands/commands.ts';
import type { Database } from '../../../prisma/database.ts';
import { openDatabase } from '../../../prisma/open-database.ts';
import { migrate } from '../../../prisma/tools/migrate.ts';
import { setUpAdmin } from '../../../schema/index.ts';

let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-key-'));
  dataDir = join(folder, 'data');
  await onStore(async (store) => {
    await migrate(store);
    await setUpAdmin(store.client, undefined);
    await store.client.user.create({ data: { email: 'john.doe@example.test' } });
  });
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens the store between two commands. */
async function onStore<Result>(work: (store: Database) => Promise<Result>): Promise<Result> {
  const store = await openDatabase({ dataDir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function runKey(email: string, isInteractive = false) {
  const printed: string[] = [];
  const status = await runCommand(['key', email, '--data-dir', dataDir], {
    environment: {},
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    isInteractive,
  });
  return { status, printed };
}

const keysOf = (store: Database) => store.client.apiKey.findMany({ orderBy: { id: 'asc' } });

test('key takes an address as it is, without wildcards, and makes a key for nobody else', async () => {
  const before = await onStore(keysOf);
  for (const email of ['john_doe@example.test', '%', 'john%', '']) {
    expect(await runKey(email)).toEqual({
      status: 1,
      printed: [`Command key failed: There is no user with the e-mail ${email}.`],
    });
  }
  expect(await onStore(keysOf)).toEqual(before);
});

test('key creates a key beside the others, and the audit log says that the command line did', async () => {
  const before = await onStore(keysOf);
  const { status, printed } = await runKey('ADMIN@example.test');
  expect({ status, printed }).toEqual({ status: 0, printed: [expect.stringMatching(/^osk_\w+$/)] });
  const { keys, entry } = await onStore(async (store) => ({
    keys: await keysOf(store),
    entry: await store.client.auditEntry.findFirst({ orderBy: { id: 'desc' } }),
  }));
  const [first, second] = keys;
  expect(keys).toEqual([...before, second]);
  expect(second).toMatchObject({
    lastFour: printed[0]?.slice(-4),
    revokedAt: null,
    userId: first?.userId,
  });
  expect(entry).toMatchObject({
    actor: 'command line',
    userId: null,
    apiKeyId: null,
    address: null,
    action: 'api_keys.create',
    subjectType: 'ApiKey',
    subjectId: second?.id,
  });
});

test('key tells people for whom and in which store it made one', async () => {
  const { printed } = await runKey('john.doe@example.test', true);
  expect(printed).toEqual([
    `A key for john.doe@example.test (embedded, in ${dataDir}):`,
    expect.stringMatching(/^osk_\w+$/),
  ]);
});

test('key tells the cause of a failure that no client is told', async () => {
  const before = await onStore(async (store) => {
    await store.script('ALTER TABLE audit_entries RENAME TO entries_of_audit');
    return keysOf(store);
  });
  expect(await runKey('john.doe@example.test')).toEqual({
    status: 1,
    printed: [
      expect.stringMatching(/^\{.*audit_entries.*\}$/),
      'Command key failed: Internal server error',
    ],
  });
  const after = await onStore(async (store) => {
    await store.script('ALTER TABLE entries_of_audit RENAME TO audit_entries');
    return keysOf(store);
  });
  expect(after).toEqual(before);
});

test('key says why a user gets none', async () => {
  const before = await onStore(async (store) => {
    const where = { email: 'john.doe@example.test' };
    await store.client.user.updateMany({ where, data: { disabledAt: new Date() } });
    return keysOf(store);
  });
  expect(await runKey('john.doe@example.test')).toEqual({
    status: 1,
    printed: ['Command key failed: The user is disabled.'],
  });
  expect(await onStore(keysOf)).toEqual(before);
});
