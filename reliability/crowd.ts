import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../test/support/clients.ts';
import { counterOf, tally } from './counter.ts';
import type { Ware } from './counter.ts';
import { booksAreStraight } from './findings.ts';
import type { Scenario, Setting } from './scenario.ts';

const clients = 16;
const orders = 6;
const standardSeconds = 60;

/** What a client can choose from: shared orders, and variants with few units in stock. */
interface Shop {
  readonly wares: readonly Ware[];
  /** Numbers of orders; now and then one is replaced by a new one. */
  readonly numbers: string[];
}

const pick = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(Math.random() * items.length)];
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);

interface SeenOrder {
  readonly line_items: readonly { readonly id: number }[];
  readonly shipments: readonly { readonly number: string }[];
}

type Act = (
  client: Client,
  order: string,
  shop: Shop,
  seen: SeenOrder,
) => ReturnType<Client['put']>;

const fire =
  (event: string): Act =>
  (client, order) =>
    client.put(`${order}/event?e=${event}`);

const fireShipment =
  (event: string): Act =>
  (client, _order, _shop, { shipments }) =>
    client.put(`/api/shipments/${pick(shipments)?.number ?? 'none'}/event?e=${event}`);

/** A variant and a number of units. */
const wanted = ({ wares }: Shop, most: number) => ({
  variant_id: pick(wares)?.id,
  quantity: upTo(most),
});

/** Weighted actions: the more often one is listed, the more often it is chosen. Refusals are expected. */
const acts: readonly Act[] = [
  (client, order, shop) =>
    client.post(`${order}/line_items`, { body: { line_item: wanted(shop, 2) } }),
  (client, order, _shop, { line_items: lines }) =>
    client.put(`${order}/line_items/${String(pick(lines)?.id ?? 0)}`, {
      body: { line_item: { quantity: upTo(4) - 1 } },
    }),
  (client, order, _shop, { line_items: lines }) =>
    client.delete(`${order}/line_items/${String(pick(lines)?.id ?? 0)}`),
  fire('complete'),
  fire('complete'),
  fire('complete'),
  fire('cancel'),
  fire('resume'),
  fire('next'),
  fire('authorize_return'),
  fire('return'),
  (client, order) => client.put(`${order}/empty`),
  (client, order) =>
    client.post(`${order}/payments`, { body: { payment: { payment_method: 'Check' } } }),
  fireShipment('ready'),
  fireShipment('ready'),
  fireShipment('ship'),
  fireShipment('cancel'),
  fireShipment('resume'),
  (client, order, shop) =>
    client.post(`${order}/shipments`, { body: { shipment: wanted(shop, 2) } }),
  (client, _order, { wares }) => {
    const path = pick(wares)?.path ?? '';
    return client.put(path, { body: { variant: { count_on_hand: upTo(6) } } });
  },
  async (client, _order, shop) => {
    const reply = await client.post('/api/orders', {
      body: { order: { line_items: [wanted(shop, 2), wanted(shop, 1)] } },
    });
    const { number } = reply.body as { readonly number?: string };
    if (number !== undefined) shop.numbers[upTo(orders) - 1] = number;
    return reply;
  },
];

async function openShop(setting: Setting): Promise<Shop> {
  const counter = counterOf(setting);
  const wares: Ware[] = [];
  for (const isBackorderable of [false, false, true]) {
    wares.push(await counter.stock(6, isBackorderable));
  }
  const numbers: string[] = [];
  while (numbers.length < orders) numbers.push((await counter.cart()).number);
  return { wares, numbers };
}

/** Many clients do anything to the same few orders at once. Decision: L55. */
export const crowd: Scenario = {
  name: 'crowd',
  promise: 'Whatever many do to the same orders and units at once, the books stay straight.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const counter = counterOf(setting);
    const shop = await openShop(setting);
    const replies: { readonly status: number; readonly text: string }[] = [];
    let going = true;
    const visit = async (): Promise<void> => {
      while (going) {
        const order = `/api/orders/${pick(shop.numbers) ?? ''}`;
        const seen = (await counter.admin().get(order)).body as SeenOrder;
        const reply = await pick(acts)?.(counter.admin(), order, shop, seen);
        if (reply) replies.push({ status: reply.status, text: reply.text });
      }
    };
    const visits = Array.from({ length: clients }, visit);
    await pause((setting.seconds ?? standardSeconds) * 1_000);
    going = false;
    await Promise.all(visits);
    const failed = replies.filter(({ status }) => status >= 500);
    const done = replies.filter(({ status }) => status < 300);
    return [
      {
        figure: `acts of ${String(clients)} on the same ${String(orders)} orders, done`,
        promised: 'many',
        seen: `${String(done.length)} of ${String(replies.length)} ${JSON.stringify(tally(replies))}`,
        holds: done.length > 500,
      },
      {
        figure: 'answers of 5xx',
        promised: '0',
        seen: failed.length === 0 ? '0' : `${String(failed.length)}: ${failed[0]?.text ?? ''}`,
        holds: failed.length === 0,
      },
      await booksAreStraight(setting),
    ];
  },
};
