import type { InputFieldRef } from '@pothos/core';
import { authorizeOrder, authorizeTop } from './abilities.ts';
import { builder, type InputFields, type Types } from './builder.ts';
import type { OrderOwnership, Viewer } from './context.ts';
import type { ReferredKind } from './external-refs/kinds.ts';
import { isStorable, soughtText } from './domain/text.ts';
import { mayReferTo, readName } from './external-refs/names.ts';
import type { Right } from './grants.ts';
import { none, soughtId } from './refs.ts';

/** A number as it is stored; one that no record can have is the empty text. Decision: F40. */
export const numberOf = (number: string): string =>
  number.length <= 32 && isStorable(number) ? number.toUpperCase() : '';

export const ExternalRefBy = builder.inputType('ExternalRefBy', {
  description:
    'The name that another system has for a record. It finds nothing for callers who may not see `externalRefs`.',
  fields: (t) => ({
    source: t.string({ required: true, description: 'The other system, such as `erp`.' }),
    value: t.string({ required: true, description: 'The name of the record there.' }),
  }),
});

type RefName = typeof ExternalRefBy.$inferInput;

/** What finds a record by the name that another system has for it; nothing if the caller may not see such names. */
function referredWhere(viewer: Viewer, kind: ReferredKind, ref: RefName) {
  const name = mayReferTo(kind, viewer) ? readName(ref) : undefined;
  return name ? { externalRefs: { some: { kind, ...name } } } : { id: none };
}

/** What finds an order or a shipment. */
export type Numbered = { readonly id: bigint } | { readonly number: string };

/** An order that is named by one of its parts. */
export interface Holding {
  readonly holds: Readonly<Record<string, { readonly some: { readonly id: bigint } }>>;
}

export const holding = (list: 'lineItems' | 'payments', id: string): Holding => ({
  holds: { [list]: { some: { id: soughtId(id) } } },
});

/** What finds a shipment; an impossible name finds none. */
export const numbered = ({ id, number }: ByNumber): Numbered =>
  number == null ? { id: soughtId(id) } : { number: numberOf(number) };

export const isNumbered = (where: object): where is Numbered => 'id' in where || 'number' in where;

/** What finds an order by its names or by one of its parts; an impossible name finds none. */
export function orderWhere(viewer: Viewer, by: ByOrder | Holding) {
  if ('holds' in by) return by.holds;
  return by.externalRef ? referredWhere(viewer, 'Order', by.externalRef) : numbered(by);
}

/**
 * The order that was looked up, if the caller may act on it. One that is named by a part of it is not told of: who may
 * not act on all orders gets Unauthorized for present and missing parts alike.
 * Throws NotFound, Unauthorized or Unauthenticated. Decision: A19, A20.
 */
export const authorizeFound = <T extends OrderOwnership>(
  viewer: Viewer,
  right: Right,
  by: ByOrder | Holding,
  order: T | null,
): T =>
  'holds' in by
    ? authorizeTop(viewer, right, order, (found) => found)
    : authorizeOrder(viewer, right, order);

/** The fields of an input that names a record by its id or one of these texts, each with its description. */
const namesOf = <Name extends string>(t: InputFields, texts: Readonly<Record<Name, string>>) => ({
  id: t.id({ description: 'Its id.' }),
  ...(Object.fromEntries(
    Object.entries<string>(texts).map(([name, description]) => [name, t.string({ description })]),
  ) as Record<Name, InputFieldRef<Types, string | null | undefined>>),
});

/** The same for a record that other systems have names for. */
const allNamesOf = <Name extends string>(
  t: InputFields,
  texts: Readonly<Record<Name, string>>,
) => ({
  ...namesOf(t, texts),
  externalRef: t.field({
    type: ExternalRefBy,
    description: 'Its name in another system. It finds nothing if you may not see `externalRefs`.',
  }),
});

const byNumber = { number: 'Its number; case does not matter.' };

export const OrderBy = builder.inputType('OrderBy', {
  description: 'Id or number of an order, such as `R100000041`.',
  isOneOf: true,
  fields: (t) => allNamesOf(t, byNumber),
});

export type ByOrder = typeof OrderBy.$inferInput;

export const ShipmentBy = builder.inputType('ShipmentBy', {
  description: 'Id or number of a shipment, such as `H20000000041`.',
  isOneOf: true,
  fields: (t) => namesOf(t, byNumber),
});

export type ByNumber = typeof ShipmentBy.$inferInput;

export const ProductBy = builder.inputType('ProductBy', {
  description: 'Id or permalink of a product, such as `linen-apron`.',
  isOneOf: true,
  fields: (t) =>
    allNamesOf(t, {
      permalink: 'Its name in URLs, such as `linen-apron`; case does not matter.',
    }),
});

export type ByPermalink = typeof ProductBy.$inferInput;

/** What finds a product; an impossible name finds none. */
export function productWhere(viewer: Viewer, { id, permalink, externalRef }: ByPermalink) {
  if (externalRef) return referredWhere(viewer, 'Product', externalRef);
  if (permalink == null) return { id: soughtId(id) };
  const text = soughtText(permalink);
  return { permalink: text === permalink ? text.toLowerCase() : '' };
}

export const VariantBy = builder.inputType('VariantBy', {
  description: 'Id or SKU of a variant.',
  isOneOf: true,
  fields: (t) => allNamesOf(t, { sku: 'Its SKU, such as APR-M-NAT.' }),
});

export type BySku = typeof VariantBy.$inferInput;

/** A SKU as it is stored; undefined if there is none that a variant can be found by. */
export function skuOf({ sku }: BySku): string | undefined {
  return soughtText(sku) || undefined;
}

/** What finds a variant; an impossible name, or an empty SKU, finds none. */
export function variantWhere(viewer: Viewer, by: BySku) {
  if (by.externalRef) return referredWhere(viewer, 'Variant', by.externalRef);
  const sku = skuOf(by);
  return sku === undefined ? { id: soughtId(by.id) } : { sku };
}

export const CountryBy = builder.inputType('CountryBy', {
  description: 'Id or ISO code of a country, such as `US`.',
  isOneOf: true,
  fields: (t) =>
    namesOf(t, {
      iso: 'Its code of two letters, such as `DE`; case does not matter.',
      iso3: 'Its code of three letters, such as `DEU`; case does not matter.',
    }),
});

type ByIso = typeof CountryBy.$inferInput;

const letters = (code: string, length: number): string =>
  code.length === length && /^[a-z]+$/i.test(code) ? code.toUpperCase() : '';

/** What finds a country; an impossible name finds none. */
export function countryWhere({ id, iso, iso3 }: ByIso) {
  if (iso != null) return { iso: letters(iso, 2) };
  return iso3 == null ? { id: soughtId(id) } : { iso3: letters(iso3, 3) };
}

export const StateBy = builder.inputType('StateBy', {
  description: 'Id of a state or, in a country, its code.',
  isOneOf: true,
  fields: (t) => namesOf(t, { abbr: 'Its code in its country, such as `CA`; send `country` too.' }),
});

type ByAbbr = typeof StateBy.$inferInput;

/** What finds a state in a country; an impossible name finds none. */
export const stateWhere = ({ id, abbr }: ByAbbr) =>
  abbr == null
    ? { id: soughtId(id) }
    : { abbr: /^[a-z0-9]{1,10}$/i.test(abbr) ? abbr.toUpperCase() : '' };

/** What finds a user by another name than the e-mail address; an impossible name finds none. */
export function userWhere(viewer: Viewer, { id, externalRef }: ByEmail) {
  return externalRef ? referredWhere(viewer, 'User', externalRef) : { id: soughtId(id) };
}

export const UserBy = builder.inputType('UserBy', {
  description: 'Id or e-mail address of a user.',
  isOneOf: true,
  fields: (t) => allNamesOf(t, { email: 'Its e-mail address; case does not matter.' }),
});

export type ByEmail = typeof UserBy.$inferInput;
