import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, type Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

beforeEach(async () => {
  const { client } = database;
  await client.user.deleteMany();
  await client.role.deleteMany({ where: { builtIn: false } });
  forgetViewers(client);
  await makeRole('helpdesk', 'users.impersonate', 'shipments.read', 'api_keys.create');
  await makeRole('packer', 'shipments.read', 'api_keys.create');
  await makeRole('manager', 'shipments.*', 'orders.read');
});

const makeRole = (name: string, ...permissions: readonly string[]) =>
  database.client.role.create({
    data: { name, permissions: { create: permissions.map((permission) => ({ permission })) } },
  });

const viewerOf = (key: string): Promise<Viewer> =>
  loadViewer(database.client, { key, orderToken: null });

/** Runs a mutation with a key, else as the operator of the machine. */
async function ask(document: string, variables: object, key?: string): Promise<unknown> {
  const viewer = key === undefined ? adminViewer : await viewerOf(key);
  const origin = { actor: 'user', address: null } as const;
  const { data, errors } = await run(
    database.client,
    viewer,
    document,
    { ...variables },
    { origin },
  );
  expect(errors).toEqual([]);
  return data;
}

const wrong = 'userErrors { code field message allowed lockVersion }';

/** A key for a user, made with another key, else by the operator. */
async function keyFor(id: bigint, by?: string): Promise<string> {
  const document = 'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }';
  const made = (await ask(document, { id: String(id) }, by)) as { generateApiKey: { key: string } };
  return made.generateApiKey.key;
}

/** Replaces a user's only key. */
async function rotated(userId: bigint, by: string): Promise<string> {
  const { id } = await database.client.apiKey.findFirstOrThrow({ where: { userId } });
  const document = `mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { key ${wrong} } }`;
  const made = (await ask(document, { id: String(id) }, by)) as { rotateApiKey: string };
  return made.rotateApiKey;
}

const giveRoles = (id: bigint, ...roles: readonly string[]) =>
  ask(
    `mutation ($id: ID!, $roles: [String!]) {
      updateUser(by: { id: $id }, input: { roles: $roles }) { user { id } ${wrong} }
    }`,
    { id: String(id), roles },
  );

async function givePermissions(name: string, ...permissions: readonly string[]): Promise<void> {
  const { id } = await database.client.role.findUniqueOrThrow({ where: { name } });
  await ask(
    `mutation ($id: ID!, $permissions: [String!]) {
      updateRole(id: $id, input: { permissions: $permissions }) { role { id } ${wrong} }
    }`,
    { id: String(id), permissions },
  );
}

let people = 0;
async function person(...roles: readonly string[]): Promise<bigint> {
  people += 1;
  const { id } = await database.client.user.create({
    data: {
      email: `person.${String(people)}@shop.test`,
      roles: { create: roles.map((name) => ({ role: { connect: { name } } })) },
    },
  });
  return id;
}

/** A user with a key that the operator made. */
async function member(...roles: readonly string[]): Promise<{ id: bigint; key: string }> {
  const id = await person(...roles);
  return { id, key: await keyFor(id) };
}

async function states(...keys: readonly string[]): Promise<readonly string[]> {
  forgetViewers(database.client);
  return (await Promise.all(keys.map(viewerOf))).map(({ key }) => key);
}

describe('N70: a key that somebody made for another user', () => {
  test('ends when that user is promoted beyond who made it, with its sessions, and the audit log tells it', async () => {
    const { client } = database;
    const helga = await member('helpdesk');
    const wally = await person('packer');
    const key = await keyFor(wally, helga.key);
    const stored = await client.apiKey.findFirstOrThrow({ where: { userId: wally } });
    const session = {
      apiKeyId: stored.id,
      tokenHash: Buffer.from('0'.repeat(32)),
      expiresAt: new Date(Date.now() + 60_000),
    };
    await client.session.create({ data: session });
    await giveRoles(wally, 'packer', 'manager');
    expect(await states(key, helga.key)).toEqual(['bad', 'good']);
    expect(await client.session.count()).toBe(0);
    const told = await client.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 2 });
    const [ended, promoted] = told.map(({ action, subjectId, changes }) => [
      action,
      subjectId,
      changes,
    ]);
    expect(promoted).toEqual(['users.update', wally, { roles: ['packer', 'manager, packer'] }]);
    expect(ended).toEqual(['api_keys.revoke_all', wally, { keys: [String(stored.id), null] }]);
  });

  test('ends when a role of that user gets a permission, but not where another role allows it already', async () => {
    const helga = await member('helpdesk');
    const [wally, mary] = [await person('packer'), await person('packer', 'helpdesk')];
    const keys = [await keyFor(wally, helga.key), await keyFor(mary, helga.key)];
    await givePermissions('helpdesk', 'users.impersonate', 'shipments.*', 'api_keys.create');
    expect(await states(...keys)).toEqual(['good', 'good']);
    await giveRoles(helga.id);
    await givePermissions('packer', 'shipments.fire', 'shipments.read', 'api_keys.create');
    expect(await states(...keys)).toEqual(['bad', 'good']);
  });

  test('stays while who made it lacks no right of the user, by whatever role or wildcard', async () => {
    const helga = await member('helpdesk', 'manager');
    const [wally, pat] = [await person('packer'), await person('packer')];
    const keys = [await keyFor(wally, helga.key), await keyFor(pat, helga.key)];
    await giveRoles(wally, 'packer', 'manager');
    await givePermissions('manager', 'shipments.*', 'orders.read', 'products.update');
    await givePermissions('packer', 'shipments.fire', 'orders.read', 'api_keys.create');
    expect(await states(...keys)).toEqual(['good', 'good']);
  });

  test('stays if an admin made it, so that the keys of programs survive', async () => {
    const admin = await member('admin');
    const program = await person('packer');
    const key = await keyFor(program, admin.key);
    await giveRoles(program, 'packer', 'manager');
    await givePermissions('packer', 'users.read');
    expect(await states(key)).toEqual(['good']);
  });

  test('stays when its user gets nothing new, although who made it has lost everything since', async () => {
    const helga = await member('helpdesk');
    const wally = await person('packer');
    const key = await keyFor(wally, helga.key);
    await giveRoles(helga.id);
    await makeRole('reader', 'shipments.read', 'products.read', 'countries.index');
    await giveRoles(wally, 'packer', 'reader');
    await givePermissions('packer', 'api_keys.create');
    await giveRoles(wally, 'packer');
    expect(await states(key)).toEqual(['good']);
  });

  test.each<[string, (id: bigint) => Promise<unknown>]>([
    [
      'disabled',
      (id) => database.client.user.update({ where: { id }, data: { disabledAt: new Date() } }),
    ],
    ['deleted', (id) => database.client.user.delete({ where: { id } })],
  ])('ends with a new right of its user if who made it was %s', async (_what, remove) => {
    const admin = await member('admin');
    const wally = await person('packer');
    const key = await keyFor(wally, admin.key);
    await remove(admin.id);
    expect(await states(key)).toEqual(['good']);
    await giveRoles(wally, 'packer', 'manager');
    expect(await states(key)).toEqual(['bad']);
  });

  test('stays if nobody knows who made it: a start, the command line, or an older version', async () => {
    const wally = await member('packer');
    await giveRoles(wally.id, 'packer', 'manager');
    expect(await states(wally.key)).toEqual(['good']);
  });

  test('counts as made also by who made the key that was used for it, in whoever’s name', async () => {
    const helga = await member('helpdesk');
    const [wally, eve] = [await person('packer'), await person('packer')];
    const first = await keyFor(wally, helga.key);
    const keys = [await keyFor(wally, first), await rotated(wally, first)];
    const ofDesk = await person('helpdesk');
    const second = await keyFor(ofDesk, helga.key);
    const far = await keyFor(eve, second);
    await giveRoles(ofDesk, 'admin');
    await giveRoles(wally, 'packer', 'manager');
    await giveRoles(eve, 'packer', 'manager');
    expect(await states(first, ...keys, second, far)).toEqual(['bad', 'bad', 'bad', 'bad', 'bad']);
  });
});

describe("N70: one's own key", () => {
  test('stays, made or rotated with a key of which no other maker is known', async () => {
    const wally = await member('packer');
    const keys = [await keyFor(wally.id, wally.key), await rotated(wally.id, wally.key)];
    await giveRoles(wally.id, 'packer', 'manager');
    expect(await states(wally.key, ...keys)).toEqual(['good', 'good', 'good']);
  });

  test('stays once who has all the rights has rotated it', async () => {
    const [admin, helga] = [await member('admin'), await member('helpdesk')];
    const wally = await person('packer');
    const former = await keyFor(wally, helga.key);
    const key = await rotated(wally, admin.key);
    await giveRoles(wally, 'packer', 'manager');
    expect(await states(former, key)).toEqual(['bad', 'good']);
  });
});

describe('N70: the admin of a start', () => {
  test('counts by its roles also while disabled: every key of a store descends from its own', async () => {
    const { client } = database;
    const start = await member('admin');
    await client.user.update({ where: { id: start.id }, data: { isStartAdmin: true } });
    const wally = await person('packer');
    const key = await keyFor(wally, start.key);
    await client.user.update({ where: { id: start.id }, data: { disabledAt: new Date() } });
    await giveRoles(wally, 'packer', 'manager');
    expect(await states(key)).toEqual(['good']);
    await client.userRole.deleteMany({ where: { userId: start.id } });
    await giveRoles(wally, 'admin');
    expect(await states(key)).toEqual(['bad']);
  });
});

test('N71: a promotion that would end the last key of who can manage users is refused and changes nothing', async () => {
  const { client } = database;
  const boss = await person();
  await makeRole('boss', 'users.update');
  await giveRoles(boss, 'boss');
  const helga = await member('helpdesk', 'boss');
  const key = await keyFor(boss, helga.key);
  await client.user.update({ where: { id: helga.id }, data: { disabledAt: new Date() } });
  const stored = () =>
    client.user.findMany({ include: { roles: true, apiKeys: true }, orderBy: { id: 'asc' } });
  const before = await stored();
  const { errors } = await run(
    client,
    adminViewer,
    `mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: ["boss", "manager"] }) { user { id } ${wrong} } }`,
    { id: String(boss) },
  );
  expect(errors).toEqual([
    {
      code: 'REFUSED',
      fields: { base: ['At least one enabled user with a key must be able to manage users.'] },
    },
  ]);
  expect(await stored()).toEqual(before);
  expect(await states(key)).toEqual(['good']);
});

test('N70: ending the keys of twenty users takes as many statements as those of one', async () => {
  const helga = await member('helpdesk');
  const countWith = async (role: string, users: number): Promise<number> => {
    await makeRole(role, 'shipments.read');
    const keys: string[] = [];
    while (keys.length < users) keys.push(await keyFor(await person(role), helga.key));
    statements.length = 0;
    await givePermissions(role, 'orders.read');
    const count = statements.length;
    expect(await states(...keys)).toEqual(keys.map(() => 'bad'));
    return count;
  };
  expect(await countWith('many', 20)).toBe(await countWith('single', 1));
});
