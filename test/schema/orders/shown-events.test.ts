import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { orderMachine } from '../../../schema/domain/order-machine.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let customer: Viewer;
let desk: Desk;
let variantId: bigint;
const statements: string[] = [];
const fallbacks: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    onFallback: (...left) => fallbacks.push(left.join(' ')),
  });
  customer = customerViewer(await makeUser(database.client, 'ada@harbour.test'));
  desk = deskOf(database.client, customer);
  variantId = await makeVariant(database.client, { count: 50 });
});
afterAll(() => database.close());

interface Shown {
  readonly number: string;
  readonly allowedEvents: readonly string[];
  readonly shipments: readonly {
    readonly allowedEvents: readonly string[];
    readonly inventoryUnits: readonly { readonly allowedEvents: readonly string[] }[];
  }[];
  readonly payments: readonly { readonly allowedEvents: readonly string[] }[];
}

/** The orders that a viewer lists, oldest first. */
async function shownTo(viewer: Viewer, list = 'orders'): Promise<readonly Shown[]> {
  const query = `{ ${list}(sort: [{ field: ID }], perPage: 100) { nodes { number allowedEvents
    shipments { allowedEvents inventoryUnits { allowedEvents } } payments { allowedEvents } } } }`;
  statements.length = 0;
  const { data, errors } = await run(database.client, viewer, query);
  expect(errors).toEqual([]);
  return (data as Record<string, { nodes: Shown[] }>)[list]?.nodes ?? [];
}

const cart = () =>
  desk.create({
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    useBilling: true,
    lineItems: [{ variantId: String(variantId), quantity: 2 }],
  });

describe('the events that an order and its parts allow', () => {
  test('are those that would succeed and that the caller may fire', async () => {
    const { number } = await cart();
    const [inCart] = await shownTo(customer, 'myOrders');
    // the cart lacks a payment, so the customer cannot complete it yet
    expect(inCart).toMatchObject({ number, allowedEvents: ['NEXT'] });
    const [staff] = await shownTo(adminViewer);
    expect(staff?.allowedEvents).toEqual(['NEXT', 'COMPLETE']);
    await desk.advance(number);
    await desk.pay(number, { paymentMethod: { name: 'Check' } });
    await desk.advance(number);
    expect(await shownTo(adminViewer)).toEqual([
      {
        number,
        allowedEvents: ['CANCEL', 'AUTHORIZE_RETURN', 'APPROVE'],
        shipments: [
          {
            allowedEvents: ['READY', 'CANCEL'],
            inventoryUnits: [{ allowedEvents: ['SHIP'] }, { allowedEvents: ['SHIP'] }],
          },
        ],
        payments: [{ allowedEvents: ['CAPTURE', 'VOID'] }],
      },
    ]);
    expect(await shownTo(customer, 'myOrders')).toMatchObject([
      {
        allowedEvents: ['CANCEL'],
        shipments: [{ allowedEvents: [] }],
        payments: [{ allowedEvents: [] }],
      },
    ]);
    expect(await shownTo(viewerWith(null, 'orders.index'))).toMatchObject([{ allowedEvents: [] }]);
  });

  test('are those that firing finds: each succeeds, and no other does', async () => {
    const office = deskOf(database.client, adminViewer);
    for (const before of [
      [],
      ['complete'],
      ['complete', 'cancel'],
      ['complete', 'authorize_return'],
    ]) {
      for (const event of orderMachine.events) {
        const { number } = await cart();
        for (const earlier of before) await office.fire(number, earlier);
        const shown = (await shownTo(adminViewer)).find((order) => order.number === number);
        const { errors } = await office.try.fire(number, event);
        expect({ before, event, isFired: errors.length === 0 }).toEqual({
          before,
          event,
          isFired: shown?.allowedEvents.includes(event.toUpperCase()),
        });
      }
    }
  });

  test('contain `COMPLETE` although a price has changed, which refuses it once', async () => {
    const priced = await makeVariant(database.client, { count: 5, price: '10.00' });
    const office = deskOf(database.client, adminViewer);
    const { number } = await office.cartOf([priced, 1]);
    await database.client.variant.update({ where: { id: priced }, data: { price: '12.00' } });
    const shown = (await shownTo(adminViewer)).find((order) => order.number === number);
    expect(shown?.allowedEvents).toContain('COMPLETE');
    expect((await office.try.fire(number, 'complete')).errors).toMatchObject([
      { code: 'EVENT_REFUSED' },
    ]);
    expect((await office.fire(number, 'complete')).state).toBe('complete');
  });

  test('are read by the same statements for any number of orders', async () => {
    const orders = await shownTo(adminViewer);
    expect(orders.length).toBeGreaterThan(20);
    // the page, the orders whole, the locations, the shipping methods
    expect(statements).toHaveLength(4);
    expect(fallbacks).toEqual([]);
  });
});
