import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { longProperty, shareOf } from '../support/property.ts';
import { openCounter } from '../../reliability/counter.ts';
import { graphqlRequest } from '../../reliability/hostile/generate-graphql.ts';
import type { GeneratedRequest } from '../../reliability/hostile/generate-rest.ts';
import { restRequest } from '../../reliability/hostile/generate-rest.ts';
import type { Ground } from '../../reliability/hostile/ground.ts';
import { complain, preparedGround, sendCases } from '../../reliability/hostile/send-cases.ts';
import { hangUp, sendGenerated } from '../../reliability/hostile/send-generated.ts';
import { type StartedStore, startStore } from './started-store.ts';

/** `npm run reliability` checks the times: other tests share the machine here. */
const slowestMs = Number.POSITIVE_INFINITY;

let store: StartedStore;
let ground: Ground;

beforeAll(async () => {
  store = await startStore();
  const { url, adminKey } = store;
  ground = await preparedGround(openCounter({ urls: [url], adminKey }), adminKey);
});
afterAll(async () => {
  hangUp();
  await store.stop();
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
