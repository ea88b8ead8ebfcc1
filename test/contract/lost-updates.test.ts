import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { changesRecord, recordsOf } from '../../rest/conditions.ts';
import { routes } from '../../rest/routes.ts';
import type { Client, Reply } from '../support/clients.ts';
import { adminViewer } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { readState } from './database-state.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

const forms = ['older', 'newer'] as const;
const stale = { error: 'The record no longer matches If-Match.' };

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});

afterAll(() => store.close());

const tagOf = ({ headers }: Reply): string => headers.get('etag') ?? '';

const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });

/** A record that can be written, and what the writers write. */
interface Written {
  readonly path: string;
  readonly body: (writer: number) => unknown;
}

const kinds: readonly (readonly [string, () => Promise<Written>])[] = [
  [
    'line item',
    async () => {
      const { number, lineId } = await scene.cart();
      return {
        path: `/api/orders/${number}/line_items/${String(lineId)}`,
        body: (writer) => ({ line_item: { quantity: 3 + writer } }),
      };
    },
  ],
  [
    'shipment',
    async () => {
      const { shipmentId } = await scene.sold();
      return {
        path: `/api/shipments/${String(shipmentId)}`,
        body: (writer) => ({ shipment: { tracking: `1Z${String(writer)}` } }),
      };
    },
  ],
  [
    'shipment of an order',
    async () => {
      const { number, shipmentNumber } = await scene.sold();
      return {
        path: `/api/orders/${number}/shipments/${shipmentNumber}`,
        body: (writer) => ({ shipment: { tracking: `1Z${String(writer)}` } }),
      };
    },
  ],
  [
    'inventory unit',
    async () => {
      const { unitIds } = await scene.sold();
      return {
        path: `/inventory_units/${String(unitIds[0])}`,
        body: (writer) => ({ inventory_unit: { return_authorization_id: 1 + writer } }),
      };
    },
  ],
  [
    'payment',
    async () => {
      const { number, paymentId } = await scene.paid();
      return {
        path: `/api/orders/${number}/payments/${String(paymentId)}`,
        body: (writer) => ({ payment: { response_code: `code ${String(writer)}` } }),
      };
    },
  ],
  [
    'address',
    async () => {
      const { number, billAddressId } = await scene.addressed();
      return {
        path: `/api/orders/${number}/addresses/${String(billAddressId)}`,
        body: (writer) => ({ address: { company: `Company ${String(writer)}` } }),
      };
    },
  ],
  [
    'product',
    async () => {
      const { permalink } = await scene.goods();
      return {
        path: `/api/products/${permalink}`,
        body: (writer) => ({ product: { meta_keywords: `word ${String(writer)}` } }),
      };
    },
  ],
  [
    'variant',
    async () => {
      const { permalink, variantId } = await scene.goods();
      return {
        path: `/api/products/${permalink}/variants/${String(variantId)}`,
        body: (writer) => ({ variant: { position: 50 + writer } }),
      };
    },
  ],
];

/** Retries while the store is overloaded, as it tells clients to (A34, A41). */
async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    if (reply.status !== 503) return reply;
  }
}

/** Lets writers with the same ETag write at once; expects that one succeeds. */
async function race(client: Client, { path, body }: Written, writers: number): Promise<void> {
  const tag = tagOf(await client.get(path));
  const replies = await Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      insist(() => client.put(path, { body: body(writer), ...ifMatch(tag) })),
    ),
  );
  const refused = replies.filter(({ status }) => status === 412);
  const [written, ...others] = replies.filter(({ status }) => status !== 412);
  expect(refused.map((reply) => reply.body)).toEqual(
    Array.from({ length: writers - 1 }, () => stale),
  );
  expect([[200, 201].includes(written?.status ?? 0), others]).toEqual([true, []]);
  const { text, headers } = await client.get(path);
  expect([text, headers.get('etag')]).toEqual([written?.text, written?.headers.get('etag')]);
}

test.each(kinds)('of 2 writes of one %s with one tag exactly one succeeds', async (kind, make) => {
  const form = kind.length % 2 === 0 ? 'older' : 'newer';
  await race(store[form](scene.admin), await make(), 2);
});

test('of 20 writes of an order with one ETag exactly one succeeds, 19 get 412', async () => {
  const { number } = await scene.cart();
  const body = (writer: number) => ({
    order: { special_instructions: `writer ${String(writer)}` },
  });
  await race(store.older(scene.admin), { path: `/api/orders/${number}`, body }, 20);
});

describe.each(forms)('in the %s format', (form) => {
  const client = (): Client => store[form](scene.admin);

  test('a write with an old tag is refused before its data are looked at, and changes nothing', async () => {
    const { number } = await scene.cart();
    const path = `/api/orders/${number}`;
    const tag = tagOf(await client().get(path));
    await client().put(path, { body: { order: { email: 'theirs@store.example' } } });
    const before = await readState(store.db);
    for (const order of [{ email: 'mine@store.example' }, { email: 7 }, { lock_version: 99 }]) {
      const reply = await client().put(path, { body: { order }, ...ifMatch(tag) });
      expect([reply.status, reply.body]).toEqual([412, stale]);
    }
    expect(await readState(store.db)).toEqual(before);
  });

  test('the tag of each answer is the one to send with the next write', async () => {
    const { number } = await scene.cart();
    const path = `/api/orders/${number}`;
    const statuses: number[] = [];
    let tag = tagOf(await client().get(path));
    for (const email of ['one@store.example', 'two@store.example', 'three@store.example']) {
      const reply = await client().patch(path, { body: { order: { email } }, ...ifMatch(tag) });
      statuses.push(reply.status);
      tag = tagOf(reply);
    }
    expect(statuses).toEqual([200, 200, 200]);
  });

  test.each(['/event?e=ship', '/ship', '/fill_backorder', '/return'])(
    'a stale lock_version of a unit is a conflict at %s too',
    async (verb) => {
      const { unitIds } = await scene.sold();
      const before = await readState(store.db);
      const reply = await client().put(`/inventory_units/${String(unitIds[0])}${verb}`, {
        body: { inventory_unit: { lock_version: 99 } },
      });
      expect(reply.status).toBe(409);
      expect(await readState(store.db)).toEqual(before);
    },
  );

  test.each([
    ['fires its event', '/ship', false],
    ['ships its units', '', true],
  ])('a write that changes a shipment and %s counts as one change', async (_act, verb, byUnits) => {
    const { shipmentId, unitIds } = await scene.sold(['ready']);
    const path = `/api/shipments/${String(shipmentId)}`;
    const { lockVersion: before } = await store.db.shipment.findUniqueOrThrow({
      where: { id: shipmentId },
    });
    const units = unitIds.map((id) => ({ id, state: 'shipped' }));
    const shipment = {
      tracking: '1Z9',
      lock_version: before,
      ...(byUnits && { inventory_units: units }),
    };
    const written = await client().put(`${path}${verb}`, { body: { shipment } });
    expect([written.status, written.body]).toMatchObject([
      200,
      { shipment: { state: 'shipped', tracking: '1Z9' } },
    ]);
    const again = (lock_version: number) =>
      client().put(path, { body: { shipment: { tracking: '1Z8', lock_version } } });
    expect([(await again(before)).status, (await again(before + 1)).status]).toEqual([409, 200]);
  });
});

const newer = (): Client => store.newer(scene.admin);

test('two writes within one millisecond that the older form does not show leave different tags', async () => {
  const now = () => new Date('2026-02-03T10:15:00.000Z');
  const desk = deskOf(store.db, adminViewer, { now });
  const { number } = await desk.create({ lineItems: [] });
  const replies: Reply[] = [];
  for (const specialInstructions of ['Ring once.', 'Ring twice.']) {
    await desk.update(number, { specialInstructions });
    replies.push(await store.older(scene.admin).get(`/api/orders/${number}`));
  }
  const [first, second] = replies;
  expect(first?.text).toBe(second?.text);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(replies.map(tagOf)).size).toBe(2);
});
const instruct = { order: { special_instructions: 'Ring twice.' } };

describe.each(['newer', 'older'] as const)('in the %s format', (form) => {
  const client = () => store[form](scene.admin);

  test("somebody else's sale refuses no write of an order, but one of the variant", async () => {
    const { permalink, variantId } = await scene.goods();
    const body = { order: { line_items: [{ variant_id: variantId, quantity: 1 }] } };
    const [own, other] = [
      await newer().post('/api/orders', { body }),
      await newer().post('/api/orders', { body }),
    ].map((reply) => `/api/orders/${(reply.body as { number: string }).number}`);
    const path = String(own);
    const line = `${path}/line_items/${String(
      ((await newer().get(path)).body as { line_items: { id: number }[] }).line_items[0]?.id,
    )}`;
    const variant = `/api/products/${permalink}/variants/${String(variantId)}`;
    const before = [
      await client().get(path),
      await client().get(line),
      await client().get(variant),
    ];
    expect((await newer().put(`${String(other)}/event?e=complete`)).status).toBe(200);
    const after = [await client().get(path), await client().get(line), await client().get(variant)];
    expect(after.map(({ text }, place) => text === before[place]?.text)).toEqual([
      false,
      false,
      false,
    ]);
    const [order = '', item = '', stale = ''] = before.map(tagOf);
    expect(after.map(tagOf)).toEqual([order, item, expect.not.stringMatching(`^${stale}$`)]);
    expect((await client().get(path, { headers: { 'if-none-match': order } })).status).toBe(304);
    const statuses = [
      await client().put(variant, { body: { variant: { weight: 1 } }, ...ifMatch(stale) }),
      await client().put(line, { body: { line_item: { quantity: 2 } }, ...ifMatch(item) }),
      await client().put(path, { body: { order: { email: 'a@b.test' } }, ...ifMatch(order) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([412, 200, 412]);
  });
});

test('events, checkout steps and deletions depend on the tag of their record', async () => {
  const { number, lineId } = await scene.cart();
  const order = `/api/orders/${number}`;
  const line = `${order}/line_items/${String(lineId)}`;
  const tags = {
    order: tagOf(await newer().get(order)),
    line: tagOf(await newer().get(line)),
  };
  await newer().put(line, { body: { line_item: { quantity: 3 } } });
  const before = await readState(store.db);
  const acts: readonly (readonly [method: 'put' | 'delete', path: string, tag: string])[] = [
    ['put', `${order}/event?e=next`, tags.order],
    ['put', `${order}/cancel`, tags.order],
    ['put', `${order}/empty`, tags.order],
    ['put', `/api/checkouts/${number}`, tags.order],
    ['put', `/api/checkouts/${number}/next`, tags.order],
    ['put', `/api/checkouts/${number}/advance`, tags.order],
    ['delete', line, tags.line],
  ];
  for (const [method, path, tag] of acts) {
    expect([path, (await newer()[method](path, ifMatch(tag))).status]).toEqual([path, 412]);
  }
  expect(await readState(store.db)).toEqual(before);
  const now = { order: tagOf(await newer().get(order)), line: tagOf(await newer().get(line)) };
  const moved = await newer().put(`/api/checkouts/${number}/next`, ifMatch(now.order));
  const deleted = await newer().delete(line, ifMatch(now.line));
  expect([moved.status, deleted.status]).toEqual([200, 204]);
});

test('a write of a shipment that the path does not name depends on the tag of its order', async () => {
  const { number } = await scene.sold();
  const path = `/api/orders/${number}/shipments`;
  const tag = tagOf(await newer().get(`/api/orders/${number}`));
  const body = (tracking: string) => ({ shipment: { tracking } });
  const first = await newer().put(path, { body: body('1Z1'), ...ifMatch(tag) });
  const second = await newer().put(path, { body: body('1Z2'), ...ifMatch(tag) });
  expect([first.status, second.status]).toEqual([200, 412]);
});

test('one current tag among several is enough; a weak one and the one of the other form are none', async () => {
  const { number } = await scene.cart();
  const path = `/api/orders/${number}`;
  const tag = tagOf(await newer().get(path));
  const other = tagOf(await store.older(scene.admin).get(path));
  const before = await readState(store.db);
  for (const header of [`W/${tag}`, other, '"", "another"', tag.slice(1, -1), '']) {
    const reply = await newer().put(path, { body: instruct, ...ifMatch(header) });
    expect([header, reply.status]).toEqual([header, 412]);
  }
  expect(await readState(store.db)).toEqual(before);
  const reply = await newer().put(path, { body: instruct, ...ifMatch(`"another" , ${tag}`) });
  expect(reply.status).toBe(200);
});

test('an asterisk matches what exists; what does not exist is missing', async () => {
  const { number } = await scene.cart();
  const found = await newer().put(`/api/orders/${number}`, { body: instruct, ...ifMatch('*') });
  const missing = await newer().put('/api/orders/R0', { body: instruct, ...ifMatch('*') });
  const tagged = await newer().put('/api/orders/R0', { body: instruct, ...ifMatch('"x"') });
  expect([found.status, missing.status, tagged.status]).toEqual([200, 404, 404]);
});

test('callers who may not write are told so, whatever ETag they send', async () => {
  const { number } = await scene.cart();
  const path = `/api/orders/${number}`;
  const reader = await store.account('reader', ['orders_read']);
  const tag = tagOf(await store.newer(reader).get(path));
  const before = await readState(store.db);
  for (const header of [tag, '"another"']) {
    const reply = await store.newer(reader).put(path, { body: instruct, ...ifMatch(header) });
    expect(reply.status).toBe(401);
  }
  expect((await store.anonymous.put(path, { body: instruct, ...ifMatch(tag) })).status).toBe(401);
  expect(await readState(store.db)).toEqual(before);
});

test('making a record depends on no tag', async () => {
  const reply = await newer().post('/api/orders', { body: {}, ...ifMatch('"any"') });
  expect(reply.status).toBe(201);
});

test('a stale lock_version is a conflict, with the right tag too', async () => {
  const { number } = await scene.cart();
  const path = `/api/orders/${number}`;
  const tag = tagOf(await newer().get(path));
  const body = { order: { lock_version: 99 } };
  const replies = [
    await newer().put(path, { body }),
    await newer().put(path, { body, ...ifMatch(tag) }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([409, 409]);
});

test('every route that changes a record finds the record whose tag it depends on', () => {
  const records = recordsOf(routes);
  const without = routes.filter((route) => changesRecord(route) && !records.has(route));
  expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
