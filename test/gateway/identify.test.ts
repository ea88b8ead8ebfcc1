import { describe, expect, test } from '@jest/globals';
import { identify, readKey, readOrderToken, viewerOf } from '../../gateway/passage/identify.ts';
import type { GatewayContext, RequestState } from '../../gateway/passage/request-state.ts';
import { withClockAhead } from '../support/process-clock.ts';
import { fakeViewer } from './support.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the key of a request (A1)', () => {
  test.each([
    ['the header', { 'x-serviceapikey': 'abc' }, 'abc'],
    ['the header with blanks around it', { 'x-serviceapikey': '  abc ' }, 'abc'],
    ['the header before Basic', { 'x-serviceapikey': 'abc', authorization: basic('def:') }, 'abc'],
    [
      'Basic beside a blank header',
      { 'x-serviceapikey': ' ', authorization: basic('def:') },
      'def',
    ],
    ['the user name of Basic', { authorization: basic('abc:password:more') }, 'abc'],
    [
      'Basic beside a password in an encoding of its own',
      { authorization: `Basic ${Buffer.from('abc:Käse', 'latin1').toString('base64')}` },
      'abc',
    ],
    ['Basic without a colon', { authorization: basic('abc') }, 'abc'],
    ['Basic in any letter case', { authorization: basic('abc:').replace('Basic', 'bAsIc') }, 'abc'],
    ['Basic without padding', { authorization: basic('ab:').replace(/={0,2}$/, '') }, 'ab'],
  ])('is read from %s', (_title, headers, key) => {
    expect(readKey(headers)).toBe(key);
  });

  test.each([
    ['nothing', {}],
    ['a blank header', { 'x-serviceapikey': '  ' }],
    ['an empty user name', { authorization: basic(':password') }],
    ['a blank user name', { authorization: basic('  :') }],
    ['Basic without credentials', { authorization: 'Basic' }],
    ['another scheme', { authorization: 'Bearer abc' }],
    ['a scheme that begins with Basic', { authorization: 'Basically YWJj' }],
  ])('is missing with %s', (_title, headers) => {
    expect(readKey(headers)).toBeNull();
  });

  test.each([
    ['letters outside base64', 'Basic a_b-c'],
    ['a length no base64 has', 'Basic abcde'],
    ['bytes that are no UTF-8', `Basic ${Buffer.from([0xff, 0xfe, 0x3a]).toString('base64')}`],
    ['two words', 'Basic YWJj YWJj'],
  ])('is one that nobody has when Basic has %s', (_title, authorization) => {
    expect(readKey({ authorization })).toBe('\uFFFD');
  });
});

describe('the order token of a request (A4)', () => {
  test('is the header before the query parameter', () => {
    expect(readOrderToken({ 'x-serviceordertoken': 'a' }, 'order_token=b')).toBe('a');
    expect(readOrderToken({ 'x-serviceordertoken': ' ' }, 'order_token=b')).toBe('b');
  });

  test('is the last of several (F8)', () => {
    expect(readOrderToken({}, 'order_token=a&order_token=b')).toBe('b');
  });

  test.each([
    ['nothing', ''],
    ['a blank one', 'order_token=%20'],
    ['a blank one after another', 'order_token=a&order_token='],
    ['an array', 'order_token[]=a'],
    ['an object', 'order_token[not]=a'],
  ])('is not sent with %s', (_title, querystring) => {
    expect(readOrderToken({}, querystring)).toBeNull();
  });
});

test('a query is read in one pass: Koa, which compares every parameter with all others, is not asked', async () => {
  const ctx = {
    headers: {},
    state: {},
    querystring: `${'a=b&'.repeat(3_000)}order_token=c`,
    get query(): never {
      throw new Error('asked Koa for the query');
    },
  };
  await identify(ctx as unknown as GatewayContext, () => Promise.resolve());
  expect(ctx.state).toEqual({ credentials: { key: null, orderToken: 'c' } });
});

test('the viewer is looked up once, and again after a second', async () => {
  const state: RequestState = {
    requestId: 'r',
    credentials: { key: 'good-key', orderToken: null },
  };
  let lookUps = 0;
  const load = (credentials: RequestState['credentials']) => {
    lookUps += 1;
    return fakeViewer({}, credentials);
  };
  const before = await viewerOf(state, load);
  const after = await viewerOf(state, load);
  expect(lookUps).toBe(1);
  expect(after).toBe(before);
  expect(state.userId).toBe('7');
  state.identifiedAt = performance.now() - 1_001;
  await viewerOf(state, load);
  await viewerOf(state, load);
  expect(lookUps).toBe(2);
});

test('a look-up that takes longer than a second, fails or finds nobody is not repeated (A8)', async () => {
  let lookUps = 0;
  const stateOf = (key: string): RequestState =>
    ({ credentials: { key, orderToken: null } }) as RequestState;
  const slow = stateOf('good-key');
  let find: (found: ReturnType<typeof fakeViewer>) => void = () => undefined;
  const found = new Promise<Awaited<ReturnType<typeof fakeViewer>>>((resolve) => (find = resolve));
  const load = () => {
    lookUps += 1;
    return found;
  };
  const first = viewerOf(slow, load);
  await withClockAhead(1_050, async () => {
    find(fakeViewer({}, slow.credentials));
    await first;
    await viewerOf(slow, load);
  });
  expect(lookUps).toBe(1);

  const nobody = { ...(await fakeViewer({}, slow.credentials)), user: null };
  const unknown = stateOf('made up');
  await viewerOf(unknown, () => Promise.resolve(nobody));
  expect(unknown.identifiedAt).toBeUndefined();
  expect(await viewerOf(unknown, load)).toBe(nobody);

  const failing = stateOf('good');
  const fail = () => Promise.reject(new Error('The database is away.'));
  await expect(viewerOf(failing, fail)).rejects.toThrow('away');
  await expect(viewerOf(failing, load)).rejects.toThrow('away');
  expect(lookUps).toBe(1);
});
