import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client, Reply } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';
import { maine } from './scene.ts';

let database: Database;
let store: Store;
let newer: Client;
let older: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
});
afterAll(async () => {
  await expectSound(database);
  await store.close();
  await database.close();
});

const variant = async () => Number(await makeVariant(database.client, { count: 5 }));

interface Box {
  readonly id: number;
  readonly cost: string | number;
  readonly shipping_method: { readonly name: string } | null;
}

const isDone = ({ status, text }: Reply): void => {
  if (status >= 300) throw new Error(text);
};

/** A completed order whose only box, by `Standard` for 5.00, has left. */
async function sent(): Promise<string> {
  const order = {
    email: 'ada@harbour.test',
    bill_address: maine,
    use_billing: true,
    line_items: [{ variant_id: await variant() }],
  };
  const { number } = (await newer.post('/api/orders', { body: { order } })).body as {
    number: string;
  };
  isDone(await newer.put(`/api/orders/${number}`, { body: { order, use_billing: true } }));
  const done = await newer.put(`/api/orders/${number}/complete`);
  const [box] = (done.body as { shipments: Box[] }).shipments;
  isDone(await newer.put(`/api/shipments/${String(box?.id)}/ready`));
  isDone(await newer.put(`/api/shipments/${String(box?.id)}/ship`));
  return number;
}

/** What brings goods into an order after everything has left. */
const ways: Readonly<Record<string, (number: string) => Promise<Reply>>> = {
  'a line of the newer format': async (number) =>
    newer.post(`/api/orders/${number}/line_items`, {
      body: { line_item: { variant_id: await variant() } },
    }),
  'a line of the older format': async (number) =>
    older.post(`/api/orders/${number}/line_items.json`, {
      body: { line_item: { variant_id: await variant() } },
    }),
  'a shipment of the newer format': async (number) =>
    newer.post(`/api/orders/${number}/shipments`, {
      body: { shipment: { variant_id: await variant(), quantity: 2 } },
    }),
  'a shipment of the older format': async (number) =>
    older.post(`/api/orders/${number}/shipments.json`, {
      body: { shipment: { variant_id: await variant(), quantity: 2 } },
    }),
};

describe('Goods added after everything has left (T45)', () => {
  test.each(Object.entries(ways))(
    'by %s go by the method of the last box, at no cost',
    async (_way, add) => {
      const number = await sent();
      expect((await add(number)).status).toBe(201);
      const path = `/api/orders/${number}/shipments`;
      const boxes = (await newer.get(path)).body as { shipment: Box }[];
      expect(boxes.map(({ shipment }) => [shipment.shipping_method?.name, shipment.cost])).toEqual([
        ['Standard', '5.0'],
        ['Standard', '0.0'],
      ]);
      // the older format lists the newest first
      const former = (await older.get(`${path}.json`)).body as { shipment: Box }[];
      expect(former.map(({ shipment }) => [shipment.shipping_method?.name, shipment.cost])).toEqual(
        [
          ['Standard', 0],
          ['Standard', 5],
        ],
      );
    },
  );
});
