import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { FairQueue } from '../../prisma/shares/fair-queue.ts';
import { shareFigures } from '../../prisma/shares/shares.ts';
import { openTestDatabase } from '../support/database.ts';
import { deskOf } from '../support/orders.ts';
import { adminViewer } from '../support/graphql.ts';
import { withClockAhead } from '../support/process-clock.ts';
import { makeVariant } from '../support/records.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';

let database: Database;
let store: Store;
let ann: Account;
let bob: Account;
let isWatched = false;
const sent: string[] = [];
let most = { connections: 0, waiting: 0, ofRecord: 0 };

/** Records how many statements and transactions of callers run and wait whenever another is sent. */
function watch(): void {
  const figures = shareFigures(database.client);
  if (figures === undefined) throw new Error('The database is not shared out.');
  const { connection, record, write } = figures;
  most = {
    connections: Math.max(most.connections, connection.running),
    waiting: Math.max(most.waiting, connection.waiting),
    // the only connection runs one write: the others wait for their turn before they ask for a record
    ofRecord: Math.max(most.ofRecord, (database.kind === 'server' ? record : write).waiting),
  };
}

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => {
      sent.push(sql);
      if (isWatched) watch();
    },
  });
  store = await openStore({ database });
  ann = await store.account('ann', ['admin']);
  bob = await store.account('bob', ['admin']);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

/** A quarter of the pool's sixteen, or the only connection. */
const quarter = (): number => (database.kind === 'server' ? 4 : 1);

const dear = `{ ${Array.from({ length: 15 }, (_, place) => `q${String(place)}: orders(page: ${String(place + 1)}) { totalCount nodes { id number lineItems { id } } }`).join(' ')} }`;

const askDear = ({ key }: Account) =>
  store.client({ 'x-serviceapikey': key }).post('/graphql', { body: { query: dear } });

describe('A share of the database for each caller', () => {
  test('one request with fifteen aliases has a quarter of the connections at most (safety 9)', async () => {
    isWatched = true;
    const { status, body } = await askDear(ann);
    isWatched = false;
    expect([status, Object.keys((body as { data: object }).data).length]).toEqual([200, 15]);
    expect(most.connections).toBeLessThanOrEqual(quarter());
    expect(most.waiting).toBeGreaterThan(0);
    // the accounts were created as background work, with its own quarter
    expect(database.connections().open).toBeLessThanOrEqual(2 * quarter());
  });

  test('another caller is answered before most of forty dear requests (safety 14)', async () => {
    const order: string[] = [];
    const crowd = Array.from({ length: 40 }, async () => {
      const { status } = await askDear(ann);
      order.push(`ann ${String(status)}`);
    });
    const one = await store.newer(bob).get('/api/orders');
    order.push(`bob ${String(one.status)}`);
    await Promise.all(crowd);
    expect(new Set(order)).toEqual(new Set(['ann 200', 'bob 200']));
    expect(order.indexOf('bob 200')).toBeLessThan(20);
    const nobody = { running: 0, waiting: 0 };
    expect(shareFigures(database.client)).toMatchObject({ connection: nobody, write: nobody });
  });
});

describe('Order tokens of one address (N40)', () => {
  /** A queue that records who enters. */
  class NotingQueue extends FairQueue {
    readonly callers: string[] = [];
    override enter(caller: string): Promise<void> | undefined {
      this.callers.push(caller);
      return super.enter(caller);
    }
  }

  test('are one caller, with one quarter of the connections', async () => {
    const rules = {
      width: Number.POSITIVE_INFINITY,
      share: 16,
      stallMs: 10_000,
      patienceMs: 25_000,
    };
    const requests = new NotingQueue(rules);
    const shop = await openStore({ database, parts: { requests } });
    const carts = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body } = await shop.newer(ann).post('/api/orders', { body: { order: {} } });
        return body as { readonly number: string; readonly token: string };
      }),
    );
    expect(new Set(requests.callers)).toEqual(new Set([`user:${String(ann.id)}`]));
    requests.callers.length = 0;
    const readAll = () =>
      Promise.all(
        carts.map(({ number, token }) =>
          shop.client({ 'x-serviceordertoken': token }).get(`/api/orders/${number}`),
        ),
      );
    // after the first time the tokens are known to this process
    await readAll();
    most = { connections: 0, waiting: 0, ofRecord: 0 };
    isWatched = true;
    const answers = await readAll();
    isWatched = false;
    await shop.close();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(requests.callers).toEqual([
      ...Array<string>(8).fill('strangers of network:127.0.0.1'),
      ...Array<string>(8).fill('network:127.0.0.1'),
    ]);
    expect(most.connections).toBeLessThanOrEqual(quarter());
  });
});

describe('A long page (N46, safety 14)', () => {
  test('has the same content and headers while others use the store, and is read in parts', async () => {
    const variants = Array.from({ length: 230 }, () => makeVariant(database.client));
    await Promise.all(variants);
    const path = '/api/variants?per_page=500&q[s]=id+desc&q[id_gt]=3';
    const longest: number[] = [];
    const read = async () => {
      sent.length = 0;
      const { status, text, headers } = await store.newer(ann).get(path);
      longest.push(sent.filter((sql) => sql.includes('"variants"')).length);
      const told = ['X-Total-Count', 'Link'].map((name) => headers.get(name));
      return { status, text, told };
    };
    await store.newer(ann).get('/api/variants?per_page=1');
    // nobody else asked within the last second
    const alone = await withClockAhead(1_100, read);
    expect(alone.status).toBe(200);
    expect((JSON.parse(alone.text) as { count: number }).count).toBeGreaterThan(200);
    const [whole = 0] = longest;
    // on a busy machine the other caller may have asked too long ago
    for (let tries = 0; tries < 50 && (longest.at(-1) ?? 0) < whole + 3; tries += 1) {
      await store.newer(bob).get('/api/variants?per_page=1');
      expect(await read()).toEqual(alone);
    }
    expect(longest.at(-1)).toBeGreaterThanOrEqual(whole + 3);
  });

  test('is refused as ever while others use the store', async () => {
    const customer = await store.account('carl');
    for (const path of ['/api/orders?per_page=400', '/api/variants?per_page=400&q[id_gt]=x']) {
      const alone = await store.newer(customer).get(path);
      await store.newer(bob).get('/api/variants?per_page=1');
      const shared = await store.newer(customer).get(path);
      expect([shared.status, shared.body]).toEqual([alone.status, alone.body]);
      expect(shared.status).toBeGreaterThanOrEqual(400);
    }
  });
});

describe('Writes of one order (safety 15)', () => {
  test('wait for each other outside of the database, with and without an Idempotency-Key', async () => {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 50 });
    const { number } = await desk.cartOf([variantId, 1]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        store.newer(place % 2 === 0 ? ann : bob).post(`/api/orders/${number}/line_items`, {
          body: { line_item: { variant_id: Number(variantId), quantity: 1 } },
          ...(place % 3 === 0 && { headers: { 'idempotency-key': `add-${String(place)}` } }),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { lineItems } = await desk.read(number);
    expect(lineItems).toMatchObject([{ quantity: 13 }]);
    const nobody = { running: 0, waiting: 0 };
    expect(shareFigures(database.client)).toMatchObject({ write: nobody, record: nobody });
  });

  test('safety 15: twelve writes of one order wait by its record, and one of another order is done before most of them', async () => {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 50 });
    const [one, other] = [
      await desk.cartOf([variantId, 1]),
      await desk.cartOf([variantId, 1]),
    ] as const;
    const ended: string[] = [];
    const write = async (by: Account, number: string, place: number): Promise<void> => {
      const body = { order: { special_instructions: `note ${String(place)}` } };
      const { status } = await store.newer(by).put(`/api/orders/${number}`, { body });
      ended.push(`${number} ${String(status)}`);
    };
    most = { connections: 0, waiting: 0, ofRecord: 0 };
    isWatched = true;
    const crowd = Array.from({ length: 12 }, (_, place) => write(ann, one.number, place));
    await Promise.all([...crowd, write(bob, other.number, 12)]);
    isWatched = false;
    expect(new Set(ended)).toEqual(new Set([`${one.number} 200`, `${other.number} 200`]));
    expect(most.ofRecord).toBeGreaterThan(0);
    expect(ended.indexOf(`${other.number} 200`)).toBeLessThan(6);
  });
});
