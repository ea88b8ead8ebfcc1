import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';

let database: Database;
let ann: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
  forgetViewers(database.client);
  ({ id: ann } = await database.client.user.create({ data: { email: 'ann@shop.test' } }));
});

const ask = (document: string, viewer = adminViewer) =>
  run(database.client, viewer, document, { id: String(ann) });

const disable =
  'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { disabledAt } userErrors { code field message allowed lockVersion } } }';
const enable =
  'mutation ($id: ID!) { enableUser(by: { id: $id }) { user { disabledAt } userErrors { code field message allowed lockVersion } } }';

async function newKey(): Promise<string> {
  const { data } = await ask('mutation ($id: ID!) { generateApiKey(userId: $id) { key } }');
  return (data as { generateApiKey: { key: string } }).generateApiKey.key;
}

const stateOf = async (key: string) =>
  (await loadViewer(database.client, { key, orderToken: null })).key;

test('the keys of a disabled user stop with the next request, and work again once enabled', async () => {
  const key = await newKey();
  expect(await stateOf(key)).toBe('good');
  expect((await ask(disable)).data).toEqual({ disableUser: { disabledAt: expect.any(String) } });
  expect(await stateOf(key)).toBe('bad');
  expect((await ask(enable)).data).toEqual({ enableUser: { disabledAt: null } });
  expect(await stateOf(key)).toBe('good');
});

test('disabling again keeps the time', async () => {
  const first = await ask(disable);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await ask(disable)).data).toEqual(first.data);
});

test('a disabled user gets no key', async () => {
  await ask(disable);
  const { errors } = await ask('mutation ($id: ID!) { generateApiKey(userId: $id) { key } }');
  expect(errors).toMatchObject([{ code: 'REFUSED', fields: { base: ['The user is disabled.'] } }]);
});

test('N70: callers with fewer permissions neither disable nor enable', async () => {
  const role = await database.client.role.findUniqueOrThrow({ where: { name: 'orders_read' } });
  await database.client.userRole.create({ data: { userId: ann, roleId: role.id } });
  const clerk = viewerWith(null, 'users.update');
  const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
  expect((await ask(disable, clerk)).errors).toEqual(insufficient);
  await ask(disable);
  expect((await ask(enable, clerk)).errors).toEqual(insufficient);
});
