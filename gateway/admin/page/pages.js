import { h } from '/pages/h.js';
import { ask } from './store.js';

/** The last page that may be asked for. */
const furthest = 2_147_483_647;

/** @typedef {{ currentPage: number, pages: number, totalCount: number, nodes: any[] }} List */

/**
 * Asks for the page of a list that an address names, or for the last one where the list ends before it.
 * @param {string} operation which asks for a list alone
 * @param {Record<string, unknown>} variables but for the page
 * @param {string | null} named in the address
 * @returns {Promise<{ list: List, variables: Record<string, unknown> }>} the list, and what it was asked with
 */
export async function askForPage(operation, variables, named) {
  const page = Math.min(Math.max(1, Number.parseInt(named ?? '1', 10) || 1), furthest);
  const asked = { ...variables, page };
  const [list] = Object.values(await ask(operation, asked));
  if (page > 1 && page > list.pages) return askForPage(operation, variables, String(list.pages));
  return { list, variables: asked };
}

/**
 * Links to the pages before and behind; nothing where there is but one.
 * @param {List} list
 * @param {(page: number) => string} addressOf
 */
export function pageLinks({ currentPage, pages }, addressOf) {
  if (pages <= 1) return null;
  /** @type {(text: string, to: number) => Node} */
  const link = (text, to) =>
    to < 1 || to > pages
      ? h('span.button.off', { 'aria-disabled': 'true' }, text)
      : h('a.button', { href: addressOf(to) }, text);
  return h(
    'nav.pages',
    { 'aria-label': 'Pages' },
    link('Previous', currentPage - 1),
    h('span', `Page ${currentPage} of ${pages}`),
    link('Next', currentPage + 1),
  );
}
