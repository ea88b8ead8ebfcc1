import { listOf } from '../answer/long-list.ts';
import type { Form } from '../forms/form.ts';
import type { FormName } from '../request/form-name.ts';
import { word as wordOf } from '../words/enums.ts';
import { integer } from '../words/numbers.ts';
import type { Schema } from '../reference/openapi.ts';
import type { EnumType, RecordType, TypeOfField } from './field-types.ts';
import { nothing, type Reads } from './selection.ts';

/** How a value that is not null is shown. `Type` names its type in the schema, that of a list in brackets. */
export interface Show<Type = unknown, Parts = never> {
  /** `place` is that in the list, from 0. */
  (value: Parts, form: Form, place?: number): unknown;
  /** Never there: it tells the compiler which fields can be shown so. */
  readonly type?: Type;
  /** What is read below the value. */
  readonly reads?: Reads | undefined;
  /** The keys of a record. */
  readonly columns?: Columns | undefined;
  /** It is no value of the record. */
  readonly readsNothing?: true;
  /** Its JSON Schema, if that does not follow from the type. */
  readonly describe?: Describe | undefined;
}

/** A key of a record: the field that it is read from, and how that is shown. */
export interface Column {
  readonly key: string;
  readonly field: string;
  readonly show: Show;
}

export type Columns = Readonly<Record<FormName, readonly Column[]>>;

/** Makes a JSON Schema from those of what the value holds: `of` itself or its entries, or of a field of them. */
export type Describe = (
  of: (show: Show, field?: string) => Schema,
  orNull: (schema: Schema) => Schema,
) => Schema;

/** The types of the schema that have a field of this type. */
type TypeWith<Field, Type> = {
  [Name in RecordType]: [TypeOfField<Name, Field>] extends [never]
    ? never
    : TypeOfField<Name, Field> extends Type
      ? Name
      : never;
}[RecordType];

const reading = <Type, Parts>(
  show: (value: Parts, form: Form) => unknown,
  reads: Reads | undefined,
  describe: Describe,
): Show<Type, Parts> => Object.assign(show, { reads, describe });

const listing =
  (show: Show): Describe =>
  (of) => ({ type: 'array', items: of(show) });

/** As it is. */
export const value: Show<'String' | 'Int' | 'Float' | 'Boolean', unknown> = (given) => given;

export const id: Show<'ID', string> = integer;

export const word: Show<EnumType, string> = wordOf;

export const orderState: Show<'OrderState', string> = (state, form) =>
  form.orderState(wordOf(state));

export const money: Show<'Money', string> = (text, form) => form.money(text);

/** An amount that is a number in both formats. */
export const amount: Show<'Money', string> = (text) => Number(text);

export const time: Show<'DateTime', string> = (moment, form) => form.time(moment);

const readsNothing = { readsNothing: true } as const;

/** The same for every record. */
export const constant = (given: unknown): Show<null, unknown> =>
  Object.assign(() => given, readsNothing);

/** The record's place in its list, from 1. */
export const place: Show<null, unknown> = Object.assign(
  (_value: unknown, _form: Form, before = 0) => before + 1,
  readsNothing,
);

/** What one field of a record holds. */
export function its<const Field extends string, Type, Parts>(
  field: Field,
  show: Show<Type, Parts>,
): Show<TypeWith<Field, Type>, Readonly<Record<Field, Parts>>> {
  const below = (name: FormName) => new Map([[field, show.reads?.[name] ?? nothing]]);
  return reading(
    (record, form) => show(record[field], form),
    { older: below('older'), newer: below('newer') },
    (of) => of(show, field),
  );
}

export const idOf = its('id', id);

/** It is written in parts if it is long. */
export const list = <Type, Parts>(
  show: Show<Type, Parts>,
): Show<readonly [Type], readonly Parts[]> =>
  reading(
    (entries, form) => listOf(entries, (entry, before) => show(entry, form, before)),
    show.reads,
    listing(show),
  );

/** A list that has this one entry. */
export const listOfOne = <Type, Parts>(show: Show<Type, Parts>): Show<Type, Parts> =>
  reading((entry, form) => [show(entry, form)], show.reads, listing(show));

/** The selected record of a list, or null. */
export const selected = <Type, Parts extends { readonly selected: boolean }>(
  show: Show<Type, Parts>,
): Show<readonly [Type], readonly Parts[]> =>
  reading(
    (entries, form) => {
      const entry = entries.find((candidate) => candidate.selected);
      return entry ? show(entry, form) : null;
    },
    show.reads,
    (of, orNull) => orNull(of(show)),
  );

const stateAndCount = new Map([
  ['state', nothing],
  ['count', nothing],
]);

/** Counts by the word of their state. */
export const countsByState: Show<
  readonly [TypeWith<'state', EnumType> & TypeWith<'count', 'Int'>],
  readonly { readonly state: string; readonly count: number }[]
> = reading(
  (counts) => Object.fromEntries(counts.map(({ state, count }) => [wordOf(state), count])),
  { older: stateAndCount, newer: stateAndCount },
  (of) => ({ type: 'object', additionalProperties: of(value, 'count') }),
);

/** A record that many others share: it is shown once in each format. */
export function once<Type, Parts extends object>(show: Show<Type, Parts>): Show<Type, Parts> {
  // not a WeakMap by parts: minor garbage collections treat the entries of an old map as alive
  const keys = { older: Symbol('older'), newer: Symbol('newer') } as const;
  return reading(
    (parts, form) => {
      const known = parts as Record<symbol, unknown>;
      return (known[keys[form.name]] ??= show(parts, form));
    },
    show.reads,
    (of) => of(show),
  );
}
