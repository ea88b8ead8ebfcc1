import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, nobody, run, viewerWith } from '../../support/graphql.ts';
import { deskOf, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let owner: NonNullable<Viewer['user']>;
let stranger: NonNullable<Viewer['user']>;
let order: ReadOrder;
let other: ReadOrder;

beforeAll(async () => {
  database = await openTestDatabase();
  owner = await makeUser(database.client, 'owner@harbour.test');
  stranger = await makeUser(database.client, 'stranger@harbour.test');
  const desk = deskOf(database.client, customerViewer(owner));
  const oar = await makeVariant(database.client, { sku: 'OAR-1', name: 'Oar', price: '30.00' });
  const bell = await makeVariant(database.client, { sku: 'BELL-1', name: 'Bell', price: '4.00' });
  order = await desk.cartOf([oar, 2], [bell, 5]);
  other = await desk.cartOf([bell, 1]);
});
afterAll(() => database.close());

const one = `query ($order: OrderBy!, $id: ID!) { lineItem(order: $order, id: $id) { id orderId orderNumber quantity } }`;
const list = `query ($order: OrderBy!, $filter: LineItemFilter, $sort: [LineItemSort!]) {
  lineItems(order: $order, filter: $filter, sort: $sort) { nodes { id } totalCount } }`;

const ask = (viewer: Viewer, document: string, variables: Readonly<Record<string, unknown>>) =>
  run(database.client, viewer, document, variables);

/** The positions of the line items that a search finds. */
async function find(variables: Readonly<Record<string, unknown>>): Promise<number[]> {
  const { data } = await ask(customerViewer(owner), list, {
    order: { number: order.number },
    ...variables,
  });
  const { lineItems } = data as { lineItems: { nodes: { id: string }[] } };
  return lineItems.nodes.map(({ id }) => order.lineItems.findIndex((line) => line.id === id));
}

describe('One line item', () => {
  test('is read with the number of its order', async () => {
    const id = order.lineItems[1]?.id;
    const { data } = await ask(customerViewer(owner), one, { order: { number: order.number }, id });
    expect(data).toEqual({
      lineItem: { id, orderId: order.id, orderNumber: order.number, quantity: 5 },
    });
  });

  test('of another order, or an id that names nothing, is missing (A22)', async () => {
    for (const id of [other.lineItems[0]?.id, '0', 'x', '9999999999999999999']) {
      const { errors } = await ask(adminViewer, one, { order: { number: order.number }, id });
      expect(errors).toEqual([{ code: 'NOT_FOUND' }]);
    }
  });

  test.each([
    ['a stranger', () => customerViewer(stranger), ['UNAUTHORIZED']],
    ['nobody', () => nobody, ['UNAUTHENTICATED']],
    ['a holder of another token', () => ({ ...nobody, orderToken: other.token }), ['UNAUTHORIZED']],
    ['a holder of the token', () => ({ ...nobody, orderToken: order.token }), []],
    ['a reader', () => viewerWith(stranger, 'line_items.*'), []],
  ])('for %s (A18)', async (_who, viewer, codes) => {
    const id = order.lineItems[0]?.id;
    for (const document of [one, list]) {
      const variables =
        document === one
          ? { order: { number: order.number }, id }
          : { order: { number: order.number } };
      const { errors } = await ask(viewer(), document, variables);
      expect(errors.map(({ code }) => code)).toEqual(codes);
    }
  });
});

describe('Decision S20: the line items of an order are searched', () => {
  test.each([
    [{}, [0, 1]],
    [{ filter: { quantity: { gt: 2 } } }, [1]],
    [{ filter: { price: { eq: '30' } } }, [0]],
    [{ filter: { variant: { sku: { eq: 'BELL-1' } } } }, [1]],
    [{ filter: { order: { state: { eq: 'CART' } } } }, [0, 1]],
    [{ filter: { inventoryUnits: { state: { eq: 'SOLD' } } } }, []],
    [{ sort: [{ field: 'VARIANT_PRODUCT_NAME' }] }, [1, 0]],
    [{ sort: [{ field: 'VARIANT_SKU', direction: 'DESC' }] }, [0, 1]],
  ])('%j', async (variables, expected) => {
    expect(await find(variables)).toEqual(expected);
  });
});
