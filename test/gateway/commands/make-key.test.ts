import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runCommand } from '../../../gateway/commands/commands.ts';
import { openDatabase } from '../../../prisma/open-database.ts';
import { migrate } from '../../../prisma/tools/migrate.ts';
import { setUpAdmin } from '../../../schema/index.ts';

test('key creates a key beside the others, and the audit log says that the command line did', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store-key-'));
  const dataDir = join(folder, 'data');
  const store = await openDatabase({ dataDir });
  await migrate(store);
  const { madeKey } = await setUpAdmin(store.client, undefined);
  await store.close();
  const printed: string[] = [];
  const status = await runCommand(['key', 'admin@example.test', '--data-dir', dataDir], {
    environment: { LOG_LEVEL: 'silent' },
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    isInteractive: false,
  });
  expect({ status, printed }).toEqual({ status: 0, printed: [expect.stringMatching(/^osk_\w+$/)] });
  const again = await openDatabase({ dataDir });
  const keys = await again.client.apiKey.findMany({ orderBy: { id: 'asc' } });
  const [entry] = await again.client.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
  await again.close();
  await rm(folder, { recursive: true });
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
