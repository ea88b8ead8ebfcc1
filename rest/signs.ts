import type { Form, Page, Present, ResourceKeys } from './forms/form.ts';

/**
 * How a route wraps what it answers. Decision: F20.
 * - `record`  one record, which has an ETag
 * - `bare`    something that is no record, the same in both forms
 * - `page`    a list that the newer form puts into a page object
 * - `array`   a list that is a bare array in both forms
 */
export interface Sign<Value> {
  readonly kind: 'record' | 'bare' | 'page' | 'array';
  readonly show: (value: Value, form: Form) => unknown;
}

/** A record: bare in the newer form, under its key in the older. */
export const one = <Parts>(key: string, present: Present<Parts>): Sign<Parts> => ({
  kind: 'record',
  show: (parts, form) => form.one(key, present(parts, form)),
});

/** A record under its key in both forms. */
export const wrapped = <Parts>(key: string, present: Present<Parts>): Sign<Parts> => ({
  kind: 'record',
  show: (parts, form) => ({ [key]: present(parts, form) }),
});

/**
 * A list: a page object in the newer form, an array of wrapped records in the older. `beside` gives
 * what a page object tells besides.
 */
export const page = <Parts, Served extends Page<Parts>>(
  keys: ResourceKeys,
  present: Present<Parts>,
  beside: (served: Served) => Readonly<Record<string, unknown>> = () => ({}),
): Sign<Served> => ({
  kind: 'page',
  show: (served, form) => form.page(keys, served, present, beside(served)),
});

/** A list: an array of wrapped records in both forms. */
export const array = <Parts>(key: string, present: Present<Parts>): Sign<Page<Parts>> => ({
  kind: 'array',
  show: ({ nodes }, form) => nodes.map((parts) => ({ [key]: present(parts, form) })),
});

/** Something that is no record. */
export const bare = <Value>(show: (value: Value) => unknown): Sign<Value> => ({
  kind: 'bare',
  show,
});
