import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openSampleStore } from '../reference/sample-store.ts';
import type { SampleStore } from '../reference/sample-store.ts';
import { openBrowser, visit } from './browser.ts';

let sample: SampleStore;
let browser: Browser;

beforeAll(async () => {
  sample = await openSampleStore();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await sample.close();
});

/** Operations that differ in what the page fills in (parts of a path, a body, nothing), and what they answer. */
const offered = [
  ['Order', 'listOrders', '200'],
  ['Order', 'createOrder', '201'],
  ['Order', 'getOrder', '200'],
  ['Order', 'updateOrder', '200'],
  ['Order', 'cancelOrder', '200'],
  ['LineItem', 'createOrderLineItem', '201'],
  ['LineItem', 'deleteOrderLineItem', '204'],
  ['Product', 'updateProduct', '200'],
  ['Variant', 'getProductVariant', '200'],
  ['Country', 'getCountry', '200'],
] as const;

/** Executes an operation as it stands, and gives the status it was answered with. */
async function execute(page: Page, tag: string, id: string): Promise<string> {
  const operation = page.locator(`#operations-${tag}-${id}`);
  if (!(await operation.isVisible())) await page.locator(`#operations-tag-${tag}`).click();
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table tbody .response-col_status').first();
  const [code = ''] = (await status.innerText()).split('\n');
  await operation.locator('.opblock-summary-control').click();
  return code.trim();
}

test.each(['newer', 'older'])(
  'what the reference offers in the %s format succeeds on a new store as it is offered',
  async (format) => {
    const path = `/api/docs?format=${format}`;
    const { page, troubles, close } = await visit(browser, sample.store.url, path);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('dialog').getByLabel('API key').fill(sample.admin.key);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const answered: string[][] = [];
    for (const [tag, id] of offered) answered.push([tag, id, await execute(page, tag, id)]);
    expect(answered).toEqual(offered.map(([...row]) => row));
    await close();
    await sample.reset();
    expect(troubles).toEqual([]);
  },
);
