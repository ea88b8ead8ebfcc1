import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Chromium without windows, which takes three quarters of the time. */
const executablePath = '/usr/bin/chromium-headless-shell';

/** No sandbox: CI runs as root. The other flags keep the browser from calling its vendor. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Debian's Chromium without windows, with a temporary profile, which is deleted when it is closed. */
export async function openBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    throw new Error(
      `The browser tests need Chromium at ${executablePath}. On Debian: apt-get install -y --no-install-recommends chromium-headless-shell`,
    );
  }
  return chromium.launch({ executablePath, args });
}

/** A page that is monitored. */
export interface Visit {
  readonly page: Page;
  /** Errors so far: of its scripts and console, and requests to other hosts. */
  readonly troubles: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a page of the store at `url` in a new window with its own storage, and monitors it. */
export async function visit(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (isElsewhere(request.url(), url)) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(url + path);
  return { page, troubles, close: () => context.close() };
}

function isElsewhere(requested: string, url: string): boolean {
  const { protocol, origin } = new URL(requested);
  return protocol !== 'data:' && origin !== url;
}

/** Everything that the page could have stored in the browser, as one text. */
export async function storedIn(page: Page): Promise<string> {
  const stored = await page.evaluate(() =>
    JSON.stringify([
      ...[localStorage, sessionStorage].map(Object.entries),
      document.cookie,
      location.href,
    ]),
  );
  return stored + JSON.stringify(await page.context().cookies());
}
