import { builder } from './builder.ts';
import { parseId } from './refs.ts';

/** A number as it is stored; one that no record can have is the empty text. Decision: F40. */
const numberOf = (number: string): string =>
  number.length <= 32 && number.isWellFormed() && !number.includes('\u0000')
    ? number.toUpperCase()
    : '';

/** No record has this id. */
const none = 0n;

/** How an order or a shipment is named: exactly one of its names. Decision: V5. */
export interface ByNumber {
  readonly id?: string | null;
  readonly number?: string | null;
}

/** What finds an order or a shipment. */
export type Numbered = { readonly id: bigint } | { readonly number: string };

/** An order that is named by one of its parts. */
export interface Holding {
  readonly holds: Readonly<Record<string, { readonly some: { readonly id: bigint } }>>;
}

/** What names the order that holds this part. */
export const holding = (list: 'lineItems' | 'payments', id: string): Holding => ({
  holds: { [list]: { some: { id: parseId(id) ?? none } } },
});

export const ofOrderDescription = 'If given, the record must belong to this order.';

/** What finds an order or a shipment; an impossible name finds none. Decision: A22, F40. */
export const numbered = ({ id, number }: ByNumber): Numbered =>
  number == null ? { id: parseId(id) ?? none } : { number: numberOf(number) };

/** What finds an order by its names or by one of its parts. */
export const orderWhere = (by: ByNumber | Holding): Numbered | Holding['holds'] =>
  'holds' in by ? by.holds : numbered(by);

/** An input that names a record by id or by number. */
const byNumber = (name: string, kind: string, example: string) =>
  builder.inputType(name, {
    description: `Id or number of ${kind}, such as \`${example}\`.`,
    isOneOf: true,
    fields: (t) => ({
      id: t.id(),
      number: t.string({ description: 'Its number; case does not matter.' }),
    }),
  });

export const OrderBy = byNumber('OrderBy', 'an order', 'R100000041');

export const ShipmentBy = byNumber('ShipmentBy', 'a shipment', 'H20000000041');

/** How a product is named: exactly one of its names. Decision: V5. */
export interface ByPermalink {
  readonly id?: string | null;
  readonly permalink?: string | null;
}

export const ProductBy = builder.inputType('ProductBy', {
  description: 'Id or permalink of a product, such as `linen-apron`.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id(),
    permalink: t.string({
      description: 'Its name in URLs, such as `linen-apron`; case does not matter.',
    }),
  }),
});

/** What finds a product; an impossible name finds none. Decision: A22, F40. */
export const productWhere = ({ id, permalink }: ByPermalink) =>
  permalink == null
    ? { id: parseId(id) ?? none }
    : {
        permalink:
          permalink.isWellFormed() && !permalink.includes('\u0000') ? permalink.toLowerCase() : '',
      };

/** How a variant is named: exactly one of its names. Decision: V5. */
export interface BySku {
  readonly id?: string | null;
  readonly sku?: string | null;
}

export const VariantBy = builder.inputType('VariantBy', {
  description: 'Id or SKU of a variant.',
  isOneOf: true,
  fields: (t) => ({ id: t.id(), sku: t.string({ description: 'Its SKU, such as APR-M-NAT.' }) }),
});

/** What finds a variant; an impossible name, or an empty SKU, finds none. Decision: A22, V5. */
export const variantWhere = ({ id, sku }: BySku) => {
  if (sku == null) return { id: parseId(id) ?? none };
  const text = sku.trim();
  const isPossible = text !== '' && text.isWellFormed() && !text.includes('\u0000');
  return isPossible ? { sku: text } : { id: none };
};

/** How a country is named: exactly one of its names. Decision: V5. */
interface ByIso {
  readonly id?: string | null;
  readonly iso?: string | null;
  readonly iso3?: string | null;
}

export const CountryBy = builder.inputType('CountryBy', {
  description: 'Id or ISO code of a country, such as `US`.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id(),
    iso: t.string({ description: 'Its code of two letters, such as `DE`; case does not matter.' }),
    iso3: t.string({
      description: 'Its code of three letters, such as `DEU`; case does not matter.',
    }),
  }),
});

const letters = (code: string, length: number): string =>
  code.length === length && /^[a-z]+$/i.test(code) ? code.toUpperCase() : '';

/** What finds a country; an impossible name finds none. Decision: A22, C21. */
export function countryWhere({ id, iso, iso3 }: ByIso) {
  if (iso != null) return { iso: letters(iso, 2) };
  return iso3 == null ? { id: parseId(id) ?? none } : { iso3: letters(iso3, 3) };
}

/** How a state is named: by id, or by its code in a country. Decision: V5. */
interface ByAbbr {
  readonly id?: string | null;
  readonly abbr?: string | null;
}

export const StateBy = builder.inputType('StateBy', {
  description: 'Id of a state or, in a country, its code.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id(),
    abbr: t.string({ description: 'Its code in its country, such as `CA`; send `country` too.' }),
  }),
});

/** What finds a state in a country; an impossible name finds none. Decision: A22, C21. */
export const stateWhere = ({ id, abbr }: ByAbbr) =>
  abbr == null
    ? { id: parseId(id) ?? none }
    : { abbr: /^[a-z0-9]{1,10}$/i.test(abbr) ? abbr.toUpperCase() : '' };

export const UserBy = builder.inputType('UserBy', {
  description: 'Id or e-mail address of a user.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id(),
    email: t.string({ description: 'Its e-mail address; case does not matter.' }),
  }),
});
