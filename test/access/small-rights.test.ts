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
