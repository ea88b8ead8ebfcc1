import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startFake } from '../gateway/support.ts';
import { findBarriersInAllLooks } from './barriers.ts';
import { openBrowser, visit } from './browser.ts';

let store: Awaited<ReturnType<typeof startFake>>;
let browser: Browser;
let url: string;

beforeAll(async () => {
  store = await startFake();
  url = `http://127.0.0.1:${String(store.port)}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await store.stop();
});

describe('the start page', () => {
  test('bars nobody and fits the window, in every width and colour, also with the form to sign in', async () => {
    const { page, troubles, close } = await visit(browser, url, '/');
    expect(await findBarriersInAllLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
    await close();
    expect(troubles).toEqual([]);
  });

  test('links to GraphiQL, the reference and the admin page by the whole of each card', async () => {
    const { page, close } = await visit(browser, url, '/');
    await page.getByText('Manage users, roles and API keys.').click({ force: true });
    await page.waitForURL('**/admin');
    await close();
  });
});
