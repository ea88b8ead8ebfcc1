import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { keepLog, startFake } from './support.ts';

const { log, lines } = keepLog();
let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ log });
});
afterAll(() => store.stop());

/** The response to a request for this target, whose connection is then closed. */
const ask = (target: string): Promise<string> =>
  store.raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

test.each(['http://%@x/', 'x://?a', 'http://x:%/a'])(
  'A28: the target %s has no path that can be read: it is 400, and no fault',
  async (target) => {
    const logged = lines.length;
    const answer = await ask(target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"error":"The request is not valid\."\}$/);
    expect(lines.slice(logged)).toMatchObject([{ status: 400, level: 30 }]);
  },
);

test('such a target is 400 beside no Host as well', async () => {
  const logged = lines.length;
  const answer = await store.raw('GET http://%@x/ HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(lines.slice(logged)).toMatchObject([{ status: 400, level: 30 }]);
});

test('a target with the host of the request is answered by its path', async () => {
  expect(await ask('http://x/livez')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await ask('HTTP://X/livez')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test.each(['http://y/livez', 'http://ada:secret@x/livez', 'http://x:81/livez', 'ftp://x/livez'])(
  'the target %s names another host than the request, or no page: it is 400',
  async (target) => {
    expect(await ask(target)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  },
);
