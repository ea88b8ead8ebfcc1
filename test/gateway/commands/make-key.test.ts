import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runCommand } from '../../../gateway/commands/commands.ts';
import { openDatabase } from '../../../prisma/open-database.ts';
import { migrate } from '../../../prisma/tools/migrate.ts';
import { setUpAdmin } from '../../../schema/index.ts';

let folder: string;
let dataDir: string;
let madeKey: string | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-key-'));
  dataDir = join(folder, 'data');
  const store = await openDatabase({ dataDir });
  await migrate(store);
  ({ madeKey } = await setUpAdmin(store.client, undefined));
  await store.client.user.create({ data: { email: 'john.doe@example.test' } });
  await store.close();
});
afterEach(() => rm(folder, { recursive: true }));

async function runKey(email: string) {
  const printed: string[] = [];
  const status = await runCommand(['key', email, '--data-dir', dataDir], {
    environment: { LOG_LEVEL: 'silent' },
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    isInteractive: false,
  });
  return { status, printed };
}

test('key creates a key beside the others, and the audit log says that the command line did', async () => {
  const { status, printed } = await runKey('ADMIN@example.test');
  expect({ status, printed }).toEqual({ status: 0, printed: [expect.stringMatching(/^osk_\w+$/)] });
  const again = await openDatabase({ dataDir });
  const keys = await again.client.apiKey.findMany({ orderBy: { id: 'asc' } });
  const [entry] = await again.client.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
  await again.close();
  const [first, second] = keys;
  expect(keys).toMatchObject([
    { lastFour: madeKey?.slice(-4), revokedAt: null },
    { lastFour: printed[0]?.slice(-4), revokedAt: null },
  ]);
  expect(second?.userId).toBe(first?.userId);
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

test('key takes an address as it is, without wildcards, and makes a key for nobody else', async () => {
  for (const email of ['john_doe@example.test', '%', 'john%', '']) {
    expect(await runKey(email)).toEqual({
      status: 1,
      printed: [`Command key failed: There is no user with the e-mail ${email}.`],
    });
  }
  const again = await openDatabase({ dataDir });
  const keys = await again.client.apiKey.findMany();
  await again.close();
  expect(keys).toMatchObject([{ lastFour: madeKey?.slice(-4) }]);
});
