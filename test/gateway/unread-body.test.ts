import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { restParts } from './rest-parts.ts';
import { patiently } from '../support/waiting.ts';
import { keepLog, startFake } from './support.ts';

const { log, lines } = keepLog();
let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({
    ...restParts,
    log,
  });
});
afterAll(() => store.stop());

/** Sends the head of a request and a first part of its body, and returns everything received until the end. */
async function beginAndWait(head: readonly string[], part: string): Promise<string> {
  const socket = connect(store.port, '127.0.0.1');
  // the system refuses what is sent after the store has closed
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(
    `${[...head, 'Host: x', 'Content-Type: application/json'].join('\r\n')}\r\n\r\n${part}`,
  );
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const chunked = 'Transfer-Encoding: chunked';
const key = 'X-ServiceAPIKey: good-key';

describe('an answer before the body is there ends its connection, and waits for nothing (safety 8)', () => {
  const refused = [
    ['POST /api/orders', []],
    ['POST /api/orders', ['X-ServiceAPIKey: bad']],
    ['PUT /api/orders/R1', ['X-ServiceOrderToken: guess']],
    ['POST /graphql', ['X-ServiceAPIKey: bad']],
    ['POST /graphql', ['Content-Encoding: gzip']],
  ] as const;
  // together, because each waits half a second for the rest of the body
  let answers: readonly (readonly string[])[];
  beforeAll(async () => {
    answers = await Promise.all(
      refused.map(([line, headers]) =>
        Promise.all([
          beginAndWait([`${line} HTTP/1.1`, ...headers, 'Content-Length: 1000000'], '{"order":'),
          // the rest of a chunked body could be a probe: what is larger than one is not waited for
          beginAndWait(
            [`${line} HTTP/1.1`, ...headers, chunked],
            `2000\r\n${'x'.repeat(0x2000)}\r\n`,
          ),
        ]),
      ),
    );
  });

  test.each(refused.map((row, index) => [...row, index] as const))(
    '%s without a good key is 401 (safety 1, 3): %j',
    (_line, _headers, index) => {
      expect(answers[index]).toHaveLength(2);
      for (const answer of answers[index] ?? []) {
        expect(answer).toMatch(/^HTTP\/1\.1 401 /);
        expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      }
    },
  );

  test.each(['POST /api/orders', 'POST /graphql'])('%s beyond 1 MiB is 413', async (line) => {
    const body = `100001\r\n${'x'.repeat(0x100001)}\r\n`;
    const answer = await beginAndWait([`${line} HTTP/1.1`, key, chunked], body);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('safety 8: a GET behind a body of 3 MB is never answered 408', async () => {
    const body = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(46);
    const next = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await beginAndWait(
      ['POST /api/orders HTTP/1.1', key, chunked, 'X-Request-Id: body-of-3-mb'],
      `${body}0\r\n\r\n${next}`,
    );
    const told = () => lines.filter(({ requestId }) => requestId === 'body-of-3-mb');
    await patiently('the request has ended', 60_000, () => Promise.resolve(told().length > 0));
    // the connection ends instead: what is behind can be sent again at once
    expect(answer.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 408');
    // the system may throw the answer away, with the connection that the store has closed
    expect(answer).toMatch(/^(?:HTTP\/1\.1 413 |$)/);
    expect(told().map(({ method, status }) => [method, status])).toEqual([['POST', 413]]);
  });

  test('a refused body that came as a whole leaves the connection open', async () => {
    const url = `http://127.0.0.1:${String(store.port)}/api/orders`;
    const answer = await fetch(url, { method: 'POST', body: '{"order":{}}' });
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'keep-alive']);
  });
});
