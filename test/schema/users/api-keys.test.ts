import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, type Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';

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

async function known(...roles: readonly string[]): Promise<bigint> {
  const { id } = await database.client.user.create({
    data: {
      email: 'ann@shop.test',
      roles: { create: roles.map((name) => ({ role: { connect: { name } } })) },
    },
  });
  return id;
}

const generate = (userId: bigint, overlapSeconds?: number, viewer: Viewer = adminViewer) =>
  run(
    database.client,
    viewer,
    `mutation ($userId: ID!, $overlapSeconds: Int) {
      generateApiKey(userId: $userId, overlapSeconds: $overlapSeconds) { key user { id email } }
    }`,
    { userId: String(userId), overlapSeconds },
  );

async function newKey(userId: bigint, overlapSeconds?: number): Promise<string> {
  const { data, errors } = await generate(userId, overlapSeconds);
  expect(errors).toEqual([]);
  return (data as { generateApiKey: { key: string } }).generateApiKey.key;
}

const mutate = (document: string, variables: Record<string, unknown>) =>
  run(database.client, adminViewer, document, variables);

const revoke = (userId: bigint) =>
  mutate('mutation ($id: ID!) { revokeApiKey(userId: $id) { email } }', { id: String(userId) });

const load = (key: string) => loadViewer(database.client, { key, orderToken: null });

const states = async (...keys: readonly string[]) =>
  (await Promise.all(keys.map(load))).map((viewer) => viewer.key);

const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

describe('Decision A7: making a key', () => {
  test('a created key is returned although a later field fails, which is null (A46)', async () => {
    const id = await known();
    const { data, errors } = await mutate(
      `mutation ($id: ID!) {
        made: generateApiKey(userId: $id) { key }
        refused: createRole(input: { name: "No Name", permissions: [] }) { id }
        after: updateUser(by: { id: $id }, input: { name: "Ann" }) { user { name } userErrors { code field message allowed lockVersion } }
      }`,
      { id: String(id) },
    );
    expect(data).toEqual({
      made: { key: expect.stringMatching(/^osk_/) },
      refused: null,
      after: { name: 'Ann' },
    });
    expect(errors).toEqual([{ code: 'INVALID', fields: { name: ['is invalid'] } }]);
    expect(await states((data as { made: { key: string } }).made.key)).toEqual(['good']);
    expect(await database.client.role.count({ where: { builtIn: false } })).toBe(0);
  });

  test('a key begins with osk_ and authenticates its user', async () => {
    const id = await known();
    const { data } = await generate(id);
    expect(data).toEqual({
      generateApiKey: {
        key: expect.stringMatching(/^osk_[0-9A-Za-z]{36}$/),
        user: { id: String(id), email: 'ann@shop.test' },
      },
    });
  });

  test('only its SHA-256 is stored', async () => {
    const key = await newKey(await known());
    const rows = await database.client.apiKey.findMany();
    expect(rows.map(({ keyHash }) => Buffer.from(keyHash).toString('hex'))).toEqual([
      createHash('sha256').update(key).digest('hex'),
    ]);
  });

  test('a user who does not exist gets none', async () => {
    expect((await generate(999_999n)).errors).toEqual([{ code: 'NOT_FOUND' }]);
  });
});

describe('a new key', () => {
  test('ends no other, whatever the deprecated overlap says', async () => {
    const id = await known();
    const keys = [await newKey(id), await newKey(id), await newKey(id, 0), await newKey(id, -1)];
    expect(await states(...keys)).toEqual(['good', 'good', 'good', 'good']);
  });

  test('is refused beyond a hundred that work, made at the same time or not', async () => {
    const id = await known();
    const made = await Promise.all(Array.from({ length: 102 }, () => generate(id)));
    const errors = made.map((answer) => answer.errors).filter((each) => each.length > 0);
    const full = [
      {
        code: 'REFUSED',
        reason: 'act',
        fields: { base: ['A user can have at most 100 working keys. Revoke one first.'] },
      },
    ];
    expect(errors).toEqual([full, full]);
    await database.client.apiKey.deleteMany({ where: { userId: id } });
    expect((await generate(id)).errors).toEqual([]);
  });

  test('safety 22: of another user takes users.impersonate, whatever else one may', async () => {
    const ann = await known();
    const former = await newKey(ann);
    const maker = viewerWith(null, 'api_keys.*', 'users.update', 'roles.*');
    expect((await generate(ann, undefined, maker)).errors).toEqual(insufficient);
    expect((await generate(999_999n, undefined, maker)).errors).toEqual(insufficient);
    expect(await states(former)).toEqual(['good']);
    expect(await database.client.apiKey.count()).toBe(1);
    const deputy = viewerWith(null, 'users.impersonate');
    expect((await generate(ann, undefined, deputy)).errors).toEqual([]);
  });

  test('of oneself takes api_keys.create', async () => {
    const { client } = database;
    await client.role.create({
      data: { name: 'keys', permissions: { create: { permission: 'api_keys.create' } } },
    });
    const id = await known('keys');
    const ann = { id, email: 'ann@shop.test', name: null };
    const errorsWith = async (...permissions: string[]) =>
      (await generate(id, undefined, viewerWith(ann, ...permissions))).errors;
    expect(await errorsWith()).toEqual(insufficient);
    expect(await errorsWith('users.impersonate')).toEqual(insufficient);
    expect(await errorsWith('api_keys.create')).toEqual([]);
  });
});

describe('Decision A8: the reach of a change is the next request', () => {
  test('revocation ends all keys of the user, and of nobody else', async () => {
    const id = await known();
    const other = await database.client.user.create({ data: { email: 'bob@shop.test' } });
    const keys = [await newKey(id), await newKey(id, 600), await newKey(other.id)];
    expect(await states(...keys)).toEqual(['good', 'good', 'good']);
    expect((await revoke(id)).data).toEqual({ revokeApiKey: { email: 'ann@shop.test' } });
    expect(await states(...keys)).toEqual(['bad', 'bad', 'good']);
  });

  test('revoking where there is no key is no failure; where there is no user it is', async () => {
    expect((await revoke(await known())).errors).toEqual([]);
    expect((await revoke(999_999n)).errors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  test('a change of the roles of the user', async () => {
    const id = await known();
    const key = await newKey(id);
    expect((await load(key)).permissions.has('*')).toBe(false);
    await mutate(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: ["admin"] }) { user { id } userErrors { code field message allowed lockVersion } } }',
      {
        id: String(id),
      },
    );
    expect((await load(key)).permissions.has('*')).toBe(true);
  });

  test('a change of a role', async () => {
    const role = await database.client.role.create({ data: { name: 'packer' } });
    const key = await newKey(await known('packer'));
    expect((await load(key)).permissions.has('shipments.fire')).toBe(false);
    await mutate(
      'mutation ($id: ID!) { updateRole(id: $id, input: { permissions: ["shipments.fire"] }) { role { id } userErrors { code field message allowed lockVersion } } }',
      { id: String(role.id) },
    );
    expect((await load(key)).permissions.has('shipments.fire')).toBe(true);
  });
});

describe('Decision N70: nobody hands out more than he has', () => {
  const clerk = viewerWith(null, 'api_keys.*', 'users.impersonate', 'orders.index');

  test('no key for a user with more permissions, whose keys stay valid', async () => {
    const id = await known('orders_read');
    const former = await newKey(id);
    expect((await generate(id, 0, clerk)).errors).toEqual(insufficient);
    expect(await states(former)).toEqual(['good']);
  });

  test('N70: no key of a user with more permissions is revoked', async () => {
    const id = await known('orders_read');
    const key = await newKey(id);
    const { id: keyId } = await database.client.apiKey.findFirstOrThrow();
    for (const [field, argument, value] of [
      ['revokeApiKey', 'userId', id],
      ['revokeOneApiKey', 'id', keyId],
      ['rotateApiKey', 'id', keyId],
    ] as const) {
      const document = `mutation ($id: ID!) { ${field}(${argument}: $id) { __typename } }`;
      const { errors } = await run(database.client, clerk, document, { id: String(value) });
      expect(errors).toEqual(insufficient);
    }
    expect(await states(key)).toEqual(['good']);
  });

  test('a key for a user without further permissions', async () => {
    expect((await generate(await known(), 0, clerk)).errors).toEqual([]);
  });
});

test('Decision A7: no type of the schema shows a key or its hash but the answer that makes it', async () => {
  const { data } = await run(
    database.client,
    adminViewer,
    '{ __schema { types { name fields { name } inputFields { name } } } }',
  );
  const { types } = (data as { __schema: { types: Shape[] } }).__schema;
  const shown = types.flatMap(({ name, fields, inputFields }) =>
    [...(fields ?? []), ...(inputFields ?? [])]
      .filter((field) => /key|hash/i.test(field.name))
      .map((field) => `${name}.${field.name}`),
  );
  expect(shown.toSorted()).toEqual(
    [
      // by id alone
      'AuditEntry.apiKeyId',
      'AuditEntryFilter.apiKeyId',
      'GeneratedApiKey.apiKey',
      'GeneratedApiKey.key',
      'Mutation.generateApiKey',
      'Mutation.revokeApiKey',
      'Mutation.revokeOneApiKey',
      'Mutation.rotateApiKey',
      'RevokeOneApiKeyPayload.apiKey',
      'RotateApiKeyPayload.apiKey',
      'RotateApiKeyPayload.key',
      'User.apiKeys',
      ...shown.filter((path) => /\.metaKeywords$/.test(path)),
    ].toSorted(),
  );
});

interface Shape {
  readonly name: string;
  readonly fields: readonly { readonly name: string }[] | null;
  readonly inputFields: readonly { readonly name: string }[] | null;
}
