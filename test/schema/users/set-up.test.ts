import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { setUpAdmin } from '../../../schema/users/set-up.ts';
import { forgetViewers, loadViewer } from '../../../schema/access/viewer.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
  forgetViewers(database.client);
});

const key = 'an-admin-key-of-more-than-32-characters';

const load = (sent: string | null) => loadViewer(database.client, { key: sent, orderToken: null });

const keyStates = async (...keys: readonly string[]) =>
  (await Promise.all(keys.map(load))).map((viewer) => viewer.key);

const setUp = (adminApiKey?: string) => setUpAdmin(database.client, adminApiKey);

describe('Decision A8: without ADMIN_API_KEY', () => {
  test('the first start makes an admin and tells a key', async () => {
    const { madeKey, warning } = await setUp();
    expect(madeKey).toMatch(/^osk_[0-9A-Za-z]{36}$/);
    expect(warning).toBeNull();
    const viewer = await load(madeKey);
    expect(viewer.user).toMatchObject({ email: 'admin@example.test', name: 'Admin' });
    expect(viewer.permissions.has('*')).toBe(true);
  });

  test('later starts tell none and leave the key alone', async () => {
    const { madeKey } = await setUp();
    expect(await setUp()).toEqual({ madeKey: null, warning: null });
    expect(await keyStates(madeKey ?? '')).toEqual(['good']);
  });

  test('an admin whose keys were all revoked gets none', async () => {
    await setUp();
    await database.client.apiKey.updateMany({ data: { revokedAt: new Date() } });
    expect(await setUp()).toEqual({ madeKey: null, warning: null });
  });

  test('processes that start at once make one admin and one key', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => setUp()));
    expect(outcomes.filter(({ madeKey }) => madeKey !== null)).toHaveLength(1);
    expect(await database.client.user.count()).toBe(1);
    expect(await database.client.apiKey.count()).toBe(1);
  });

  test('an admin of a start who lost the role gets it back and loses previous keys', async () => {
    const { madeKey } = await setUp();
    await database.client.userRole.deleteMany();
    const again = await setUp();
    expect(again.madeKey).toMatch(/^osk_[0-9A-Za-z]{36}$/);
    expect(await keyStates(madeKey ?? '', again.madeKey ?? '')).toEqual(['bad', 'good']);
    expect(await database.client.user.count()).toBe(1);
  });

  test('N76: the audit log says that a start ended the previous keys, and nothing of it where there are none', async () => {
    await setUp();
    const { id } = await database.client.user.findFirstOrThrow();
    const entries = () =>
      database.client.auditEntry.findMany({
        where: { action: 'api_keys.revoke_all', subjectId: id },
        select: { actor: true, subjectType: true },
      });
    expect(await entries()).toEqual([]);
    await database.client.userRole.deleteMany();
    await setUp();
    expect(await entries()).toEqual([{ actor: 'start', subjectType: 'User' }]);
  });

  test('N75: one who was disabled, with no other admin left, is enabled again', async () => {
    await setUp();
    await database.client.user.updateMany({ data: { disabledAt: new Date() } });
    const { madeKey } = await setUp();
    expect(await keyStates(madeKey ?? '')).toEqual(['good']);
  });

  test.each([undefined, key])(
    'N75, safety 20: whoever has the e-mail of the first admin is not made one, and no start fails (%s)',
    async (adminApiKey) => {
      const { id } = await database.client.user.create({
        data: { email: 'Admin@Example.test', name: 'Mallory' },
      });
      const { madeKey } = await setUp(adminApiKey);
      const viewer = await load(adminApiKey ?? madeKey);
      expect(viewer.permissions.has('*')).toBe(true);
      expect(viewer.user?.email).toMatch(/^admin-[0-9a-f]{16}@example\.test$/);
      expect(await database.client.userRole.count({ where: { userId: id } })).toBe(0);
      expect(await database.client.apiKey.count({ where: { userId: id } })).toBe(0);
    },
  );

  test('N75: an admin of a start who was renamed stays that admin', async () => {
    await setUp(key);
    await database.client.user.updateMany({ data: { email: 'owner@shop.test' } });
    await database.client.user.create({ data: { email: 'admin@example.test' } });
    await setUp(`${key}-2`);
    expect((await load(`${key}-2`)).user?.email).toBe('owner@shop.test');
    expect(await keyStates(key)).toEqual(['bad']);
  });

  test('N75: at most one user is marked', async () => {
    await setUp();
    const second = database.client.user.create({
      data: { email: 'second@shop.test', isStartAdmin: true },
    });
    await expect(second).rejects.toThrow();
  });

  test('where another user is admin, none is made', async () => {
    await database.client.user.create({
      data: {
        email: 'boss@shop.test',
        roles: { create: { role: { connect: { name: 'admin' } } } },
        apiKeys: { create: { keyHash: new Uint8Array(32) } },
      },
    });
    expect(await setUp()).toEqual({ madeKey: null, warning: null });
    expect(await database.client.user.count()).toBe(1);
  });
});

describe('Decision A8: with ADMIN_API_KEY', () => {
  test('it is the key of the admin', async () => {
    expect(await setUp(key)).toEqual({ madeKey: null, warning: null });
    expect((await load(key)).permissions.has('*')).toBe(true);
  });

  test('a short one works and is warned of', async () => {
    const { warning } = await setUp('short');
    expect(warning).toBe('ADMIN_API_KEY has fewer than 32 characters and may be guessed.');
    expect(await keyStates('short')).toEqual(['good']);
  });

  test('one with the looks of a key made here and a wrong letter is refused, and none changes', async () => {
    const { madeKey } = await setUp();
    const before = await database.client.apiKey.findMany();
    const typed = `${madeKey?.slice(0, -1) ?? ''}${madeKey?.endsWith('x') === true ? 'y' : 'x'}`;
    await expect(setUp(typed)).rejects.toThrow(/typing error/);
    expect(await database.client.apiKey.findMany()).toEqual(before);
  });

  test('one that was made here is taken', async () => {
    const { madeKey } = await setUp();
    expect(await setUp(madeKey ?? '')).toEqual({ madeKey: null, warning: null });
    expect(await keyStates(madeKey ?? '')).toEqual(['good']);
  });

  test('starting again with it changes nothing', async () => {
    await setUp(key);
    const before = await database.client.apiKey.findMany();
    await setUp(key);
    expect(await database.client.apiKey.findMany()).toEqual(before);
  });

  test('it ends every other key of the admin', async () => {
    const { madeKey } = await setUp();
    await setUp(key);
    expect(await keyStates(madeKey ?? '', key)).toEqual(['bad', 'good']);
  });

  test('a former one works again, and only that', async () => {
    await setUp(key);
    await setUp(`${key}-2`);
    await setUp(key);
    expect(await keyStates(key, `${key}-2`)).toEqual(['good', 'bad']);
  });

  test('one that was rotated out for later has no end any more', async () => {
    await setUp(key);
    const admin = await database.client.user.findFirstOrThrow();
    const { id } = await database.client.apiKey.findFirstOrThrow({ where: { userId: admin.id } });
    await run(
      database.client,
      adminViewer,
      'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { key userErrors { code field message allowed lockVersion } } }',
      { id: String(id) },
    );
    await setUp(key);
    const live = await database.client.apiKey.findMany({
      where: { revokedAt: null },
      select: { expiresAt: true },
    });
    expect(live).toEqual([{ expiresAt: null }]);
    expect(await keyStates(key)).toEqual(['good']);
  });

  test('processes that start at once with it leave one admin with one key', async () => {
    await Promise.all(Array.from({ length: 5 }, () => setUp(key)));
    expect(await database.client.user.count()).toBe(1);
    expect(await database.client.apiKey.count()).toBe(1);
  });

  test('the key of another user is refused and stays what it was', async () => {
    await setUp();
    const { client } = database;
    const user = await client.user.create({ data: { email: 'ann@shop.test' } });
    const answer = await run(
      client,
      adminViewer,
      'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }',
      { id: String(user.id) },
    );
    const { key: annsKey } = (answer.data as { generateApiKey: { key: string } }).generateApiKey;
    await expect(setUp(annsKey)).rejects.toThrow('ADMIN_API_KEY is the key of another user');
    expect((await load(annsKey)).user?.email).toBe('ann@shop.test');
  });
});
