import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../prisma/database.ts';
import { readConfig } from '../../gateway/settings/config.ts';
import { type RunningStore, startServer } from '../../gateway/process/server.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { longProperty, shareOf } from '../support/property.ts';
import { openCounter } from '../../reliability/counter.ts';
import { graphqlRequest } from '../../reliability/hostile/generate-graphql.ts';
import type { GeneratedRequest } from '../../reliability/hostile/generate-rest.ts';
import { restRequest } from '../../reliability/hostile/generate-rest.ts';
import type { Ground } from '../../reliability/hostile/ground.ts';
import { complain, preparedGround, sendCases } from '../../reliability/hostile/send-cases.ts';
import { hangUp, sendGenerated } from '../../reliability/hostile/send-generated.ts';

/** `npm run reliability` checks the times: other tests share the machine here. */
const slowestMs = Number.POSITIVE_INFINITY;

const adminKey = 'key-for-hostile-input-0123456789abcdef';

let directory: string;
let database: Database | undefined;
let store: RunningStore;
let ground: Ground;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hostile-'));
  let server: Record<string, string> = { DATA_DIR: join(directory, 'data') };
  if (process.env['TEST_DATABASE_URL'] !== undefined) {
    database = await openTestDatabase();
    const [row] = await database.query('SELECT current_database() AS name');
    server = { DATABASE_URL: urlOf(String(row?.['name'])) };
  }
  store = await startServer(
    readConfig({
      ...server,
      PORT: '0',
      ADMIN_API_KEY: adminKey,
      SAMPLE_DATA: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
    }),
    { progress: () => undefined, onKeyMade: () => undefined },
  );
  const counter = openCounter({ urls: [store.url], adminKey });
  ground = await preparedGround(counter, adminKey);
});
afterAll(async () => {
  hangUp();
  await store.stop();
  await database?.close();
  await rm(directory, { recursive: true, force: true });
});

test('over 80 requests made by hand to do harm are refused as they should be, in JSON', async () => {
  const outcomes = await sendCases(store.url, ground, slowestMs);
  expect(outcomes.length).toBeGreaterThan(80);
  expect(
    outcomes
      .filter(
        ({ complaint, status, statuses }) => complaint !== undefined || !statuses.includes(status),
      )
      .map(({ title, status, statuses, complaint }) => ({ title, status, statuses, complaint })),
  ).toEqual([]);
});

/** The records exist only once the store is up, so requests are built when they are needed. */
const aimed = (
  make: (at: Ground) => fc.Arbitrary<GeneratedRequest>,
): fc.Arbitrary<GeneratedRequest> => fc.constant(null).chain(() => make(ground));

/** A busy machine makes a request wait too long now and then: only what is always so is a fault. */
const mostRepeats = 3;

async function expectGoodManners(request: GeneratedRequest): Promise<void> {
  let reply = await sendGenerated(store.url, request);
  for (let repeats = 0; reply.status === 503 && repeats < mostRepeats; repeats += 1) {
    reply = await sendGenerated(store.url, request);
  }
  expect(complain(reply, { slowestMs })).toBeUndefined();
}

longProperty(
  shareOf(3_000),
  'no generated request over REST is answered with 5xx or anything but JSON',
  aimed(restRequest),
  expectGoodManners,
);

longProperty(
  shareOf(2_000),
  'no generated request over GraphQL is answered with 5xx or anything but JSON',
  aimed(graphqlRequest),
  expectGoodManners,
);
