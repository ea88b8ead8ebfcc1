import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetrics } from '../../gateway/metrics/metrics.ts';
import { listenForMetrics } from '../../gateway/metrics/metrics-listener.ts';
import { inMemory } from '../../gateway/limits/point-stores.ts';
import { restParts } from './rest-parts.ts';
import { keepLog, serversOfRequests, startFake } from './support.ts';

const metrics = createMetrics({ connections: () => ({ open: 3, idle: 1, waiting: 2 }) });
const perMinute = (points: number) => ({ points, seconds: 60 });
const limits = { key: perMinute(50), address: perMinute(2), failures: perMinute(50) };

let store: Awaited<ReturnType<typeof startFake>>;
let figures: Awaited<ReturnType<typeof listenForMetrics>>;

beforeAll(async () => {
  store = await startFake({
    metrics,
    rateLimits: { limits, openStore: inMemory },
    log: keepLog('silent').log,
    createRest: () => (ctx) => {
      if (ctx.path === '/api/orders/R1') ctx.state.route = '/api/orders/:order';
      if (ctx.path === '/api/fault') throw new Error('out of order');
      // the older format's response to invalid data
      ctx.status = ctx.path === '/api/orders/R1' ? 500 : 404;
      ctx.body = {};
    },
  });
  figures = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 }, keepLog('silent').log);
});
afterAll(async () => {
  await store.stop();
  await figures.stop();
});

const read = async (path = '/metrics') => {
  const response = await fetch(`http://127.0.0.1:${String(figures.port)}${path}`);
  return { status: response.status, text: await response.text() };
};

describe('figures for the operator', () => {
  test('are 503 while they cannot be read, and the log says why', async () => {
    const kept = keepLog('warn');
    const read = () => Promise.reject(new Error('a worker does not answer'));
    const broken = await listenForMetrics(
      { contentType: 'text/plain', read },
      { host: '127.0.0.1', port: 0 },
      kept.log,
    );
    const { status } = await fetch(`http://127.0.0.1:${String(broken.port)}/metrics`);
    expect(status).toBe(503);
    expect(JSON.stringify(kept.lines)).toContain('a worker does not answer');
    await broken.stop();
  });

  test('count requests by method, route and status, and faults apart from refused data', async () => {
    const headers = { 'X-ServiceAPIKey': 'good-key' };
    await store.query('{ hello }');
    // from nothing to 1 is no increase for Prometheus
    expect((await read()).text.split('\n')).toContain('faults_total{route="/graphql"} 0');
    await store.call('/api/orders/R1?order_token=secret', { headers });
    await store.call('/api/good-key/secret', { headers });
    await store.call('/api/fault', { headers });
    await store.call('/api/orders/R1', { method: 'PROPFIND', headers });
    const { status, text } = await read();
    expect(status).toBe(200);
    for (const line of [
      'http_requests_total{method="POST",route="/graphql",status="200"} 1',
      'http_requests_total{method="GET",route="/api/orders/:order",status="500"} 1',
      'http_requests_total{method="GET",route="none",status="404"} 1',
      'http_requests_total{method="other",route="/api/orders/:order",status="500"} 1',
      'http_request_duration_seconds_count{method="POST",route="/graphql"} 1',
      'faults_total{route="none"} 1',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).not.toMatch(/faults_total\{route="\/api[^ ]* [1-9]/);
    expect(text).not.toMatch(/secret|good-key|R1|127\.0\.0\.1/);
  });

  test('count the answers to what was malformed too, which has no method and no route', async () => {
    const figures = createMetrics({ connections: () => ({ open: 0, idle: 0, waiting: 0 }) });
    const listening = { onMalformed: figures.malformedAnswered };
    const store = await startFake({ metrics: figures }, {}, listening);
    await store.raw('nonsense\r\n\r\n');
    await store.raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`);
    await store.stop();
    const counted = (await figures.read()).match(/^http_requests_total.*$/gm);
    expect(counted).toEqual([
      'http_requests_total{method="other",route="none",status="400"} 1',
      'http_requests_total{method="other",route="none",status="431"} 1',
    ]);
  });

  test('safety 6: 600 made-up paths make no label and no route of the log (P47)', async () => {
    const kept = keepLog();
    const figures = createMetrics({ connections: () => ({ open: 0, idle: 0, waiting: 0 }) });
    const rest = await startFake({
      metrics: figures,
      log: kept.log,
      ...restParts,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const ask = async (path: string): Promise<void> => {
      const sent = request({
        port: rest.port,
        host: '127.0.0.1',
        path,
        agent,
        method: 'HEAD',
      }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    };
    const slashes = (count: number): string => '/'.repeat(count);
    const paths = Array.from({ length: 100 }, (_none, at) => [
      `/api/docs${slashes(at)}`,
      `/api/openapi.json${slashes(at)}`,
      `/api/docs/start.js${slashes(at)}`,
      `/api/orders/R${String(at)}`,
      `/admin/${String(at)}`,
      `/${String(at)}/livez`,
    ]).flat();
    await Promise.all(paths.map(ask));
    agent.destroy();
    await rest.stop();
    const routes = [
      ...(await figures.read()).matchAll(/http_requests_total\{[^}]*route="([^"]*)"/g),
    ];
    const known = new Set(['/api/docs', '/api/openapi.json', '/api/docs/start.js']);
    expect(new Set(routes.map(([, route]) => route))).toEqual(
      new Set([...known, '/api/orders/:order', 'none']),
    );
    expect(new Set(kept.lines.map(({ route }) => route))).toEqual(
      new Set([...known, '/api/orders/:order', null]),
    );
  });

  test('tell refusals, connections, the event loop, reads that fell back or were planned anew', async () => {
    for (let sent = 0; sent < 3; sent += 1) await store.call('/api/nothing');
    const before = await read();
    expect(before.text.match(/^(?:rate_limit|unplanned|connections_cut)\w+\{.*\} 0$/gm)).toEqual([
      'rate_limit_refusals_total{limit="key"} 0',
      'rate_limit_refusals_total{limit="failures"} 0',
      'rate_limit_refusals_total{limit="lookUps"} 0',
      'rate_limit_refusals_total{limit="requests"} 0',
      'unplanned_reads_total{why="argument"} 0',
      'unplanned_reads_total{why="context"} 0',
      'unplanned_reads_total{why="field"} 0',
      'unplanned_reads_total{why="row"} 0',
      'connections_cut_total{reason="stalled"} 0',
      'connections_cut_total{reason="too_many"} 0',
      'connections_cut_total{reason="too_many_of_address"} 0',
      'connections_cut_total{reason="pipelined"} 0',
    ]);
    metrics.readPathFellBack('Order');
    metrics.unplanned('field');
    const { text } = await read();
    for (const line of [
      'rate_limit_refusals_total{limit="address"} 1',
      'read_path_fallbacks_total{model="Order"} 1',
      'unplanned_reads_total{why="field"} 1',
      'database_connections{state="open"} 3',
      'database_connections{state="waiting"} 2',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });

  test('are served on their own address and nowhere else', async () => {
    expect((await read('/')).status).toBe(404);
    expect((await read('/metrics?x=1')).status).toBe(404);
    const headers = { 'X-ServiceAPIKey': 'good-key' };
    expect((await store.call('/metrics', { headers })).status).toBe(404);
  });
});

test('a connection of the operator that cannot be accepted is logged, and the others go on', async () => {
  const kept = keepLog();
  const listened = serversOfRequests();
  const other = await listenForMetrics(metrics, { host: '127.0.0.1', port: 0 }, kept.log);
  const ask = () => fetch(`http://127.0.0.1:${String(other.port)}/metrics`);
  await ask();
  const [server] = listened();
  server?.emit('error', new Error('accept EMFILE'));
  server?.emit('error', new Error('accept EMFILE'));
  expect((await ask()).status).toBe(200);
  await other.stop();
  expect(kept.lines.map(({ msg }) => msg)).toEqual([
    'the listener of the metrics failed',
    'the listener of the metrics failed',
  ]);
});
