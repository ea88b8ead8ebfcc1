import { splitName } from '../request/brackets.ts';
import type { Page } from '../forms/form.ts';

/** Clients and proxies reject responses with long headers, and a link is as long as the query. */
const maximumLength = 4_096;

/** The order in which links are left out when there is no room for all. */
const leastUsed = ['first', 'last', 'prev', 'next'];

export const onePage = <Node>(nodes: readonly Node[]): Page<Node> => ({
  nodes,
  count: nodes.length,
  totalCount: nodes.length,
  pages: Math.min(nodes.length, 1),
  currentPage: 1,
  perPage: Math.max(nodes.length, 1),
});

/** What the links set themselves, and the token, which must not be part of them. */
const leftOut = ['page', 'per_page', 'order_token'];

function nameOf(parameter: string): string {
  const [[name] = ['']] = new URLSearchParams(parameter);
  return splitName(name)[0] ?? '';
}

/** Characters that would end the URL or the header. */
const encode = (text: string): string =>
  text.replace(
    /[^\x21-\x7e]|[<>"\\^`{|}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

export const countHeader = (totalCount: number): Record<string, string> => ({
  'X-Total-Count': String(totalCount),
});

/**
 * The headers about the rest of a list: `X-Total-Count`, and `Link` with absolute URLs of the first, previous,
 * next and last page. `origin` is scheme and host; `target` is path and query as sent, whose other parameters
 * are kept. No `Link` if nothing matches; links that would make it longer than 4,096 characters are left out.
 */
export function pageHeaders(
  origin: string,
  target: string,
  {
    currentPage,
    perPage,
    totalCount,
  }: Pick<Page<unknown>, 'currentPage' | 'perPage' | 'totalCount'>,
): Record<string, string> {
  const page = currentPage ?? 1;
  const count = countHeader(totalCount);
  if (totalCount === 0) return count;
  const [path = '', ...query] = target.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((parameter) => parameter !== '' && !leftOut.includes(nameOf(parameter)));
  const last = Math.ceil(totalCount / perPage);
  const before = `<${origin}${encode(`${path}?${[...kept, ''].join('&')}`)}`;
  const pages = new Map([
    ['first', 1],
    ...(page > 1 ? [['prev', Math.min(page - 1, last)] as const] : []),
    ...(page < last ? [['next', page + 1] as const] : []),
    ['last', last],
  ]);
  const written = (): string =>
    [...pages]
      .map(([rel, to]) => `${before}page=${to}&per_page=${perPage}>; rel="${rel}"`)
      .join(', ');
  for (const rel of leastUsed) {
    if (written().length <= maximumLength) break;
    pages.delete(rel);
  }
  return pages.size === 0 ? count : { ...count, Link: written() };
}
