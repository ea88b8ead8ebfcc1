import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { patiently } from '../support/waiting.ts';
import { forgetViewers } from '../../schema/index.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { findBarriersInAllLooks } from './barriers.ts';
import { openBrowser, storedIn, visit } from './browser.ts';
import type { Visit } from './browser.ts';

interface Example {
  readonly title: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

// a script of the page, so without types
const script: string = '../../gateway/graphiql/page/examples.js';
const { examples } = (await import(script)) as { readonly examples: readonly Example[] };

let store: Store;
let admin: Account;
let browser: Browser;
let graphiql: Visit;
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
  graphiql = await visit(browser, store.url, '/graphql');
});
afterEach(async () => {
  // an editor that is removed cancels its pending work
  const troubles = graphiql.troubles.filter((trouble) => trouble !== 'error: Canceled');
  expect(troubles).toEqual(expected.map((start) => expect.stringContaining(start)));
  await graphiql.close();
});

/** Signs in on the page itself. */
async function signIn(key = admin.key): Promise<void> {
  const { page } = graphiql;
  await page.getByLabel('API key').fill(key);
  await page.keyboard.press('Enter');
}

/** Writes into the headers editor, again if the page took the focus meanwhile, as it does once somebody is signed in. */
async function writeHeaders(text: string): Promise<void> {
  const { page } = graphiql;
  await page.getByRole('button', { name: 'Headers', exact: true }).click();
  const editor = page.locator('section[aria-label="Headers"] .graphiql-editor:not(.hidden)');
  const lines = editor.locator('.view-lines');
  await patiently('the editor holds the headers', 60_000, async () => {
    if ((await lines.innerText()).replaceAll(/\s/g, '') === text) return true;
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    return false;
  });
}

/** Presses the run button once there is something to run. */
async function execute(): Promise<void> {
  const { page } = graphiql;
  await page.locator('.graphiql-query-editor .view-lines', { hasText: /query/ }).waitFor();
  await page.getByRole('button', { name: /^Execute query/ }).click();
}

/** Presses the run button and reads the result when it contains that field. */
async function run(field: string): Promise<unknown> {
  const { page } = graphiql;
  await execute();
  const lines = page.locator('.result-window .view-lines', { hasText: field });
  // the editor writes blanks as no-break spaces, and wraps long lines
  return JSON.parse((await lines.innerText()).replaceAll('\u00a0', ' ').replaceAll('\n', ''));
}

/** The lines of an editor from above, once there are that many. */
async function linesOf(editor: string, count: number): Promise<readonly string[]> {
  const lines = graphiql.page.locator(`${editor} .view-line`);
  await lines.nth(count - 1).waitFor();
  const placed = await lines.evaluateAll((all) =>
    all.map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent })),
  );
  const fromAbove = placed.sort((one, other) => one.top - other.top);
  // an empty last line is none of the text, and the editor writes blanks as no-break spaces
  return fromAbove.map(({ text }) => text.replaceAll('\u00a0', ' ')).filter((text) => text !== '');
}

const refused = 'console: Failed to load resource: the server responded with a status of 401';

describe('GraphiQL in a browser', () => {
  test('sends no request until somebody is signed in, and says whose key it is', async () => {
    const { page } = graphiql;
    await page.getByLabel('API key').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.getByLabel('API key').waitFor();
    expect(asked.filter((url) => new URL(url).pathname === '/graphql')).toEqual([
      `${store.url}/graphql`,
    ]);
    await signIn();
    await page.getByText(admin.email.split('@')[0] ?? '', { exact: true }).waitFor();
    expect(await run('viewer')).toMatchObject({
      data: { viewer: { id: String(admin.id), email: admin.email, roles: [{ name: 'admin' }] } },
    });
  });

  test('says of a key nobody has that it does not work, and forgets it with the next', async () => {
    const { page } = graphiql;
    expected = [refused];
    await signIn('osk_of_nobody');
    const failure = page.getByText('This key does not work.');
    await failure.waitFor();
    await signIn();
    await page.locator('.graphiql-tab').first().waitFor();
    expect(await failure.count()).toBe(0);
  });

  test('signs out when the session has ended', async () => {
    const { page } = graphiql;
    expected = [refused];
    const schemaRead = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' && new URL(response.url()).pathname === '/graphql',
    );
    await signIn();
    await page.locator('.graphiql-tab').first().waitFor();
    await schemaRead;
    await store.db.session.deleteMany();
    forgetViewers(store.db);
    await execute();
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    expect(await page.locator('.graphiql-tab').count()).toBe(0);
  });

  test.each(examples)(
    'opens the example “$title” in a tab, with its variables',
    async (example) => {
      const { page } = graphiql;
      await signIn();
      await page.getByRole('button', { name: example.title, exact: true }).click();
      await page.locator('.graphiql-tab').nth(1).waitFor();
      const holds = (editor: string, text: string): Promise<void> =>
        page.locator(`${editor} .view-lines`, { hasText: text }).first().waitFor();
      const [name = ''] = /(?<=query )\w+/.exec(example.query) ?? [];
      await holds('.graphiql-query-editor', name);
      for (const variable of Object.keys(example.variables)) {
        await holds('section[aria-label="Variables"]', variable);
      }
    },
  );

  test('shows the editor when an example is chosen in a narrow window', async () => {
    const { page } = graphiql;
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn();
    await page.getByRole('button', { name: 'Show Examples' }).click();
    const [{ title }] = examples as readonly [Example];
    await page.getByRole('button', { name: title, exact: true }).click();
    await page.locator('.graphiql-tab').nth(1).waitFor();
    await page.getByRole('button', { name: title, exact: true }).waitFor({ state: 'hidden' });
    await page.locator('.graphiql-query-editor .view-lines').click();
  });

  test('says where the answer will be until there is one, and wraps long lines of a query', async () => {
    const { page } = graphiql;
    await signIn();
    const hint = page.getByText('Run the query to see its answer here.');
    await hint.waitFor();
    await run('viewer');
    await hint.waitFor({ state: 'hidden' });
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(`{ ${'viewer { id } '.repeat(20)}}`);
    await page.locator('.graphiql-query-editor .view-line').nth(2).waitFor();
  });

  test('prettifies the query, its variables and the headers', async () => {
    const { page } = graphiql;
    await signIn();
    await page.locator('.graphiql-tab').first().waitFor();
    const link = new URLSearchParams({
      query: 'query Dense($most:Int){users(first:$most){count}}',
      variables: '{"most":7}',
    });
    await page.goto('about:blank');
    await page.goto(`${store.url}/graphql#${link.toString()}`);
    await page.locator('.graphiql-query-editor .view-lines', { hasText: 'Dense' }).waitFor();
    await writeHeaders('{"X-Trace":"8"}');
    await page.getByRole('button', { name: /^Prettify query/ }).click();
    const tool = (name: string): string =>
      `section[aria-label="${name}"] .graphiql-editor:not(.hidden)`;
    expect(await linesOf(tool('Headers'), 3)).toEqual(['{', '  "X-Trace": "8"', '}']);
    await page.getByRole('button', { name: 'Variables', exact: true }).click();
    expect(await linesOf(tool('Variables'), 3)).toEqual(['{', '  "most": 7', '}']);
    expect(await linesOf('.graphiql-query-editor', 5)).toEqual([
      'query Dense($most: Int) {',
      '  users(first: $most) {',
      '    count',
      '  }',
      '}',
    ]);
  });

  test('opens with the query of a link, once', async () => {
    const { page } = graphiql;
    await signIn();
    await page.locator('.graphiql-tab').first().waitFor();
    const link = new URLSearchParams({
      query: 'query Linked($id: ID!) { user(by: { id: $id }) { email } }',
      variables: JSON.stringify({ id: admin.id }),
    });
    await page.goto('about:blank');
    await page.goto(`${store.url}/graphql#${link.toString()}`);
    await page.locator('.graphiql-tab', { hasText: 'Linked' }).waitFor();
    expect(await run('user')).toMatchObject({ data: { user: { email: admin.email } } });
    expect(page.url()).toBe(`${store.url}/graphql`);
  });

  test('shows what types and fields mean', async () => {
    const { page } = graphiql;
    await signIn();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const explorer = page.locator('.graphiql-plugin');
    await explorer.getByText('send your API key in the header X-ServiceAPIKey').waitFor();
    await explorer.getByRole('link', { name: 'Query', exact: true }).click();
    await explorer.getByText('Returns the user whose API key you use.').waitFor();
    await explorer.getByRole('link', { name: 'User', exact: true }).first().click();
    await explorer
      .getByText('E-mail address. Null if it is another user and you lack users.read.')
      .waitFor();
    await explorer.getByText("The user's roles, by name.").waitFor();
  });

  test('sends the key of the headers editor where one is typed there', async () => {
    await signIn((await store.account('someone-else')).key);
    await writeHeaders(`{"X-ServiceAPIKey":"${admin.key}"}`);
    expect(await run('viewer')).toMatchObject({ data: { viewer: { id: String(admin.id) } } });
  });

  test('sends no session beside an order token in the headers editor, and does not end it', async () => {
    const { page } = graphiql;
    expected = [refused];
    await signIn();
    await writeHeaders('{"X-ServiceOrderToken":"of-no-order"}');
    const asked = page.waitForRequest(
      (request) => request.headers()['x-serviceordertoken'] === 'of-no-order',
    );
    const told = page.waitForEvent('console');
    await execute();
    expect((await asked).headers()).not.toHaveProperty('x-session');
    await told;
    expect(await page.locator('.graphiql-tab').count()).toBe(1);
  });

  test.each([
    [1280, 900],
    [390, 844],
  ])(
    'lies in a window of %d by %d pixels whole, in the colours of the system',
    async (width, height) => {
      const { page } = graphiql;
      await page.setViewportSize({ width, height });
      await signIn();
      await page.getByRole('button', { name: 'Open settings dialog' }).waitFor();
      const box = (await page.locator('.graphiql-container').boundingBox()) ?? { y: 0, height: 0 };
      const header = (await page.locator('#page-header').boundingBox()) ?? { height: 0 };
      expect([box.y, box.y + box.height]).toEqual([header.height, height]);
      const parts = ['.graphiql-query-editor', '.graphiql-response', '.graphiql-sidebar'];
      for (const part of parts) {
        const { x, y, ...size } = (await page.locator(part).boundingBox()) ?? {
          ...{ x: -1, y: -1, width: 0, height: 0 },
        };
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + size.width).toBeLessThanOrEqual(width);
        expect(y + size.height).toBeLessThanOrEqual(height);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      // the editor renders only the visible lines
      await execute();
      await page.locator('.result-window .view-lines', { hasText: 'viewer' }).waitFor();
      const shade = (): Promise<string> =>
        page.locator('#page-header').evaluate((bar) => getComputedStyle(bar).backgroundColor);
      const light = await shade();
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await shade()).not.toBe(light);
    },
  );

  test('bars nobody, in every width and colour, with a result, the examples and the book', async () => {
    const { page } = graphiql;
    await page.getByLabel('API key').waitFor();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await signIn();
    await run('viewer');
    expect(await findBarriersInAllLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-plugin').getByText('The data of an online store').waitFor();
    expect(await findBarriersInAllLooks(page)).toEqual([]);
  });

  test('keeps the query over a reload, and the key nowhere', async () => {
    const { page } = graphiql;
    await page.clock.install();
    await signIn();
    await run('viewer');
    await page.waitForFunction(() => localStorage.getItem('graphiql:tabState') !== null);
    // it stores what is typed after a pause of half a second
    await page.clock.runFor(1_000);
    expect(await storedIn(page)).not.toContain(admin.key);
    await page.reload();
    await page.locator('.graphiql-tab').first().waitFor();
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual(['WhoAmI']);
    expect(await page.content()).not.toContain(admin.key);
  });
});
