import { onePage } from './pages.ts';
import type { Form, Page, Present, ResourceKeys } from '../forms/form.ts';

/**
 * How a route wraps its result. Decision: F20.
 * - `record`  one record, which has an ETag
 * - `bare`    not a record, the same in both formats
 * - `page`    a list that the newer format puts into a page object
 * - `array`   a list that is a bare array in both formats
 * - `whole`   a list like `page` that has one page and is not searchable
 */
export interface Sign<Value> {
  readonly kind: 'record' | 'bare' | 'page' | 'array' | 'whole';
  readonly show: (value: Value, form: Form) => unknown;
}

/** A record: bare in the newer format, under its key in the older. */
export const one = <Parts>(key: string, present: Present<Parts>): Sign<Parts> => ({
  kind: 'record',
  show: (parts, form) => form.one(key, present(parts, form)),
});

/** A record under its key in both formats. */
export const wrapped = <Parts>(key: string, present: Present<Parts>): Sign<Parts> => ({
  kind: 'record',
  show: (parts, form) => ({ [key]: present(parts, form) }),
});

/**
 * A list: a page object in the newer format, an array of wrapped records in the older. `beside` returns what
 * else a page object contains.
 */
export const page = <Parts, Served extends Page<Parts>>(
  keys: ResourceKeys,
  present: Present<Parts>,
  beside: (served: Served) => Readonly<Record<string, unknown>> = () => ({}),
): Sign<Served> => ({
  kind: 'page',
  show: (served, form) => form.page(keys, served, present, beside(served)),
});

/** A short list of all records. Decision: O7. */
export const whole = <Parts>(
  keys: ResourceKeys,
  present: Present<Parts>,
): Sign<readonly Parts[]> => ({
  kind: 'whole',
  show: (nodes, form) => form.page(keys, onePage(nodes), present),
});

/** A list: an array of wrapped records in both formats. */
export const array = <Parts>(key: string, present: Present<Parts>): Sign<Page<Parts>> => ({
  kind: 'array',
  show: ({ nodes }, form) => nodes.map((parts) => ({ [key]: present(parts, form) })),
});

/** A result that is no record. */
export const bare = <Value>(show: (value: Value) => unknown): Sign<Value> => ({
  kind: 'bare',
  show,
});
