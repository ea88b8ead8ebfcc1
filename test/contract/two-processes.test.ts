import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

let database: Database;
let besideIt: Database;
let here: Store;
let there: Store;

/**
 * The same database for another process: other connections on a server; the embedded one has only one process,
 * so a client that shares nothing but the tables takes its place.
 */
async function openBeside({ client, kind, ...rest }: Database): Promise<Database> {
  if (kind === 'embedded') {
    const other = client.$extends({}) as unknown as Database['client'];
    return { ...rest, kind, client: other, close: () => Promise.resolve() };
  }
  const [row] = await client.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
  return openDatabase({ url: urlOf(row?.name ?? '') });
}

beforeAll(async () => {
  database = await openTestDatabase();
  besideIt = await openBeside(database);
  here = await openStore({ database });
  there = await openStore({ database: besideIt });
});

afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await besideIt.close();
  await database.close();
});

const listOrders = async (store: Store, account: Account): Promise<number> =>
  (await store.newer(account).get('/api/orders?per_page=1')).status;

/** How much of the contract's second is left to a process that has just looked the key up. */
const promised = () => new Promise((resolve) => setTimeout(resolve, 1_050));

describe('A8: what changes in one process holds in the others within a second', () => {
  test('keys revoked, rotated and made to end, roles taken, given and changed, users disabled', async () => {
    const { createRole } = (await here.ask(
      'mutation { createRole(input: { name: "lister", permissions: ["orders.index"] }) { id } }',
    )) as { createRole: { id: string } };
    const revoked = await here.account('revoked', ['orders_read']);
    const revokedAlone = await here.account('revoked-alone', ['orders_read']);
    const rotated = await here.account('rotated', ['orders_read']);
    const ended = await here.account('ended', ['orders_read']);
    const stripped = await here.account('stripped', ['orders_read']);
    const raised = await here.account('raised');
    const lister = await here.account('lister', ['lister']);
    const disabled = await here.account('disabled', ['orders_read']);
    const bystander = await here.account('bystander', ['orders_read']);
    const all = [
      ...[revoked, revokedAlone, rotated, ended, stripped],
      ...[raised, lister, disabled, bystander],
    ];
    const statuses = () => Promise.all(all.map((account) => listOrders(there, account)));
    const keyOf = async ({ id }: Account) =>
      String((await database.client.apiKey.findFirstOrThrow({ where: { userId: id } })).id);

    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 401, 200, 200, 200]);

    const change = (mutation: string, variables: Record<string, unknown>) =>
      here.ask(mutation, variables);
    await change('mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }', { id: revoked.id });
    await change(
      'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message allowed lockVersion } } }',
      {
        id: await keyOf(revokedAlone),
      },
    );
    await change(
      'mutation ($id: ID!) { rotateApiKey(id: $id) { key userErrors { code field message allowed lockVersion } } }',
      {
        id: await keyOf(rotated),
      },
    );
    await change(
      'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 1) { key userErrors { code field message allowed lockVersion } } }',
      {
        id: await keyOf(ended),
      },
    );
    const give =
      'mutation ($id: ID!, $roles: [String!]) { updateUser(by: { id: $id }, input: { roles: $roles }) { user { id } userErrors { code field message allowed lockVersion } } }';
    await change(give, { id: stripped.id, roles: [] });
    await change(give, { id: raised.id, roles: ['orders_read'] });
    await change(
      'mutation ($id: ID!) { updateRole(id: $id, input: { permissions: [] }) { role { id } userErrors { code field message allowed lockVersion } } }',
      {
        id: createRole.id,
      },
    );
    await change(
      'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } }',
      { id: disabled.id },
    );
    await promised();
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 200, 401, 401, 200]);
  });

  test('a new key works in the other process at once', async () => {
    const account = await here.account('newcomer', ['orders_read']);
    expect(await listOrders(there, account)).toBe(200);
  });
});
