import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLObjectType } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema, type Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  adminViewer,
  badKeyViewer,
  customerViewer,
  nobody,
  run,
  viewerWith,
} from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

const ann = { id: 1n, email: 'ann@shop.test', name: 'Ann' };

const reader = viewerWith(
  ann,
  ...['orders', 'line_items', 'payments', 'shipments', 'inventory_units'].flatMap((resource) => [
    `${resource}.index`,
    `${resource}.read`,
  ]),
  'addresses.read',
);

/** Each operation of row 16 with the one permission that it needs. */
const operations: readonly (readonly [field: string, permission: string, document: string])[] = [
  ['user', 'users.read', '{ user(by: { id: 999 }) { id } }'],
  ['users', 'users.index', '{ users { nodes { id } } }'],
  ['role', 'roles.read', '{ role(id: 999) { id } }'],
  ['roles', 'roles.index', '{ roles { nodes { id } } }'],
  ['createUser', 'users.create', 'mutation { createUser(input: {}) { id } }'],
  [
    'updateUser',
    'users.update',
    'mutation { updateUser(by: { id: 999 }, input: {}) { user { id } userErrors { code field message allowed lockVersion } } }',
  ],
  ['generateApiKey', 'users.impersonate', 'mutation { generateApiKey(userId: 999) { key } }'],
  [
    'disableUser',
    'users.update',
    'mutation { disableUser(by: { id: 999 }) { user { id } userErrors { code field message allowed lockVersion } } }',
  ],
  [
    'enableUser',
    'users.update',
    'mutation { enableUser(by: { id: 999 }) { user { id } userErrors { code field message allowed lockVersion } } }',
  ],
  ['revokeApiKey', 'api_keys.delete', 'mutation { revokeApiKey(userId: 999) { id } }'],
  [
    'rotateApiKey',
    'users.impersonate',
    'mutation { rotateApiKey(id: 999) { key userErrors { code field message allowed lockVersion } } }',
  ],
  [
    'revokeOneApiKey',
    'api_keys.delete',
    'mutation { revokeOneApiKey(id: 999) { apiKey { id } userErrors { code field message allowed lockVersion } } }',
  ],
  ['createRole', 'roles.create', 'mutation { createRole(input: { permissions: [] }) { id } }'],
  [
    'updateRole',
    'roles.update',
    'mutation { updateRole(id: 999, input: {}) { role { id } userErrors { code field message allowed lockVersion } } }',
  ],
  [
    'deleteRole',
    'roles.delete',
    'mutation { deleteRole(id: 999) { role { id } userErrors { code field message allowed lockVersion } } }',
  ],
];

const errorsOf = async (viewer: Viewer, document: string) =>
  (await run(database.client, viewer, document)).errors;

const insufficient = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

describe.each(operations)('Decision A18, row 16: %s', (_field, permission, document) => {
  test('without a key nothing is returned, whatever the order token', async () => {
    const missing = [{ code: 'UNAUTHENTICATED', reason: 'missing_key' }];
    expect(await errorsOf(nobody, document)).toEqual(missing);
    expect(await errorsOf({ ...nobody, orderToken: 'token' }, document)).toEqual(missing);
  });

  test('with a bad key nothing is returned', async () => {
    expect(await errorsOf(badKeyViewer, document)).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    ]);
  });

  test('a customer and a reader of orders may not, and no statement is sent', async () => {
    statements.length = 0;
    expect(await errorsOf(customerViewer(ann), document)).toEqual(insufficient);
    expect(await errorsOf(reader, document)).toEqual(insufficient);
    expect(statements).toEqual([]);
  });

  test('an admin and users with the one permission may', async () => {
    const asAdmin = await errorsOf(adminViewer, document);
    expect(asAdmin).not.toContainEqual(expect.objectContaining({ code: 'UNAUTHORIZED' }));
    // no user of the database, whose permissions would be read there
    expect(await errorsOf(viewerWith(null, permission), document)).toEqual(asAdmin);
  });

  test('every other permission does not help', async () => {
    const all = operations.map(([, other]) => other).filter((other) => other !== permission);
    expect(await errorsOf(viewerWith(ann, ...all), document)).toEqual(insufficient);
  });
});

test('every query and mutation about users, roles and keys is in the list above', () => {
  const named = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    type instanceof GraphQLObjectType ? Object.keys(type.getFields()) : [],
  );
  const about = named.filter((field) => /user|role|apikey/i.test(field));
  expect(about.toSorted()).toEqual(operations.map(([field]) => field).toSorted());
});

describe('Decision A18, row 17: viewer', () => {
  const document = '{ viewer { id email name roles { name } } }';

  test('asks for a key', async () => {
    expect(await errorsOf(nobody, document)).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'missing_key' },
    ]);
    expect(await errorsOf(badKeyViewer, document)).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    ]);
  });

  test('shows everybody himself with his roles, in one statement', async () => {
    const { client } = database;
    const user = await client.user.create({
      data: {
        email: 'Viewer@shop.test',
        roles: { create: { role: { connect: { name: 'orders_read' } } } },
      },
    });
    statements.length = 0;
    const answer = await run(client, customerViewer(user), document);
    expect(answer).toEqual({
      data: {
        viewer: {
          id: String(user.id),
          email: 'Viewer@shop.test',
          name: null,
          roles: [{ name: 'orders_read' }],
        },
      },
      errors: [],
    });
    expect(statements).toHaveLength(1);
  });
});

describe('Decision A22: an id that names nothing is missing', () => {
  test.each(['0', '-1', 'x', '1.5', '9999999999999999999'])('%s', async (id) => {
    const answer = await run(
      database.client,
      adminViewer,
      `mutation ($id: ID!) {
        updateUser(by: { id: $id }, input: {}) { user { id } userErrors { code field message allowed lockVersion } }
      }`,
      { id },
    );
    expect(answer.errors).toEqual([{ code: 'NOT_FOUND' }]);
  });
});
