import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startFake } from '../gateway/support.ts';
import { findBarriers } from './barriers.ts';
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
  test.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'has no barrier and fits the window, %s and %d pixels wide',
    async (colorScheme, width) => {
      const viewport = { width, height: 844 };
      const { page, troubles, close } = await visit(browser, url, '/', { colorScheme, viewport });
      expect(await findBarriers(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await close();
      expect(troubles).toEqual([]);
    },
  );

  test('links to GraphiQL, the reference and the admin page by the whole of each card', async () => {
    const { page, close } = await visit(browser, url, '/');
    await page.getByText('Manage users, roles and API keys.').click({ force: true });
    await page.waitForURL('**/admin');
    await close();
  });
});
