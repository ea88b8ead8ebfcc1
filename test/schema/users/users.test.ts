import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.client.user.deleteMany();
});

const createUser = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) { email name roles { name } }
}`;
const updateUser = `mutation ($id: ID!, $input: UpdateUserInput!) {
  updateUser(by: { id: $id }, input: $input) { user { email name roles { name } } userErrors { code field message allowed lockVersion } }
}`;

const create = (input: object, viewer = adminViewer) =>
  run(database.client, viewer, createUser, { input });

const invalid = (fields: object) => [{ code: 'INVALID', fields }];
const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

async function known(email: string, ...roles: readonly string[]): Promise<string> {
  const { id } = await database.client.user.create({
    data: {
      email,
      name: 'Known',
      roles: { create: roles.map((name) => ({ role: { connect: { name } } })) },
    },
  });
  return String(id);
}

const update = (id: string, input: object, viewer = adminViewer) =>
  run(database.client, viewer, updateUser, { id, input });

describe('createUser', () => {
  test('makes a user with roles; the e-mail is trimmed and otherwise kept as given', async () => {
    const answer = await create({
      email: ' Ann@Shop.test ',
      name: ' Ann ',
      roles: ['orders_read', 'admin', 'admin'],
    });
    expect(answer).toEqual({
      data: {
        createUser: {
          email: 'Ann@Shop.test',
          name: 'Ann',
          roles: [{ name: 'admin' }, { name: 'orders_read' }],
        },
      },
      errors: [],
    });
  });

  test('takes an e-mail alone', async () => {
    expect((await create({ email: 'ann@shop.test' })).data).toEqual({
      createUser: { email: 'ann@shop.test', name: null, roles: [] },
    });
  });

  test.each([
    [{}, "can't be blank"],
    [{ email: null }, "can't be blank"],
    [{ email: ' ' }, "can't be blank"],
    [{ email: 'ann' }, 'is invalid'],
    [{ email: 'ann\u0000@shop.test' }, 'is invalid'],
    [{ email: `${'a'.repeat(250)}@shop.test` }, 'is too long (maximum is 255 characters)'],
  ])('of %j the e-mail %s', async (input, message) => {
    expect((await create(input)).errors).toEqual(invalid({ email: [message] }));
    expect(await database.client.user.count()).toBe(0);
  });

  test('an e-mail that differs only in letter case has been taken', async () => {
    await known('ann@shop.test');
    expect((await create({ email: 'ANN@shop.test' })).errors).toEqual(
      invalid({ email: ['has already been taken'] }),
    );
    expect(await database.client.user.count()).toBe(1);
  });

  test('of two at once with one e-mail, one is created and the other gets the reason', async () => {
    const answers = await Promise.all([
      create({ email: 'ann@shop.test' }),
      create({ email: 'Ann@shop.test' }),
    ]);
    const errors = answers.map((answer) => answer.errors).filter((each) => each.length > 0);
    expect(errors).toEqual([invalid({ email: ['has already been taken'] })]);
    expect(await database.client.user.count()).toBe(1);
  });

  test.each([['unknown'], ['customer'], ['Admin'], [''], ['a\u0000']])(
    'no role is called %j',
    async (role) => {
      const { errors } = await create({ email: 'ann@shop.test', roles: ['admin', role] });
      expect(errors).toEqual(invalid({ roles: ['is invalid'] }));
    },
  );

  test('all errors are reported at once', async () => {
    await known('ann@shop.test');
    const { errors } = await create({
      email: 'ann@shop.test',
      name: 'x'.repeat(256),
      roles: ['none'],
    });
    expect(errors).toEqual(
      invalid({
        email: ['has already been taken'],
        name: ['is too long (maximum is 255 characters)'],
        roles: ['is invalid'],
      }),
    );
  });
});

describe('updateUser', () => {
  test('changes what is named and leaves the rest', async () => {
    const id = await known('ann@shop.test', 'orders_read');
    expect((await update(id, { email: 'anna@shop.test' })).data).toEqual({
      updateUser: { email: 'anna@shop.test', name: 'Known', roles: [{ name: 'orders_read' }] },
    });
    expect((await update(id, { name: null })).data).toEqual({
      updateUser: { email: 'anna@shop.test', name: null, roles: [{ name: 'orders_read' }] },
    });
  });

  test('the roles named replace the former ones', async () => {
    const id = await known('ann@shop.test', 'orders_read');
    expect((await update(id, { roles: ['admin'] })).data).toMatchObject({
      updateUser: { roles: [{ name: 'admin' }] },
    });
    expect((await update(id, { roles: [] })).data).toMatchObject({ updateUser: { roles: [] } });
  });

  test('what it has already raises neither version nor time', async () => {
    const { user } = database.client;
    const id = await known('ann@shop.test', 'admin', 'orders_read');
    const before = await user.findMany();
    const same = { email: ' ann@shop.test', name: 'Known', roles: ['orders_read', 'admin'] };
    for (const input of [{}, same]) {
      expect((await update(id, input)).errors).toEqual([]);
      expect(await user.findMany()).toEqual(before);
    }
    for (const [place, input] of [{ name: null }, { roles: ['admin'] }].entries()) {
      await update(id, input);
      expect(await user.findMany()).toMatchObject([{ lockVersion: place + 1 }]);
    }
  });

  test('the same e-mail in other letter case is its own', async () => {
    const id = await known('ann@shop.test');
    expect((await update(id, { email: 'Ann@shop.test' })).errors).toEqual([]);
  });

  test('an e-mail cannot be cleared or taken, and a refused change changes nothing', async () => {
    await known('bob@shop.test');
    const id = await known('ann@shop.test', 'orders_read');
    const before = await database.client.user.findMany({ include: { roles: true } });
    const cleared = await update(id, { email: null, roles: [] });
    const taken = await update(id, { email: 'BOB@shop.test', roles: [] });
    expect(cleared.errors).toEqual(invalid({ email: ["can't be blank"] }));
    expect(taken.errors).toEqual(invalid({ email: ['has already been taken'] }));
    expect(await database.client.user.findMany({ include: { roles: true } })).toEqual(before);
  });

  test('two users who swap e-mails at once get a message, never a server error', async () => {
    const [one, other] = [await known('one@shop.test'), await known('other@shop.test')];
    const answers = await Promise.all([
      update(one, { email: 'other@shop.test' }),
      update(other, { email: 'one@shop.test' }),
    ]);
    const taken = invalid({ email: ['has already been taken'] });
    expect(answers.map(({ errors }) => errors)).toEqual([taken, taken]);
  });
});

describe('Decision N70: nobody hands out more than he has', () => {
  const clerk = viewerWith(null, 'users.*', 'orders.index');

  test('a role that allows more is not given to a new user', async () => {
    const { errors } = await create({ email: 'ann@shop.test', roles: ['orders_read'] }, clerk);
    expect(errors).toEqual(insufficient);
    expect(await database.client.user.count()).toBe(0);
  });

  test('the right comes before what is wrong with the input', async () => {
    const { errors } = await create({ email: '', roles: ['orders_read', 'none'] }, clerk);
    expect(errors).toEqual(insufficient);
  });

  test.each([
    ['a role given', { roles: ['orders_read', 'admin'] }],
    ['the name', { name: 'Ann' }],
    ['the e-mail', { email: 'mine@shop.test' }],
    ['a role taken', { roles: [] }],
  ])('N70, safety 20: nothing of a user who may more is changed: %s', async (_what, input) => {
    const id = await known('ann@shop.test', 'orders_read');
    const before = await database.client.user.findMany({ include: { roles: true } });
    expect((await update(id, input, clerk)).errors).toEqual(insufficient);
    expect(await database.client.user.findMany({ include: { roles: true } })).toEqual(before);
  });

  test('a role within the own permissions is given', async () => {
    const { client } = database;
    const role = await client.role.create({
      data: { name: 'lister', permissions: { create: { permission: 'orders.index' } } },
    });
    const { errors } = await create({ email: 'ann@shop.test', roles: ['lister'] }, clerk);
    expect(errors).toEqual([]);
    await client.user.deleteMany();
    await client.role.delete({ where: { id: role.id } });
  });
});

describe('the list of users', () => {
  const list = `query ($filter: UserFilter, $sort: [UserSort!]) {
    users(filter: $filter, sort: $sort) { nodes { email roles { name } } totalCount }
  }`;

  test('is searched by e-mail in any case, and costs one statement', async () => {
    await known('ann@shop.test', 'admin');
    await known('bob@shop.test');
    statements.length = 0;
    const answer = await run(database.client, adminViewer, list, {
      filter: { email: { eq: 'ANN@shop.test' } },
    });
    expect(answer.data).toEqual({
      users: { nodes: [{ email: 'ann@shop.test', roles: [{ name: 'admin' }] }], totalCount: 1 },
    });
    expect(statements).toHaveLength(1);
  });

  test('is sorted, by id where nothing is said', async () => {
    await known('b@shop.test');
    await known('a@shop.test');
    const emails = async (variables: object) => {
      const { data } = await run(database.client, adminViewer, list, { ...variables });
      return (data as { users: { nodes: { email: string }[] } }).users.nodes.map(
        ({ email }) => email,
      );
    };
    expect(await emails({})).toEqual(['b@shop.test', 'a@shop.test']);
    expect(await emails({ sort: [{ field: 'EMAIL' }] })).toEqual(['a@shop.test', 'b@shop.test']);
  });

  test('a poller finds the users that changed since, the first change first, by one statement', async () => {
    const { user } = database.client;
    const ago = new Date('2020-01-01T00:00:00Z');
    const ids = [await known('ann@shop.test'), await known('bob@shop.test'), await known('c@d.e')];
    await user.updateMany({ data: { createdAt: ago, updatedAt: ago } });
    const disable = 'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } } }';
    const now = () => new Date('2020-01-03T00:00:00Z');
    await run(database.client, adminViewer, disable, { id: ids[0] }, { now });
    const later = { now: () => new Date('2020-01-04T00:00:00Z') };
    await run(
      database.client,
      adminViewer,
      updateUser,
      { id: ids[2], input: { name: 'Cy' } },
      later,
    );
    const poll = `query ($since: DateTime!) {
      users(filter: { updatedAt: { gteq: $since } }, sort: [{ field: UPDATED_AT }]) { nodes { id } } }`;
    statements.length = 0;
    const since = '2020-01-02T00:00:00Z';
    const { data } = await run(database.client, adminViewer, poll, { since });
    expect([data, statements.length]).toEqual([
      { users: { nodes: [{ id: ids[0] }, { id: ids[2] }] } },
      1,
    ]);
  });

  test('is sorted by its times by whoever lists it; when a user was disabled is hidden as in the record (S20)', async () => {
    const ids = [await known('ann@shop.test'), await known('bob@shop.test')];
    const lister = viewerWith(null, 'users.index');
    const sorted = (field: string) =>
      run(
        database.client,
        lister,
        `{ users(sort: [{ field: ${field}, direction: DESC }]) { nodes { id } } }`,
      );
    for (const [place, id] of ids.entries()) {
      const time = new Date(Date.UTC(2020, 0, place + 1));
      await database.client.user.update({
        where: { id: BigInt(id) },
        data: { createdAt: time, updatedAt: time },
      });
    }
    for (const field of ['CREATED_AT', 'UPDATED_AT']) {
      expect((await sorted(field)).data).toEqual({
        users: { nodes: [{ id: ids[1] }, { id: ids[0] }] },
      });
    }
    expect((await sorted('DISABLED_AT')).errors).toEqual(
      invalid({ 'sort.0.field': ['is not sortable'] }),
    );
    const filter = { disabledAt: { null: false } };
    expect((await run(database.client, lister, list, { filter })).errors).toEqual(
      invalid({ 'filter.disabledAt': ['is not searchable'] }),
    );
    const { data } = await run(database.client, adminViewer, list, { filter });
    expect(data).toMatchObject({ users: { totalCount: 0 } });
  });

  test('Decision A26: callers who may not read users see only ids and times, and search and sort by nothing else', async () => {
    await known('ann@shop.test', 'admin');
    const lister = viewerWith(null, 'users.index');
    const { client } = database;
    expect((await run(client, lister, list)).data).toEqual({
      users: { nodes: [{ email: null, roles: null }], totalCount: 1 },
    });
    const searched = await run(client, lister, list, { filter: { email: { cont: 'ann' } } });
    expect(searched.errors).toEqual(invalid({ 'filter.email': ['is not searchable'] }));
    const sorted = await run(client, lister, list, {
      sort: [{ field: 'ID' }, { field: 'NAME' }],
    });
    expect(sorted.errors).toEqual(invalid({ 'sort.1.field': ['is not sortable'] }));
  });
});

describe('users', () => {
  const list = async (args: string, viewer = adminViewer) => {
    const { data, errors } = await run(
      database.client,
      viewer,
      `{ users(${args}) { totalCount nodes { email } } }`,
    );
    return errors.length > 0 ? errors : data;
  };
  const found = (...emails: readonly string[]) => ({
    users: { totalCount: emails.length, nodes: emails.map((email) => ({ email })) },
  });

  test('are listed as staff, who have a role, as customers, who have none, and by a role', async () => {
    await known('ann@shop.test', 'admin', 'orders_read');
    await known('bob@shop.test', 'orders_read');
    await known('cleo@shop.test');
    expect(await list('staff: true')).toEqual(found('ann@shop.test', 'bob@shop.test'));
    expect(await list('staff: false')).toEqual(found('cleo@shop.test'));
    expect(await list('role: "admin"')).toEqual(found('ann@shop.test'));
    expect(
      await list('role: "orders_read", staff: true, filter: { email: { start: "b" } }'),
    ).toEqual(found('bob@shop.test'));
    expect(await list('role: "no_such_role"')).toEqual(found());
    expect(await list('role: "\\u0000"')).toEqual(found());
  });

  test('are not distinguished for callers who may not read them', async () => {
    const viewer = viewerWith(null, 'users.index');
    expect(await list('staff: true', viewer)).toEqual(insufficient);
    expect(await list('role: "admin"', viewer)).toEqual(insufficient);
  });
});
