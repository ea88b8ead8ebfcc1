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
  test('a key that was made is told although a field after it fails, which is null alone (A46)', async () => {
    const id = await known();
    const { data, errors } = await mutate(
      `mutation ($id: ID!) {
        made: generateApiKey(userId: $id) { key }
        refused: createRole(input: { name: "No Name", permissions: [] }) { id }
        after: updateUser(id: $id, input: { name: "Ann" }) { name }
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

  test('a key begins with osk_ and stands for its user', async () => {
    const id = await known();
    const { data } = await generate(id);
    expect(data).toEqual({
      generateApiKey: {
        key: expect.stringMatching(/^osk_[0-9A-Za-z]{36}$/),
        user: { id: Number(id), email: 'ann@shop.test' },
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

  test('a user who is not there gets none', async () => {
    expect((await generate(999_999n)).errors).toEqual([{ code: 'NOT_FOUND' }]);
  });
});

describe('Decision A8: rotation', () => {
  test('the former key ends with the new one, in the next request', async () => {
    const id = await known();
    const former = await newKey(id);
    expect(await states(former)).toEqual(['good']);
    const latter = await newKey(id);
    expect(await states(former, latter)).toEqual(['bad', 'good']);
  });

  test('with an overlap the former key works that long and no longer', async () => {
    const id = await known();
    const former = await newKey(id);
    const latter = await newKey(id, 1);
    expect(await states(former, latter)).toEqual(['good', 'good']);
    await new Promise((resolve) => setTimeout(resolve, 1_020));
    expect(await states(former, latter)).toEqual(['bad', 'good']);
  });

  test('a third key ends the oldest at once: two are live at most', async () => {
    const id = await known();
    const [first, second, third] = [await newKey(id), await newKey(id, 600), await newKey(id, 600)];
    expect(await states(first, second, third)).toEqual(['bad', 'good', 'good']);
  });

  test('an overlap never lengthens an earlier one', async () => {
    const id = await known();
    await newKey(id);
    const second = await newKey(id);
    const soon = new Date(Date.now() + 60_000);
    await database.client.apiKey.updateMany({
      where: { userId: id, revokedAt: null },
      data: { expiresAt: soon },
    });
    await newKey(id, 600);
    const row = await database.client.apiKey.findUniqueOrThrow({
      where: { keyHash: new Uint8Array(createHash('sha256').update(second).digest()) },
    });
    expect(row.expiresAt).toEqual(soon);
  });

  test('without overlap a key still in its overlap ends too', async () => {
    const id = await known();
    const [first, second, third] = [await newKey(id), await newKey(id, 600), await newKey(id)];
    expect(await states(first, second, third)).toEqual(['bad', 'bad', 'good']);
  });

  test('rotations at the same time leave at most two live keys', async () => {
    const id = await known();
    const keys = await Promise.all(Array.from({ length: 5 }, () => newKey(id, 600)));
    const live = (await states(...keys)).filter((state) => state === 'good');
    expect(live).toHaveLength(2);
  });

  test.each([
    [-1, 'must be greater than or equal to 0'],
    [604_801, 'must be less than or equal to 604800'],
  ])('an overlap of %d %s, and the former key stays', async (overlap, message) => {
    const id = await known();
    const former = await newKey(id);
    expect((await generate(id, overlap)).errors).toEqual([
      { code: 'INVALID', fields: { overlapSeconds: [message] } },
    ]);
    expect(await states(former)).toEqual(['good']);
  });

  test('the longest overlap is taken', async () => {
    const id = await known();
    const former = await newKey(id);
    await newKey(id, 604_800);
    expect(await states(former)).toEqual(['good']);
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
      'mutation ($id: ID!) { updateUser(id: $id, input: { roles: ["admin"] }) { id } }',
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
      'mutation ($id: ID!) { updateRole(id: $id, input: { permissions: ["shipments.fire"] }) { id } }',
      { id: String(role.id) },
    );
    expect((await load(key)).permissions.has('shipments.fire')).toBe(true);
  });
});

describe('Decision A16: nobody hands out more than he has', () => {
  const clerk = viewerWith(null, 'api_keys.*', 'orders.index');

  test('no key for a user who may more, and his keys stay', async () => {
    const id = await known('orders_read');
    const former = await newKey(id);
    expect((await generate(id, 0, clerk)).errors).toEqual(insufficient);
    expect(await states(former)).toEqual(['good']);
  });

  test('a key for a user who may not more', async () => {
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
      'GeneratedApiKey.apiKey',
      'GeneratedApiKey.key',
      'Mutation.generateApiKey',
      'Mutation.revokeApiKey',
      'Mutation.revokeOneApiKey',
      'Mutation.rotateApiKey',
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
