import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isEnumType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { checkoutStepNames } from '../../schema/domain/checkout.ts';
import {
  inventoryUnitEvents,
  inventoryUnitStates,
} from '../../schema/domain/inventory-unit-machine.ts';
import { type Meanings, wordsOf } from '../../schema/domain/meanings.ts';
import { orderEvents } from '../../schema/domain/order-machine.ts';
import { orderStates } from '../../schema/domain/order-states.ts';
import { paymentStates, paymentVerbs } from '../../schema/domain/payment-machine.ts';
import { orderPaymentStates } from '../../schema/domain/payment-state.ts';
import { shipmentEvents } from '../../schema/domain/shipment-machine.ts';
import { orderShipmentStates } from '../../schema/domain/shipment-state.ts';
import { shipmentStates } from '../../schema/domain/shipment-states.ts';
import { adjustmentKinds } from '../../schema/domain/totals.ts';
import { schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const tables: Readonly<Record<string, Meanings>> = {
  OrderState: orderStates,
  CheckoutStep: checkoutStepNames,
  OrderPaymentState: orderPaymentStates,
  OrderShipmentState: orderShipmentStates,
  ShipmentState: shipmentStates,
  PaymentState: paymentStates,
  InventoryUnitState: inventoryUnitStates,
  AdjustmentKind: adjustmentKinds,
  OrderEvent: orderEvents,
  ShipmentEvent: shipmentEvents,
  PaymentEvent: paymentVerbs,
  InventoryUnitEvent: inventoryUnitEvents,
};

describe('The words of the domain are enums (O24)', () => {
  test.each(Object.entries(tables))('%s has a value for each, in capitals', (name, meanings) => {
    const type = schema.getType(name);
    const values = isEnumType(type) ? type.getValues() : [];
    expect(values.map((value) => [value.name, value.value as unknown])).toEqual(
      wordsOf(meanings)
        .map((word) => [word.toUpperCase(), word])
        .sort(),
    );
  });

  test('an order and its parts are read in them', async () => {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 1 });
    const { number } = await desk.cartOf([variantId, 1]);
    await desk.fire(number, 'complete');
    const { data, errors } = await run(
      database.client,
      adminViewer,
      `query ($ref: OrderBy!) { order(by: $ref) {
        state paymentState shipmentState checkoutSteps
        shipments { state inventoryUnits { state } manifest { states { state count } } } } }`,
      { ref: { number } },
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      order: {
        state: 'COMPLETE',
        paymentState: 'BALANCE_DUE',
        shipmentState: 'PENDING',
        checkoutSteps: ['ADDRESS', 'DELIVERY', 'PAYMENT', 'COMPLETE'],
        shipments: [
          {
            state: 'PENDING',
            inventoryUnits: [{ state: 'SOLD' }],
            manifest: [{ states: [{ state: 'ON_HAND', count: 1 }] }],
          },
        ],
      },
    });
  });

  test('a misspelt state in a query is refused before anything runs', async () => {
    const misspelt = '{ orders(filter: { state: { eq: COMPLEET } }) { totalCount } }';
    await expect(run(database.client, adminViewer, misspelt)).rejects.toThrow(
      'Value "COMPLEET" does not exist in "OrderState" enum.',
    );
  });
});
