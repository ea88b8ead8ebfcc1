import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCounter } from '../../reliability/counter.ts';
import { asRead, smallestOf } from '../../reliability/hostile-cost/input.ts';
import type { Input } from '../../reliability/hostile-cost/input.ts';
import { environment, inputs } from '../../reliability/hostile-cost/inputs.ts';
import { ask, hangUp } from '../../reliability/hostile-cost/measure.ts';
import type { Answered } from '../../reliability/hostile-cost/measure.ts';
import type { Ground } from '../../reliability/hostile/ground.ts';
import { preparedGround } from '../../reliability/hostile/send-cases.ts';
import { askAgain } from '../../reliability/traffic.ts';
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

/** The answers to inputs of a size each. */
async function answersTo(asked: readonly Input[], sizeOf: (input: Input) => number) {
  const got: (Answered & { readonly name: string })[] = [];
  for (const input of asked) {
    const { name } = input;
    got.push({
      name,
      ...(await askAgain(() => ask(store.url, input.of(sizeOf(input), ground)))),
    });
  }
  return got;
}

const statuses = (answers: Awaited<ReturnType<typeof answersTo>>) =>
  answers.map(({ name, status }) => [name, status]);
const promised = (asked: readonly Input[]) => asked.map(({ name, reads }) => [name, reads]);

test('each input is read at its smallest size', async () => {
  const answers = await answersTo(inputs, smallestOf);
  expect(statuses(answers)).toEqual(promised(inputs));
});

test('each document with variables that have values is valid, so that these are read', async () => {
  const used = inputs.filter(({ name }) => /^GraphQL variable: |variables at/.test(name));
  expect(used.length).toBeGreaterThan(0);
  const answers = await answersTo(used, smallestOf);
  expect(answers.filter(({ text }) => text.includes('VALIDATION_FAILED'))).toEqual([]);
});

test('each input as large as is read gets the same answer at its largest size', async () => {
  const whole = inputs.filter(({ name }) => name.endsWith(asRead));
  expect(whole.length).toBeGreaterThan(0);
  const answers = await answersTo(whole, ({ most }) => most);
  expect(statuses(answers)).toEqual(promised(whole));
});
