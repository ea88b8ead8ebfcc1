import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import { restartDelayMs } from '../../gateway/process/crew.ts';
import { findFreePort, patiently } from '../support/waiting.ts';
import { testedKinds } from '../support/database.ts';
import { adminKey, openWorkersStore } from './workers-store.ts';
import type { WorkersStore } from './workers-store.ts';

const keyLimit = 400;

/** Less than how long a process waits for the table of limits, in milliseconds. */
const patienceMs = 240;

describe('WORKERS (Q43)', () => {
  test('the embedded database is one process: more workers are refused', () => {
    expect(() => readConfig({ WORKERS: '2' })).toThrow(
      'WORKERS must be 1 with the embedded database, which only one process can open.',
    );
    const DATABASE_URL = 'postgres://db.example/store';
    expect(readConfig({ WORKERS: '2', DATABASE_URL }).workers).toBe(2);
  });

  test('a worker that ended is started again soon, one that ends young every time later and later', () => {
    expect([0, 1, 2, 3, 6, 60].map(restartDelayMs)).toEqual([
      500, 1_000, 2_000, 4_000, 30_000, 30_000,
    ]);
  });
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** One request on a new connection: the next one goes to another worker. */
async function ask(
  url: string,
  {
    key = adminKey,
    body,
    ...headers
  }: Readonly<{ key?: string; body?: object; idempotencyKey?: string }> = {},
): Promise<Answer> {
  const sent = request(url, {
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'X-ServiceAPIKey': key,
      'Content-Type': 'application/json',
      ...(headers.idempotencyKey !== undefined && { 'Idempotency-Key': headers.idempotencyKey }),
    },
  });
  sent.end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

const times = <Value>(count: number, make: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, make));

const statusesOf = (answers: readonly Answer[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

// workers share one PostgreSQL database
if (testedKinds.includes('server')) {
  describe('two workers on one database (Q43)', () => {
    let store: WorkersStore;

    const graphql = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
      const { body } = await ask(`${store.url}/graphql`, { body: { query } });
      return (JSON.parse(body) as { data: Readonly<Record<string, unknown>> }).data;
    };

    beforeAll(async () => {
      store = await openWorkersStore({
        RATE_LIMIT: `key=${String(keyLimit)}/h,address=1000/h,failures=1000/h`,
      });
    });

    afterAll(() => store.close());

    test('both are up before the banner, and the tables were made once', async () => {
      expect(new Set(store.workerPids()).size).toBe(2);
      expect(store.output().indexOf('worker up')).toBeLessThan(
        store.output().indexOf('The online store is up.'),
      );
      expect(await ask(`${store.url}/readyz`)).toEqual({ status: 200, body: '{"status":"ok"}' });
    });

    test('a write under one Idempotency-Key is carried out once, whichever worker takes it', async () => {
      const order = { body: { order: { email: 'one@buyer.test' } }, idempotencyKey: 'once' };
      const answers = await times(10, () => ask(`${store.url}/api/orders`, order));
      expect(statusesOf(answers)).toEqual({ 201: 10 });
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(await store.database.query('SELECT count(*) AS orders FROM orders')).toEqual([
        { orders: 1n },
      ]);
    });

    test('a revoked key is refused by both within a second', async () => {
      const { createUser } = (await graphql(
        'mutation { createUser(input: {email: "a@b.test", roles: ["orders_read"]}) { id } }',
      )) as { createUser: { id: string } };
      const { generateApiKey } = (await graphql(
        `mutation { generateApiKey(userId: ${createUser.id}) { key } }`,
      )) as { generateApiKey: { key: string } };
      const { key } = generateApiKey;
      const list = () => ask(`${store.url}/api/orders?per_page=1`, { key });
      expect(statusesOf(await times(8, list))).toEqual({ 200: 8 });
      await graphql(`mutation { revokeApiKey(userId: ${createUser.id}) { id } }`);
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      expect(statusesOf(await times(8, list))).toEqual({ 401: 8 });
    });

    test('a killed worker is missed by nobody and started again', async () => {
      const [first] = store.workerPids();
      process.kill(first ?? 0, 'SIGKILL');
      await patiently('its end is known', 300_000, () =>
        Promise.resolve(store.output().includes('a worker ended and is restarted')),
      );
      const statuses = new Set<number>();
      await patiently('a third worker is up', 300_000, async () => {
        statuses.add((await ask(`${store.url}/readyz`)).status);
        return store.workerPids().length === 3;
      });
      expect([...statuses]).toEqual([200]);
    });

    test('a quota holds for both together, and the figures of both are added up', async () => {
      const answers: Answer[] = [];
      /** Those that are answered before a process gives up on the table of limits and counts by itself. */
      const quick: Answer[] = [];
      const list = async (): Promise<void> => {
        const start = performance.now();
        const answer = await ask(`${store.url}/api/countries?per_page=1`);
        answers.push(answer);
        if (performance.now() - start < patienceMs) quick.push(answer);
      };
      // few at once, so that most are quick
      while (answers.length < 2 * keyLimit) await times(8, list);
      const [row] = await store.database.query(
        "SELECT points FROM rate_limits WHERE key LIKE 'key:%' ORDER BY points DESC LIMIT 1",
      );
      // earlier tests used some of them, and returned ones were lost with the killed worker
      const admitted = statusesOf(answers)[200] ?? 0;
      // each by itself would admit twice as many
      expect(statusesOf(quick)[200] ?? 0).toBeLessThanOrEqual(keyLimit);
      expect(admitted).toBeGreaterThan(keyLimit / 2);
      expect(Number(row?.['points'])).toBeGreaterThanOrEqual(keyLimit);
      const { status, body } = await ask(store.metricsUrl);
      expect(status).toBe(200);
      expect(body).toContain(
        `rate_limit_refusals_total{limit="key"} ${String(statusesOf(answers)[429])}`,
      );
      expect(body).toContain('chore_failures_total{chore="forget sessions that are over"} 0');
    });

    /** Starts another store, which must fail, and returns its status and output. */
    const startInVain = async (
      settings: Readonly<Record<string, string>>,
      listen: (told: () => string) => Promise<unknown> = () => Promise.resolve(),
    ) => {
      const failing = store.start(settings);
      let told = '';
      for (const stream of [failing.stdout, failing.stderr]) {
        stream?.on('data', (chunk: Buffer) => (told += chunk.toString()));
      }
      const ended = once(failing, 'close');
      await listen(() => told);
      const [status] = (await ended) as [number];
      return { status, told };
    };

    test('a worker that cannot start is reported once, and none is left', async () => {
      const port = await findFreePort();
      const taken = createServer();
      const { status, told } = await startInVain({ PORT: String(port) }, (output) =>
        store.database.inTurn(async () => {
          await patiently('it waits to prepare the store', 300_000, () =>
            Promise.resolve(output().includes('another process prepares the database')),
          );
          // after the primary process has found it free
          await once(taken.listen(port, '127.0.0.1'), 'listening');
        }),
      );
      taken.close();
      expect(status).toBe(1);
      expect(told.match(/is already in use/g)).toHaveLength(1);
      expect(told).toContain('A worker ended during its start');
    });

    test('documents that no worker could read are refused before there is one', async () => {
      const { status, told } = await startInVain({ PORT: '0', PERSISTED_DOCUMENTS: 'none.json' });
      expect(status).toBe(1);
      expect(told).toContain('PERSISTED_DOCUMENTS is "none.json", which cannot be read: ENOENT');
      expect(told).not.toContain('A worker ended during its start');
    });

    test('SIGTERM stops all of them with status 0', async () => {
      const pids = store.workerPids().slice(1);
      const ended = once(store.child, 'exit');
      store.child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    });
  });
}
