import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { forgetViewers } from '../../schema/index.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { findBarriersInAllLooks } from './barriers.ts';
import { openBrowser, storedIn, visit } from './browser.ts';
import type { Visit } from './browser.ts';

const refused = 'console: Failed to load resource: the server responded with a status of 401';
const unavailable = 'console: Failed to load resource: the server responded with a status of 503';

let store: Store;
let admin: Account;
let browser: Browser;
let visited: Visit;
/** Console messages that are expected in this test. */
let expected: readonly string[];

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('ada', ['admin']);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await store.close();
});
beforeEach(async () => {
  expected = [];
  visited = await visit(browser, store.url, '/admin');
});
afterEach(async () => {
  expect(visited.troubles).toEqual(expected.map((start) => expect.stringContaining(start)));
  await visited.close();
});

async function signIn(key = admin.key): Promise<void> {
  const { page } = visited;
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in and opens the edit screen of a user. */
async function editUser(name: string, key = admin.key): Promise<void> {
  const { page } = visited;
  await signIn(key);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.locator('.choices a[aria-current]', { hasText: 'All' }).waitFor();
  await page.getByLabel('Name or e-mail').fill(name);
  await page.getByRole('button', { name: 'Search' }).click();
  // the markup has the words only once the list of what was found stands there
  await page.locator(`#search[value=${JSON.stringify(name)}]`).waitFor();
  await page.locator('tbody').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
}

/** Reads the key of the dialog, copies it, and closes the dialog. */
async function takeKey(): Promise<string> {
  const { page } = visited;
  const dialog = page.getByRole('dialog', { name: 'The new key' });
  const key = await dialog.getByLabel('API key').inputValue();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await dialog.waitFor({ state: 'detached' });
  return key;
}

/** Whether the store accepts a key. */
async function works(key: string): Promise<boolean> {
  const { status } = await store.newer({ ...admin, key }).get('/api/orders/mine');
  return status === 200;
}

/** What a form tells that was opened before somebody else changed the record. */
const stale = 'It was changed since you opened it, perhaps by another admin, so nothing was saved.';

/** Sends the form, and waits for the answer. */
async function save(): Promise<void> {
  const { page } = visited;
  const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'));
  await page.getByRole('button', { name: 'Save' }).click();
  await answered;
}

/** The name of a user and the names of the roles. */
async function detailsOf({ id }: Account): Promise<{ name: string | null; roles: string[] }> {
  const { name, roles } = await store.db.user.findUniqueOrThrow({
    where: { id: BigInt(id) },
    select: { name: true, roles: { select: { role: { select: { name: true } } } } },
  });
  return { name, roles: roles.map(({ role }) => role.name).sort() };
}

const liveKeys = (): Locator =>
  visited.page.locator('section[aria-labelledby="keys"] > div > ul > li');

describe('signing in', () => {
  let sessions: number;
  beforeEach(async () => {
    sessions = await store.db.session.count({ where: { apiKey: { userId: admin.id } } });
  });

  test('takes the key of an admin, shows the users, keeps the key nowhere, and outlives a reload', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('row', { name: /ada@store\.example/ }).waitFor();
    expect(await storedIn(page)).not.toContain(admin.key);
    expect(await page.content()).not.toContain(admin.key);
    expected = [unavailable, unavailable];
    await page.route('**/session', (route) => route.fulfill({ status: 503 }), { times: 2 });
    const asked = page.waitForResponse('**/session');
    await page.evaluate(() => {
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await asked;
    expect(await page.getByRole('row', { name: /ada@store\.example/ }).count()).toBe(1);
    await page.reload();
    await page.getByText('The store cannot be reached.').waitFor();
    await page.reload();
    await page.getByRole('row', { name: /ada@store\.example/ }).waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  test('opens the other pages too, and signing out in one window closes all', async () => {
    const { page } = visited;
    await signIn();
    const other = await page.context().newPage();
    await other.goto(`${store.url}/api/docs`);
    await other.getByRole('button', { name: 'Sign out' }).waitFor();
    await other.getByRole('link', { name: 'GraphiQL' }).click();
    await other.locator('.graphiql-tab').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await other.getByLabel('API key').waitFor();
    expect(await store.db.session.count({ where: { apiKey: { userId: admin.id } } })).toBe(
      sessions,
    );
  });

  test('says of a key nobody has that it does not work', async () => {
    expected = [refused];
    await signIn('no-such-key');
    expect(await visited.page.getByRole('alert').filter({ hasText: /./ }).innerText()).toBe(
      'This key does not work. It may be mistyped, revoked or expired, or its user is disabled.',
    );
  });

  test('says whose key it is when he may not manage users, and shows none of them', async () => {
    const customer = await store.account('cleo');
    await signIn(customer.key);
    expect(await visited.page.getByRole('alert').filter({ hasText: /./ }).innerText()).toBe(
      'You are signed in as cleo (cleo@store.example), who may not see this. Sign in with the key of an admin.',
    );
    expect(await visited.page.content()).not.toContain('ada@store.example');
  });

  test('ends with signing out, which leaves nothing of the users in the page', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('row', { name: /ada@store\.example/ }).waitFor();
    expected = [unavailable];
    await page.route('**/session', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signing out failed. You may still be signed in: try again.').waitFor();
    expect(await page.getByRole('row', { name: /ada@store\.example/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.content()).not.toContain('ada@store.example');
    await page.goBack();
    expect(await page.content()).not.toContain('ada@store.example');
  });

  test('ends when the key is revoked, and the page says so', async () => {
    const { page } = visited;
    const second = await store.account('bea', ['admin']);
    await signIn(second.key);
    await page.getByRole('link', { name: 'bea' }).waitFor();
    await store.ask('mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }', { id: second.id });
    expected = [refused];
    await expectSignedOut();
  });

  async function expectSignedOut(): Promise<void> {
    const { page } = visited;
    await page.getByRole('link', { name: 'Roles' }).click();
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    expect(await alert.innerText()).toBe('Your session has ended. Sign in again.');
  }
});

describe('the users', () => {
  beforeAll(async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => String(index + 1).padStart(2, '0'));
    await store.db.user.createMany({
      data: numbers.map((number) => ({
        email: `crew-${number}@ship.test`,
        name: `Crew ${number}`,
      })),
    });
  });

  test('are shown by pages of twenty, and found by name and by e-mail', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.locator('.choices a[aria-current]', { hasText: 'Customers' }).waitFor();
    await page.getByLabel('Name or e-mail').fill('crew');
    await page.keyboard.press('Enter');
    await page.getByText('21 users').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(20);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    expect(await page.locator('tbody th').allInnerTexts()).toEqual([
      expect.stringContaining('Crew 21'),
    ]);
    await page.getByLabel('Name or e-mail').fill('07@SHIP');
    await page.keyboard.press('Enter');
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.getByLabel('Name or e-mail').fill('nobody at all');
    await page.keyboard.press('Enter');
    await page.getByText('Nobody matches “nobody at all” here.').waitFor();
  });

  test.each([3, 999, 99_999_999_999])(
    'are shown by their last page where the address asks for page %d of 2',
    async (number) => {
      const { page } = visited;
      await signIn();
      await page.goto(`${store.url}/admin#/users?who=all&search=crew&page=${String(number)}`);
      await page.getByText('Page 2 of 2').waitFor();
      expect(await page.locator('tbody th').allInnerTexts()).toEqual([
        expect.stringContaining('Crew 21'),
      ]);
      expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Previous' }).click();
      await page.getByText('Page 1 of 2').waitFor();
    },
  );

  test('may be called anything: a name is never taken for markup', async () => {
    const { page } = visited;
    const name = '<img src=x onerror="document.title=1"> & co';
    await store.db.user.create({ data: { email: 'odd@ship.test', name } });
    await editUser(name);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name);
    expect(await page.locator('main img').count()).toBe(0);
  });
});

describe('the edit screen of a user', () => {
  test('makes a user and gives it roles', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('Nils@Depot.test');
    await page.getByLabel('Name', { exact: true }).fill('Nils Depot');
    await page.getByRole('checkbox', { name: 'orders_read' }).check();
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User created.').waitFor();
    await page.getByRole('heading', { name: 'Nils Depot' }).waitFor();
    await page.getByRole('checkbox', { name: 'orders_read' }).uncheck();
    await page.getByRole('checkbox', { name: 'admin' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { roles } = await store.db.user.findFirstOrThrow({
      where: { name: 'Nils Depot' },
      select: { roles: { select: { role: { select: { name: true } } } } },
    });
    expect(roles).toEqual([{ role: { name: 'admin' } }]);
  });

  test('shows errors at the field, and changes nothing', async () => {
    const { page } = visited;
    const users = await store.db.user.count();
    await signIn();
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill(admin.email);
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('E-mail has already been taken.').waitFor();
    const field = page.getByLabel('E-mail', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await store.db.user.count()).toBe(users);
  });

  test('generates a key that works, is copied, and is shown this once', async () => {
    const { page } = visited;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await store.account('dora');
    await editUser('dora');
    await page.getByLabel('Name of the key').fill('Label printer');
    await page.getByRole('button', { name: 'Generate key' }).click();
    const dialog = page.getByRole('dialog', { name: 'The new key' });
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await dialog.getByText('Copied.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    const key = await takeKey();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    expect(await works(key)).toBe(true);
    await liveKeys().first().filter({ hasText: 'Label printer' }).waitFor();
    expect(await liveKeys().count()).toBe(2);
    expect(await page.content()).not.toContain(key);
    expect(await storedIn(page)).not.toContain(key);
  });

  test('rotates a key while the previous one still works, and revokes a single one', async () => {
    const { page } = visited;
    const former = await store.account('emil');
    await editUser('emil');
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByLabel('When does the old key end?').selectOption('In 1 hour');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const key = await takeKey();
    await page.getByText('ending').waitFor();
    expect([await works(key), await works(former.key)]).toEqual([true, true]);
    expect(await page.getByRole('button', { name: /^Rotate/ }).count()).toBe(1);
    await liveKeys()
      .filter({ hasText: 'ending' })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    expect(await page.getByRole('dialog').textContent()).toContain(
      'It cannot be undone, but each start makes the key in ADMIN_API_KEY work again.',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('1 ended key').waitFor();
    expect([await works(key), await works(former.key)]).toEqual([true, false]);
  });

  test('lets an admin replace the own key without being thrown out', async () => {
    const { page } = visited;
    const self = await store.account('fay', ['admin']);
    await editUser('fay', self.key);
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByLabel('When does the old key end?').selectOption('Now');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    const key = await takeKey();
    await liveKeys().filter({ hasText: 'signed in with this key' }).waitFor();
    expect([await works(key), await works(self.key)]).toEqual([true, false]);
    expected = [unavailable];
    await page.route('**/session', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await page.getByText('Signing in with the new key failed. The store answered 503.').waitFor();
    expect(await works(await takeKey())).toBe(true);
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('heading', { name: 'Roles', exact: true }).waitFor();
  });

  test('generates a key beside the others, each of which can be rotated', async () => {
    const { page } = visited;
    const former = await store.account('ines');
    await editUser('ines');
    await page.getByRole('button', { name: 'Generate key' }).click();
    const key = await takeKey();
    await page
      .getByRole('button', { name: /^Rotate/ })
      .nth(1)
      .waitFor();
    expect([await works(key), await works(former.key)]).toEqual([true, true]);
  });

  test('disables a user and enables the user again', async () => {
    const { page } = visited;
    const { key } = await store.account('jan');
    await editUser('jan');
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('User disabled.', { exact: true }).waitFor();
    expect(await works(key)).toBe(false);
    await page.getByRole('button', { name: 'Enable user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
    await page.getByText('User enabled.', { exact: true }).waitFor();
    expect(await works(key)).toBe(true);
  });

  test('saves again after it was saved, and after the user was disabled and enabled', async () => {
    const { page } = visited;
    const user = await store.account('kai', ['orders_read']);
    await editUser('kai');
    const role = page.getByRole('checkbox', { name: 'orders_read' });
    await role.uncheck();
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'kai', roles: [] });
    await role.check();
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'kai', roles: ['orders_read'] });
    for (const act of ['Disable', 'Enable']) {
      await page.getByRole('button', { name: `${act} user` }).click();
      await page.getByRole('dialog').getByRole('button', { name: act }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Disable user' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Kai');
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'Kai', roles: ['orders_read'] });
  });

  test('gives back no role that another admin has taken, also after disabling, and says what happened', async () => {
    const { page } = visited;
    const user = await store.account('lea', ['orders_read']);
    await editUser('lea');
    await store.ask(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { roles: [] }) { user { id } } }',
      { id: user.id },
    );
    await page.getByLabel('Name', { exact: true }).fill('Lea');
    await page.getByRole('checkbox', { name: 'admin' }).check();
    await save();
    await page.getByText(stale).waitFor();
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('User disabled.', { exact: true }).waitFor();
    await save();
    await page.getByText(stale).waitFor();
    expect(await detailsOf(user)).toEqual({ name: 'lea', roles: [] });
    await page.reload();
    await page.getByLabel('Name', { exact: true }).fill('Lea');
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'Lea', roles: [] });
  });

  test('shows a role that is behind the last one of the form, and lists it on the second page', async () => {
    const { page } = visited;
    const roles = Array.from({ length: 500 }, (_, index) => ({ name: `aa_${String(index)}` }));
    await store.db.role.createMany({ data: [...roles, { name: 'zz_last' }] });
    const user = await store.account('mia', ['zz_last']);
    await editUser('mia');
    expect(await page.getByRole('checkbox', { name: 'zz_last' }).isChecked()).toBe(true);
    await page.getByLabel('Name', { exact: true }).fill('Mia');
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'Mia', roles: ['zz_last'] });
    await page.getByRole('checkbox', { name: 'aa_7', exact: true }).check();
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'Mia', roles: ['aa_7', 'zz_last'] });
    await page.getByRole('checkbox', { name: 'zz_last' }).uncheck();
    await save();
    expect(await detailsOf(user)).toEqual({ name: 'Mia', roles: ['aa_7'] });
    await page.getByRole('link', { name: 'Roles', exact: true }).click();
    await page.getByText(`${String(await store.db.role.count())} roles`).waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByRole('link', { name: 'zz_last', exact: true }).waitFor();
    const made = { name: { in: ['zz_last', ...roles.map(({ name }) => name)] } };
    await store.db.userRole.deleteMany({ where: { role: made } });
    await store.db.role.deleteMany({ where: made });
  });

  test('says so when the right to generate a key is missing', async () => {
    const { page } = visited;
    await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
      input: { name: 'reception', permissions: ['users.*', 'roles.index', 'api_keys.read'] },
    });
    const clerk = await store.account('gus', ['reception']);
    await editUser('gus', clerk.key);
    await page.getByRole('button', { name: 'Generate key' }).click();
    await page.getByText('Your key does not have the right to do that.').waitFor();
    expect(await works(clerk.key)).toBe(true);
  });
});

describe('the roles', () => {
  test('are made, changed and deleted', async () => {
    const { page } = visited;
    const permissionsOf = async () => {
      const role = await store.db.role.findFirst({
        where: { name: { in: ['packer', 'chief_packer'] } },
        select: { permissions: { select: { permission: true } } },
      });
      return role?.permissions.map(({ permission }) => permission).sort();
    };
    await signIn();
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.getByRole('link', { name: 'New role' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Not a name');
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByText('Name is invalid.').waitFor();
    expect(await permissionsOf()).toBeUndefined();
    await page.getByLabel('Name', { exact: true }).fill('packer');
    const shipments = page.getByRole('group', { name: 'Shipments' });
    await shipments.getByLabel('Read every shipment').check();
    await shipments.getByLabel('All of these').check();
    expect(await shipments.getByLabel('Read every shipment').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.locator('tbody').getByRole('link', { name: 'packer', exact: true }).click();
    await page.getByText('Nobody. Give it to a user under Users.').waitFor();
    expect(await permissionsOf()).toEqual(['shipments.*']);
    await page.getByLabel('Read every order').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await permissionsOf()).toEqual(['orders.read', 'shipments.*']);
    await page.getByLabel('Name', { exact: true }).fill('chief_packer');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'chief_packer' }).waitFor();
    expect(await page.title()).toBe('chief_packer · Online store admin');
    await page.getByRole('button', { name: 'Delete role' }).click();
    await page
      .getByRole('dialog', { name: 'Delete chief_packer?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('Role deleted.').waitFor();
    expect(await permissionsOf()).toBeUndefined();
  });
});

describe('a role that another admin has changed meanwhile', () => {
  test('gets back no permission, and the form says what happened', async () => {
    const { page } = visited;
    const permissions = ['orders.read', 'variants.update'].map((permission) => ({ permission }));
    const { id } = await store.db.role.create({
      data: { name: 'stock_clerk', permissions: { create: permissions } },
      select: { id: true },
    });
    const permissionsOf = async () => {
      const rows = await store.db.rolePermission.findMany({ where: { roleId: id } });
      return rows.map(({ permission }) => permission).sort();
    };
    await signIn();
    await page.goto(`${store.url}/admin#/roles/${String(id)}`);
    await page.getByLabel('Read every shipment').check();
    await store.ask(
      'mutation ($id: ID!) { updateRole(id: $id, input: { permissions: ["orders.read"] }) { role { id } } }',
      { id: String(id) },
    );
    await save();
    await page.getByText(stale).waitFor();
    expect(await permissionsOf()).toEqual(['orders.read']);
    await page.reload();
    for (const label of ['Read every shipment', 'Read every payment']) {
      await page.getByLabel(label).check();
      await save();
    }
    expect(await permissionsOf()).toEqual(['orders.read', 'payments.read', 'shipments.read']);
  });
});

describe('a built-in role', () => {
  test('is shown with the users who have it, and is copied', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('link', { name: 'Roles' }).click();
    await page.locator('tbody').getByRole('link', { name: 'orders_read', exact: true }).click();
    await page.getByRole('heading', { name: 'Who has it' }).waitFor();
    expect(await page.locator('main input:enabled').count()).toBe(0);
    await page.getByRole('link', { name: 'Copy to a new role' }).click();
    await page.getByRole('heading', { name: 'Copy of orders_read' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('orders_read_copy');
    await page.getByRole('button', { name: 'Create role' }).click();
    await page.getByText('Role created.').waitFor();
    const permissionsOf = (name: string) =>
      store.db.rolePermission.findMany({
        where: { role: { name } },
        select: { permission: true },
        orderBy: { permission: 'asc' },
      });
    expect(await permissionsOf('orders_read_copy')).toEqual(await permissionsOf('orders_read'));
  });
});

describe('a clerk who may not see users', () => {
  test('is shown a role and the audit log without their names', async () => {
    const { page } = visited;
    const permissions = ['audit_log.read', 'roles.read'].map((permission) => ({ permission }));
    const { id } = await store.db.role.create({
      data: { name: 'auditor', permissions: { create: permissions } },
      select: { id: true },
    });
    const clerk = await store.account('otto', ['auditor']);
    await signIn(clerk.key);
    await page.goto(`${store.url}/admin#/roles/${String(id)}`);
    await page.getByText('You may not see users (users.index, users.read).').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByRole('row', { name: `User ${String(clerk.id)}` })
      .first()
      .waitFor();
    expect(await page.locator('main').innerText()).not.toContain('otto');
  });
});

describe('the last admin', () => {
  test('shows why the own key cannot be revoked', async () => {
    const { page } = visited;
    await store.db.userRole.deleteMany({
      where: { role: { name: 'admin' }, userId: { not: BigInt(admin.id) } },
    });
    await store.db.rolePermission.deleteMany({
      where: { permission: 'users.*' },
    });
    forgetViewers(store.db);
    await editUser('ada');
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page
      .getByText('At least one enabled user with a key must be able to manage users.')
      .waitFor();
    expect(await works(admin.key)).toBe(true);
  });
});

describe('the audit log', () => {
  test('shows who did what, and opens in GraphiQL', async () => {
    const { page } = visited;
    await signIn();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('link', { name: 'Keys and sessions' }).click();
    await page.locator('.choices a[aria-current]', { hasText: 'Keys and sessions' }).waitFor();
    const row = page.getByRole('row', { name: /ada.*sessions\.create/ }).first();
    await row.waitFor();
    await page.getByRole('link', { name: 'In GraphiQL' }).click();
    await page.locator('.graphiql-tab', { hasText: 'AuditLog' }).waitFor();
  });

  test('is shown by its last page where the address asks for one behind it', async () => {
    const { page } = visited;
    const createdAt = new Date(Date.now() - 47 * 3_600_000);
    await store.db.auditEntry.createMany({
      data: Array.from({ length: 26 }, () => ({
        createdAt,
        actor: 'system',
        action: 'settings.change',
        subjectType: 'Settings',
        changes: {},
      })),
    });
    await signIn();
    await page.goto(`${store.url}/admin#/audit?kind=store&page=999`);
    await page.getByText('Page 2 of 2').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    const when = page.locator('tbody td').first();
    expect(await when.locator('time').innerText()).toBe('1 day ago');
    expect(await when.innerText()).toContain(`${String(createdAt.getFullYear())}, `);
  });
});

describe('a notice', () => {
  test('leaves after five seconds, but not while it is pointed at', async () => {
    const { page } = visited;
    await editUser('ada');
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    const notice = page.getByRole('status').getByText('Saved.');
    await page.getByRole('button', { name: 'Save' }).click();
    await notice.waitFor();
    await notice.hover();
    await page.clock.runFor(60_000);
    expect(await notice.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_900);
    expect(await notice.count()).toBe(1);
    await page.clock.runFor(200);
    expect(await notice.count()).toBe(0);
  });
});

describe('everybody can use the page', () => {
  const sights = [
    { where: 'the sign-in', open: () => Promise.resolve() },
    {
      where: 'the users',
      open: async () => {
        await signIn();
        await visited.page.getByRole('heading', { name: 'Users' }).waitFor();
      },
    },
    {
      where: 'a form with a failure',
      open: async () => {
        await signIn();
        await visited.page.getByRole('link', { name: 'New user' }).click();
        await visited.page.getByRole('button', { name: 'Create user' }).click();
        await visited.page.getByText("E-mail can't be blank.").waitFor();
      },
    },
    { where: 'a user', open: () => editUser('ada') },
    {
      where: 'a question',
      open: async () => {
        await editUser('ada');
        await visited.page.getByRole('button', { name: /^Revoke/ }).click();
      },
    },
    {
      where: 'the roles',
      open: async () => {
        await signIn();
        await visited.page.getByRole('link', { name: 'Roles' }).click();
        await visited.page.getByRole('heading', { name: 'Roles' }).waitFor();
      },
    },
    {
      where: 'a form for a role',
      open: async () => {
        await signIn();
        await visited.page.getByRole('link', { name: 'Roles' }).click();
        await visited.page.getByRole('link', { name: 'New role' }).click();
        await visited.page.getByText('Everything, also what is added later').waitFor();
      },
    },
    {
      where: 'the audit log',
      open: async () => {
        await signIn();
        await visited.page.getByRole('link', { name: 'Audit log' }).click();
        await visited.page.getByRole('heading', { name: 'Audit log' }).waitFor();
      },
    },
  ];

  test.each(sights)('$where: nothing bars anybody, in every width and colour', async ({ open }) => {
    const { page } = visited;
    await open();
    await page.locator('main:not([aria-busy])').waitFor();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
  });

  test('the keyboard is enough, and the focus is never lost', async () => {
    const { page } = visited;
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await store.account('hilde');
    await page.locator('#key:focus').waitFor();
    await page.keyboard.insertText(admin.key);
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: 'Users' }).waitFor();
    await page.getByRole('link', { name: 'Customers' }).press('Enter');
    await page.locator('.choices a[aria-current]', { hasText: 'Customers' }).waitFor();
    await page.getByLabel('Name or e-mail').press('h');
    await page.keyboard.type('ilde');
    await page.keyboard.press('Enter');
    await page.locator('#search[value="hilde"]').waitFor();
    await page.getByRole('link', { name: 'hilde' }).press('Enter');
    await page.locator('h1:focus', { hasText: 'hilde' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Hilde');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.locator('main:focus', { hasText: 'hilde' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Hilde');
    await page.getByRole('button', { name: /^Revoke/ }).press('Enter');
    expect(await focused()).toBe('Cancel');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Revoke');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('No key works for this user.').waitFor();
    expect(await focused()).toBe('API keys');
  });
});
