import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import { readState } from '../contract/database-state.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, run, viewerWith } from '../support/graphql.ts';
import { type Ground, groundOf } from './locks/ground.ts';
import { writes } from './locks/writes.ts';

let database: Database;
let ground: Ground;

beforeAll(async () => {
  database = await openTestDatabase();
  ground = groundOf(database);
});
afterAll(() => database.close());

type Row = Readonly<Record<string, unknown>>;

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const argumentsOf = (field: string) => mutations.find(({ name }) => name === field)?.args ?? [];
const takesVersion = (field: string): boolean =>
  argumentsOf(field).some(({ name }) => name === 'ifVersion');

async function send(field: string, variables: Row, viewer = adminViewer) {
  const sent = argumentsOf(field).filter(({ name }) => name in variables);
  const head = sent.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = sent.map(({ name }) => `${name}: $${name}`).join(', ');
  const document = `mutation (${head}) { ${field}(${args}) { __typename userErrors { code field message lockVersion } } }`;
  return run(database.client, viewer, document, variables);
}

/** Versions are counted up from 0. */
const stale = 999;

/** Refuses a stale version, told the present one; accepts that one. */
async function expectCompared(field: string, variables: Row, withVersion: (of: number) => Row) {
  const before = await readState(database.client);
  const { errors } = await send(field, { ...variables, ...withVersion(stale) });
  expect(errors).toEqual([{ code: 'CONFLICT', lockVersion: expect.any(Number) }]);
  expect(await readState(database.client)).toEqual(before);
  const present = Number(errors[0]?.['lockVersion']);
  expect(present).toBeLessThan(stale);
  expect((await send(field, { ...variables, ...withVersion(present) })).errors).toEqual([]);
}

test.each(writes.filter(([field]) => takesVersion(field)))(
  '%s with a stale ifVersion is a conflict that tells the present one and changes nothing; with that it is carried out',
  async (field, _locks, given) => {
    const variables = (await given(ground)) as Row;
    await expectCompared(field, variables, (ifVersion) => ({ ifVersion }));
  },
);

test('updateOrderShipment takes the version in its input, beside what names the shipment', async () => {
  const { number, shipments } = await ground.sale();
  const input = { id: shipments[0]?.id, tracking: 'T' };
  await expectCompared('updateOrderShipment', { order: { number } }, (ifVersion) => ({
    input: { ...input, ifVersion },
  }));
});

test('every mutation that changes a record takes ifVersion, but for those that compare otherwise or make new ones', () => {
  const without = mutations.map(({ name }) => name).filter((name) => !takesVersion(name));
  expect(without.filter((name) => !name.startsWith('create')).toSorted()).toEqual([
    // counts are moved by a difference
    'adjustStock',
    // keys have no version
    'generateApiKey',
    'revokeApiKey',
    'revokeOneApiKey',
    'rotateApiKey',
    // rows compare with changeFrom or a version of their own
    'setExternalRefs',
    'setPrices',
    'setStockLevels',
    'shipShipments',
    // in its input
    'updateOrderShipment',
    'updateVariants',
  ]);
});

test('a stale version of a record inside another is named by its path, and nothing is changed', async () => {
  const { number, shipments } = await ground.sale();
  const id = shipments[0]?.id;
  const unit = shipments[0]?.inventoryUnits[0]?.id;
  expect(unit).toBeDefined();
  const before = await readState(database.client);
  const inOrder = { shipments: [{ id, ifVersion: stale }] };
  expect((await send('updateOrder', { by: { number }, input: inOrder })).errors).toEqual([
    { code: 'CONFLICT', field: 'shipments.0.ifVersion', lockVersion: expect.any(Number) },
  ]);
  const inShipment = { inventoryUnits: [{ id: unit }, { id: unit, ifVersion: stale }] };
  expect((await send('updateShipment', { by: { id }, input: inShipment })).errors).toEqual([
    { code: 'CONFLICT', field: 'inventoryUnits.1.ifVersion', lockVersion: expect.any(Number) },
  ]);
  expect(await readState(database.client)).toEqual(before);
});

const ofUsersAndRoles = writes.filter(
  ([field]) => takesVersion(field) && /(?:User|Role)$/.test(field),
);

test.each(ofUsersAndRoles)(
  '%s with a stale ifVersion by who lacks rights of the user or role is UNAUTHORIZED, and tells no version (A24)',
  async (field, _locks, given) => {
    const variables = (await given(ground)) as Row;
    const permissions = { create: { permission: 'orders.index' } };
    const role = (variables['id'] ?? null) as string | null;
    if (role !== null) {
      await database.client.role.update({ where: { id: BigInt(role) }, data: { permissions } });
    } else {
      const { id = '0' } = variables['by'] as { readonly id?: string };
      const lister = { create: { name: `lister_${field.toLowerCase()}`, permissions } };
      await database.client.userRole.create({
        data: { user: { connect: { id: BigInt(id) } }, role: lister },
      });
    }
    const clerk = viewerWith(null, 'users.*', 'roles.*');
    const { errors } = await send(field, { ...variables, ifVersion: stale }, clerk);
    expect(errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
  },
);
