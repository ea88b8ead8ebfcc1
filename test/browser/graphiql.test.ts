import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { setScene } from '../contract/scene.ts';
import type { Sale } from '../contract/scene.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { openBrowser, storedIn, visit } from './browser.ts';
import type { Visit } from './browser.ts';

let store: Store;
let admin: Account;
let sale: Sale;
let browser: Browser;
let graphiql: Visit;

beforeAll(async () => {
  store = await openStore();
  const scene = await setScene(store);
  ({ admin } = scene);
  sale = await scene.sold();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await store.close();
});
beforeEach(async () => {
  graphiql = await visit(browser, store.url, '/graphql');
});
afterEach(async () => {
  // it asks for the schema as soon as it opens, when no key can be typed yet
  const others = graphiql.troubles.filter((trouble) => !trouble.includes('status of 401'));
  expect(others).toEqual([]);
  await graphiql.close();
});

/** Types the key as people do, and presses Enter. */
async function typeKey(key = admin.key): Promise<void> {
  const field = graphiql.page.getByLabel('API key');
  await field.click();
  await field.fill('');
  await graphiql.page.keyboard.type(key);
  await graphiql.page.keyboard.press('Enter');
}

/** Presses the run button, chooses one of the operations, and reads the result when it tells of that field. */
async function run(operation: string, field: string): Promise<unknown> {
  const { page } = graphiql;
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await page.getByRole('menuitem', { name: operation }).click();
  const lines = page.locator('.result-window .view-lines', { hasText: field });
  // the editor writes blanks as no-break spaces
  return JSON.parse((await lines.innerText()).replaceAll('\u00a0', ' '));
}

describe('GraphiQL in a browser', () => {
  test('runs its examples with the key that is typed', async () => {
    await typeKey();
    expect(await run('WhoAmI', 'viewer')).toMatchObject({
      data: { viewer: { id: admin.id, email: admin.email, roles: [{ name: 'admin' }] } },
    });
    expect(await run('LatestOrders', 'orders')).toMatchObject({
      data: { orders: { totalCount: 1, nodes: [{ number: sale.number }] } },
    });
    expect(await run('VariantsInStock', 'variants')).toMatchObject({
      data: { variants: { totalCount: 1 } },
    });
    expect(await run('NewCart', 'createOrder')).toMatchObject({
      data: { createOrder: { state: 'cart' } },
    });
  });

  test('tells what types and fields mean', async () => {
    const { page } = graphiql;
    await typeKey();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const explorer = page.locator('.graphiql-plugin');
    await explorer.getByRole('link', { name: 'Query', exact: true }).click();
    await explorer.getByText('The user whose key is used.').waitFor();
    await explorer.getByRole('link', { name: 'User', exact: true }).first().click();
    await explorer
      .getByText('E-mail address; null for callers who may not read other users.')
      .waitFor();
    await explorer.getByText('The roles given to the user, by name').waitFor();
  });

  test('is told the schema once a good key is typed, and nothing before', async () => {
    const { page } = graphiql;
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const query = page
      .locator('.graphiql-plugin')
      .getByRole('link', { name: 'Query', exact: true });
    await typeKey('osk_of_nobody');
    await page.locator('.result-window .view-lines', { hasText: 'not authorized' }).waitFor();
    expect(await query.count()).toBe(0);
    await typeKey();
    await query.waitFor();
  });

  test('sends the key of the headers editor where one is typed there', async () => {
    const { page } = graphiql;
    await typeKey('osk_of_nobody');
    await page.getByRole('button', { name: 'Headers', exact: true }).click();
    await page.locator('section[aria-label="Headers"] .graphiql-editor:not(.hidden)').click();
    await page.keyboard.insertText(`{"X-ServiceAPIKey": "${admin.key}"}`);
    expect(await run('WhoAmI', 'viewer')).toMatchObject({
      data: { viewer: { id: admin.id } },
    });
  });

  test('keeps the query over a reload, and the key nowhere', async () => {
    const { page } = graphiql;
    await typeKey();
    await run('WhoAmI', 'viewer');
    // it writes down what is typed after half a second of rest
    await page.waitForFunction(() => localStorage.getItem('graphiql:tabState') !== null);
    await page.waitForTimeout(1_000);
    expect(await storedIn(page)).not.toContain(admin.key);
    await page.reload();
    await page.locator('.graphiql-tab').first().waitFor();
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual(['WhoAmI']);
    expect(await page.content()).not.toContain(admin.key);
  });
});
