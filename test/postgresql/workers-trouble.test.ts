import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lockOrders, sendAtOnce } from '../../reliability/burst.ts';
import { findLosses } from '../../reliability/losses.ts';
import { send, startBuyers, stockVariant, tallyOf, Witness } from '../../reliability/traffic.ts';
import { patiently } from '../support/waiting.ts';
import { whenWaiting } from '../support/lock-waits.ts';
import {
  adminKey,
  openWorkersStore,
  startOnFreePorts,
  workersUp,
} from '../gateway/workers-store.ts';
import type { WorkersStore } from '../gateway/workers-store.ts';

const key = adminKey;
const inFlight = 50;

/** The process ids of the live children of a process. */
function childrenOf(parent: number | undefined): readonly number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = rows.map((row) => row.trim().split(/ +/).map(Number));
  return pairs.filter(([, ppid]) => ppid === parent).map(([pid]) => pid ?? 0);
}

/**
 * Returns as soon as a probe is told that a store stops: writes wait for a lock only so long. A busy machine may send it
 * only when connections are refused, which tells the same.
 */
async function probesAreTold(url: string): Promise<void> {
  let status: number | undefined = 200;
  while (status === 200) ({ status } = await send({ key }, url, ['GET', '/readyz']));
  if (status === undefined) await refusesConnections(url);
  else expect(status).toBe(503);
}

async function refusesConnections(url: string): Promise<void> {
  const late = connect(Number(new URL(url).port), '127.0.0.1');
  const [refusal] = (await once(late, 'error')) as [NodeJS.ErrnoException];
  expect(refusal.code).toBe('ECONNREFUSED');
}

describe('two workers under trouble (Q43)', () => {
  let store: WorkersStore;
  let lamp: number;
  let shade: number;

  beforeAll(async () => {
    store = await openWorkersStore({ RATE_LIMIT: 'off' });
    const setting = { key, urls: [store.url] };
    lamp = await stockVariant(setting, 'Lamp');
    shade = await stockVariant(setting, 'Shade');
  });

  afterAll(() => store.close());

  /** Kills the newest worker, and waits until the primary process knows. */
  const killOne = async (): Promise<void> => {
    const ended = (): number => store.output().split('a worker ended').length;
    const before = ended();
    process.kill(store.workerPids().at(-1) ?? 0, 'SIGKILL');
    await patiently('its end is known', 300_000, () => Promise.resolve(ended() > before));
  };

  const readFigures = async (): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(store.metricsUrl);
    return { status: response.status, text: await response.text() };
  };

  const listed =
    /^http_requests_total\{method="GET",route="\/api\/variants",status="200"\} (\d+)$/m;
  const timed =
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/variants"\} (\d+)$/m;

  test('metrics are returned while a worker is missing, and include its counts', async () => {
    const list = () => send({ key }, store.url, ['GET', '/api/variants']);
    await Promise.all(Array.from({ length: 20 }, list));
    await patiently('all lists are counted', 300_000, async () =>
      (await readFigures()).text.includes('route="/api/variants",status="200"} 20'),
    );
    const up = store.workerPids().length;
    await killOne();
    const seen = new Set<string>();
    await patiently('its place is taken again', 300_000, async () => {
      const { status, text } = await readFigures();
      seen.add(`${String(status)}: ${listed.exec(text)?.[1] ?? ''} ${timed.exec(text)?.[1] ?? ''}`);
      return store.workerPids().length > up;
    });
    expect([...seen]).toEqual(['200: 20 20']);
    await Promise.all(Array.from({ length: 20 }, list));
    await patiently('the new one is added up as well', 300_000, async () =>
      (await readFigures()).text.includes('route="/api/variants",status="200"} 40'),
    );
  });

  test('a worker killed in the middle of writes loses nothing acknowledged, the other continues, nobody waits', async () => {
    const witness = new Witness();
    const written = (count: number): Promise<number> =>
      patiently('buyers are told of writes', 300_000, () =>
        Promise.resolve(witness.writes >= count),
      );
    const buyers = startBuyers({ key, urls: [store.url] }, [lamp, shade], witness, 8);
    // each of these on its own connection, so that one is being handed over at any time
    let calling = 0;
    let going = true;
    const statuses: (number | undefined)[] = [];
    const call = async (): Promise<void> => {
      calling += 1;
      const request = { count: 1, body: { order: { email: 'cart@buyer.test' } } };
      while (going) statuses.push(...(await sendAtOnce({ key }, store.url, request).answers));
      calling -= 1;
    };
    const callers = Array.from({ length: 16 }, call);
    await written(20);
    const up = store.workerPids().length;
    await killOne();
    await written(witness.writes + 20);
    await patiently('its place is taken again', 300_000, () =>
      Promise.resolve(store.workerPids().length > up),
    );
    await written(witness.writes + 20);
    await buyers.stop();
    going = false;
    await patiently('every caller is answered or cut off', 10_000, () =>
      Promise.resolve(calling === 0),
    );
    await Promise.all(callers);
    // the requests running in the killed one are cut off, and nothing else fails
    const outcomes = [...buyers.outcomes, ...statuses.map((status) => ({ status }))];
    expect(tallyOf(outcomes)).toMatch(/^\d+ × 200, \d+ × 201(, \d+ × none)?$/);
    const { database } = store;
    const findings = await findLosses({ look: (work) => work(database) }, witness);
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('safety 0: hundreds of CONNECT and half requests that are reset end no worker', async () => {
    const { port } = new URL(store.url);
    const up = store.workerPids();
    const reset = async (text: string): Promise<void> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text, () => socket.resetAndDestroy());
      await new Promise((resolve) => socket.once('close', resolve));
    };
    const texts = ['CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', 'GET / HTTP/1.1\r\nHo'];
    await Promise.all(Array.from({ length: 400 }, (_none, at) => reset(texts[at % 2] ?? '')));
    expect((await send({ key }, store.url, ['GET', '/livez'])).status).toBe(200);
    expect(store.workerPids()).toEqual(up);
  });

  test('a worker that does not answer is ended and its place taken again (Q43)', async () => {
    const up = store.workerPids().length;
    process.kill(store.workerPids().at(-1) ?? 0, 'SIGSTOP');
    await patiently('its place is taken again', 300_000, () =>
      Promise.resolve(store.workerPids().length > up),
    );
    expect(store.output()).toContain('a worker does not respond and is stopped');
    expect((await send({ key }, store.url, ['GET', '/livez'])).status).toBe(200);
  });

  test('workers that end young again and again are started later, but never leave nobody (Q43)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const up = store.workerPids().length;
      for (const pid of childrenOf(store.child.pid)) process.kill(pid, 'SIGKILL');
      // by default the eighth worker that dies young is replaced only after 30 s
      await patiently('somebody answers', 300_000, () =>
        Promise.resolve(store.workerPids().length > up),
      );
    }
    await patiently('somebody goes on answering', 300_000, async () => {
      const { status } = await send({ key }, store.url, ['GET', '/livez']);
      return status === 200;
    });
  });

  test('SIGTERM while the first worker serves and the others are loaded answers what it has, and leaves no worker', async () => {
    const started = await startOnFreePorts(
      store.start,
      { WORKERS: '3', RATE_LIMIT: 'off' },
      'worker up',
    );
    const { port, child: starting, output } = started;
    const ended = once(starting, 'exit');
    await patiently('the others are started', 300_000, () =>
      Promise.resolve(childrenOf(starting.pid).length === 3),
    );
    const children = childrenOf(starting.pid);
    // so that they are still loading, however long the rest takes
    const [first] = workersUp(output());
    for (const pid of children) if (pid !== first) process.kill(pid, 'SIGSTOP');
    const lock = await lockOrders(store.databaseUrl);
    const url = `http://127.0.0.1:${String(port)}`;
    const body = { order: { email: 'early@buyer.test' } };
    const burst = sendAtOnce({ key }, url, { count: 5, body });
    await burst.sent;
    starting.kill('SIGTERM');
    await probesAreTold(url);
    await lock.release();
    expect(await ended).toEqual([0, null]);
    expect(tallyOf((await burst.answers).map((status) => ({ status })))).toBe('5 × 201');
    expect(
      await store.database.query("SELECT id FROM orders WHERE email = 'early@buyer.test'"),
    ).toHaveLength(5);
    expect(output()).not.toContain('The online store is up.');
    expect(children).toHaveLength(3);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('workers whose first process is killed say so, answer what they have, and end (Q43)', async () => {
    const started = await startOnFreePorts(
      store.start,
      { RATE_LIMIT: 'off' },
      'The online store is up.',
    );
    const { port, child: first, output } = started;
    const ended = once(first, 'close');
    const children = childrenOf(first.pid);
    const lock = await lockOrders(store.databaseUrl);
    const body = { order: { email: 'orphan@buyer.test' } };
    const burst = sendAtOnce({ key }, `http://127.0.0.1:${String(port)}`, { count: 2, body });
    await burst.sent;
    await whenWaiting(store.database, 'writes of both wait for the lock', 2);
    const said = (): readonly string[] =>
      output()
        .split('\n')
        .filter((line) => line.includes('the first process has ended and this worker stops'));
    first.kill('SIGKILL');
    await patiently('both workers say so', 300_000, () => Promise.resolve(said().length >= 2));
    await lock.release();
    expect(tallyOf((await burst.answers).map((status) => ({ status })))).toBe('2 × 201');
    // when nobody is left who may write to it
    await ended;
    const tellers = said().map((line) => (JSON.parse(line) as { readonly worker: number }).worker);
    expect(tellers.toSorted()).toEqual(children.toSorted());
  });

  test('SIGTERM answers what is in flight at both workers, takes nobody in after it and ends with 0', async () => {
    await patiently('both workers are up', 300_000, () => {
      const up = store.workerPids();
      const children = childrenOf(store.child.pid);
      return Promise.resolve(children.length === 2 && children.every((pid) => up.includes(pid)));
    });
    const lock = await lockOrders(store.databaseUrl);
    const lines = [{ variant_id: lamp, quantity: 1 }];
    const body = { order: { email: 'last@buyer.test', line_items: lines } };
    const burst = sendAtOnce({ key }, store.url, { count: inFlight, body });
    await burst.sent;
    // one caller uses one of a worker's three connections
    await whenWaiting(store.database, 'writes of both wait for the lock', 2);
    const ended = once(store.child, 'exit');
    store.child.kill('SIGTERM');
    await probesAreTold(store.url);
    await lock.release();
    expect(await ended).toEqual([0, null]);
    expect(tallyOf((await burst.answers).map((status) => ({ status })))).toBe('50 × 201');
    expect(
      await store.database.query("SELECT id FROM orders WHERE email = 'last@buyer.test'"),
    ).toHaveLength(inFlight);
    await refusesConnections(store.url);
  });
});
