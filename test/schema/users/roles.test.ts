import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
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
});

const parts = 'name builtIn permissions';

const create = (input: object, viewer = adminViewer) =>
  run(
    database.client,
    viewer,
    `mutation ($input: CreateRoleInput!) { createRole(input: $input) { ${parts} } }`,
    { input },
  );

const update = (id: bigint, input: object, viewer = adminViewer) =>
  run(
    database.client,
    viewer,
    `mutation ($id: ID!, $input: UpdateRoleInput!) { updateRole(id: $id, input: $input) { role { ${parts} } userErrors { code field message allowed lockVersion } } }`,
    { id: String(id), input },
  );

const remove = (id: bigint, viewer = adminViewer) =>
  run(
    database.client,
    viewer,
    `mutation ($id: ID!) { deleteRole(id: $id) { role { ${parts} } userErrors { code field message allowed lockVersion } } }`,
    {
      id: String(id),
    },
  );

const made = (name: string, ...permissions: readonly string[]) =>
  database.client.role.create({
    data: { name, permissions: { create: permissions.map((permission) => ({ permission })) } },
  });

const builtIn = (name: string) => database.client.role.findUniqueOrThrow({ where: { name } });

const stored = () =>
  database.client.role.findMany({ include: { permissions: true }, orderBy: { id: 'asc' } });

const invalid = (fields: object) => [{ code: 'INVALID', fields }];
const refused = (sentence: string) => [{ code: 'REFUSED', fields: { base: [sentence] } }];
const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

describe('createRole', () => {
  test('makes a role; its permissions are a set', async () => {
    const answer = await create({
      name: ' packer_1 ',
      permissions: ['shipments.*', 'orders.read', 'orders.read'],
    });
    expect(answer).toEqual({
      data: {
        createRole: {
          name: 'packer_1',
          builtIn: false,
          permissions: ['orders.read', 'shipments.*'],
        },
      },
      errors: [],
    });
  });

  test.each([
    [undefined, "can't be blank"],
    ['  ', "can't be blank"],
    ['Packer', 'is invalid'],
    ['pack er', 'is invalid'],
    ['x'.repeat(51), 'is too long (maximum is 50 characters)'],
    ['customer', 'is reserved'],
    ['admin', 'has already been taken'],
  ])('the name %j %s', async (name, message) => {
    expect((await create({ name, permissions: [] })).errors).toEqual(invalid({ name: [message] }));
  });

  test.each([
    '',
    'orders',
    'orders.delete',
    'Orders.read',
    'orders.read.all',
    '*.*',
    'tokens.read',
  ])('Decision A12: %j is no permission', async (permission) => {
    const { errors } = await create({ name: 'packer', permissions: ['*', permission] });
    expect(errors).toEqual(invalid({ permissions: ['is not included in the list'] }));
  });

  test('of two at once with one name, one is created and the other gets the reason', async () => {
    const answers = await Promise.all([
      create({ name: 'packer', permissions: [] }),
      create({ name: 'packer', permissions: [] }),
    ]);
    const errors = answers.map((answer) => answer.errors).filter((each) => each.length > 0);
    expect(errors).toEqual([invalid({ name: ['has already been taken'] })]);
  });
});

describe('updateRole', () => {
  test('changes what is named and leaves the rest', async () => {
    const { id } = await made('packer', 'shipments.fire', 'shipments.read');
    expect((await update(id, { name: 'sender' })).data).toEqual({
      updateRole: {
        name: 'sender',
        builtIn: false,
        permissions: ['shipments.fire', 'shipments.read'],
      },
    });
    const { data } = await update(id, { permissions: ['shipments.index', 'shipments.read'] });
    expect(data).toEqual({
      updateRole: {
        name: 'sender',
        builtIn: false,
        permissions: ['shipments.index', 'shipments.read'],
      },
    });
  });

  test('what it has already raises neither version nor time', async () => {
    const { id } = await made('packer', 'orders.read', 'shipments.*');
    const before = await stored();
    for (const input of [{}, { name: 'packer', permissions: ['shipments.*', 'orders.read'] }]) {
      expect((await update(id, input)).errors).toEqual([]);
      expect(await stored()).toEqual(before);
    }
    await update(id, { permissions: ['orders.read'] });
    expect(await database.client.role.findUnique({ where: { id } })).toMatchObject({
      lockVersion: 1,
    });
  });

  test('all permissions can be taken away', async () => {
    const { id } = await made('packer', 'shipments.fire');
    expect((await update(id, { permissions: [] })).data).toMatchObject({
      updateRole: { permissions: [] },
    });
  });

  test('a refused change changes nothing', async () => {
    const { id } = await made('packer', 'shipments.fire');
    const before = await stored();
    const { errors } = await update(id, { name: 'admin', permissions: [] });
    expect(errors).toEqual(invalid({ name: ['has already been taken'] }));
    expect(await stored()).toEqual(before);
  });

  test.each(['admin', 'orders_read'])('Decision A13: %s stays as it is', async (name) => {
    const before = await stored();
    const { id } = await builtIn(name);
    expect((await update(id, { name: 'other', permissions: [] })).errors).toEqual(
      refused('A built-in role cannot be changed.'),
    );
    expect(await stored()).toEqual(before);
  });
});

describe('deleteRole', () => {
  test('deletes a role nobody has and shows it once more; a second time it is missing', async () => {
    const { id } = await made('packer', 'shipments.fire');
    expect((await remove(id)).data).toEqual({
      deleteRole: { name: 'packer', builtIn: false, permissions: ['shipments.fire'] },
    });
    expect((await remove(id)).errors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  test('a role that users have stays', async () => {
    const { id } = await made('packer');
    await database.client.user.create({
      data: { email: 'ann@shop.test', roles: { create: { roleId: id } } },
    });
    expect((await remove(id)).errors).toEqual(
      refused('The role cannot be deleted because users have it.'),
    );
    expect(await database.client.userRole.count()).toBe(1);
  });

  test('Decision A13: a built-in role stays', async () => {
    const { id } = await builtIn('orders_read');
    expect((await remove(id)).errors).toEqual(refused('A built-in role cannot be changed.'));
  });

  test('a role deleted while it is given is either given or gone', async () => {
    const { id } = await made('packer');
    const give = run(
      database.client,
      adminViewer,
      'mutation { createUser(input: { email: "ann@shop.test", roles: ["packer"] }) { id } }',
    );
    const [removed, given] = await Promise.all([remove(id), give]);
    expect([removed.errors.length, given.errors.length].toSorted()).toEqual([0, 1]);
  });
});

describe('Decision N70: nobody hands out more than he has', () => {
  const clerk = viewerWith(null, 'roles.*', 'orders.*', 'shipments.read');

  test.each([
    ['orders.read', []],
    ['orders.*', []],
    ['roles.delete', []],
    ['products.read', []],
    ['shipments.read', []],
    ['shipments.*', insufficient],
    ['shipments.fire', insufficient],
    ['*', insufficient],
  ])(
    'who has roles.*, orders.* and shipments.read makes a role of %s: %j',
    async (word, errors) => {
      expect((await create({ name: 'packer', permissions: [word] }, clerk)).errors).toEqual(errors);
    },
  );

  test('the right comes before what is wrong with the input', async () => {
    const { errors } = await create({ name: '', permissions: ['none', 'users.read'] }, clerk);
    expect(errors).toEqual(insufficient);
  });

  test.each([
    ['a permission added', { permissions: ['shipments.fire', 'orders.read'] }],
    ['the name', { name: 'sender' }],
    ['a permission taken', { permissions: [] }],
  ])('N70: nothing of a role that allows more is changed: %s', async (_what, input) => {
    const { id } = await made('packer', 'shipments.fire');
    const before = await stored();
    expect((await update(id, input, clerk)).errors).toEqual(insufficient);
    expect(await stored()).toEqual(before);
  });

  test('N70: a role that allows more is not deleted', async () => {
    const { id } = await made('packer', 'shipments.fire');
    expect((await remove(id, clerk)).errors).toEqual(insufficient);
    expect(await database.client.role.count({ where: { id } })).toBe(1);
  });

  test('N70: nor is a role changed whose user has more permissions by another role', async () => {
    const { id } = await made('lister', 'orders.index');
    const admin = await builtIn('admin');
    await database.client.user.create({
      data: { email: 'ann@shop.test', roles: { create: [{ roleId: id }, { roleId: admin.id }] } },
    });
    expect((await update(id, { permissions: [] }, clerk)).errors).toEqual(insufficient);
    await database.client.userRole.deleteMany({ where: { roleId: admin.id } });
    expect((await update(id, { permissions: [] }, clerk)).errors).toEqual([]);
  });
});

test('the list shows the roles by name with their permissions', async () => {
  await made('packer', 'shipments.fire');
  const { data } = await run(
    database.client,
    adminViewer,
    '{ roles(perPage: 2) { nodes { name builtIn } count totalCount pages } all: roles { nodes { name } } }',
  );
  expect(data).toEqual({
    roles: {
      nodes: [
        { name: 'admin', builtIn: true },
        { name: 'orders_read', builtIn: true },
      ],
      count: 2,
      totalCount: 3,
      pages: 2,
    },
    all: { nodes: [{ name: 'admin' }, { name: 'orders_read' }, { name: 'packer' }] },
  });
});
