import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  type Dispatch,
  dispatchOf,
  expectSound,
  invalid,
  refusedBy,
} from '../../support/dispatch.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let dispatch: Dispatch;
let order: ReadOrder;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  dispatch = dispatchOf(database, adminViewer);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

/** A completed order of 20.00 with an empty shipment. */
async function makeOrder(): Promise<ReadOrder> {
  const { number } = await desk.cartOf([await makeVariant(database.client, { count: 2 }), 2]);
  return desk.fire(number, 'complete');
}

const refused = (input: Readonly<Record<string, unknown>>, by = dispatch) =>
  refusedBy(database, by, 'createAdjustment', { order: order.number, input });

describe('Decision C26: adjustments made by hand', () => {
  test('count in the totals at once, a negative one as a credit', async () => {
    order = await makeOrder();
    const gift = await dispatch.act('createAdjustment', {
      order: order.id,
      input: { amount: '-2.50', label: ' Sorry ' },
    });
    expect(gift).toMatchObject({
      kind: 'manual',
      amount: '-2.5',
      label: 'Sorry',
      mandatory: false,
      sourceType: null,
    });
    await dispatch.act('createAdjustment', {
      order: order.number,
      input: { amount: 4, label: 'Wrapping' },
    });
    expect(await desk.read(order.number)).toMatchObject({
      itemTotal: '20.0',
      adjustmentTotal: '1.5',
      total: '21.5',
    });
    expect(await dispatch.act('deleteAdjustment', { id: gift.id })).toEqual(gift);
    expect(await desk.read(order.number)).toMatchObject({ adjustmentTotal: '4.0', total: '24.0' });
  });

  test('need an amount other than 0, within bounds, and a label', async () => {
    order = await makeOrder();
    expect(await refused({ amount: asSent(null), label: '' })).toEqual(
      invalid({ amount: ["can't be blank"], label: ["can't be blank"] }),
    );
    expect(await refused({ amount: 0, label: 'x'.repeat(256) })).toEqual(
      invalid({
        amount: ['must be other than 0'],
        label: ['is too long (maximum is 255 characters)'],
      }),
    );
    expect(await refused({ amount: '-100000000', label: 'x' })).toEqual(
      invalid({ amount: ['must be greater than or equal to -99999999.99'] }),
    );
    const missing = { order: 'R0', input: { amount: 1, label: 'x' } };
    expect(await refusedBy(database, dispatch, 'createAdjustment', missing)).toEqual([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('are at most 500, whatever the store has charged and credited itself', async () => {
    order = await makeOrder();
    await database.query(
      `INSERT INTO adjustments (order_id, kind, amount, label, mandatory)
       SELECT ${order.id}, 'manual', 0.01, 'Gift', false FROM generate_series(1, 499)`,
    );
    await dispatch.act('createAdjustment', {
      order: order.id,
      input: { amount: 1, label: 'The last' },
    });
    expect(await refused({ amount: 1, label: 'One more' })).toMatchObject([
      { fields: { base: ['is too long (maximum is 500 entries)'] } },
    ]);
  });

  test('of other kinds are not removed', async () => {
    order = await makeOrder();
    const shipping = await database.client.adjustment.findFirstOrThrow({
      where: { orderId: BigInt(order.id), kind: 'shipping' },
    });
    expect(
      await refusedBy(database, dispatch, 'deleteAdjustment', { id: String(shipping.id) }),
    ).toEqual([
      {
        code: 'REFUSED',
        fields: { base: ['Only adjustments that were made by hand can be deleted.'] },
      },
    ]);
    expect(await refusedBy(database, dispatch, 'deleteAdjustment', { id: '999999' })).toEqual([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('need orders.override, which ownership does not give', async () => {
    order = await makeOrder();
    const owner = await makeUser(database.client, 'owner@harbour.test');
    await desk.update(order.number, { userId: String(owner.id) });
    const clerk = dispatchOf(database, viewerWith(owner, 'orders.update'));
    const unauthorized = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
    const input = { amount: 1, label: 'x' };
    expect(await refused(input, clerk)).toEqual(unauthorized);
    expect(await refusedBy(database, clerk, 'deleteAdjustment', { id: '1' })).toEqual(unauthorized);
  });
});
