import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { patiently } from '../support/waiting.ts';
import { inWrite } from '../../schema/write.ts';
import { keyHeader } from '../support/clients.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { withClockAhead } from '../support/process-clock.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

let store: Store;
let number: string;
/** How many callers were looked up. */
let lookUps = 0;

beforeAll(async () => {
  store = await openStore({
    onStatement: (sql) => {
      if (sql.includes('"isUseOutdated"')) lookUps += 1;
    },
  });
  const owner = await store.account('owner');
  // so that every other admin may lose the key
  await store.account('last', ['admin']);
  const { body } = await store.newer(owner).post('/api/orders', { body: {} });
  ({ number } = body as { number: string });
});

afterAll(() => store.close());

/** Longer than a caller counts as identified. */
const aWhile = 1_200;

interface Half {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends a request without the end of its body, does something, and sends the end a while later; returns the response. */
async function meanwhile(
  { line, headers, body }: Half,
  act: () => Promise<unknown>,
): Promise<string> {
  const { hostname, port, host } = new URL(store.url);
  const before = lookUps;
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // what was received before is judged
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  const text = JSON.stringify(body);
  const head = {
    Host: host,
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${text.slice(0, -1)}`);
  // the caller is identified before the key ends
  await patiently('the caller is looked up', 300_000, () => Promise.resolve(lookUps > before));
  await setTimeout(200);
  await act();
  await withClockAhead(aWhile, async () => {
    if (!socket.destroyed) socket.write(text.slice(-1));
    await closed;
  });
  return received;
}

const graphql = (query: string, variables: object, headers: Half['headers']): Half => ({
  line: 'POST /graphql',
  headers,
  body: { query, variables },
});
const generateKey = 'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }';
const createUser =
  'mutation { createUser(input: { email: "mallory@store.example", roles: ["admin"] }) { id } }';
const put = (email: string, headers: Half['headers']): Half => ({
  line: `PUT /api/orders/${number}`,
  headers,
  body: { order: { email } },
});

const revoke = ({ id }: Account) =>
  store.ask('mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }', { id });
const disable = ({ id }: Account) =>
  store.ask('mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } } }', { id });
const takeRoles = ({ id }: Account) =>
  store.ask(
    'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: [] }) { user { id } } }',
    { id },
  );

const keysOf = ({ id }: Account) => store.db.apiKey.count({ where: { userId: id } });
const emailOf = async () =>
  (await store.db.order.findUniqueOrThrow({ where: { number }, select: { email: true } })).email;

describe('of a request whose body ends after its key did nothing is done (A8)', () => {
  test('a revoked key makes no new key', async () => {
    const admin = await store.account('maker', ['admin']);
    const half = graphql(generateKey, { id: admin.id }, keyHeader(admin.key));
    const answer = await meanwhile(half, () => revoke(admin));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('invalid_key');
    expect(await keysOf(admin)).toBe(1);
  });

  test('a revoked key writes no order', async () => {
    const admin = await store.account('writer', ['admin']);
    const answer = await meanwhile(put('a@store.example', keyHeader(admin.key)), () =>
      revoke(admin),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('invalid_key');
    expect(await emailOf()).not.toBe('a@store.example');
  });

  test('a disabled user writes no order, and the Idempotency-Key stays free', async () => {
    const admin = await store.account('keyed', ['admin']);
    const headers = { ...keyHeader(admin.key), 'Idempotency-Key': 'meanwhile' };
    const answer = await meanwhile(put('b@store.example', headers), () => disable(admin));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await emailOf()).not.toBe('b@store.example');
    expect(await store.db.idempotencyKey.count({ where: { key: 'meanwhile' } })).toBe(0);
  });

  test('a browser that signed out makes no key', async () => {
    const admin = await store.account('browser', ['admin']);
    const page = { 'X-Session': 'page' };
    const signedIn = await store.client({ ...page, ...keyHeader(admin.key) }).post('/session');
    const [Cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const half = graphql(generateKey, { id: admin.id }, { ...page, Cookie });
    const answer = await meanwhile(half, () =>
      store.client({ ...page, Cookie }).delete('/session'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await keysOf(admin)).toBe(1);
  });

  test('who lost the roles makes no admin', async () => {
    const admin = await store.account('demoted', ['admin']);
    const half = graphql(createUser, {}, keyHeader(admin.key));
    const answer = await meanwhile(half, () => takeRoles(admin));
    expect(answer).toContain('insufficient_rights');
    expect(await store.db.user.count({ where: { email: 'mallory@store.example' } })).toBe(0);
  });

  test('who kept the key is served after a slow body', async () => {
    const admin = await store.account('slow', ['admin']);
    const answer = await meanwhile(put('slow@store.example', keyHeader(admin.key)), () =>
      Promise.resolve(),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(await emailOf()).toBe('slow@store.example');
  });
});

test('a write that waited while its user was disabled is 401 and not done (A8)', async () => {
  const admin = await store.account('waiting', ['admin']);
  const client = store.newer(admin);
  const context = {
    db: store.db,
    viewer: adminViewer,
    now: () => new Date(),
    requestId: 'test',
    settings,
  };
  const { id } = await store.db.order.findUniqueOrThrow({ where: { number } });
  expect((await client.get(`/api/orders/${number}`)).status).toBe(200);
  let reply: ReturnType<typeof client.put> | undefined;
  await inWrite(context, async (write) => {
    await write.lockOrders([id]);
    const sent = client.put(`/api/orders/${number}`, {
      body: { order: { email: 'w@store.example' } },
    });
    // by then the caller is looked up, also on a busy machine
    await setTimeout(600);
    reply = withClockAhead(aWhile, () => sent);
    const { tx } = write;
    await tx.user.update({ where: { id: admin.id }, data: { disabledAt: new Date() } });
  });
  expect((await reply)?.status).toBe(401);
  expect(await emailOf()).not.toBe('w@store.example');
});

describe('a stored answer of an Idempotency-Key is not given (L6)', () => {
  const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

  test('once its token was replaced, over REST and GraphQL', async () => {
    const { token } = await store.db.order.findUniqueOrThrow({ where: { number } });
    const holder = store.client({ 'X-ServiceOrderToken': String(token) });
    const rest = () =>
      holder.put(`/api/orders/${number}`, {
        body: { order: { email: 't@store.example' } },
        ...keyed('rest-token'),
      });
    const query =
      'mutation ($number: String!) { updateOrder(by: { number: $number }, input: { email: "g@store.example" }) { order { email } } }';
    const byGraphql = () =>
      holder.post('/graphql', { body: { query, variables: { number } }, ...keyed('gql-token') });
    for (const send of [rest, byGraphql]) {
      expect((await send()).status).toBe(200);
      expect((await send()).headers.get('idempotency-replayed')).toBe('true');
    }
    await store.db.order.update({ where: { number }, data: { token: 'f'.repeat(32) } });
    for (const send of [rest, byGraphql]) {
      const again = await send();
      expect(again.text).toContain('You are not authorized');
      expect(again.text).not.toContain('@store.example');
    }
  });
});
