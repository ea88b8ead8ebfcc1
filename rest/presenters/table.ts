import type { Form, Present } from '../forms/form.ts';
import type { FormName } from '../form-name.ts';

type Read<Parts> = (parts: Parts, form: Form) => unknown;

/** How a key of a record is read in each form; in a form without a reader it is absent. */
type Row<Parts> = Readonly<Partial<Record<FormName, Read<Parts>>>>;

export const both = <Parts>(read: Read<Parts>): Row<Parts> => ({ older: read, newer: read });
export const older = <Parts>(read: Read<Parts>): Row<Parts> => ({ older: read });
export const newer = <Parts>(read: Read<Parts>): Row<Parts> => ({ newer: read });

/** A key both forms have, with a meaning of its own in each. */
export const each = <Parts>(rows: Record<FormName, Read<Parts>>): Row<Parts> => rows;

/**
 * Makes the function that writes a record from its rows: the keys of the form, all of them, in the
 * order of the rows.
 * Decision: R6, R8.
 */
export function present<Parts>(rows: Readonly<Record<string, Row<Parts>>>): Present<Parts> {
  const compile = (name: FormName): readonly (readonly [string, Read<Parts>])[] =>
    Object.entries(rows).flatMap(([key, row]) => {
      const read = row[name];
      return read ? [[key, read] as const] : [];
    });
  const keys = { older: compile('older'), newer: compile('newer') };
  return function presentRecord(parts, form) {
    const record: Record<string, unknown> = {};
    for (const [key, read] of keys[form.name]) record[key] = read(parts, form);
    return record;
  };
}

/** Writes a value that may be absent: null stays null. */
export const nullable = <Value, Shown>(
  value: Value | null,
  show: (value: Value) => Shown,
): Shown | null => (value === null ? null : show(value));
