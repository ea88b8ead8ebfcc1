import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, type Viewer } from '../../../schema/index.ts';
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

interface Made {
  readonly key: string;
  readonly apiKey: { readonly id: string; readonly name: string | null };
}

const ask = (document: string, variables: Record<string, unknown>, viewer: Viewer = adminViewer) =>
  run(database.client, viewer, document, variables);

const generate = (name?: string | null) =>
  ask(
    `mutation ($userId: ID!, $name: String) {
      generateApiKey(userId: $userId, name: $name) { key apiKey { id name } }
    }`,
    { userId: String(ann), name },
  );

async function newKey(name?: string | null): Promise<Made> {
  const { data, errors } = await generate(name);
  expect(errors).toEqual([]);
  return (data as { generateApiKey: Made }).generateApiKey;
}

const rotate = (id: string, overlapSeconds = 0, viewer?: Viewer) =>
  ask(
    `mutation ($id: ID!, $overlapSeconds: Int) {
      rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) { key apiKey { id name } user { email } userErrors { code field message allowed lockVersion } }
    }`,
    { id: id, overlapSeconds },
    viewer,
  );

const revokeOne = (id: string, viewer?: Viewer) =>
  ask(
    'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id live revokedAt } userErrors { code field message allowed lockVersion } } }',
    { id: id },
    viewer,
  );

async function keysSeenBy(viewer: Viewer): Promise<unknown> {
  const { data } = await ask(
    '{ users { nodes { apiKeys { id name live createdAt lastUsedAt expiresAt revokedAt } } } }',
    {},
    viewer,
  );
  return (data as { users: { nodes: { apiKeys: unknown }[] } }).users.nodes[0]?.apiKeys;
}

const rows = () => database.client.apiKey.findMany({ orderBy: { id: 'asc' } });

async function states(...keys: readonly { readonly key: string }[]): Promise<readonly string[]> {
  const viewers = keys.map(({ key }) => loadViewer(database.client, { key, orderToken: null }));
  return (await Promise.all(viewers)).map((viewer) => viewer.key);
}

const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
const refused = (sentence: string) => [{ code: 'REFUSED', fields: { base: [sentence] } }];

describe('the keys of a user', () => {
  test('are listed with their names and times, the youngest first', async () => {
    const first = await newKey('Warehouse');
    const second = await newKey('  Middleware  ');
    expect(await keysSeenBy(adminViewer)).toEqual([
      {
        id: second.apiKey.id,
        name: 'Middleware',
        live: true,
        createdAt: expect.any(String),
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
      },
      {
        id: first.apiKey.id,
        name: 'Warehouse',
        live: true,
        createdAt: expect.any(String),
        lastUsedAt: null,
        expiresAt: null,
        revokedAt: null,
      },
    ]);
  });

  test('are listed with every one that works, before those that have expired and those that were revoked', async () => {
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour);
    const rowsOf = (name: string, count: number, ends: object) =>
      Array.from({ length: count }, (_, index) => ({
        userId: ann,
        name,
        keyHash: createHash('sha256')
          .update(`${name} ${String(index)}`)
          .digest(),
        ...ends,
      }));
    await database.client.apiKey.createMany({
      data: [
        ...rowsOf('ending', 40, { expiresAt: at(1) }),
        ...rowsOf('kept', 58, {}),
        ...rowsOf('revoked', 60, { revokedAt: at(-1) }),
        ...rowsOf('revoked before its end', 1, { revokedAt: at(-2), expiresAt: at(1) }),
        ...rowsOf('expired', 1, { expiresAt: at(-1) }),
      ],
    });
    const listed = (await keysSeenBy(adminViewer)) as { name: string; live: boolean }[];
    expect(listed.map(({ name, live }) => [name, live])).toEqual([
      ...Array<unknown>(58).fill(['kept', true]),
      ...Array<unknown>(40).fill(['ending', true]),
      ['expired', false],
      ['revoked', false],
    ]);
  });

  test('are distinguished by the first 8 and the last 4 characters of generated ones', async () => {
    const { key } = await newKey();
    await database.client.apiKey.create({
      data: { userId: ann, keyHash: new Uint8Array(32).fill(7), name: 'made before' },
    });
    const { data } = await ask('{ users { nodes { apiKeys { prefix lastFour } } } }', {});
    expect(data).toEqual({
      users: {
        nodes: [
          {
            apiKeys: [
              { prefix: null, lastFour: null },
              { prefix: key.slice(0, 8), lastFour: key.slice(-4) },
            ],
          },
        ],
      },
    });
  });

  test('are shown to the user and to holders of api_keys.read, and to nobody else', async () => {
    await newKey('Warehouse');
    const shown = [expect.objectContaining({ name: 'Warehouse' })];
    expect(
      await keysSeenBy(viewerWith({ id: ann, email: 'ann@shop.test', name: null }, 'users.index')),
    ).toEqual(shown);
    expect(await keysSeenBy(viewerWith(null, 'users.index', 'api_keys.read'))).toEqual(shown);
    expect(await keysSeenBy(viewerWith(null, 'users.*', 'api_keys.create'))).toBeNull();
  });

  test.each([undefined, null, '', '   '])('the name %j is none', async (name) => {
    expect((await newKey(name)).apiKey.name).toBeNull();
  });

  test('a name too long is refused, and the former key stays', async () => {
    const former = await newKey();
    expect((await generate('x'.repeat(256))).errors).toEqual([
      { code: 'INVALID', fields: { name: ['is too long (maximum is 255 characters)'] } },
    ]);
    expect(await states(former)).toEqual(['good']);
    expect(await rows()).toHaveLength(1);
  });
});

describe('rotating a key', () => {
  test('makes one of the same name and ends the former', async () => {
    const former = await newKey('Warehouse');
    const { data } = await rotate(former.apiKey.id);
    const { rotateApiKey: latter } = data as { rotateApiKey: Made };
    expect(latter).toEqual({
      key: expect.any(String),
      apiKey: { id: expect.any(String), name: 'Warehouse' },
      user: { email: 'ann@shop.test' },
    });
    expect(await states(former, latter)).toEqual(['bad', 'good']);
  });

  test('with an overlap the former works that long and no longer', async () => {
    const former = await newKey();
    const { data } = await rotate(former.apiKey.id, 3_600);
    const { rotateApiKey: latter } = data as { rotateApiKey: Made };
    expect(await states(former, latter)).toEqual(['good', 'good']);
    // an hour later
    await database.query(`UPDATE api_keys SET expires_at = expires_at - interval '1 hour'`);
    forgetViewers(database.client);
    expect(await states(former, latter)).toEqual(['bad', 'good']);
  });

  test('the longest overlap is taken', async () => {
    const former = await newKey();
    expect((await rotate(former.apiKey.id, 604_800)).errors).toEqual([]);
    expect(await states(former)).toEqual(['good']);
  });

  test('every other key stays as it is, made before or after', async () => {
    const [before, rotated, after] = [await newKey(), await newKey(), await newKey()];
    const stored = (key: Made) =>
      database.client.apiKey.findUnique({ where: { id: BigInt(key.apiKey.id) } });
    const others = [await stored(before), await stored(after)];
    expect((await rotate(rotated.apiKey.id)).errors).toEqual([]);
    expect(await states(before, rotated, after)).toEqual(['good', 'bad', 'good']);
    expect([await stored(before), await stored(after)]).toEqual(others);
  });

  test('a key that ended, or that was replaced, is not rotated, and nothing changes', async () => {
    const ended = await newKey();
    await revokeOne(ended.apiKey.id);
    const replaced = await newKey();
    await rotate(replaced.apiKey.id, 600);
    const before = await rows();
    expect((await rotate(ended.apiKey.id)).errors).toEqual(
      refused('The key no longer works and cannot be rotated.'),
    );
    expect((await rotate(replaced.apiKey.id)).errors).toEqual(
      refused('A newer key has replaced this one.'),
    );
    expect(await rows()).toEqual(before);
  });

  test('with an overlap it takes room beside the hundred, without one it does not', async () => {
    const { apiKey } = await newKey();
    await database.client.apiKey.createMany({
      data: Array.from({ length: 99 }, (_, index) => ({
        userId: ann,
        keyHash: new Uint8Array(32).fill(index),
      })),
    });
    expect((await rotate(apiKey.id, 600)).errors).toEqual(
      refused('A user can have at most 100 working keys. Revoke one first.'),
    );
    expect((await rotate(apiKey.id)).errors).toEqual([]);
  });

  test("of one's own key takes api_keys.create, of another's users.impersonate", async () => {
    const { apiKey } = await newKey();
    const ended = refused('The key no longer works and cannot be rotated.');
    await database.client.role.deleteMany({ where: { name: 'keys' } });
    const { id: roleId } = await database.client.role.create({
      data: { name: 'keys', permissions: { create: { permission: 'api_keys.create' } } },
    });
    await database.client.userRole.create({ data: { userId: ann, roleId } });
    const self = viewerWith({ id: ann, email: 'ann@shop.test', name: null }, 'api_keys.create');
    expect((await rotate(apiKey.id, 0, self)).errors).toEqual([]);
    const maker = viewerWith(null, 'api_keys.*');
    expect((await rotate(apiKey.id, 0, maker)).errors).toEqual(insufficient);
    expect((await rotate('999999', 0, maker)).errors).toEqual(insufficient);
    const deputy = viewerWith(null, 'users.impersonate', 'api_keys.create');
    expect((await rotate(apiKey.id, 0, deputy)).errors).toEqual(ended);
  });

  test('takes the right to make keys, all that the user may, and bounds of the overlap', async () => {
    const { apiKey } = await newKey();
    await ask(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: ["admin"] }) { user { id } userErrors { code field message allowed lockVersion } } }',
      {
        id: String(ann),
      },
    );
    const before = await rows();
    const clerk = viewerWith(null, 'api_keys.*', 'users.*');
    expect((await rotate(apiKey.id, 0, clerk)).errors).toEqual(insufficient);
    expect(
      (await rotate(apiKey.id, 0, viewerWith({ id: ann, email: 'ann@shop.test', name: null })))
        .errors,
    ).toEqual(insufficient);
    expect((await rotate(apiKey.id, 604_801)).errors).toEqual([
      { code: 'INVALID', fields: { overlapSeconds: ['must be less than or equal to 604800'] } },
    ]);
    expect((await rotate(apiKey.id, -1)).errors).toEqual([
      { code: 'INVALID', fields: { overlapSeconds: ['must be greater than or equal to 0'] } },
    ]);
    expect((await rotate('999999')).errors).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await rows()).toEqual(before);
  });

  test('two rotations of one key at the same time: one succeeds', async () => {
    const { apiKey } = await newKey();
    const outcomes = await Promise.all([rotate(apiKey.id), rotate(apiKey.id)]);
    expect(outcomes.map(({ errors }) => errors.length).toSorted()).toEqual([0, 1]);
  });
});

describe('revoking one key', () => {
  test('ends it in the next request, and no other', async () => {
    const former = await newKey();
    const latter = await newKey();
    expect(await states(former, latter)).toEqual(['good', 'good']);
    expect((await revokeOne(former.apiKey.id)).data).toEqual({
      revokeOneApiKey: { id: former.apiKey.id, live: false, revokedAt: expect.any(String) },
    });
    expect(await states(former, latter)).toEqual(['bad', 'good']);
  });

  test('again changes nothing', async () => {
    const { apiKey } = await newKey();
    await revokeOne(apiKey.id);
    const before = await rows();
    expect((await revokeOne(apiKey.id)).errors).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  test('takes the right, and a key that is there', async () => {
    const { apiKey } = await newKey();
    const before = await rows();
    expect(
      (
        await revokeOne(
          apiKey.id,
          viewerWith({ id: ann, email: 'ann@shop.test', name: null }, 'api_keys.create'),
        )
      ).errors,
    ).toEqual(insufficient);
    expect((await revokeOne('999999')).errors).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await rows()).toEqual(before);
  });
});
