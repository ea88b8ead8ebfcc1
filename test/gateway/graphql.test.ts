import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { keepLog, startFake } from './support.ts';

const kept = keepLog();
let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ log: kept.log });
});
afterAll(async () => {
  await store.stop();
});

const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  store.call('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': 'good-key', ...headers },
    body,
  });

/** The cost that every result reports; values cost nothing. */
const free = { extensions: { cost: { requested: 0, actual: 0, limit: 5_000 } } };

interface Body {
  readonly data?: unknown;
  readonly errors?: { message: string; extensions: Record<string, unknown> }[];
}

const codeOf = ({ json }: { json: unknown }) => (json as Body).errors?.[0]?.extensions['code'];
const messageOf = ({ json }: { json: unknown }) => (json as Body).errors?.[0]?.message;

/** The one error of an answer that is no result of a document. */
const refused = (
  { headers }: { headers: Readonly<Record<string, unknown>> },
  code: string,
  message: string,
) => ({ errors: [{ message, extensions: { code, requestId: headers['x-request-id'] } }] });

describe('a query', () => {
  test('is answered with JSON and the request id, and must not be stored', async () => {
    const answer = await post('{"query":"{ hello }"}', { 'X-Request-Id': 'my.id-1' });
    expect(answer.json).toEqual({ data: { hello: 'hello' }, ...free });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'my.id-1',
      'cache-control': 'no-store',
    });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('may come by GET', async () => {
    const query = encodeURIComponent('query Q($w: String!) { repeat(word: $w, times: 2) }');
    const answer = await store.call(
      `/graphql?query=${query}&variables={"w":"ab"}&operationName=Q`,
      {
        headers: { 'X-ServiceAPIKey': 'good-key' },
      },
    );
    expect(answer.json).toEqual({ data: { repeat: 'abab' }, ...free });
  });

  test('sends the order token in the header or the query parameter', async () => {
    const body = '{"query":"{ email }"}';
    const headers = { 'Content-Type': 'application/json' };
    const byQuery = await store.call('/graphql?order_token=tok', { method: 'POST', headers, body });
    expect(byQuery.json).toEqual({ data: { email: 'tok' }, ...free });
    const byHeader = await store.call('/graphql', {
      method: 'POST',
      headers: { ...headers, 'X-ServiceOrderToken': 'tok' },
      body,
    });
    expect(byHeader.json).toEqual({ data: { email: 'tok' }, ...free });
  });

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/json, application/graphql-response+json;q=0.9', 'application/json'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
    [
      'application/json;q=0.9, application/graphql-response+json',
      'application/graphql-response+json',
    ],
    ['*/*, application/graphql-response+json', 'application/graphql-response+json'],
    [
      'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8',
      'application/graphql-response+json',
    ],
    [
      'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json',
      'application/graphql-response+json',
    ],
    ['application/json;q=0, */*', 'application/graphql-response+json'],
  ])('with Accept %p is answered as %s', async (accept, mediaType) => {
    const answer = await post(
      '{"query":"{ hello }"}',
      accept === undefined ? {} : { Accept: accept },
    );
    expect(answer.headers['content-type']).toBe(`${mediaType}; charset=utf-8`);
    expect(answer.json).toEqual({ data: { hello: 'hello' }, ...free });
  });

  test.each(['application/xml', 'text/event-stream', 'application/json;q=0'])(
    'with Accept %p is refused and not run',
    async (accept) => {
      const answer = await post('{"query":"{ hello }"}', { Accept: accept });
      expect(answer.status).toBe(406);
      expect(answer.json).toEqual(refused(answer, 'NOT_ACCEPTABLE', 'Only JSON is available.'));
    },
  );

  test.each(['gzip', 'br'])(
    'of 9 kB is answered with %s if the client accepts it',
    async (coding) => {
      const response = await fetch(`http://127.0.0.1:${String(store.port)}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-ServiceAPIKey': 'good-key',
          Accept: 'application/graphql-response+json',
          'Accept-Encoding': coding,
        },
        body: '{"query":"{ repeat(word: \\"ab\\", times: 4500) }"}',
      });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(await response.json()).toEqual({ data: { repeat: 'ab'.repeat(4_500) }, ...free });
    },
  );
});

describe('keys at /graphql (A48)', () => {
  test('a bad key fails the whole request and nothing runs', async () => {
    const answer = await store.query('{ __typename missing }', { 'X-ServiceAPIKey': 'wrong' });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({
      errors: [
        {
          message: 'You are not authorized to perform that action.',
          extensions: {
            code: 'UNAUTHENTICATED',
            reason: 'invalid_key',
            requestId: answer.headers['x-request-id'],
          },
        },
      ],
    });
    expect(answer.headers['www-authenticate']).toBe(
      'ApiKey realm="Online Store API", error="invalid_key"',
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('a bad key beside an order token leaves the judgement to the resolvers', async () => {
    const headers = { 'X-ServiceAPIKey': 'wrong', 'X-ServiceOrderToken': 'tok' };
    expect((await store.query('{ email }', headers)).json).toEqual({
      data: { email: 'tok' },
      ...free,
    });
    expect((await store.query('{ hello }', headers)).status).toBe(401);
  });

  test.each([
    ['no key', {}, 'missing_key'],
    [
      'a bad key beside an order token',
      { 'X-ServiceAPIKey': 'wrong', 'X-ServiceOrderToken': 'tok' },
      'invalid_key',
    ],
  ])('the schema is not told to %s (P41)', async (_title, headers, reason) => {
    for (const query of [
      getIntrospectionQuery(),
      '{ ...A } fragment A on Query { __type(name: "Order") { name } }',
    ]) {
      const answer = await store.query(query, headers);
      expect([answer.status, answer.json]).toMatchObject([
        401,
        { errors: [{ extensions: { code: 'UNAUTHENTICATED', reason } }] },
      ]);
      expect(answer.json).not.toHaveProperty('data');
    }
    expect((await store.query('{ __typename }', headers)).json).toEqual({
      data: { __typename: 'Query' },
      ...free,
    });
  });

  test.each([
    ['no key', {}, 'missing_key'],
    ['a bad key', { 'X-ServiceAPIKey': 'wrong' }, 'invalid_key'],
    ['a token that no order has', { 'X-ServiceOrderToken': 'guess' }, 'insufficient_rights'],
  ])(
    'a document of %s is neither parsed nor validated (safety 25)',
    async (_title, headers, reason) => {
      for (const query of [
        '{ helo }',
        '{ hello',
        '{ repeat(word: 1) }',
        '{ hello(',
        'x'.repeat(5_000),
      ]) {
        const answer = await store.query(query, headers);
        expect([answer.status, (answer.json as Body).errors?.[0]?.extensions]).toMatchObject([
          401,
          { reason },
        ]);
        expect((answer.json as Body).errors).toHaveLength(1);
        expect(answer.headers['www-authenticate']).toBe(
          `ApiKey realm="Online Store API", error="${reason}"`,
        );
      }
    },
  );

  test('the body of an unknown caller is not waited for', async () => {
    const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const text = await store.raw(`${head}Content-Length: 100\r\n\r\n{`);
    expect(text).toContain('HTTP/1.1 401 ');
  });

  test('a message that repeats what was sent is cut', async () => {
    const answer = await store.call('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': 'good-key' },
      body: JSON.stringify({
        query: 'query ($times: Int!) { repeat(word: "a", times: $times) }',
        variables: { times: 'x'.repeat(100_000) },
      }),
    });
    expect(answer.text.length).toBeLessThan(2_000);
    expect(answer.text).toContain('got invalid value');
  });

  test.each(['{__typename}', 'query { __typename }', ' query Health {\n  __typename\n}\n'])(
    'a probe needs no key: %s',
    async (query) => {
      const expected = { data: { __typename: 'Query' }, ...free };
      expect((await store.query(query, {})).json).toEqual(expected);
      const byGet = await store.call(`/graphql?query=${encodeURIComponent(query)}`);
      expect(byGet.json).toEqual(expected);
    },
  );

  test.each([
    '{ __typename @include(if: true) }',
    '{ a: __typename }',
    '{ __typename __typename }',
    'mutation { __typename }',
    `{ __typename } #${'x'.repeat(2_000)}`,
  ])('what is only like a probe does: %s', async (query) => {
    expect((await store.query(query, {})).status).toBe(401);
  });

  test('the schema is shown to callers with a valid key', async () => {
    const answer = await store.query(getIntrospectionQuery());
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } });
  });

  test('without a key a field makes the answer a 401', async () => {
    const answer = await store.query('{ __typename hello }', {});
    expect(answer.status).toBe(401);
    expect(answer.json).not.toHaveProperty('data');
    expect(answer.headers['www-authenticate']).toBe(
      'ApiKey realm="Online Store API", error="missing_key"',
    );
  });
});

const noObject = 'The request body must be a JSON object.';
const noBatches = 'Batches are not supported. Send one operation per request.';

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body compressed with %s is read', async (coding, compress) => {
  const answer = await post(compress('{"query":"{ hello }"}'), { 'Content-Encoding': coding });
  expect(answer.json).toEqual({ data: { hello: 'hello' }, ...free });
  const large = compress(`{"query":"{ hello }"${' '.repeat(1_048_600)}}`);
  expect((await post(large, { 'Content-Encoding': coding })).status).toBe(413);
});

describe('a request that cannot be read', () => {
  test.each([
    [
      'a form',
      415,
      'Send the body as application/json.',
      'query=%7Bhello%7D',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
    [
      'a bare document',
      415,
      'Send the body as application/json.',
      '{ hello }',
      { 'Content-Type': 'application/graphql' },
    ],
    [
      'an upload',
      415,
      'Send the body as application/json.',
      '{}',
      { 'Content-Type': 'multipart/form-data; boundary=x' },
    ],
    [
      'another character set',
      415,
      'Send the body as application/json.',
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
    ],
    [
      'an unknown compression',
      415,
      'Send the body uncompressed, or compressed with gzip, deflate or br.',
      '{}',
      { 'Content-Encoding': 'compress' },
    ],
    [
      'what is not compressed as it says',
      400,
      'The request body is not valid JSON.',
      '{}',
      { 'Content-Encoding': 'gzip' },
    ],
    ['no JSON', 400, 'The request body is not valid JSON.', '{"query":', {}],
    ['a batch', 400, noBatches, '[{"query":"{ hello }"}]', {}],
    ['null', 400, noObject, 'null', {}],
    [
      'a name that is a number',
      400,
      'operationName must be a text.',
      '{"query":"{ hello }","operationName":3}',
      {},
    ],
    [
      'a number that is too long',
      400,
      'A number in the request body has more than 64 digits.',
      `{"query":"{ hello }","variables":{"a":${'1'.repeat(65)}}}`,
      {},
    ],
    [
      'too many values',
      400,
      'The request body has more than 20,000 values.',
      `{"query":"{ hello }","variables":{"a":[${'0,'.repeat(20_000)}0]}}`,
      {},
    ],
    ['no UTF-8', 400, 'The request body is not valid JSON.', Buffer.from([0x7b, 0xff, 0x7d]), {}],
    [
      'JSON too deep',
      400,
      'The request body is nested more than 32 levels deep.',
      `{"query":"{ hello }","variables":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`,
      {},
    ],
    [
      'a condition of REST, which would not be compared',
      400,
      'If-Match is not compared here: send the lockVersion that you read as ifVersion, an argument of the mutation.',
      '{"query":"mutation { touch }"}',
      { 'If-Match': '"abc"' },
    ],
  ])('is refused: %s', async (_title, status, error, body, headers) => {
    const answer = await post(body, headers);
    expect([answer.status, messageOf(answer)]).toEqual([status, error]);
    const code = { 413: 'BODY_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' }[status];
    const of400 = error === noBatches ? 'BATCHES_NOT_SUPPORTED' : 'BAD_USER_INPUT';
    expect(answer.json).toEqual({
      errors: [
        {
          message: error,
          extensions: { code: code ?? of400, requestId: answer.headers['x-request-id'] },
        },
      ],
    });
  });

  test('is a GraphQL result of the media type that the client prefers', async () => {
    const answer = await post('[]', { Accept: 'application/graphql-response+json' });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BATCHES_NOT_SUPPORTED']);
    expect(answer.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8');
  });

  test.each([
    ['told by its length', { 'Content-Length': '1048577' }],
    ['found while reading', { 'Transfer-Encoding': 'chunked' }],
  ])('is refused when over 1 MiB, %s', async (_title, headers) => {
    const body = `{"query":"{ hello }"${' '.repeat(1_048_577 - 21)}}`;
    expect(Buffer.byteLength(body)).toBe(1_048_577);
    const answer = await post(body, headers);
    expect([answer.status, codeOf(answer)]).toEqual([413, 'BODY_TOO_LARGE']);
    const largest = await post(body.replace(' }', '}'));
    expect(largest.json).toEqual({ data: { hello: 'hello' }, ...free });
  });

  test('is refused by method', async () => {
    const answer = await store.call('/graphql', { method: 'DELETE' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    expect(answer.json).toEqual(
      refused(answer, 'METHOD_NOT_ALLOWED', 'That method is not allowed here.'),
    );
  });

  const get = (parameters: string) =>
    store.call(`/graphql?query={hello}&${parameters}`, {
      headers: { 'X-ServiceAPIKey': 'good-key' },
    });

  test.each([
    ['variables={', 'The query parameter variables is not valid JSON.'],
    ['variables=3', 'The query parameter variables must be a JSON object.'],
    ['variables=[]', 'The query parameter variables must be a JSON object, not an array.'],
    ['extensions={', 'The query parameter extensions is not valid JSON.'],
    [
      `variables={"a":${'1'.repeat(65)}}`,
      'A number in the query parameter variables has more than 64 digits.',
    ],
    ['operationName=A&operationName=B', 'operationName must be a text.'],
  ])('is refused by the name of its query parameter: %s', async (parameters, message) => {
    const answer = await get(parameters);
    expect([answer.status, codeOf(answer), messageOf(answer)]).toEqual([
      400,
      'BAD_USER_INPUT',
      message,
    ]);
  });

  test.each(['variables', 'extensions', 'operationName'])(
    'does without the query parameter %s if it is empty, as without it',
    async (name) => {
      const expected = { data: { hello: 'hello' }, ...free };
      expect((await get(`${name}=`)).json).toEqual(expected);
      if (name !== 'operationName') expect((await get(`${name}=null`)).json).toEqual(expected);
    },
  );

  test.each(['variables', 'extensions', 'operationName'])(
    'does without the member %s if it is null',
    async (name) => {
      const answer = await post(`{"query":"{ hello }","${name}":null}`);
      expect(answer.json).toEqual({ data: { hello: 'hello' }, ...free });
    },
  );

  test('OPTIONS names the methods and opens nothing to other sites', async () => {
    const answer = await store.call('/graphql', {
      method: 'OPTIONS',
      headers: { Origin: 'https://x.example' },
    });
    expect([answer.status, answer.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('failures (A45)', () => {
  test.each([
    ['GRAPHQL_PARSE_FAILED', 200, '{ hello', 'Syntax Error: Expected Name, found <EOF>.'],
    ['GRAPHQL_VALIDATION_FAILED', 200, '{ helo }', 'Cannot query field "helo" on type "Query".'],
    [
      'BAD_USER_INPUT',
      200,
      'query Q($w: String!) { repeat(word: $w) }',
      'Variable "$w" of required type "String!" was not provided.',
    ],
    [
      'BAD_USER_INPUT',
      400,
      'query A { hello } query B { hello }',
      'Could not determine what operation to execute.',
    ],
    [
      'QUERY_TOO_COMPLEX',
      400,
      '{ orders(perPage: 500) { nodes { units { order { number } } } } }',
      'The query is too complex: 10501, 5000 is allowed. Ask for smaller pages.',
    ],
    ['NOT_FOUND', 200, '{ missing }', 'The resource you were looking for could not be found.'],
    [
      'UNAVAILABLE',
      503,
      '{ databaseAway }',
      'The service is temporarily unavailable. Please try again later.',
    ],
    ['INTERNAL_SERVER_ERROR', 200, '{ broken }', 'Internal server error'],
  ])('%s is a %i', async (code, status, query, message) => {
    const answer = await store.query(query);
    expect([codeOf(answer), answer.status, messageOf(answer)]).toEqual([code, status, message]);
    const [error] = (answer.json as Body).errors ?? [];
    expect(error?.extensions['requestId']).toBe(answer.headers['x-request-id']);
    expect(Object.keys(error?.extensions ?? {})).not.toContain('http');
  });

  test.each([
    ['away', 'RESPONSE_NOT_READ'],
    ['large', 'RESPONSE_NOT_READ'],
    ['broken', 'RESPONSE_NOT_READ'],
    ['missing', 'NOT_FOUND'],
  ])('N46: the field %s of a mutation that was carried out is %s', async (field, code) => {
    const answer = await store.query(`mutation { touched { ${field} } }`);
    expect(answer.json).toMatchObject({
      data: { touched: { [field]: null } },
      errors: [{ path: ['touched', field], extensions: { code } }],
    });
    const logged = kept.lines.filter(
      ({ requestId, err }) => err !== undefined && requestId === answer.headers['x-request-id'],
    );
    const faults = logged.filter(({ msg }) => msg === 'fault');
    expect(faults).toHaveLength(field === 'broken' ? 1 : 0);
  });

  test.each(['{ hello', '{ helo }', 'query Q($w: String!) { repeat(word: $w) }'])(
    'what does not fit the schema is a 400 as application/graphql-response+json (P43): %s',
    async (query) => {
      const answer = await post(JSON.stringify({ query }), {
        Accept: 'application/graphql-response+json',
      });
      expect(answer.status).toBe(400);
      expect(answer.json).not.toHaveProperty('data');
    },
  );

  test('a variable whose scalar throws is bad input, not a fault', async () => {
    const body = { query: 'query Q($v: Odd) { odd(value: $v) }', variables: { v: 1 } };
    const answer = await post(JSON.stringify(body));
    expect([codeOf(answer), answer.status]).toEqual(['BAD_USER_INPUT', 200]);
  });

  test('a query that is missing or no text is bad input', async () => {
    for (const body of [
      '{}',
      '{"query":7}',
      '{"query":"{ hello }","variables":[]}',
      '{"query":"{ hello }","more":1}',
    ]) {
      const answer = await post(body);
      expect([codeOf(answer), answer.status]).toEqual(['BAD_USER_INPUT', 400]);
    }
  });

  test('a mutation by GET is refused with the method that works', async () => {
    const answer = await store.call('/graphql?query=mutation{touch}', {
      headers: { 'X-ServiceAPIKey': 'good-key' },
    });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    expect(codeOf(answer)).toBe('BAD_USER_INPUT');
  });

  test('every result tells what it may cost and what is allowed', async () => {
    const small = await store.query('{ orders(perPage: 20) { nodes { id } } }');
    const large = await store.query(
      '{ orders(perPage: 500) { nodes { units { order { number } } } } }',
    );
    expect(small.json).toMatchObject({
      extensions: { cost: { requested: 21, actual: 1, limit: 5_000 } },
    });
    expect(large.json).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }],
      extensions: { cost: { requested: 10_501, actual: 0, limit: 5_000 } },
    });
  });

  test('the cost depends on the variables of each request', async () => {
    const query =
      'query Q($n: Int) { orders(perPage: $n) { nodes { units { order { number } } } } }';
    const small = await post(JSON.stringify({ query, variables: { n: 5 } }));
    const large = await post(JSON.stringify({ query, variables: { n: 500 } }));
    const again = await post(JSON.stringify({ query, variables: { n: 5 } }));
    expect([small.status, large.status, again.status]).toEqual([200, 400, 200]);
  });

  test('an unavailable database is reported with the header Retry-After', async () => {
    const answer = await store.query('{ databaseAway }');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });

  test('a fault is masked, and logged once with the request id and without the key', async () => {
    const before = kept.lines.length;
    const answer = await store.query('{ brokenRows { field } }');
    const faults = kept.lines.slice(before).filter(({ msg }) => msg === 'fault');
    expect(answer.text).not.toContain('row went wrong');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      requestId: answer.headers['x-request-id'],
      err: { type: 'RangeError', message: 'row went wrong' },
    });
    await store.query('{ broken }');
    expect(kept.text()).toContain('relation \\"api_keys\\" of [secret] went wrong');
    expect(kept.text()).not.toContain('good-key');
  });
});

test('the path with a slash behind it is not served, in the form of its clients', async () => {
  const answer = await store.call('/graphql/', { method: 'POST' });
  expect(answer.status).toBe(404);
  expect(answer.json).toEqual(
    refused(answer, 'NOT_FOUND', 'The resource you were looking for could not be found.'),
  );
});

test('another path under /graphql is not served here', async () => {
  const answer = await store.call('/graphql/more');
  expect([answer.status, answer.json]).toEqual([
    404,
    { error: 'The resource you were looking for could not be found.' },
  ]);
});
