import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inventoryUnitEvents } from '../../schema/domain/inventory-unit-machine.ts';
import { wordsOf } from '../../schema/domain/meanings.ts';
import { orderEvents } from '../../schema/domain/order-machine.ts';
import { shipmentEvents } from '../../schema/domain/shipment-machine.ts';
import type { Sale, Scene } from '../contract/scene.ts';
import type { Client } from '../support/clients.ts';
import { keyHeader } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import { openTwoStores, type TwoStores } from './two-stores.ts';

/** Safety 19: who may fire what on an own order; `+` authorized, though it may not be possible now. */
const table: Readonly<Record<string, Readonly<Record<'owner' | 'token' | 'narrow', string>>>> = {
  'order next': { owner: '+', token: '+', narrow: '+' },
  'order cancel': { owner: '+', token: '+', narrow: '+' },
  'order complete': { owner: '+', token: '+', narrow: '+' },
  'order resume': { owner: '-', token: '+', narrow: '-' },
  'order authorize_return': { owner: '-', token: '+', narrow: '-' },
  'order return': { owner: '-', token: '+', narrow: '-' },
  'order approve': { owner: '-', token: '+', narrow: '-' },
  'order  approve ': { owner: '-', token: '+', narrow: '-' },
  'order APPROVE': { owner: '+', token: '+', narrow: '+' },
  'order ': { owner: '+', token: '+', narrow: '+' },
  'shipment ready': { owner: '-', token: '+', narrow: '-' },
  'shipment pend': { owner: '-', token: '+', narrow: '-' },
  'shipment ship': { owner: '-', token: '+', narrow: '-' },
  'shipment cancel': { owner: '-', token: '+', narrow: '-' },
  'shipment resume': { owner: '-', token: '+', narrow: '-' },
  'unit fill_backorder': { owner: '-', token: '+', narrow: '-' },
  'unit ship': { owner: '-', token: '+', narrow: '-' },
  'unit return': { owner: '-', token: '+', narrow: '-' },
};

let wide: Store;
let narrow: Store;
let scene: Scene;
let narrowScene: Scene;
let close: TwoStores['close'];

beforeAll(async () => {
  ({ wide, narrow, scene, narrowScene, close } = await openTwoStores());
}, 300_000);

afterAll(() => close());

const documents: Readonly<Record<string, (sale: Sale, event: string) => string>> = {
  order: ({ number }, event) => `fireOrderEvent(by: { number: "${number}" }, event: ${event})`,
  shipment: ({ shipmentNumber, number }, event) =>
    `fireShipmentEvent(order: { number: "${number}" }, by: { number: "${shipmentNumber}" }, event: ${event})`,
  unit: ({ unitIds: [id] }, event) =>
    `fireInventoryUnitEvent(id: "${String(id)}", event: ${event})`,
};

const paths: Readonly<Record<string, (sale: Sale) => string>> = {
  order: ({ number }) => `/api/orders/${number}`,
  shipment: ({ shipmentNumber, number }) => `/api/orders/${number}/shipments/${shipmentNumber}`,
  unit: ({ unitIds: [id] }) => `/inventory_units/${String(id)}`,
};

/** What GraphQL says to an event; undefined of what is no value of its enum. */
async function fireInGraphql(
  client: Client,
  sale: Sale,
  kind: string,
  event: string,
): Promise<boolean | undefined> {
  if (!words[kind]?.includes(event)) return undefined;
  const field = documents[kind]?.(sale, event.toUpperCase()) ?? '';
  const query = `mutation { ${field} { userErrors { code } } }`;
  const { errors } = (await client.post('/graphql', { body: { query } })).body as {
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  expect(errors?.map(({ extensions }) => extensions.code) ?? []).not.toContain(
    'GRAPHQL_VALIDATION_FAILED',
  );
  return errors?.[0]?.extensions.code === 'UNAUTHORIZED';
}

/** Authorized over REST and in GraphQL; an event that is not possible now is authorized, and then refused. */
async function fire(client: Client, sale: Sale, kind: string, event: string): Promise<string> {
  const told = await fireInGraphql(client, sale, kind, event);
  const rest = await client.put(`${paths[kind]?.(sale) ?? ''}/event`, { body: { e: event } });
  const isRefused = rest.status === 401;
  expect(told ?? isRefused).toBe(isRefused);
  return isRefused ? '-' : '+';
}

const words: Readonly<Record<string, readonly string[]>> = {
  order: wordsOf(orderEvents),
  shipment: wordsOf(shipmentEvents),
  unit: wordsOf(inventoryUnitEvents),
};

describe('safety 19: every event and who may fire it', () => {
  test('no event is without a row', () => {
    const events = Object.entries(words).flatMap(([kind, names]) =>
      names.map((name) => `${kind} ${name}`),
    );
    expect(events.filter((event) => !(event in table))).toEqual([]);
  });

  test.each(Object.entries(table))('%s', async (row, expected) => {
    const [kind = '', event = ''] = /^(\w+) (.*)$/.exec(row)?.slice(1) ?? [];
    const found: Record<string, string> = {};
    const sale = await scene.sold();
    found['owner'] = await fire(wide.newer(scene.ann), sale, kind, event);
    const holder = wide.client({ 'x-serviceordertoken': sale.token });
    found['token'] = await fire(holder, sale, kind, event);
    const narrowSale = await narrowScene.sold();
    const owner = narrow.client({
      ...keyHeader(narrowScene.ann.key),
      'x-serviceordertoken': narrowSale.token,
    });
    found['narrow'] = await fire(owner, narrowSale, kind, event);
    expect(found).toEqual(expected);
  });

  test('with ORDER_TOKEN_RIGHTS=owner a token reads and writes what its owner may', async () => {
    const sale = await narrowScene.sold();
    const holder = narrow.client({ 'x-serviceordertoken': sale.token });
    const below = `/api/orders/${sale.number}`;
    const answers = [
      await holder.get(below),
      await holder.get(`${below}/shipments`),
      await holder.put(below, { body: { order: { special_instructions: 'Ring twice.' } } }),
      await holder.get(`/api/shipments/${sale.shipmentNumber}`),
      await holder.put(`${below}/cancel`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200]);
  });
});
