import { splitName } from './brackets.ts';

/** The page that was served. Decision: S30. */
export interface ServedPage {
  readonly page: number;
  readonly perPage: number;
  readonly totalCount: number;
}

/** What the links set themselves, and the token that must not travel in them. */
const leftOut = ['page', 'per_page', 'order_token'];

function nameOf(parameter: string): string {
  const [[name] = ['']] = new URLSearchParams(parameter);
  return splitName(name)[0] ?? '';
}

/** Characters that would end the address or the header early. */
const encode = (text: string): string =>
  text.replace(
    /[^\x21-\x7e]|[<>"\\^`{|}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

/**
 * The headers that tell the rest of a list: `X-Total-Count`, and `Link` with absolute addresses of
 * the first, previous, next and last page. `origin` is scheme and host; `target` is path and query
 * as sent, whose other parameters are kept. No `Link` when nothing matches.
 * Decision: S31.
 */
export function pageHeaders(
  origin: string,
  target: string,
  { page, perPage, totalCount }: ServedPage,
): Record<string, string> {
  const count = { 'X-Total-Count': String(totalCount) };
  if (totalCount === 0) return count;
  const [path = '', ...query] = target.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((parameter) => parameter !== '' && !leftOut.includes(nameOf(parameter)));
  const last = Math.ceil(totalCount / perPage);
  const link = (rel: string, to: number): string => {
    const parameters = [...kept, `page=${to}`, `per_page=${perPage}`].join('&');
    return `<${origin}${encode(`${path}?${parameters}`)}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', Math.min(page - 1, last))] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  return { ...count, Link: links.join(', ') };
}
