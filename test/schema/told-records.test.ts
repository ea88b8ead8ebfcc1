import { describe, expect, test } from '@jest/globals';
import type { Context, Db, Viewer } from '../../schema/context.ts';
import { NotTold } from '../../schema/errors.ts';
import { readLater, withBareEdges } from '../../schema/told-records.ts';
import { settings } from '../support/graphql.ts';

const before: Viewer = {
  key: 'good',
  user: { id: 7n, email: 'ann@shop.test', name: null },
  permissions: new Set(['orders.read', 'orders.update']),
  orderToken: null,
};

/** A database in which no order has a token. */
const db = { order: { findUnique: () => Promise.resolve(null) } } as unknown as Db;

const contextOf = (viewer: Viewer, beside: Partial<Context> = {}): Context => ({
  db,
  viewer,
  now: () => new Date(),
  requestId: 'test',
  settings,
  ...beside,
});

const tell = () => Promise.resolve('told');

describe('Decision N46: what is read after its write', () => {
  test('is read when it is the turn of the caller', async () => {
    const steps: string[] = [];
    const waitToRead = (): Promise<void> => {
      steps.push('wait');
      return Promise.resolve();
    };
    const told = await readLater(contextOf(before, { waitToRead }), () => {
      steps.push('read');
      return tell();
    });
    expect([told, steps]).toEqual(['told', ['wait', 'read']]);
  });

  test.each<[string, Viewer, Viewer]>([
    ['a key that ended', before, { ...before, key: 'bad' }],
    ['a right that was taken', before, { ...before, permissions: new Set(['orders.read']) }],
    [
      'an order token that was replaced',
      { key: 'none', user: null, permissions: new Set(), orderToken: 'old' },
      { key: 'none', user: null, permissions: new Set(), orderToken: 'old' },
    ],
  ])('is not told to %s meanwhile', async (_title, viewer, now) => {
    const context = contextOf(viewer, { viewerNow: () => Promise.resolve(now) });
    await expect(readLater(context, tell)).rejects.toBeInstanceOf(NotTold);
  });

  test('tells that the write was carried out, whatever keeps it from being read', async () => {
    const cause = new Error('The queue does not move.');
    const waitToRead = () => Promise.reject(cause);
    const told = readLater(contextOf(before, { waitToRead }), tell);
    await expect(told).rejects.toMatchObject({
      message:
        'The write was carried out, but its response could not be read. Fetch the record instead.',
      extensions: { code: 'RESPONSE_NOT_READ' },
      cause,
    });
  });
});

test('of what a removed record leads to only the id is read before it is removed', () => {
  const lines = { select: { id: true, quantity: true } };
  const query = {
    select: { id: true, order: { select: { number: true, lineItems: lines } }, adjustments: lines },
  };
  const records = [
    ['lineItem', { name: 'LineItem' }],
    ['order', { name: 'Order' }],
  ] as const;
  expect(withBareEdges(records, { lineItem: query })).toEqual({
    lineItem: { select: { id: true, order: { select: { id: true } }, adjustments: lines } },
  });
});
