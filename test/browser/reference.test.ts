import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { forgetViewers } from '../../schema/index.ts';
import { setScene } from '../contract/scene.ts';
import type { Cart } from '../contract/scene.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { findBarriersInAllLooks } from './barriers.ts';
import { openBrowser, storedIn, visit } from './browser.ts';
import type { Visit } from './browser.ts';

let store: Store;
let admin: Account;
let carts: readonly [Cart, Cart];
let browser: Browser;
let docs: Visit;
/** Console messages that are expected in this test. */
let expected: readonly string[];

beforeAll(async () => {
  store = await openStore();
  const scene = await setScene(store);
  ({ admin } = scene);
  carts = [await scene.cart(), await scene.cart()];
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await store.close();
});
beforeEach(async () => {
  expected = [];
  docs = await visit(browser, store.url, '/api/docs');
});

/** Selects the document of the older format. */
async function chooseOlder(): Promise<void> {
  const { page } = docs;
  await page.getByRole('link', { name: 'Older format' }).click();
  await page.locator('.info .title', { hasText: 'older format' }).waitFor();
}
afterEach(async () => {
  expect(docs.troubles).toEqual(expected.map((start) => expect.stringContaining(start)));
  await docs.close();
});

/** Types the key into the section of the Authorize dialog with this heading. */
async function authorize(tells: string, label: string): Promise<void> {
  const { page } = docs;
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const part = page.locator('.auth-container', { hasText: tells });
  await part.getByLabel(label).fill(admin.key);
  await part.getByRole('button', { name: 'Authorize' }).click();
  await part.getByRole('button', { name: 'Close' }).click();
}

async function signIn(): Promise<void> {
  const { page } = docs;
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('dialog').getByLabel('API key').fill(admin.key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Expands the operations of a resource, and the first one with that method. */
async function unfold(resource: string, method: string): Promise<Locator> {
  const { page } = docs;
  await page.locator(`#operations-tag-${resource}`).click();
  const operation = page
    .locator('.opblock', { has: page.locator(`.opblock-summary-method:text-is("${method}")`) })
    .first();
  await operation.locator('.opblock-summary-control').click();
  return operation;
}

/** Presses Execute with these parameters, and reads the response. */
async function execute(
  operation: Locator,
  parameters: Readonly<Record<string, string>> = {},
): Promise<{ status: string; body: unknown }> {
  for (const [name, value] of Object.entries(parameters)) {
    await operation.getByLabel(name, { exact: true }).fill(value);
  }
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table tbody');
  const status = await answer.locator('.response-col_status').first().innerText();
  const text = await answer.locator('.highlight-code code').first().innerText();
  return { status: status.trim(), body: JSON.parse(text) };
}

describe('the API reference in a browser', () => {
  test('returns the orders of the store in the newer format after a key was typed', async () => {
    await authorize('X-ServiceAPIKey', 'Value');
    const operation = await unfold('Order', 'GET');
    const { status, body } = await execute(operation);
    expect(status).toBe('200');
    expect(body).toMatchObject({
      orders: carts.map(({ number }) => ({ number, total: '39.8' })),
      current_page: 1,
    });
  });

  test('returns the same in the older format after the key was typed as user name', async () => {
    await chooseOlder();
    await authorize('basic', 'Username');
    const operation = await unfold('Order', 'GET');
    await operation.getByPlaceholder('per_page').fill('1');
    const { status, body } = await execute(operation);
    expect(status).toBe('200');
    const [, youngest] = carts;
    expect(body).toMatchObject([{ order: { number: youngest.number, total: 39.8 } }]);
  });

  test('needs no key while signed in to the store, and is refused after signing out', async () => {
    const { page } = docs;
    await signIn();
    const operation = await unfold('Order', 'GET');
    const { status, body } = await execute(operation);
    expect(status).toBe('200');
    expect(body).toMatchObject({ orders: carts.map(({ number }) => ({ number })) });
    expect(await operation.locator('.curl').innerText()).toContain(
      '-H "X-ServiceAPIKey: $ADMIN_API_KEY"',
    );
    expect(await storedIn(page)).not.toContain(admin.key);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await store.db.session.count()).toBe(0);
    await signIn();
    await store.db.session.deleteMany();
    forgetViewers(store.db);
    expected = ['console: Failed to load resource: the server responded with a status of 401'];
    await operation.getByRole('button', { name: 'Execute' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  test('sends no session beside an order token', async () => {
    const { page } = docs;
    await page.route(/\/api\/orders\/1\b/, (route) =>
      route.fulfill({ json: { session: route.request().headers()['x-session'] ?? 'none' } }),
    );
    await page.locator('#operations-tag-Order').click();
    const operation = page
      .locator('.opblock-get', { has: page.locator('[data-path="/api/orders/{order}"]') })
      .first();
    await operation.locator('.opblock-summary-control').click();
    const told = (session: string) =>
      operation.locator('.live-responses-table code', { hasText: `"${session}"` }).waitFor();
    expect((await execute(operation, { order: '1' })).body).toEqual({ session: 'page' });
    await operation.getByLabel('order_token', { exact: true }).fill('of-no-order');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await told('none');
    await operation.getByLabel('order_token', { exact: true }).fill('');
    await operation.getByRole('button', { name: 'Execute' }).click();
    await told('page');
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const part = page.locator('.auth-container', { hasText: 'X-ServiceOrderToken' });
    await part.locator('input').fill('of-no-order');
    await part.getByRole('button', { name: 'Authorize' }).click();
    await part.getByRole('button', { name: 'Close' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await told('none');
  });

  test('makes an order of the body that is typed in', async () => {
    await authorize('X-ServiceAPIKey', 'Value');
    const operation = await unfold('Order', 'POST');
    const line = { variant_id: carts[0].goods.variantId, quantity: 3 };
    await operation
      .locator('textarea.body-param__text')
      .fill(JSON.stringify({ order: { line_items: [line] } }));
    const { status, body } = await execute(operation);
    expect(status).toBe('201');
    expect(body).toMatchObject({ state: 'cart', line_items: [line] });
    const { number } = body as { number: string };
    expect(await store.db.order.count({ where: { number } })).toBe(1);
  });

  test('shows what an operation takes and returns, by name, and what each part is', async () => {
    const operation = await unfold('Order', 'POST');
    for (const tab of await operation.getByRole('tab', { name: 'Schema' }).all()) await tab.click();
    await operation
      .locator('.json-schema-2020-12-head', {
        has: docs.page.locator('.json-schema-2020-12__title:text-is("shipments")'),
      })
      .getByRole('button', { name: 'Expand all' })
      .click();
    await operation.getByText('The variant of the units.').first().waitFor();
    const titles = await operation.locator('.json-schema-2020-12__title').allInnerTexts();
    expect(titles).toEqual(expect.arrayContaining(['Order', 'Failure']));
  });

  test('bars nobody, in every width and colour, closed and with operations and an answer open', async () => {
    const { page } = docs;
    await page.locator('.opblock-tag').first().waitFor();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await authorize('X-ServiceAPIKey', 'Value');
    await execute(await unfold('Country', 'GET'), { per_page: '1' });
    await unfold('LineItem', 'POST');
    expect(await findBarriersInAllLooks(page)).toEqual([]);
  });

  test('bars nobody from the Authorize dialog and the schemas', async () => {
    const { page } = docs;
    await page.getByRole('button', { name: 'Schemas' }).click();
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.locator('.auth-container').first().waitFor();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
  });

  test('keeps the key nowhere in the browser', async () => {
    await authorize('X-ServiceAPIKey', 'Value');
    await execute(await unfold('Country', 'GET'));
    expect(await storedIn(docs.page)).not.toContain(admin.key);
  });

  test('keeps the keyboard in the Authorize dialog until Escape closes it, and returns the focus', async () => {
    const { page } = docs;
    const dialog = page.getByRole('dialog', { name: 'Available authorizations' });
    /** What has the focus; the browser itself counts as inside, since the keyboard can always go there. */
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === document.body) return 'the browser';
        return element?.closest('dialog') ? 'the dialog' : (element?.textContent.trim() ?? '');
      });
    const openers = [
      page.getByRole('button', { name: 'Authorize', exact: true }),
      page.locator('.opblock .authorization__btn').first(),
    ];
    await page.locator('#operations-tag-Order').click();
    for (const opener of openers) {
      await opener.press('Enter');
      await dialog.waitFor();
      const visited = new Set<string>();
      for (const key of [
        ...Array<string>(20).fill('Tab'),
        ...Array<string>(20).fill('Shift+Tab'),
      ]) {
        visited.add(await focused());
        await page.keyboard.press(key);
      }
      expect([...visited].sort()).toEqual(['the browser', 'the dialog']);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    }
  });

  test('opens the Authorize dialog with the key in sight and the focus on no other field', async () => {
    const { page } = docs;
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const field = page.locator('.auth-container', { hasText: 'X-ServiceAPIKey' }).locator('input');
    await field.waitFor();
    expect(await page.locator('.auth-container input:focus').count()).toBe(0);
    expect(await page.locator('.modal-ux-content').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
});
