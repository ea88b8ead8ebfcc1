import type { Call } from '../route.ts';
import { isBlankText } from '../words/texts.ts';

const isId = (name: string): boolean => /^\d{1,18}$/.test(name) && /[1-9]/.test(name);

interface ById {
  readonly id: string;
}

/**
 * Makes the look-ups of a kind of record from what a request names it by: its id if there are only digits, else
 * another name. What is not sent, or a blank in a query, names nothing.
 */
const naming =
  <Other>(other: (name: string) => Other) =>
  (name: unknown): ById | Other | undefined => {
    if (name == null || isBlankText(name)) return undefined;
    const text = typeof name === 'string' || typeof name === 'number' ? String(name) : '';
    return isId(text) ? { id: text } : other(text);
  };

/** An order or a shipment. */
export const byIdOrNumber = naming((number) => ({ number }));

/** The order of a path, for what is below it. */
export const ofOrder = ({ params }: Call) => ({ order: byIdOrNumber(params.order) });

/** One of the records below an order. */
export const partOfOrder = (call: Call) => ({ ...ofOrder(call), id: call.params.id });

export const byIdOrPermalink = naming((permalink) => ({ permalink }));

/** A country, by a code of two or three letters. */
export const byIdOrCode = naming((code) => (code.length === 3 ? { iso3: code } : { iso: code }));

/** A state; by its code within a country only. */
export const byIdOrAbbr = (
  name: string | undefined,
  isBelowCountry: boolean,
): ById | { readonly abbr: string } | undefined =>
  naming((abbr) => (isBelowCountry ? { abbr } : { id: '' }))(name);
