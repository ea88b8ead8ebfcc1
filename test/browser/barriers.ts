import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = await readFile(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Accessibility violations of a page, by the rules of axe-core. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, failureSummary }) => [impact, id, html, failureSummary].join(' | ')),
  );
}

/** The windows in which a page is looked at: a desk's and a telephone's, by day and by night. */
const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** The narrowest window that a page has to fit into without being moved sideways (WCAG 1.4.10). */
const narrowest = 320;

/**
 * What bars people from a page as it stands, in each width and colour, and where it does not fit the window. A
 * window that changes leaves what is shown as it is.
 */
export async function findBarriersInAllLooks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settle(page);
    const barriers = [...(await findBarriers(page)), ...(await findOverflow(page, width))];
    found.push(...barriers.map((barrier) => `${String(width)} ${colorScheme}: ${barrier}`));
  }
  await page.setViewportSize({ width: narrowest, height: 844 });
  return [...found, ...(await findOverflow(page, narrowest))];
}

/** Waits until the page has taken the colours, and those that fade into others have done so. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const fades = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(fades.map(({ finished }) => finished));
  });

async function findOverflow(page: Page, width: number): Promise<string[]> {
  const needed = await page.evaluate(() => document.documentElement.scrollWidth);
  return needed > width ? [`needs ${String(needed)} pixels, has ${String(width)}`] : [];
}
