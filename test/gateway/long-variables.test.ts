import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { executionOf } from '../../gateway/process/server.ts';
import type { Config } from '../../gateway/settings/config.ts';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import type { StoreSettings } from '../../schema/index.ts';
import { keepLog, startFake } from './support.ts';

const wrong = Array.from({ length: 60 }, (_, place) => [`wrong${String(place)}`, 1] as const);
const short = Object.fromEntries(wrong);
const long = { ...short, email: 'x'.repeat(1_000_000) };

/** The program's own way to run documents. */
const executorOf = (fastPath: boolean) =>
  executionOf(
    { client: {} } as Database,
    { fastPath } as Config,
    {} as StoreSettings,
    keepLog().log,
  ).executor;

describe.each([
  ['on', true],
  ['off', false],
])('A45: of variables that are wrong, with FAST_PATH=%s,', (_setting, fastPath) => {
  let store: Awaited<ReturnType<typeof startFake>>;
  beforeAll(async () => {
    store = await startFake({ schema, executor: executorOf(fastPath) });
  });
  afterAll(() => store.stop());

  /** Sends a document, told apart by its comment, and returns the messages of the errors. */
  async function ask(comment: string, filter: object): Promise<string[]> {
    const query = `query ($f: OrderFilter) { myOrders(filter: $f) { totalCount } } # ${comment}`;
    const { json } = await store.call('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-ServiceAPIKey': 'good-key' },
      body: JSON.stringify({ query, variables: { f: filter } }),
    });
    const { data, errors } = json as { data?: unknown; errors: { message: string }[] };
    expect(data).toBeUndefined();
    return errors.map(({ message }) => message);
  }

  test('the first error of a megabyte is told, however often a document was sent before', async () => {
    const told = [
      // both ends, without the megabyte between
      expect.stringMatching(
        /^Variable "\$f" got invalid value.{1,1000}at "f.email"; Expected type/s,
      ),
      expect.stringContaining('Too many errors'),
    ];
    expect(await ask('one', long)).toEqual(told);
    expect(await ask('one', long)).toEqual(told);
    expect(await ask('another', long)).toEqual(told);
  });

  test('fifty errors of short ones are told', async () => {
    const first = await ask('short', short);
    expect(first).toHaveLength(51);
    expect(await ask('short', short)).toEqual(first);
  });
});
