import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Kind, parse, validate } from 'graphql';
import { loadSampleStore, schema } from '../../schema/index.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

interface Example {
  readonly title: string;
  readonly explains: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

// a script of the page, so without types
const script: string = '../../gateway/graphiql/page/examples.js';
const { examples, first } = (await import(script)) as {
  readonly examples: readonly Example[];
  readonly first: string;
};

let store: Store;
let admin: Account;
beforeAll(async () => {
  store = await openStore();
  admin = await store.account('ada', ['admin']);
  await loadSampleStore(store.db);
});
afterAll(() => store.close());

test('the jobs of the mission are among the examples (O35)', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'Find and ship',
    'Cancel an order',
    'Low stock',
    'Backorders',
    'A user with a key',
  ]);
});

test('the key that an example generates is for the user it names, who may not do everything', async () => {
  const [example] = examples.filter(({ query }) => query.includes('generateApiKey'));
  const { name, roles } = await store.db.user.findUniqueOrThrow({
    where: { id: BigInt(String(example?.variables['user'])) },
    select: {
      name: true,
      roles: { select: { role: { select: { permissions: { select: { permission: true } } } } } },
    },
  });
  const permissions = roles.flatMap(({ role }) => role.permissions);
  expect(permissions).not.toHaveLength(0);
  expect(permissions).not.toContainEqual({ permission: '*' });
  expect(example?.explains).toContain(name);
});

const runs = [{ title: 'first tab', query: first, variables: {} }, ...examples].flatMap((example) =>
  parse(example.query).definitions.map((definition) => ({
    ...example,
    operation: definition.kind === Kind.OPERATION_DEFINITION ? definition.name?.value : undefined,
  })),
);

test.each(runs)('$title: $operation fits the schema', ({ query }) => {
  expect(validate(schema, parse(query))).toEqual([]);
});

test.each(runs)(
  '$title: $operation is answered by the sample store with something in it',
  async ({ query, variables, operation }) => {
    const { status, body } = await store
      .newer(admin)
      .post('/graphql', { body: { query, variables, operationName: operation } });
    expect([status, body]).toEqual([
      200,
      { data: expect.any(Object) as unknown, extensions: expect.any(Object) as unknown },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/"totalCount":0|"data":\{"\w+":null/);
  },
);
