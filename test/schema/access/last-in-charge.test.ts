import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, type Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
  await database.client.role.deleteMany({ where: { builtIn: false } });
  forgetViewers(database.client);
});

interface Manager {
  readonly id: string;
  readonly keyId: string;
  readonly viewer: Viewer;
}

const ask = (document: string, variables: object, viewer: Viewer = adminViewer) =>
  run(database.client, viewer, document, { ...variables });

/** A user with a key and this role, as a viewer. */
async function manager(name: string, role = 'admin'): Promise<Manager> {
  const input = { email: `${name}@shop.test`, roles: [role] };
  const made = await ask(
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    { input },
  );
  const { id } = (made.data as { createUser: { id: string } }).createUser;
  const { data } = await ask(
    'mutation ($id: ID!) { generateApiKey(userId: $id) { key apiKey { id } } }',
    { id },
  );
  const { key, apiKey } = (data as { generateApiKey: { key: string; apiKey: { id: string } } })
    .generateApiKey;
  const viewer = await loadViewer(database.client, { key, orderToken: null });
  return { id: id, keyId: apiKey.id, viewer };
}

const everything = () =>
  database.client.user.findMany({
    include: { roles: true, apiKeys: true },
    orderBy: { id: 'asc' },
  });

const refusal = [
  {
    code: 'REFUSED',
    fields: { base: ['At least one enabled user with a key must be able to manage users.'] },
  },
];
const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

const giveRoles =
  'mutation ($id: ID!, $roles: [String!]) { updateUser(by: { id: $id }, input: { roles: $roles }) { user { id } userErrors { code field message allowed lockVersion } } }';
const disable =
  'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } }';
const revokeAll = 'mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }';
const revokeOne =
  'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message allowed lockVersion } } }';
const rotate =
  'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { key userErrors { code field message allowed lockVersion } } }';

type Path = readonly [path: string, document: string, variables: (of: Manager) => object];
const paths: readonly Path[] = [
  ['the role is taken', giveRoles, ({ id }) => ({ id, roles: ['orders_read'] })],
  ['the user is disabled', disable, ({ id }) => ({ id })],
  ['all keys are revoked', revokeAll, ({ id }) => ({ id })],
  ['the one key is revoked', revokeOne, ({ keyId }) => ({ id: keyId })],
];

describe.each(paths)('N71, safety 21: %s', (_path, document, variables) => {
  test('of the last user with all permissions it is refused and changes nothing', async () => {
    const ada = await manager('ada');
    const before = await everything();
    expect((await ask(document, variables(ada), ada.viewer)).errors).toMatchObject(refusal);
    expect((await ask(document, variables(ada))).errors).toMatchObject(refusal);
    expect(await everything()).toEqual(before);
  });

  test('of one of two it is done', async () => {
    const ada = await manager('ada');
    await manager('bea');
    expect((await ask(document, variables(ada), ada.viewer)).errors).toEqual([]);
  });

  test('of the last but one, beside somebody without a key or disabled, it is refused', async () => {
    const ada = await manager('ada');
    const [bea, cleo] = [await manager('bea'), await manager('cleo')];
    await ask(revokeAll, { id: bea.id });
    await ask(disable, { id: cleo.id });
    expect((await ask(document, variables(ada), ada.viewer)).errors).toMatchObject(refusal);
  });

  test('of two users who do it to each other at once, one keeps the permission', async () => {
    const [ada, bea] = [await manager('ada'), await manager('bea')];
    const answers = await Promise.all([
      ask(document, variables(bea), ada.viewer),
      ask(document, variables(ada), bea.viewer),
    ]);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  });

  test('of two of three users who do it to each other at once, one succeeds (A8)', async () => {
    const [ada, bea] = [await manager('ada'), await manager('bea')];
    await manager('cleo');
    const answers = await Promise.all([
      ask(document, variables(bea), ada.viewer),
      ask(document, variables(ada), bea.viewer),
    ]);
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
  });
});

describe('N71', () => {
  test('a role of the last user who may update users keeps that permission', async () => {
    await ask(
      'mutation { createRole(input: { name: "deputy", permissions: ["users.*"] }) { id } }',
      {},
    );
    await manager('ada', 'deputy');
    const role = await database.client.role.findUniqueOrThrow({ where: { name: 'deputy' } });
    const change =
      'mutation ($id: ID!, $permissions: [String!]) { updateRole(id: $id, input: { permissions: $permissions }) { role { id } userErrors { code field message allowed lockVersion } } }';
    const reduced = await ask(change, { id: String(role.id), permissions: ['users.read'] });
    expect(reduced.errors).toMatchObject(refusal);
    const kept = await ask(change, { id: String(role.id), permissions: ['users.update'] });
    expect(kept.errors).toEqual([]);
  });

  test('a user who may update users does not replace one with all permissions', async () => {
    await ask(
      'mutation { createRole(input: { name: "deputy", permissions: ["users.*"] }) { id } }',
      {},
    );
    const ada = await manager('ada');
    await manager('dan', 'deputy');
    expect((await ask(disable, { id: ada.id })).errors).toMatchObject(refusal);
  });

  test('a key in its overlap does not take the place of one without an end', async () => {
    const ada = await manager('ada');
    const rotated = await ask(rotate, { id: ada.keyId });
    expect(rotated.errors).toEqual([]);
    const latter = await database.client.apiKey.findFirstOrThrow({ where: { expiresAt: null } });
    expect((await ask(revokeOne, { id: String(latter.id) })).errors).toMatchObject(refusal);
    expect((await ask(revokeOne, { id: ada.keyId })).errors).toEqual([]);
  });
});

test("N70: of two users who remove each other's role at once, beside a third, one succeeds", async () => {
  const [ada, bea] = [await manager('ada'), await manager('bea')];
  await manager('cleo');
  const answers = await Promise.all([
    ask(giveRoles, { id: bea.id, roles: [] }, ada.viewer),
    ask(giveRoles, { id: ada.id, roles: [] }, bea.viewer),
  ]);
  const errors = answers.map((answer) => answer.errors).filter((each) => each.length > 0);
  expect(errors).toEqual([insufficient]);
});
