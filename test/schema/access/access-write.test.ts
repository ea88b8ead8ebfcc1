import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Context } from '../../../schema/index.ts';
import { loadViewer } from '../../../schema/index.ts';
import { inAccessWrite } from '../../../schema/access-write.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

const context = (): Context => ({
  db: database.client,
  viewer: adminViewer,
  now: () => new Date(),
  requestId: 'test',
  settings,
});

const anybody = () => undefined;

test('a failure is handed on as it is', async () => {
  const failure = new Error('another');
  await expect(inAccessWrite(context(), anybody, () => Promise.reject(failure))).rejects.toBe(
    failure,
  );
});

test('Decision A8: keys are asked for anew after a write, also after one that failed', async () => {
  const ask = async () => {
    statements.length = 0;
    await loadViewer(database.client, { key: 'unknown', orderToken: null });
    return statements.length;
  };
  await ask();
  const remembered = await ask();
  await inAccessWrite(context(), anybody, () => Promise.resolve());
  const afterWrite = await ask();
  await inAccessWrite(context(), anybody, () => Promise.reject(new Error('failed'))).catch(
    () => undefined,
  );
  expect([remembered, afterWrite, await ask()]).toEqual([0, 1, 1]);
});
