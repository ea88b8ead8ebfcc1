import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Scene, setScene } from '../contract/scene.ts';
import { type Client, keyHeader } from '../support/clients.ts';
import { openStore, type Store } from '../support/store.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});
afterAll(() => store.close());

/** A client with the key of a new user who has just these permissions. */
async function clientWith(name: string, ...permissions: readonly string[]): Promise<Client> {
  await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
    input: { name, permissions },
  });
  return store.client(keyHeader((await store.account(name, [name])).key));
}

describe('A25, N80: who may update units, but fire no event on them', () => {
  test('changes no state by an update: REST ignores the state, and refuses the event', async () => {
    const { unitIds } = await scene.sold(['ready', 'ship']);
    const clerk = await clientWith('clerk', 'inventory_units.update', 'inventory_units.read');
    const path = `/inventory_units/${String(unitIds[0])}`;
    const stateNow = async (): Promise<unknown> =>
      (await store.db.inventoryUnit.findUniqueOrThrow({ where: { id: BigInt(unitIds[0]) } })).state;
    const ignored = await clerk.put(path, { body: { inventory_unit: { state: 'returned' } } });
    expect([ignored.status, await stateNow()]).toEqual([200, 'shipped']);
    const fired = await clerk.put(path, { body: { inventory_unit: { fire: 'return' } } });
    expect([fired.status, await stateNow()]).toEqual([401, 'shipped']);
    expect((await clerk.put(`${path}/event`, { body: { e: 'return' } })).status).toBe(401);
    const foreman = await clientWith('foreman', 'inventory_units.*');
    const returned = await foreman.put(path, { body: { inventory_unit: { state: 'returned' } } });
    expect([returned.status, await stateNow()]).toEqual([200, 'returned']);
  });
});

describe('A23: who may write shipments, but read no addresses', () => {
  test('gets the bill address of no order by naming it as the address of a shipment', async () => {
    const { number, billAddressId, shipAddressId } = await scene.addressed();
    await store.ask(
      'mutation ($by: OrderBy!) { completeOrder(by: $by) { userErrors { message } } }',
      { by: { number } },
    );
    const order = { order: { number } };
    const { id, addressId } = await store.db.shipment.findFirstOrThrow({ where: order });
    const packer = await clientWith('packer', 'shipments.create', 'shipments.update');
    const shipment = { address_id: billAddressId };
    const replies = [
      await packer.put(`/api/shipments/${String(id)}`, { body: { shipment } }),
      await packer.post(`/api/orders/${number}/shipments`, { body: { shipment } }),
    ];
    for (const { status, body } of replies) {
      expect([status, (body as { errors: unknown }).errors]).toEqual([
        422,
        { address_id: ['is invalid'] },
      ]);
    }
    expect(await store.db.shipment.findMany({ where: order })).toMatchObject([{ id, addressId }]);
    const kept = { shipment: { address_id: shipAddressId } };
    expect((await packer.put(`/api/shipments/${String(id)}`, { body: kept })).status).toBe(200);
  });
});

describe('A20: who may create or update users, but read no roles', () => {
  const outcome = async (client: Client, query: string): Promise<unknown> => {
    const { body } = await client.post('/graphql', { body: { query } });
    const { data, errors } = body as {
      data: Readonly<Record<string, unknown>> | null;
      errors?: readonly { readonly extensions: { readonly code: string } }[];
    };
    return errors?.map(({ extensions }) => extensions.code) ?? data;
  };
  const create = (role: string): string =>
    `mutation { createUser(input: { email: "-", roles: ["${role}"] }) { id } }`;
  const update = (role: string): string =>
    `mutation { updateUser(by: { id: ${String(scene.bob.id)} }, input: { roles: ["${role}"] }) { userErrors { code field } } }`;

  test('gets the same for a role that allows more as for a name of none', async () => {
    const hirer = await clientWith('hirer', 'users.create', 'users.update');
    for (const role of ['admin', 'nobodys']) {
      for (const query of [create(role), update(role)]) {
        expect(await outcome(hirer, query)).toEqual(['UNAUTHORIZED']);
      }
    }
  });

  test('and who may read roles is told that there is none', async () => {
    const invalid = [{ code: 'INVALID', field: ['roles'] }];
    for (const [name, right] of [
      ['lister', 'roles.index'],
      ['looker', 'roles.read'],
    ] as const) {
      const client = await clientWith(name, 'users.update', right);
      expect(await outcome(client, update('nobodys'))).toEqual({
        updateUser: { userErrors: invalid },
      });
    }
  });
});

describe('N60: who may add payments to an order, but change none', () => {
  test('adds none beyond 50, so that the shop can record refunds', async () => {
    const { number, token } = await scene.sold();
    const path = `/api/orders/${number}`;
    const payments = Array.from({ length: 49 }, () => ({ payment_method: { name: 'Check' } }));
    const [payment] = payments;
    const owner = store.newer(scene.ann);
    expect((await owner.put(path, { body: { order: { payments } } })).status).toBe(200);
    expect((await owner.post(`${path}/payments`, { body: { payment } })).status).toBe(201);
    const holder = store.client({ 'x-serviceordertoken': token });
    for (const client of [owner, holder]) {
      const one = await client.post(`${path}/payments`, { body: { payment } });
      const inOrder = await client.put(path, { body: { order: { payments: [payment] } } });
      for (const { status, body } of [one, inOrder]) {
        expect([status, (body as { errors: unknown }).errors]).toEqual([
          422,
          { payments: ['is too long (maximum is 50 entries)'] },
        ]);
      }
    }
    const till = await clientWith('till', 'payments.create', 'payments.update', 'payments.read');
    const taken = await till.post(`${path}/payments`, { body: { payment } });
    expect(taken.status).toBe(201);
    const { id } =
      (taken.body as { payment?: { id: number }; id?: number }).payment ??
      (taken.body as { id: number });
    const order = `${path}/payments/${String(id)}`;
    expect((await till.put(`${order}/capture`)).status).toBe(200);
    expect((await till.put(`${order}/credit`)).status).toBe(200);
  });
});
