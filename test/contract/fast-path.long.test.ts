import { expect, test } from '@jest/globals';
import { basic, createClient, keyHeader } from '../support/clients.ts';
import type { Reply } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import type { Caller } from './example.ts';
import { examples } from './examples/index.ts';
import { setScene } from './scene.ts';

/** Random values and times, which differ between two stores. */
const drawn = [
  /\b[RHPC]\d{9,11}\b/gi,
  // goods are numbered across the stores of a test file
  /(?<=(?:shirt|tote)[- ])\d+/gi,
  /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?(Z|[+-]\d{2}:\d{2})/g,
  /(?<="token":")[^"]+/g,
  /(?<="key":")[^"]+/g,
  /(?<=\.(?:jpe?g|png)\?)\d+/g,
];

const masked = (text: string): string =>
  drawn.reduce((rest, pattern) => rest.replace(pattern, '#'), text);

/** Headers about the record; the ETag of a body with its own number differs. */
const told = [
  'content-type',
  'location',
  'link',
  'x-total-count',
  'vary',
  'cache-control',
  'allow',
];

const shown = ({ status, headers, text }: Reply): unknown => ({
  status,
  text: masked(text),
  headers: told.map((name) => masked(headers.get(name) ?? '')),
});

const graphqlQuery = `query ($perPage: Int) {
  orders(perPage: $perPage) {
    totalCount
    nodes { id number total again: displayTotal ...Lines shipments { manifest { quantity variant { sku } } } }
  }
  nobody: order(by: { number: "R1" }) { id }
}
fragment Lines on Order { lineItems { quantity variant { name optionValues { presentation } } } }`;

/** Every response of the contract's examples, then of a GraphQL document sent several times. */
async function answersOf(store: Store): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  const scene = await setScene(store);
  const { url } = store;
  const callers: Readonly<Record<Caller['form'], Caller>> = {
    older: { form: 'older', as: ({ key }) => createClient(url, basic(key)) },
    newer: { form: 'newer', as: ({ key }) => createClient(url, keyHeader(key)) },
  };
  for (const [place, { route, form, title, given, request }] of chosen.entries()) {
    const caller = callers[form];
    const reply = await request(await given(scene, caller), caller);
    answers.set(
      `${String(place)} ${form} ${route}: ${title}`,
      // servers choose random ports
      JSON.parse(JSON.stringify(shown(reply)).replaceAll(url, '')),
    );
  }
  const client = store.newer(scene.admin);
  for (const time of [1, 2, 3]) {
    const body = { query: graphqlQuery, variables: { perPage: 5 } };
    const reply = await client.post('/graphql', { body });
    answers.set(`GraphQL, time ${String(time)}`, {
      ...(shown(reply) as object),
      text: masked(reply.text).replace(/"requestId":"[^"]+"/g, ''),
    });
  }
  return answers;
}

/** Compares one of so many routes: all of them on PostgreSQL, where comparing costs half as much. */
const comparesAll = process.env['FAST_PATH_EXAMPLES'] === 'all';
const oneOf = comparesAll || process.env['TEST_DATABASE_URL'] !== undefined ? 1 : 4;

/** The first success of the routes in each format; every example with FAST_PATH_EXAMPLES=all. */
const firstSuccesses = examples.filter((example, place) => {
  if (comparesAll) return true;
  const { route, form, outcome } = example;
  const isSame = (other: (typeof examples)[number]): boolean =>
    other.route === route && other.form === form && other.outcome === 'accepted';
  return outcome === 'accepted' && examples.findIndex(isSame) === place;
});
const chosen = firstSuccesses.filter((_example, place) => place % oneOf === 0);

test('the fast path changes no byte of any answer', async () => {
  const fast = await openStore();
  const slow = await openStore({ fastPath: false });
  try {
    const [ofFast, ofSlow] = [await answersOf(fast), await answersOf(slow)];
    expect(ofFast.size).toBe(chosen.length + 3);
    expect(Object.fromEntries(ofFast)).toEqual(Object.fromEntries(ofSlow));
  } finally {
    await Promise.all([fast.close(), slow.close()]);
  }
});
