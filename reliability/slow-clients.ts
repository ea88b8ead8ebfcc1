import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scenario, Setting } from './scenario.ts';
import { inMs, percentile, send } from './traffic.ts';

const sockets = 200;
const limits = { header: 10_000, body: 30_000 };
const patienceMs = 2_500;

/**
 * A client that starts a request and never finishes it; returns the first line of the response and when it
 * arrived.
 */
function dawdle(url: string, beginning: string): Promise<{ line: string; took: number }> {
  const { hostname, port } = new URL(url);
  const start = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (): void => {
      clearTimeout(late);
      socket.destroy();
      resolve({ line: text.split('\r\n')[0] ?? '', took: performance.now() - start });
    };
    const late = setTimeout(end, limits.body + 10_000);
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(beginning);
  });
}

/** Response times in milliseconds of ordinary reads, one after the other at every process, for so long. */
async function measure(setting: Setting, milliseconds: number): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + milliseconds;
  await Promise.all(
    setting.urls.map(async (url) => {
      while (performance.now() < end) {
        took.push((await send(setting, url, ['GET', '/api/countries?per_page=5'])).took);
        await pause(10);
      }
    }),
  );
  return took;
}

/** Clients send a request so slowly that it never ends. Decision: L23. */
export const slowClients: Scenario = {
  name: 'slow-clients',
  promise: 'Requests that never end are closed with 408, and nobody else notices.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const [url = ''] = setting.urls;
    await measure(setting, 1_000);
    const baseline = percentile(await measure(setting, 4_000), 0.99);
    const headers = 'POST /api/orders HTTP/1.1\r\nHost: store.test\r\n';
    const body = `${headers}X-ServiceAPIKey: ${setting.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const all = (beginning: string) =>
      Promise.all(Array.from({ length: sockets }, () => dawdle(url, beginning)));
    const [slowHeaders, stalledBodies, meanwhile] = await Promise.all([
      all(headers),
      all(body),
      measure(setting, limits.body),
    ]);
    const finding = (figure: string, closed: typeof slowHeaders, limit: number) => {
      const well = closed.filter(({ line }) => line.startsWith('HTTP/1.1 408'));
      const slowest = Math.max(...closed.map(({ took }) => took));
      return {
        figure,
        promised: `all 408 within ${String((limit + patienceMs) / 1_000)} s`,
        seen: `${String(well.length)} of ${String(sockets)}, slowest ${inMs(slowest)}`,
        holds: well.length === sockets && slowest <= limit + patienceMs,
      };
    };
    const pace = percentile(meanwhile, 0.99);
    return [
      finding('sockets that never end their headers', slowHeaders, limits.header),
      finding('sockets that never end their body', stalledBodies, limits.body),
      {
        figure: '99 % of ordinary reads meanwhile',
        promised: 'twice the time before, and 50 ms',
        seen: `${inMs(pace)}, before ${inMs(baseline)}`,
        holds: pace <= 2 * baseline + 50,
      },
    ];
  },
};
