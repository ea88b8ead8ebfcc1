import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCounter } from '../../reliability/counter.ts';
import { asRead, smallestOf } from '../../reliability/hostile-cost/input.ts';
import { environment, inputs } from '../../reliability/hostile-cost/inputs.ts';
import { ask, hangUp } from '../../reliability/hostile-cost/measure.ts';
import type { Ground } from '../../reliability/hostile/ground.ts';
import { preparedGround } from '../../reliability/hostile/send-cases.ts';
import { type StartedStore, startStore } from './started-store.ts';

let store: StartedStore;
let ground: Ground;

beforeAll(async () => {
  store = await startStore(environment);
  const { url, adminKey } = store;
  ground = await preparedGround(openCounter({ urls: [url], adminKey }), adminKey);
});
afterAll(async () => {
  hangUp();
  await store.stop();
});

test('each kind of input has a name of its own', () => {
  expect(new Set(inputs.map(({ name }) => name)).size).toBe(inputs.length);
});

test('each input is read at its smallest size', async () => {
  const got: (readonly [name: string, status: number])[] = [];
  for (const input of inputs) {
    got.push([input.name, await ask(store.url, input.of(smallestOf(input), ground))]);
  }
  expect(got).toEqual(inputs.map(({ name, reads }) => [name, reads]));
});

test('each input as large as is read gets the same answer at its largest size', async () => {
  const whole = inputs.filter(({ name }) => name.endsWith(asRead));
  expect(whole.length).toBeGreaterThan(0);
  const got: (readonly [name: string, status: number])[] = [];
  for (const input of whole) {
    got.push([input.name, await ask(store.url, input.of(input.most, ground))]);
  }
  expect(got).toEqual(whole.map(({ name, reads }) => [name, reads]));
});
