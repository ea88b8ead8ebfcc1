import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { basic, createClient, keyHeader } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import type { Sent } from '../support/clients.ts';
import { readReference } from './answers.ts';
import type { FindProblems } from './answers.ts';
import { readRequests } from './requests.ts';
import type { FindRequestProblems } from './requests.ts';
import { readState } from './database-state.ts';
import type { Caller, Example } from './example.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { secretsOf, watchSecrets } from './secrets.ts';

const isCreation = ({ route, outcome }: Example): boolean =>
  route.startsWith('POST ') && outcome === 'accepted';

/**
 * Turns each example into a test: checks the whole response, that a refused request changes nothing, that
 * request and response match the reference, that its reads are planned once, that a new record is at its Location, and that no
 * secret is revealed. All use one store.
 */
export function tryExamples(examples: readonly Example[]): void {
  let store: Store;
  let scene: Scene;
  let findProblems: FindProblems;
  let findRequestProblems: FindRequestProblems;
  const secrets = watchSecrets();
  const leftToPrisma: string[] = [];
  const unplanned: string[] = [];
  const sent: Sent[] = [];
  const note = (request: Sent): void => void sent.push(request);

  beforeAll(async () => {
    store = await openStore({
      log: secrets.log,
      parts: { metrics: secrets.metrics },
      onFallback: (...left) => leftToPrisma.push(left.join(' ')),
      onUnplanned: (why) => unplanned.push(why),
    });
    scene = await setScene(store);
    findProblems = await readReference(store);
    findRequestProblems = await readRequests(store);
  });

  afterAll(() => store.close());

  const callers: Readonly<Record<Caller['form'], Caller>> = {
    older: { form: 'older', as: ({ key }) => createClient(store.url, basic(key), note) },
    newer: { form: 'newer', as: ({ key }) => createClient(store.url, keyHeader(key), note) },
  };

  describe.each([...new Set(examples.map(({ route }) => route))])('%s', (route) => {
    test.each(examples.filter((example) => example.route === route))(
      '$form: $title',
      async (example) => {
        const caller = callers[example.form];
        const given = await example.given(scene, caller);
        const state = (): Promise<unknown> =>
          example.outcome === 'refused' ? readState(store.db) : Promise.resolve();
        const before = await state();
        leftToPrisma.length = 0;
        unplanned.length = 0;
        sent.length = 0;
        const reply = await example.request(given, caller);
        const problems = sent.flatMap((one) => findRequestProblems(route, example.form, one));
        const left = [...leftToPrisma];
        const plannedAnew = [...unplanned];
        secrets.noteAnswer(reply);
        const after = await state();
        const headers = example.headers(given, caller);
        expect({
          status: reply.status,
          body: reply.body,
          headers: Object.fromEntries(
            Object.keys(headers).map((name) => [name, reply.headers.get(name)]),
          ),
          againstReference: findProblems(route, example.form, reply),
          misfits: example.misfits ? problems.length > 0 : problems,
          leftToPrisma: left,
          plannedAnew,
        }).toEqual({
          status: example.status,
          body: await example.body(given, caller),
          headers,
          againstReference: [],
          misfits: example.misfits ? true : [],
          leftToPrisma: [],
          plannedAnew: [],
        });
        expect(after).toEqual(before);
        if (!isCreation(example)) return;
        // F16: the Location of a new record is its address
        const { pathname } = new URL(reply.headers.get('location') ?? '');
        const followed = await caller.as(scene.admin).get(pathname);
        expect([followed.status, followed.body]).toEqual([200, reply.body]);
      },
    );
  });

  test('A7: none of these requests put a key or an order token into logs, figures or failures', async () => {
    const known = await secretsOf(store, scene);
    expect(known.length).toBeGreaterThan(100);
    expect(secrets.lines()).toBeGreaterThan(secrets.requests());
    expect(await secrets.find(known)).toEqual([]);
  });
}
