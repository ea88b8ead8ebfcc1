import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetViewers, loadViewer, type Viewer } from '../../../schema/index.ts';
import { openSession } from '../../../schema/users/sessions.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, settings } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
  forgetViewers(database.client);
});

const ask = (viewer: Viewer, document: string, variables: object) =>
  run(database.client, viewer, document, { ...variables });

const viewerOf = (key: string): Promise<Viewer> =>
  loadViewer(database.client, { key, orderToken: null });

const generate = (by: Viewer, userId: bigint) =>
  ask(by, 'mutation ($id: ID!) { generateApiKey(userId: $id) { key apiKey { id } } }', {
    id: String(userId),
  });

const rotate = (by: Viewer, id: string, overlapSeconds: number) =>
  ask(
    by,
    `mutation ($id: ID!, $overlapSeconds: Int) {
      rotateApiKey(id: $id, overlapSeconds: $overlapSeconds) { key userErrors { code field message allowed lockVersion } }
    }`,
    { id, overlapSeconds },
  );

interface Key {
  readonly key: string;
  readonly apiKey: { readonly id: string };
}

async function keyOf(userId: bigint): Promise<Key> {
  const { data } = await generate(adminViewer, userId);
  return (data as { generateApiKey: Key }).generateApiKey;
}

const person = async (name: string, ...roles: readonly string[]): Promise<bigint> => {
  const { id } = await database.client.user.create({
    data: {
      email: `${name}@shop.test`,
      roles: { create: roles.map((role) => ({ role: { connect: { name: role } } })) },
    },
  });
  return id;
};

/** An admin whose key was replaced, and works for another minute. */
async function replaced(): Promise<{ id: bigint; old: Key; next: string }> {
  const id = await person('ann', 'admin');
  const old = await keyOf(id);
  const { data, errors } = await rotate(adminViewer, old.apiKey.id, 60);
  expect(errors).toEqual([]);
  return { id, old, next: (data as { rotateApiKey: string }).rotateApiKey };
}

const refused = {
  code: 'REFUSED',
  fields: { base: ['The key that you use has been replaced. Use the newer one.'] },
};

describe('P3: a key that was replaced, while it still works', () => {
  test('makes no key, neither for its own user nor for others', async () => {
    const { id, old } = await replaced();
    const bob = await person('bob');
    const before = await database.client.apiKey.findMany();
    for (const userId of [id, bob]) {
      const { errors } = await generate(await viewerOf(old.key), userId);
      expect(errors).toEqual([{ ...refused, reason: 'act' }]);
    }
    expect(await database.client.apiKey.findMany()).toEqual(before);
  });

  test('rotates no key: not itself, no other one of its user and none of others, which all stay', async () => {
    const { id, old } = await replaced();
    const [other, bobs] = [await keyOf(id), await keyOf(await person('bob'))];
    const before = await database.client.apiKey.findMany({ orderBy: { id: 'asc' } });
    for (const { apiKey } of [old, other, bobs]) {
      for (const seconds of [0, 60]) {
        const { errors } = await rotate(await viewerOf(old.key), apiKey.id, seconds);
        expect(errors).toEqual([refused]);
      }
    }
    expect(await database.client.apiKey.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  test('makes none by a session that it opened before or after', async () => {
    const id = await person('ann', 'admin');
    const old = await keyOf(id);
    const opened = async (): Promise<Viewer> => {
      const { client: db } = database;
      const viewer = await viewerOf(old.key);
      const context = { db, viewer, now: () => new Date(), requestId: 'test', settings };
      const session = await openSession(context, null);
      return loadViewer(db, { key: null, orderToken: null, session });
    };
    const before = await opened();
    expect((await generate(before, id)).errors).toEqual([]);
    await rotate(adminViewer, old.apiKey.id, 60);
    for (const viewer of [before, await opened()]) {
      expect((await generate(viewer, id)).errors).toEqual([{ ...refused, reason: 'act' }]);
    }
  });

  test('still does everything else, and the newer key makes and rotates keys', async () => {
    const { id, old, next } = await replaced();
    const { apiKey } = await keyOf(id);
    const revoke =
      'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message allowed lockVersion } } }';
    expect((await ask(await viewerOf(old.key), revoke, { id: apiKey.id })).errors).toEqual([]);
    expect((await generate(await viewerOf(next), id)).errors).toEqual([]);
    const { id: nextId } = await database.client.apiKey.findFirstOrThrow({
      where: { expiresAt: null, revokedAt: null },
      orderBy: { id: 'asc' },
    });
    expect((await rotate(await viewerOf(next), String(nextId), 60)).errors).toEqual([]);
  });
});
