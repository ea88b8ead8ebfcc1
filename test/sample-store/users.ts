import { CreateRole, CreateUser } from './operations.ts';
import type { Run } from './run.ts';
import { hoursAfter, timeAt } from './times.ts';

/** A role of the sample store: packs and ships, and sees nothing else of orders. Decision: C40. */
const shippingClerk = {
  name: 'shipping_clerk',
  permissions: [
    'shipments.index',
    'shipments.read',
    'shipments.fire',
    'inventory_units.index',
    'inventory_units.read',
    'inventory_units.fire',
  ],
} as const;

/** The users beside the admin. Decision: C40. */
const users = [
  { email: 'mira.holt@harbour.test', name: 'Mira Holt', roles: [] },
  { email: 'jonas.feld@harbour.test', name: 'Jonas Feld', roles: [] },
  { email: 'petra.lind@store.test', name: 'Petra Lind', roles: ['orders_read'] },
  { email: 'tom.quay@store.test', name: 'Tom Quay', roles: [shippingClerk.name] },
  { email: 'newcomer@harbour.test', name: null, roles: [] },
] as const;

const start = timeAt('2025-01-06 09:00');

/** Creates the users without keys and returns their ids by e-mail. Decision: C39, C40. */
export async function loadUsers(run: Run): Promise<ReadonlyMap<string, string>> {
  await run(CreateRole, { input: shippingClerk }, { now: start });
  const ids = new Map<string, string>();
  for (const [index, input] of users.entries()) {
    const { createUser } = await run(CreateUser, { input }, { now: hoursAfter(start, index) });
    ids.set(input.email, createUser.id);
  }
  return ids;
}
