import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { readState } from '../../contract/database-state.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { makeUser } from '../../support/records.ts';

let database: Database;
let ann: Awaited<ReturnType<typeof makeUser>>;
let clerk: ReturnType<typeof viewerWith>;

beforeAll(async () => {
  database = await openTestDatabase();
  ann = await makeUser(database.client, 'ann@harbour.test');
  await database.client.externalReference.create({
    data: { kind: 'User', userId: ann.id, source: 'crm', value: 'K7' },
  });
  // the permissions of a user are read from the database under the lock
  const { id } = await database.client.role.create({
    data: { name: 'user_clerk', permissions: { create: { permission: 'users.update' } } },
  });
  const user = await makeUser(database.client, 'clerk@harbour.test');
  await database.client.userRole.create({ data: { userId: user.id, roleId: id } });
  clerk = viewerWith(user, 'users.update');
});
afterAll(() => database.close());

const ref = { externalRef: { source: ' crm', value: 'K7 ' } };

describe.each([
  ['updateUser', ', input: { name: "Ann Harbour" }'],
  ['disableUser', ''],
  ['enableUser', ''],
])('%s', (act, input) => {
  const ask = (by: object, viewer = adminViewer) =>
    run(
      database.client,
      viewer,
      `mutation ($by: UserBy!) { act: ${act}(by: $by${input}) { user { id email } userErrors { code field message } } }`,
      { by },
    );
  const done = { act: { id: expect.any(String), email: 'ann@harbour.test' } };
  const refuse = async (by: object, viewer = adminViewer) => {
    const before = await readState(database.client);
    const { errors } = await ask(by, viewer);
    expect(await readState(database.client)).toEqual(before);
    return errors;
  };

  test('finds the user by id, by e-mail address and by the name in another system', async () => {
    for (const by of [{ id: String(ann.id) }, { email: ' Ann@Harbour.test' }, ref]) {
      expect(await ask(by)).toEqual({ data: done, errors: [] });
    }
  });

  test('names that no user has are missing', async () => {
    const wrong = { externalRef: { source: 'crm', value: 'K8' } };
    for (const by of [{ id: '9999' }, { email: 'a%@harbour.test' }, { email: '\u0000' }, wrong]) {
      expect(await refuse(by)).toEqual([{ code: 'NOT_FOUND' }]);
    }
  });

  test('who may not read users learns nothing by e-mail address or by the name in another system', async () => {
    for (const email of ['ann@harbour.test', 'nobody@harbour.test']) {
      expect(await refuse({ email }, clerk)).toEqual([
        { code: 'UNAUTHORIZED', reason: 'insufficient_rights' },
      ]);
    }
    expect(await refuse(ref, clerk)).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await ask({ id: String(ann.id) }, clerk)).errors).toEqual([]);
  });
});

describe('A20: who may update users, but not read them', () => {
  const write = (id: bigint, input: object, viewer = clerk) =>
    run(
      database.client,
      viewer,
      `mutation ($id: ID!, $input: UpdateUserInput!) {
        updateUser(by: { id: $id }, input: $input) { user { id } userErrors { code field message } }
      }`,
      { id: String(id), input },
    );
  const emails = ['ann@harbour.test', 'nobody@harbour.test', 'clerk@harbour.test', 'ann', ' '];

  test('does not learn by an e-mail, free or taken, whose it is: neither in other records nor in the own one', async () => {
    const bob = await makeUser(database.client, 'bob@harbour.test');
    const before = await readState(database.client);
    for (const id of [bob.id, ann.id, clerk.user?.id ?? 0n, 9999n]) {
      for (const email of [...emails, null]) {
        const { errors } = await write(id, { email, name: 'Bob' });
        expect(errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
      }
    }
    expect(await readState(database.client)).toEqual(before);
  });

  test('changes a name, and with users.read an e-mail that is free', async () => {
    const { id } = await makeUser(database.client, 'cy@harbour.test');
    expect((await write(id, { name: 'Cy' })).errors).toEqual([]);
    const role = await database.client.role.findFirstOrThrow({ where: { name: 'user_clerk' } });
    await database.client.rolePermission.create({
      data: { roleId: role.id, permission: 'users.read' },
    });
    const reader = viewerWith(clerk.user, 'users.update', 'users.read');
    expect((await write(id, { email: 'ann@harbour.test' }, reader)).errors).toEqual([
      { code: 'INVALID', fields: { email: ['has already been taken'] } },
    ]);
    expect((await write(id, { email: 'cyrus@harbour.test' }, reader)).errors).toEqual([]);
  });
});
