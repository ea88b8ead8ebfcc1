import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse, printSchema } from 'graphql';
import { DocumentCache } from '../../gateway/graphql/document-cache.ts';
import { persistedQueries } from '../../gateway/graphql/persisted-queries.ts';
import type { Persistence } from '../../gateway/graphql/persisted-queries.ts';
import { readPersistence } from '../../gateway/process/document-list.ts';
import { readConfig } from '../../gateway/settings/config.ts';
import { schema } from '../../schema/index.ts';
import { startFake } from './support.ts';
import type { Answer } from './support.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const named = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });
const hello = '{ hello }';

type Fake = Awaited<ReturnType<typeof startFake>>;
const key = { 'X-ServiceAPIKey': 'good-key' };

const post = (store: Fake, body: object, headers: Record<string, string> = key): Promise<Answer> =>
  store.call('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

interface Told {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions: { code: string } }[];
}
const shown = ({ status, json }: Answer) => {
  const { data, errors } = json as Told;
  return data ? [status, data] : [status, errors?.[0]?.extensions.code, errors?.[0]?.message];
};
const notFound = [200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'];

describe('PERSISTED_QUERIES=on', () => {
  let store: Fake;
  beforeAll(async () => {
    store = await startFake();
  });
  afterAll(() => store.stop());

  test('a document that was sent once with its hash is run by its hash, by POST and by GET', async () => {
    const extensions = named(sha256(hello));
    expect(shown(await post(store, { extensions }))).toEqual(notFound);
    expect(shown(await post(store, { query: hello, extensions }))).toEqual([
      200,
      { hello: 'hello' },
    ]);
    expect(shown(await post(store, { extensions }))).toEqual([200, { hello: 'hello' }]);
    const query = encodeURIComponent(JSON.stringify(extensions));
    const byGet = await store.call(`/graphql?extensions=${query}`, { headers: key });
    expect(shown(byGet)).toEqual([200, { hello: 'hello' }]);
  });

  test('variables and the name of the operation are those of the request', async () => {
    const query = 'query A { hello } query B($w: String!) { repeat(word: $w, times: 2) }';
    const extensions = named(sha256(query));
    await post(store, { query, operationName: 'A', extensions });
    const reply = await post(store, { operationName: 'B', variables: { w: 'ab' }, extensions });
    expect(shown(reply)).toEqual([200, { repeat: 'abab' }]);
  });

  test('a mutation by its hash is refused by GET', async () => {
    const query = 'mutation { touch }';
    const extensions = named(sha256(query));
    await post(store, { query, extensions });
    const sent = encodeURIComponent(JSON.stringify(extensions));
    const byGet = await store.call(`/graphql?extensions=${sent}`, { headers: key });
    expect([byGet.status, byGet.headers.allow]).toEqual([405, 'POST']);
    expect(shown(await post(store, { extensions }))).toEqual([200, { touch: 1 }]);
  });

  test('the hash may be named with its algorithm before it, as graphql-codegen does', async () => {
    const query = '{ hello hello }';
    const extensions = named(`sha256:${sha256(query)}`);
    expect(shown(await post(store, { query, extensions }))).toEqual([200, { hello: 'hello' }]);
    expect(shown(await post(store, { extensions }))).toEqual([200, { hello: 'hello' }]);
    const bare = named(sha256(query));
    expect(shown(await post(store, { extensions: bare }))).toEqual([200, { hello: 'hello' }]);
  });

  test('a hash that is not that of the document is refused, and nothing is remembered', async () => {
    const hash = sha256('{ email }');
    const reply = await post(store, { query: '{ __typename }', extensions: named(hash) });
    expect(shown(reply)).toEqual([
      400,
      'BAD_USER_INPUT',
      'extensions.persistedQuery.sha256Hash is not that of the document.',
    ]);
    expect(shown(await post(store, { extensions: named(hash) }))).toEqual(notFound);
  });

  test('a document that does not fit the schema is not remembered', async () => {
    const extensions = named(sha256('{ helo }'));
    expect(shown(await post(store, { query: '{ helo }', extensions }))[1]).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
    expect(shown(await post(store, { extensions }))).toEqual(notFound);
  });

  test('a document that was sent without its hash is not known by it', async () => {
    const query = '{ email }';
    await post(store, { query });
    expect(shown(await post(store, { extensions: named(sha256(query)) }))).toEqual(notFound);
  });

  test('the rights are those of the caller who sends the hash', async () => {
    const extensions = named(sha256(hello));
    await post(store, { query: hello, extensions });
    expect((await post(store, { extensions }, {})).status).toBe(401);
    expect((await post(store, { extensions }, { 'X-ServiceAPIKey': 'wrong' })).status).toBe(401);
    expect((await post(store, { extensions }, { 'X-ServiceOrderToken': 'tok' })).status).toBe(401);
  });

  test('what unknown callers send is not remembered', async () => {
    const query = '{ odd }';
    const extensions = named(sha256(query));
    expect((await post(store, { query, extensions }, {})).status).toBe(401);
    expect(shown(await post(store, { extensions }))).toEqual(notFound);
  });

  test.each([
    ['a version that is not 1', { version: 2, sha256Hash: sha256(hello) }],
    ['no hash', { version: 1 }],
    ['a hash that is none', { version: 1, sha256Hash: 'abc' }],
    ['a hash of another algorithm', { version: 1, sha256Hash: `sha512:${sha256(hello)}` }],
    ['a text', sha256(hello)],
  ])('%s is refused', async (_title, persistedQuery) => {
    const reply = await post(store, { query: hello, extensions: { persistedQuery } });
    expect(shown(reply).slice(0, 2)).toEqual([400, 'BAD_USER_INPUT']);
  });
});

test('PERSISTED_QUERIES=off: a hash is refused by the name that clients know, a text is run', async () => {
  const store = await startFake({ persistence: { mode: 'off', list: new Map() } });
  const extensions = named(sha256(hello));
  expect(shown(await post(store, { query: hello, extensions }))).toEqual([200, { hello: 'hello' }]);
  expect(shown(await post(store, { extensions }))).toEqual([
    200,
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'PersistedQueryNotSupported',
  ]);
  await store.stop();
});

describe('PERSISTED_QUERIES=only', () => {
  let store: Fake;
  beforeAll(async () => {
    store = await startFake({
      persistence: { mode: 'only', list: new Map([[sha256(hello), hello]]) },
    });
  });
  afterAll(() => store.stop());

  test('a document on the list is run by its hash and by its text', async () => {
    const extensions = named(sha256(hello));
    for (const request of [{ extensions }, { query: hello }, { query: hello, extensions }]) {
      expect(shown(await post(store, request))).toEqual([200, { hello: 'hello' }]);
    }
  });

  test.each([
    ['its text', { query: '{ email }' }],
    ['its hash', { extensions: named(sha256('{ email }')) }],
    ['both', { query: '{ email }', extensions: named(sha256('{ email }')) }],
    ['another layout', { query: '{hello}' }],
  ])('no other is run by %s', async (_title, request) => {
    expect(shown(await post(store, request))).toEqual([
      400,
      'PERSISTED_QUERY_NOT_IN_LIST',
      'Only documents on the list of this store are run, and this one is not.',
    ]);
  });

  test('a probe needs no key, as ever', async () => {
    expect(shown(await post(store, { query: '{ __typename }' }, {}))).toEqual([
      200,
      { __typename: 'Query' },
    ]);
  });
});

test('hashes are forgotten with their documents, of which 30 MiB are kept', async () => {
  const cache = new DocumentCache(10_000);
  const persisted = persistedQueries({ mode: 'on', list: new Map() }, cache);
  const send = async (query: string): Promise<void> => {
    const { parse } = await import('graphql');
    cache.validate(
      cache.parse(query, () => parse(query)),
      () => [],
      'ann',
    );
    persisted.keep({ query, extensions: named(sha256(query)) });
  };
  const names = Array.from({ length: 100 }, (_, at) => `{ a${String(at)} }`);
  for (const query of names) await send(query);
  const known = names.filter((query) => cache.textOf(sha256(query)) !== undefined);
  expect(known.length).toBeGreaterThan(0);
  expect(known.length).toBeLessThan(10);
  expect(known.at(-1)).toBe('{ a99 }');
});

describe('PERSISTED_DOCUMENTS', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'store-documents-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = async (text: string, mode = 'only'): Promise<Persistence> => {
    const file = join(folder, 'documents.json');
    await writeFile(file, text);
    return readPersistence(readConfig({ PERSISTED_QUERIES: mode, PERSISTED_DOCUMENTS: file }));
  };
  const list = '{ orders(perPage: 5) { nodes { number } } }';

  test('is a JSON file of documents by their SHA-256; those of the admin page belong to it', async () => {
    const persistence = await read(JSON.stringify({ [sha256(list)]: list }));
    expect(persistence.mode).toBe('only');
    expect(persistence.list.get(sha256(list))).toBe(list);
    const store = await startFake({ schema, persistence });
    const script: string = '../../gateway/admin/page/operations.js';
    const operations = (await import(script)) as Readonly<Record<string, string>>;
    expect(Object.values(operations).length).toBeGreaterThan(10);
    for (const query of Object.values(operations)) {
      const [, code] = shown(await post(store, { query }));
      expect(code).not.toBe('PERSISTED_QUERY_NOT_IN_LIST');
    }
    await store.stop();
  });

  test('makes its documents known by their hash with PERSISTED_QUERIES=on, too', async () => {
    const query = '{ __typename }';
    const persistence = await read(JSON.stringify({ [sha256(query)]: query }), 'on');
    const store = await startFake({ schema, persistence });
    expect(shown(await post(store, { extensions: named(sha256(query)) }))).toEqual([
      200,
      { __typename: 'Query' },
    ]);
    await store.stop();
  });

  test("may be written by graphql-codegen's client preset, whose clients name documents by it", async () => {
    const operations = 'query Ping { __typename }';
    // the hash depends on the document alone, and types of the whole schema take seconds
    const small = buildSchema('type Query { hello: String }');
    const made = await preset.buildGeneratesSection({
      ...{ baseOutputDir: 'gql/', config: {}, pluginMap: {}, plugins: [], documentTransforms: [] },
      presetConfig: { persistedDocuments: { hashAlgorithm: 'sha256' } },
      ...{ schema: parse(printSchema(small)), schemaAst: small },
      documents: [{ document: parse(operations), rawSDL: operations, location: 'ping.graphql' }],
    });
    const contents = new Map<string, string>();
    for (const part of made) contents.set(part.filename, await codegen(part));
    const hash = /"hash": ?"([^"]+)"/.exec(contents.get('gql/graphql.ts') ?? '')?.[1] ?? '';
    const persistence = await read(contents.get('gql/persisted-documents.json') ?? '');
    const store = await startFake({ schema, persistence });
    expect(hash).toMatch(/^sha256:/);
    expect(shown(await post(store, { extensions: named(hash) }))).toEqual([
      200,
      { __typename: 'Query' },
    ]);
    await store.stop();
  });

  test.each([
    ['no JSON', '{', 'which is not JSON'],
    ['a list', '[]', 'which must be a JSON object of documents by their SHA-256'],
    [
      'another hash',
      '{"abc": "{ hello }"}',
      `abc cannot be used: has the SHA-256 ${sha256(hello)}`,
    ],
    ['no text', '{"abc": 7}', 'abc cannot be used: is no text'],
    [
      'a document that does not fit the schema',
      JSON.stringify({ [sha256('{ nonsense }')]: '{ nonsense }' }),
      'Cannot query field "nonsense" on type "Query".',
    ],
    ['bad syntax', JSON.stringify({ [sha256('{')]: '{' }), 'Syntax Error'],
  ])('stops the start and is named if it holds %s', async (_title, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toThrow('PERSISTED_DOCUMENTS is "');
  });

  test('stops the start if it cannot be read', async () => {
    const config = readConfig({ PERSISTED_DOCUMENTS: join(folder, 'nothing.json') });
    await expect(readPersistence(config)).rejects.toThrow('which cannot be read: ENOENT');
  });
});
