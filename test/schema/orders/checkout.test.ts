import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run } from '../../support/graphql.ts';
import { makeUser, makeVariant } from '../../support/records.ts';
import { inStoredWords } from '../../support/stored-words.ts';

let database: Database;
let customer: Viewer;

beforeAll(async () => {
  database = await openTestDatabase();
  customer = customerViewer(await makeUser(database.client, 'ada@harbour.test'));
});
afterAll(() => database.close());

const orderParts = `
  number state total itemTotal adjustmentTotal paymentState shipmentState totalQuantity email completedAt
  lineItems { id quantity price total }
  shipments { id state cost shippingMethod { name } shippingRates { id name cost selected }
    manifest { quantity states { state count } variant { id } } inventoryUnits { state } }
  payments { id state amount }
`;

const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: { iso: 'US' },
  state: { abbr: 'ME' },
};

interface Answered {
  data: Record<string, Record<string, unknown>>;
  errors: unknown[];
}

const ask = async (document: string, variables: Record<string, unknown> = {}, viewer = customer) =>
  inStoredWords(await run(database.client, viewer, document, variables)) as Answered;

const countOf = async (variantId: bigint): Promise<number> => {
  const item = await database.client.stockItem.findFirstOrThrow({ where: { variantId } });
  return item.countOnHand;
};

describe('From cart to complete (T60)', () => {
  test('an order goes through checkout and takes its stock at completion', async () => {
    const variantId = await makeVariant(database.client, { sku: 'A', price: '20.00', count: 5 });
    const made = await ask(
      `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
      { input: { lineItems: [{ variantId: String(variantId), quantity: 1 }] } },
    );
    expect(made.errors).toEqual([]);
    const number = made.data['createOrder']?.['number'] as string;
    expect(made.data['createOrder']).toMatchObject({
      state: 'cart',
      total: '20.0',
      email: 'ada@harbour.test',
    });

    const merged = await ask(
      `mutation ($order: OrderBy!, $input: AddLineItemInput!) { addLineItem(order: $order, input: $input) { lineItem { quantity total } userErrors { code field message allowed lockVersion } } }`,
      { order: { number }, input: { variantId: String(variantId) } },
    );
    expect(merged).toEqual({ data: { addLineItem: { quantity: 2, total: '40.0' } }, errors: [] });

    const checkout = `mutation ($ref: OrderBy!, $input: UpdateOrderInput!) { updateCheckout(by: $ref, input: $input) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`;
    const atAddress = await ask(checkout, { ref: { number }, input: {} });
    expect(atAddress.data['updateCheckout']).toMatchObject({ state: 'address', total: '40.0' });

    const refused = await ask(checkout, {
      ref: { number },
      input: { specialInstructions: 'Ring twice' },
    });
    expect(refused.errors).toEqual([
      {
        code: 'CHECKOUT_REFUSED',
        fields: { billAddress: ["can't be blank"], shipAddress: ["can't be blank"] },
      },
    ]);

    const atDelivery = await ask(checkout, {
      ref: { number },
      input: { email: 'ada@harbour.test', billAddress: address, useBilling: true },
    });
    expect(atDelivery.errors).toEqual([]);
    const delivery = atDelivery.data['updateCheckout'] as {
      shipments: { id: string; shippingRates: { id: string; name: string }[] }[];
    };
    expect(delivery).toMatchObject({
      state: 'delivery',
      itemTotal: '40.0',
      adjustmentTotal: '5.0',
      total: '45.0',
      shipments: [
        {
          state: 'pending',
          cost: '5.0',
          shippingMethod: { name: 'Standard' },
          shippingRates: [
            { name: 'Standard', cost: '5.0', selected: true },
            { name: 'Express', cost: '15.0', selected: false },
          ],
          manifest: [
            {
              quantity: 2,
              states: [{ state: 'on_hand', count: 2 }],
              variant: { id: String(variantId) },
            },
          ],
          inventoryUnits: [{ state: 'on_hand' }, { state: 'on_hand' }],
        },
      ],
    });
    expect(await countOf(variantId)).toBe(5);

    const [shipment] = delivery.shipments;
    const express = shipment?.shippingRates[1];
    const atPayment = await ask(checkout, {
      ref: { number },
      input: { shipments: [{ id: shipment?.id, selectedShippingRateId: express?.id }] },
    });
    expect(atPayment.errors).toEqual([]);
    expect(atPayment.data['updateCheckout']).toMatchObject({
      state: 'payment',
      adjustmentTotal: '15.0',
      total: '55.0',
    });

    const complete = await ask(checkout, {
      ref: { number },
      input: { payments: [{ paymentMethod: { name: 'Check' } }] },
    });
    expect(complete.errors).toEqual([]);
    expect(complete.data['updateCheckout']).toMatchObject({
      state: 'complete',
      total: '55.0',
      paymentState: 'balance_due',
      shipmentState: 'pending',
      shipments: [{ state: 'pending', inventoryUnits: [{ state: 'sold' }, { state: 'sold' }] }],
      payments: [{ state: 'pending', amount: '55.0' }],
    });
    expect(await countOf(variantId)).toBe(3);
  });
});

const fire = (number: string, event: string) =>
  ask(
    `mutation ($ref: OrderBy!, $event: OrderEvent!) { fireOrderEvent(by: $ref, event: $event) { order { state total paymentState shipmentState shipments { state inventoryUnits { state } } } userErrors { code field message allowed lockVersion } } }`,
    { ref: { number }, event },
    adminViewer,
  );

const cartOf = async (variantId: bigint, quantity: number): Promise<string> => {
  const made = await ask(
    `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { number } userErrors { code field message allowed lockVersion } } }`,
    {
      input: { lineItems: [{ variantId: String(variantId), quantity }] },
    },
  );
  expect(made.errors).toEqual([]);
  return made.data['createOrder']?.['number'] as string;
};

describe('Cancel and resume (T61)', () => {
  test('cancelling gives stock back once, resuming takes it again', async () => {
    const variantId = await makeVariant(database.client, { sku: 'B', price: '10.00', count: 4 });
    const number = await cartOf(variantId, 3);
    expect((await fire(number, 'COMPLETE')).data['fireOrderEvent']).toMatchObject({
      state: 'complete',
      total: '30.0',
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
    expect(await countOf(variantId)).toBe(1);
    expect((await fire(number, 'CANCEL')).data['fireOrderEvent']).toMatchObject({
      state: 'canceled',
      paymentState: 'void',
      shipmentState: 'canceled',
      shipments: [
        {
          state: 'canceled',
          inventoryUnits: [{ state: 'on_hand' }, { state: 'on_hand' }, { state: 'on_hand' }],
        },
      ],
    });
    expect(await countOf(variantId)).toBe(4);
    expect((await fire(number, 'CANCEL')).errors).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: ['resume'],
        fields: { state: ['cannot transition via "cancel"'] },
      },
    ]);
    expect(await countOf(variantId)).toBe(4);
    const other = await cartOf(variantId, 2);
    await fire(other, 'COMPLETE');
    expect((await fire(number, 'RESUME')).data['fireOrderEvent']).toMatchObject({
      state: 'resumed',
      paymentState: 'balance_due',
      shipmentState: 'backorder',
    });
    expect(await countOf(variantId)).toBe(-1);
  });
});

describe('Backorders (T62)', () => {
  test('lowering an order pays its debt first, then fills the order that waits', async () => {
    const variantId = await makeVariant(database.client, { sku: 'C', price: '10.00', count: 1 });
    const first = await cartOf(variantId, 3);
    const second = await cartOf(variantId, 1);
    expect((await fire(first, 'COMPLETE')).data['fireOrderEvent']).toMatchObject({
      shipmentState: 'backorder',
    });
    await fire(second, 'COMPLETE');
    expect(await countOf(variantId)).toBe(-3);
    const lower = async (quantity: number) => {
      const order = await ask(`query ($ref: OrderBy!) { order(by: $ref) { lineItems { id } } }`, {
        ref: { number: first },
      });
      const [line] = order.data['order']?.['lineItems'] as { id: string }[];
      const changed = await ask(
        `mutation ($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) { updateLineItem(order: $order, id: $id, input: $input) { lineItem { quantity } userErrors { code field message allowed lockVersion } } }`,
        { order: { number: first }, id: line?.id, input: { quantity } },
        adminViewer,
      );
      expect(changed.errors).toEqual([]);
    };
    const unitsOf = async (number: string) => {
      const order = await ask(
        `query ($ref: OrderBy!) { order(by: $ref) { shipmentState shipments { inventoryUnits { state } } } }`,
        { ref: { number } },
        adminViewer,
      );
      return order.data['order'];
    };
    await lower(2);
    expect(await countOf(variantId)).toBe(-2);
    await lower(1);
    expect(await countOf(variantId)).toBe(-1);
    expect(await unitsOf(first)).toEqual({
      shipmentState: 'pending',
      shipments: [{ inventoryUnits: [{ state: 'sold' }] }],
    });
    expect(await unitsOf(second)).toEqual({
      shipmentState: 'backorder',
      shipments: [{ inventoryUnits: [{ state: 'backordered' }] }],
    });
    await ask(
      `mutation ($ref: OrderBy!) { emptyOrder(by: $ref) { order { state } userErrors { code field message allowed lockVersion } } }`,
      { ref: { number: first } },
      adminViewer,
    );
    expect(await countOf(variantId)).toBe(0);
    expect(await unitsOf(second)).toEqual({
      shipmentState: 'pending',
      shipments: [{ inventoryUnits: [{ state: 'sold' }] }],
    });
  });
});
