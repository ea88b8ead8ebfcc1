import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { deskOf, maineAddress } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let customer: Viewer;
let clerk: Viewer;
let number: string;
const statements: string[] = [];
const at = new Date('2026-05-01T08:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  customer = customerViewer(await makeUser(database.client, 'ada@harbour.test'));
  const staff = await makeUser(database.client, 'clerk@harbour.test');
  clerk = { ...adminViewer, user: staff };
  const variantId = await makeVariant(database.client, { count: 5 });
  const desk = deskOf(database.client, customer);
  ({ number } = await desk.create({
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    useBilling: true,
    lineItems: [{ variantId: String(variantId), quantity: 2 }],
  }));
  await desk.advance(number);
  await desk.pay(number, { paymentMethod: { name: 'Check' } });
  await desk.advance(number);
  await deskOf(database.client, clerk, { now: () => at }).fire(number, 'approve');
  await deskOf(database.client, clerk).fire(number, 'cancel');
});
afterAll(() => database.close());

interface Step {
  readonly kind: string;
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly createdAt: string;
  readonly user: { readonly email: string } | null;
}

async function historyFor(viewer: Viewer, list: string): Promise<readonly Step[]> {
  const query = `{ ${list} { nodes { history(first: 100) { nodes {
    kind event from to createdAt user { email } order { number } } } } } }`;
  const { data, errors } = await run(database.client, viewer, query);
  expect(errors).toEqual([]);
  const [found] = Object.values(
    data as Record<string, { nodes: { history: { nodes: Step[] } }[] }>,
  );
  return found?.nodes[0]?.history.nodes ?? [];
}

describe('the history of an order', () => {
  test('tells what happened to the order and its parts, oldest first', async () => {
    const steps = await historyFor(adminViewer, 'orders');
    expect(steps.map(({ kind, event, from, to }) => `${kind} ${event}: ${from} > ${to}`)).toEqual([
      'ORDER NEXT: CART > ADDRESS',
      'ORDER NEXT: ADDRESS > DELIVERY',
      'ORDER NEXT: DELIVERY > PAYMENT',
      'PAYMENT AUTHORIZE: CHECKOUT > PENDING',
      'ORDER NEXT: PAYMENT > COMPLETE',
      'ORDER APPROVE: COMPLETE > COMPLETE',
      'SHIPMENT CANCEL: PENDING > CANCELED',
      'PAYMENT VOID: PENDING > VOID',
      'ORDER CANCEL: COMPLETE > CANCELED',
    ]);
    expect(steps[5]).toMatchObject({ createdAt: at.toISOString(), order: { number } });
  });

  test('tells who did it to who may read users', async () => {
    const who = (steps: readonly Step[]) => steps.map(({ user }) => user?.email ?? null);
    const [ada, shop] = ['ada@harbour.test', 'clerk@harbour.test'];
    const byAda = [ada, ada, ada, ada, ada];
    expect(who(await historyFor(adminViewer, 'orders'))).toEqual([
      ...byAda,
      shop,
      shop,
      shop,
      shop,
    ]);
    const lister = viewerWith(null, 'orders.index');
    expect(new Set(who(await historyFor(lister, 'orders')))).toEqual(new Set([null]));
    // what the customer did himself he may know
    expect(who(await historyFor(customer, 'myOrders'))).toEqual([...byAda, null, null, null, null]);
  });

  test('is read page by page', async () => {
    const query = `query ($after: String) { orders { nodes { history(first: 6, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { event } } } } }`;
    interface Told {
      orders: { nodes: { history: { pageInfo: { endCursor: string } } }[] };
    }
    const first = (await run(database.client, adminViewer, query)).data as Told;
    expect(first.orders.nodes[0]?.history).toMatchObject({
      totalCount: 9,
      pageInfo: { hasNextPage: true },
      nodes: [{}, {}, {}, { event: 'AUTHORIZE' }, { event: 'NEXT' }, { event: 'APPROVE' }],
    });
    const after = first.orders.nodes[0]?.history.pageInfo.endCursor;
    const next = await run(database.client, adminViewer, query, { after });
    expect((next.data as Told).orders.nodes[0]?.history).toMatchObject({
      pageInfo: { hasNextPage: false },
      nodes: [{ event: 'CANCEL' }, { event: 'VOID' }, { event: 'CANCEL' }],
    });
  });

  test('costs two statements for any number of orders', async () => {
    const costOf = async (): Promise<number> => {
      statements.length = 0;
      await historyFor(adminViewer, 'orders');
      return statements.length;
    };
    expect(await costOf()).toBe(3);
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 9 });
    for (let made = 0; made < 4; made += 1) {
      await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
    }
    expect(await costOf()).toBe(3);
    const query = '{ orders { nodes { history { totalCount } } } }';
    expect((await run(database.client, adminViewer, query)).data).toEqual({
      orders: { nodes: [9, 1, 1, 1, 1].map((totalCount) => ({ history: { totalCount } })) },
    });
  });
});
