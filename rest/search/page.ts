import { type Pair, splitName } from '../request/brackets.ts';
import { maximumInt } from '../words/numbers.ts';

const maximumPerPage = 500;

export interface PageVariables {
  readonly page: number;
  readonly perPage: number;
}

/** The last value of a name; one with brackets is ignored. */
export function lastValue(pairs: readonly Pair[], name: string): string | undefined {
  const found = pairs.filter(([sent]) => splitName(sent)[0] === name).at(-1);
  return found?.[0] === name ? found[1] : undefined;
}

/** Whether a query requests a page, in any way. */
export const namesPage = (pairs: readonly Pair[]): boolean =>
  pairs.some(([name]) => ['page', 'per_page'].includes(splitName(name)[0] ?? ''));

/** A number from 1 to `maximum`; `otherwise` if it is not a number. */
function readCount(text: string | undefined, maximum: number, otherwise: number): number {
  if (text === undefined || !/^\d+$/.test(text)) return otherwise;
  const count = Number(text);
  return count === 0 ? otherwise : Math.min(count, maximum);
}

/** The page asked for: `page` from 1 to 2147483647, else 1; `per_page` from 1 to 500, else the list's default. */
export const readPage = (pairs: readonly Pair[], defaultPerPage: number): PageVariables => ({
  page: readCount(lastValue(pairs, 'page'), maximumInt, 1),
  perPage: readCount(lastValue(pairs, 'per_page'), maximumPerPage, defaultPerPage),
});
