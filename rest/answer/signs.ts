import { onePage } from './pages.ts';
import type { Form, Page, Present, ResourceKeys } from '../forms/form.ts';
import type { Columns } from '../presenters/show.ts';

/** What a page object also contains. */
type Beside = Readonly<Record<string, unknown>>;

/**
 * How a route wraps its result.
 * - `record`  one record, which has an ETag
 * - `bare`    not a record, the same in both formats
 * - `page`    a list that the newer format puts into a page object
 * - `array`   a list that is a bare array in both formats
 * - `whole`   a list like `page` that has one page and is not searchable
 */
export interface Sign<Value> {
  readonly kind: 'record' | 'bare' | 'page' | 'array' | 'whole';
  readonly show: (value: Value, form: Form, beside?: Beside) => unknown;
  /** What it shows of records that have keys but no values, for the reference. */
  readonly outline: (form: Form, beside: Beside) => unknown;
}

type Presenter<Parts> = Present<Parts> & { readonly columns: Columns };

/** A sign that wraps what a presenter shows; `sample` is a value whose records are never read. */
const wrapping = <Value, Parts>(
  kind: Sign<Value>['kind'],
  present: Presenter<Parts>,
  sample: Value,
  wrap: (value: Value, form: Form, show: Present<Parts>, beside?: Beside) => unknown,
): Sign<Value> => ({
  kind,
  show: (value, form, beside) => wrap(value, form, present, beside),
  outline: (form, beside) => {
    const keys = present.columns[form.name].map(({ key }) => [key, null] as const);
    return wrap(sample, form, () => Object.fromEntries(keys), beside);
  },
});

/** A record: bare in the newer format, under its key in the older. */
export const one = <Parts>(key: string, present: Presenter<Parts>): Sign<Parts> =>
  wrapping('record', present, {} as Parts, (parts, form, show) => form.one(key, show(parts, form)));

/** A record under its key in both formats. */
export const wrapped = <Parts>(key: string, present: Presenter<Parts>): Sign<Parts> =>
  wrapping('record', present, {} as Parts, (parts, form, show) => ({ [key]: show(parts, form) }));

/** A list: a page object in the newer format, an array of wrapped records in the older. */
export const page = <Parts>(keys: ResourceKeys, present: Presenter<Parts>): Sign<Page<Parts>> =>
  wrapping('page', present, onePage([{} as Parts]), (served, form, show, beside) =>
    form.page(keys, served, show, beside),
  );

/** A short list of all records. */
export const whole = <Parts>(
  keys: ResourceKeys,
  present: Presenter<Parts>,
): Sign<readonly Parts[]> =>
  wrapping<readonly Parts[], Parts>('whole', present, [{} as Parts], (nodes, form, show) =>
    form.page(keys, onePage(nodes), show),
  );

/** A list: an array of wrapped records in both formats. */
export const array = <Parts>(key: string, present: Presenter<Parts>): Sign<Page<Parts>> =>
  wrapping('array', present, onePage([{} as Parts]), ({ nodes }, form, show) =>
    nodes.map((parts) => ({ [key]: show(parts, form) })),
  );

/** A result that is no record, and always the same. */
export const bare = (given: unknown): Sign<unknown> => ({
  kind: 'bare',
  show: () => given,
  outline: () => given,
});
