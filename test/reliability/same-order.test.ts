import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Store } from '../support/store.ts';
import { rivalsOf } from '../support/property.ts';
import { openStore } from '../support/store.ts';
import type { Counter } from '../../reliability/counter.ts';
import { openCounter } from '../../reliability/counter.ts';
import {
  addAtOnce,
  cancelAtOnce,
  captureAgainstVoid,
  captureAtOnce,
  creditAtOnce,
  emptyAgainstComplete,
  shipAtOnce,
} from '../../reliability/same-order.ts';

// In a race each request waits for all before it.
const many = rivalsOf(50);

let store: Store;
let counter: Counter;

beforeAll(async () => {
  store = await openStore();
  const admin = await store.account('admin', ['admin']);
  counter = openCounter({ urls: [store.url], adminKey: admin.key });
});
afterAll(async () => {
  await store.close();
});

test('additions of a variant at once, by its buyer and by the shop, make one line of all (T43)', async () => {
  expect(await addAtOnce(counter, many, 'newer')).toEqual({
    answers: { 201: many },
    lines: 1,
    quantity: many,
    itemTotal: `${String(many)}0.0`,
  });
});

test('in the older format additions at once make a line each, and none is lost (T43)', async () => {
  expect(await addAtOnce(counter, 12, 'older')).toEqual({
    answers: { 201: 12 },
    lines: 12,
    quantity: 12,
    itemTotal: '120.0',
  });
});

test('of cancels at once one succeeds, and the stock comes back once', async () => {
  expect(await cancelAtOnce(counter, many)).toEqual({
    answers: { 200: 1, 422: many - 1 },
    state: 'canceled',
    left: 3,
  });
});

test('of shippings at once one succeeds, and no stock moves', async () => {
  expect(await shipAtOnce(counter, many)).toEqual({
    answers: { 200: 1, 422: many - 1 },
    shipments: ['shipped'],
    left: 0,
  });
});

test('a cart emptied while it is completed is empty, with its stock on the shelf (T48)', async () => {
  const { completed, ...rest } = await emptyAgainstComplete(counter, 5);
  expect(rest).toEqual({ emptied: { 200: 5 }, state: 'cart', lines: 0, left: 3 });
  // At most one was in time; an empty cart cannot be completed.
  expect([{ 422: 5 }, { 200: 1, 422: 4 }]).toContainEqual(completed);
});

test('of captures at once one succeeds, and the money counts once', async () => {
  expect(await captureAtOnce(counter, many)).toEqual({
    answers: { 200: 1, 422: many - 1 },
    paid: '30.0',
  });
});

test('a payment captured and voided at once ends void, once', async () => {
  const { captured, ...rest } = await captureAgainstVoid(counter, 10);
  expect(rest).toEqual({ voided: { 200: 1, 422: 9 }, paid: '0.0' });
  expect([{ 422: 10 }, { 200: 1, 422: 9 }]).toContainEqual(captured);
});

test('of 20 credits at once of all that was paid one succeeds', async () => {
  expect(await creditAtOnce(counter, 20)).toEqual({ answers: { 200: 1, 422: 19 }, paid: '0.0' });
});
