import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { forgetExpiredKeys } from '../../schema/index.ts';
import { keepLog } from '../gateway/support.ts';
import { createClient, keyHeader } from '../support/clients.ts';
import type { Client, Reply } from '../support/clients.ts';
import { rivalsOf } from '../support/property.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { readState } from './database-state.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

const forms = ['older', 'newer'] as const;

let store: Store;
let scene: Scene;
let variantId: number;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  ({ variantId } = await scene.goods({ onHand: 500 }));
});

afterAll(() => store.close());

const newer = (): Client => store.newer(scene.admin);
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const cartOf = (quantity: number) => ({
  order: { line_items: [{ variant_id: variantId, quantity }] },
});
const replayed = ({ headers }: Reply): string | null => headers.get('idempotency-replayed');
const numberOf = ({ body }: Reply): string => (body as { number: string }).number;
const rowsOf = (key: string) => store.db.idempotencyKey.findMany({ where: { key } });

const reused = { error: 'The Idempotency-Key was used for another request.' };
const malformed = { error: 'The Idempotency-Key must be 1 to 255 printable characters.' };

test('of concurrent uses of one key one creates an order, the others get its response', async () => {
  const orders = await store.db.order.count();
  const ask = () => newer().post('/api/orders', { body: cartOf(1), ...keyed('fifty') });
  const replies = await Promise.all(Array.from({ length: rivalsOf(50) }, ask));
  // A request that waited too long for its turn was told to retry.
  const late = replies.filter(({ status }) => status === 409 || status === 503);
  expect(late.every(({ headers }) => headers.has('retry-after'))).toBe(true);
  const told = replies.filter((reply) => !late.includes(reply));
  const [first] = told.filter((reply) => replayed(reply) === null);
  expect(told.filter((reply) => replayed(reply) === null)).toHaveLength(1);
  const answers = new Set(told.map(({ status, text }) => `${String(status)} ${text}`));
  expect([...answers]).toEqual([`201 ${String(first?.text)}`]);
  const again = await ask();
  expect([again.text, replayed(again)]).toEqual([first?.text, 'true']);
  expect(await store.db.order.count()).toBe(orders + 1);
});

describe.each(forms)('in the %s format', (form) => {
  const client = (): Client => store[form](scene.admin);

  test('a record with a long list is sent in parts after its write, with its ETag, and told again', async () => {
    const lines = Array.from({ length: 201 }, () => ({ variant_id: variantId, quantity: 1 }));
    const made = await store.older(scene.admin).post('/api/orders', {
      body: { order: { line_items: lines } },
    });
    const { number } = (made.body as { order: { number: string } }).order;
    const path = `/api/orders/${number}`;
    const put = (email: string, headers: Record<string, string>) =>
      client().put(path, { body: { order: { email } }, headers });
    const key = `long-${form}`;
    const first = await put('ann@store.example', { 'idempotency-key': key });
    const read = await client().get(path);
    const told = [200, read.text, read.headers.get('etag'), 'chunked'];
    const tellingOf = ({ status, text, headers }: Reply) => [
      status,
      text,
      headers.get('etag'),
      headers.get('transfer-encoding'),
    ];
    expect(tellingOf(first)).toEqual(told);
    expect(await rowsOf(key)).toMatchObject([{ status: 200, body: null, bodyLeftOut: true }]);
    const again = await put('ann@store.example', { 'idempotency-key': key });
    expect([...tellingOf(again), replayed(again)]).toEqual([...told, 'true']);
    const current = await put('bob@store.example', { 'if-match': first.headers.get('etag') ?? '' });
    expect(tellingOf(current)).toEqual(tellingOf(await client().get(path)));
    const stale = await put('eve@store.example', { 'if-match': first.headers.get('etag') ?? '' });
    expect(stale.status).toBe(412);
  });

  test('a repeated request is answered as the first time, and nothing is done', async () => {
    const { number, lineId } = await scene.cart();
    const path = `/api/orders/${number}/line_items`;
    const requests: readonly (() => Promise<Reply>)[] = [
      () =>
        client().post(path, {
          body: { line_item: { variant_id: variantId, quantity: 1 } },
          ...keyed(`add-${form}`),
        }),
      () =>
        client().put(`/api/orders/${number}`, {
          body: { order: { email: 'ann@store.example' } },
          ...keyed(`put-${form}`),
        }),
      () =>
        client().patch(`/api/orders/${number}`, {
          body: { order: { email: 'bob@store.example' } },
          ...keyed(`patch-${form}`),
        }),
      () => client().delete(`${path}/${String(lineId)}`, keyed(`delete-${form}`)),
      () => client().put(`/api/orders/${number}/event?e=complete`, keyed(`event-${form}`)),
    ];
    const shown = ({ status, text, headers }: Reply) => ({
      status,
      text,
      etag: headers.get('etag'),
      location: headers.get('location'),
    });
    const first: Reply[] = [];
    for (const request of requests) first.push(await request());
    expect(first.map(({ status }) => status)).toEqual([201, 200, 200, 204, 200]);
    expect(first.map(replayed)).toEqual([null, null, null, null, null]);
    const before = await readState(store.db);
    const second: Reply[] = [];
    for (const request of requests) second.push(await request());
    expect(second.map(replayed)).toEqual(['true', 'true', 'true', 'true', 'true']);
    expect(second.map(shown)).toEqual(first.map(shown));
    expect(await readState(store.db)).toEqual(before);
  });

  test('the keys of an object in another order are the same request', async () => {
    const key = `order-${form}`;
    const variant_id = cartOf(1).order.line_items[0]?.variant_id;
    const one = { order: { email: 'a@b.test', line_items: [{ variant_id, quantity: 1 }] } };
    const other = { order: { line_items: [{ quantity: 1, variant_id }], email: 'a@b.test' } };
    const first = await client().post('/api/orders', { body: one, ...keyed(key) });
    const before = await readState(store.db);
    const second = await client().post('/api/orders', { body: other, ...keyed(key) });
    expect([second.status, replayed(second), second.text]).toEqual([201, 'true', first.text]);
    const swapped = { order: { line_items: [{ quantity: variant_id, variant_id: 1 }] } };
    const third = await client().post('/api/orders', { body: swapped, ...keyed(key) });
    expect([third.status, third.body]).toEqual([422, reused]);
    expect(await readState(store.db)).toEqual(before);
  });

  test('Decision T25: a checkout step that is refused adds its lines once, however often it is sent', async () => {
    const { number } = await scene.cart();
    const path = `/api/checkouts/${number}`;
    expect((await client().put(path, { body: {} })).status).toBe(200);
    const send = (key: string) =>
      client().put(path, { body: cartOf(2), ...keyed(`${key}-${form}`) });
    const first = await send('step');
    expect([first.status, replayed(first)]).toEqual([422, null]);
    const quantityOf = async (): Promise<number> =>
      Number((await store.db.order.findUniqueOrThrow({ where: { number } })).totalQuantity);
    const before = await quantityOf();
    const state = await readState(store.db);
    const second = await send('step');
    expect([second.status, replayed(second), second.text]).toEqual([422, 'true', first.text]);
    expect(await readState(store.db)).toEqual(state);
    expect((await send('another-step')).status).toBe(422);
    expect(await quantityOf()).toBe(before + 2);
  });

  test('a stored refusal whose body was left out is told without its reasons (A27, N62)', async () => {
    const { number } = await scene.cart();
    const path = `/api/checkouts/${number}`;
    await client().put(path, { body: {} });
    const key = `step-too-large-${form}`;
    const order = { special_instructions: 'Knock.' };
    const send = () => client().put(path, { body: { order }, ...keyed(key) });
    expect((await send()).status).toBe(422);
    await store.db.idempotencyKey.updateMany({
      where: { key },
      data: { body: null, bodyLeftOut: true },
    });
    const before = await readState(store.db);
    const again = await send();
    expect([again.status, replayed(again), again.body]).toEqual([
      422,
      'true',
      { error: 'The request was refused before. Its response was not stored.' },
    ]);
    expect(await readState(store.db)).toEqual(before);
  });

  test('another request under the same key is refused and changes nothing', async () => {
    const key = `another-${form}`;
    await client().post('/api/orders', { body: cartOf(1), ...keyed(key) });
    const before = await readState(store.db);
    const others = [
      () => client().post('/api/orders', { body: cartOf(2), ...keyed(key) }),
      () => client().post('/api/orders?x=1', { body: cartOf(1), ...keyed(key) }),
      () => client().post('/api/orders.json', { body: cartOf(1), ...keyed(key) }),
      () => client().put('/api/orders/R1', { body: cartOf(1), ...keyed(key) }),
    ];
    for (const ask of others) {
      const reply = await ask();
      expect([reply.status, reply.body]).toEqual([422, reused]);
    }
    expect(await readState(store.db)).toEqual(before);
  });

  test('a key that is none is refused, after missing rights', async () => {
    const before = await readState(store.db);
    for (const key of ['', 'k'.repeat(256), 'clé', 'tab\there']) {
      const reply = await client().post('/api/orders', { body: cartOf(1), ...keyed(key) });
      expect([reply.status, reply.body]).toEqual([400, malformed]);
    }
    const suffix = form === 'older' ? '.json' : '';
    const nobody = await store.anonymous.post(`/api/orders${suffix}`, { body: {}, ...keyed('') });
    expect(nobody.status).toBe(401);
    expect(await readState(store.db)).toEqual(before);
    const longest = await client().post('/api/orders', {
      body: {},
      ...keyed(form.padEnd(255, 'k')),
    });
    expect(longest.status).toBe(201);
  });
});

test('the same request in the other form is another request', async () => {
  await newer().post('/api/orders', { body: cartOf(1), ...keyed('forms') });
  const reply = await store.older(scene.admin).post('/api/orders', {
    body: cartOf(1),
    ...keyed('forms'),
  });
  expect([reply.status, reply.body]).toEqual([422, reused]);
});

describe('safety 18: an answer that is too large to be kept is read anew (N62)', () => {
  const instructions = 'x'.repeat(65_535);
  const make = (key: string) =>
    newer().post('/api/orders', {
      body: { order: { special_instructions: instructions } },
      ...keyed(key),
    });
  const specialInstructions = ({ body }: Reply) =>
    (body as { special_instructions: string | null }).special_instructions;

  test('and nothing is done: the record that came to be, as it is then', async () => {
    const first = await make('large');
    expect(first.status).toBe(201);
    expect((await rowsOf('large')).map(({ body }) => body)).toEqual([null]);
    const orders = await store.db.order.count();
    const second = await make('large');
    expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true']);
    for (const header of ['location', 'etag']) {
      expect(second.headers.get(header)).toBe(first.headers.get(header));
    }
    await newer().put(`/api/orders/${numberOf(first)}`, {
      body: { order: { special_instructions: 'Ring twice.' } },
    });
    expect(specialInstructions(await make('large'))).toBe('Ring twice.');
    expect(await store.db.order.count()).toBe(orders);
  });

  test('also if the addresses of the store begin with a path', async () => {
    const shop = await openStore({ publicUrl: 'https://store.example/shop' });
    try {
      const client = shop.newer(await shop.account('admin', ['admin']));
      const body = { order: { special_instructions: instructions } };
      const ask = () => client.post('/api/orders.json', { body, ...keyed('large-shop') });
      const replies = [await ask(), await ask()];
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect(replies.map(replayed)).toEqual([null, 'true']);
      expect(replies[1]?.text).toBe(replies[0]?.text);
      expect(await shop.db.order.count()).toBe(1);
    } finally {
      await shop.close();
    }
  });

  test('and the record that was changed', async () => {
    const { number } = await scene.cart();
    const write = (headers: Readonly<Record<string, string>> = {}) =>
      newer().put(`/api/orders/${number}`, {
        body: { order: { special_instructions: instructions } },
        headers: { ...keyed('large-put').headers, ...headers },
      });
    const replies = [await write(), await write(), await write({ 'If-None-Match': '*' })];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.map(replayed)).toEqual([null, 'true', 'true']);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });

  test('a product or variant by its id, whoever has its permalink since', async () => {
    const create = (key: string) =>
      newer().post('/api/products', {
        body: { product: { name: 'Large Mug', permalink: 'large-mug', price: '9' } },
        ...keyed(key),
      });
    const first = await create('large-product');
    const { id } = first.body as { id: number };
    const path = '/api/products/large-mug';
    const addVariant = () =>
      newer().post(`${path}/variants`, { body: { variant: { sku: 'LM' } }, ...keyed('large-sku') });
    const rename = () =>
      newer().put(path, {
        body: { product: { permalink: 'large-cup' } },
        ...keyed('large-rename'),
      });
    const done = [first, await addVariant(), await rename()];
    expect(done.map(({ status }) => status)).toEqual([201, 201, 200]);
    const keys = ['large-product', 'large-sku', 'large-rename'];
    await store.db.idempotencyKey.updateMany({
      where: { key: { in: keys } },
      data: { body: null, bodyLeftOut: true },
    });
    expect((await create('large-other')).status).toBe(201);
    const again = [await create('large-product'), await addVariant(), await rename()];
    expect(again.map(({ status }) => status)).toEqual([201, 201, 200]);
    expect(again.map(({ body }) => (body as { id: number }).id)).toEqual([
      id,
      (done[1]?.body as { id: number }).id,
      id,
    ]);
    for (const { headers } of [...done, ...again]) expect(headers.has('kept-path')).toBe(false);
  });

  test('a record that was deleted is missing', async () => {
    const number = numberOf(await make('large-gone'));
    await store.db.order.delete({ where: { number } });
    expect((await make('large-gone')).status).toBe(404);
  });
});

test('how the JSON of a body is set does not count', async () => {
  const text = JSON.stringify(cartOf(1));
  const post = (body: string) =>
    newer().post('/api/orders', {
      body,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'spaces' },
    });
  const first = await post(text);
  const second = await post(text.replaceAll(',', ' ,\n'));
  expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
});

test('the key of another caller is another key', async () => {
  const key = keyed('shared');
  const ask = (client: Client) => client.post('/api/orders', { body: cartOf(1), ...key });
  const replies = [
    await ask(store.newer(scene.ann)),
    await ask(store.newer(scene.bob)),
    await ask(store.newer(scene.ann)),
  ];
  expect(replies.map(replayed)).toEqual([null, null, 'true']);
  const [anns, bobs, annsAgain] = replies.map(numberOf);
  expect([anns === bobs, anns === annsAgain]).toEqual([false, true]);
});

test('the holder of an order token has separate keys', async () => {
  const one = await scene.cart();
  const other = await scene.cart();
  const ask = ({ number, token }: typeof one, quantity: number) =>
    store.client({ 'x-serviceordertoken': token }).post(`/api/orders/${number}/line_items`, {
      body: { line_item: { variant_id: variantId, quantity } },
      ...keyed('holder'),
    });
  const replies = [await ask(one, 1), await ask(one, 1), await ask(other, 1), await ask(one, 2)];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 422]);
  expect(replies.map(replayed)).toEqual([null, 'true', null, null]);
  const principals = (await rowsOf('holder')).map(({ principal }) => principal);
  expect(principals).toHaveLength(2);
  for (const { token } of [one, other]) expect(principals.join()).not.toContain(token);
});

test('a refused request that changed nothing keeps no key, so the same request runs again', async () => {
  const { number } = await scene.cart();
  await newer().put(`/api/checkouts/${number}/next`);
  const step = () => newer().put(`/api/checkouts/${number}/next`, keyed('refused-step'));
  const approve = () => newer().put(`/api/orders/${number}/event?e=return`, keyed('refused'));
  const wrong = () =>
    newer().put(`/api/orders/${number}`, {
      body: { order: { email: 'none' } },
      ...keyed('invalid'),
    });
  const missing = () => newer().put('/api/orders/R0', keyed('missing'));
  const before = await readState(store.db);
  for (const ask of [approve, wrong, missing, step]) {
    const replies = [await ask(), await ask()];
    expect(replies.map(replayed)).toEqual([null, null]);
    expect(replies[0]?.status).toBeGreaterThanOrEqual(404);
    expect(replies[1]?.text).toBe(replies[0]?.text);
  }
  expect(await readState(store.db)).toEqual(before);
  await newer().put(`/api/orders/${number}`, { body: { order: { email: 'ann@store.example' } } });
  const body = { order: { email: 'bob@store.example' } };
  expect((await newer().put(`/api/orders/${number}`, { body, ...keyed('invalid') })).status).toBe(
    200,
  );
});

test('a fault after the claim leaves no key and no order', async () => {
  // A response that cannot be stored makes storing fail, after the order was created.
  await store.db.$executeRawUnsafe(
    `ALTER TABLE idempotency_keys ADD CONSTRAINT broken CHECK (key <> 'broken' OR status IS NULL)`,
  );
  const before = await readState(store.db);
  const reply = await newer().post('/api/orders', { body: cartOf(1), ...keyed('broken') });
  expect([reply.status, reply.body]).toEqual([500, { error: 'Internal server error' }]);
  expect(await readState(store.db)).toEqual(before);
  await store.db.$executeRawUnsafe('ALTER TABLE idempotency_keys DROP CONSTRAINT broken');
  const again = await newer().post('/api/orders', { body: cartOf(1), ...keyed('broken') });
  expect([again.status, replayed(again)]).toEqual([201, null]);
});

test('a store that was started anew still knows the keys', async () => {
  const ask = (url: string) =>
    createClient(url, keyHeader(scene.admin.key)).post('/api/orders', {
      body: cartOf(1),
      ...keyed('restart'),
    });
  const first = await ask(store.url);
  const another = await store.restarted();
  try {
    const second = await ask(another.url);
    expect([second.text, replayed(second)]).toEqual([first.text, 'true']);
  } finally {
    await another.close();
  }
});

test('the log contains nothing of stored responses', async () => {
  const { log, text } = keepLog('trace');
  const another = await store.restarted(log);
  try {
    const client = createClient(another.url, keyHeader(scene.ann.key));
    const ask = () => client.post('/api/orders', { body: cartOf(1), ...keyed('secret') });
    const { token } = (await ask()).body as { token: string };
    expect(replayed(await ask())).toBe('true');
    const reuse = await client.post('/api/orders', { body: cartOf(2), ...keyed('secret') });
    expect(reuse.status).toBe(422);
    expect([text().includes('"status":201'), text().includes(token)]).toEqual([true, false]);
  } finally {
    await another.close();
  }
});

test('reads take no notice of a key', async () => {
  const { number } = await scene.cart();
  const reply = await newer().get(`/api/orders/${number}`, keyed(''));
  expect([reply.status, replayed(reply)]).toEqual([200, null]);
});

test("a key and an ETag together: the key's response is returned, whatever the ETag is by now", async () => {
  const { number } = await scene.cart();
  const path = `/api/orders/${number}`;
  const tag = (await newer().get(path)).headers.get('etag') ?? '';
  const put = (key: string) =>
    newer().put(path, {
      body: { order: { special_instructions: 'Ring twice.' } },
      headers: { 'if-match': tag, 'idempotency-key': key },
    });
  const replies = [await put('tagged'), await put('tagged'), await put('tagged-later')];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 412]);
  expect(replies.map(replayed)).toEqual([null, 'true', null]);
  expect(await rowsOf('tagged-later')).toEqual([]);
});

test('a key is forgotten after 24 hours, and then cleaned away', async () => {
  const ask = () => newer().post('/api/orders', { body: cartOf(1), ...keyed('old') });
  const first = await ask();
  const [kept] = await rowsOf('old');
  const hours = (Number(kept?.expiresAt) - Number(kept?.createdAt)) / 3_600_000;
  expect(hours).toBe(24);
  const expire = () =>
    store.db.idempotencyKey.updateMany({
      where: { key: 'old' },
      data: { expiresAt: new Date(Date.now() - 60_000) },
    });
  await expire();
  const second = await ask();
  expect([replayed(second), numberOf(first) === numberOf(second)]).toEqual([null, false]);
  const living = await store.db.idempotencyKey.count();
  await expire();
  expect(await forgetExpiredKeys(store.db, 500)).toBe(1);
  expect(await rowsOf('old')).toEqual([]);
  expect(await store.db.idempotencyKey.count()).toBe(living - 1);
  expect(await forgetExpiredKeys(store.db, 500)).toBe(0);
});
