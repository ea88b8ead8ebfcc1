import type { DocumentNode } from 'graphql';
import type { Form, Present } from '../forms/form.ts';
import type { FormName } from '../request/form-name.ts';
import type { ResultOf } from '../graphql.ts';
import { recordReader } from './record.ts';

type Read<Parts> = (parts: Parts, form: Form) => unknown;

/** How a key of a record is read in each format; without a reader the format does not have it. */
type Row<Parts> = Readonly<Partial<Record<FormName, Read<Parts>>>>;

export const both = <Parts>(read: Read<Parts>): Row<Parts> => ({ older: read, newer: read });
export const older = <Parts>(read: Read<Parts>): Row<Parts> => ({ older: read });
export const newer = <Parts>(read: Read<Parts>): Row<Parts> => ({ newer: read });

/** A key of both formats, with a different meaning in each. */
export const each = <Parts>(rows: Record<FormName, Read<Parts>>): Row<Parts> => rows;

type Reads<Parts> = Readonly<Record<FormName, readonly (readonly [key: string, Read<Parts>])[]>>;

/** A record for the reference: its fragment, and how its keys are read in each format. */
export interface PresentedRecord {
  readonly fragment: DocumentNode;
  readonly reads: Reads<unknown>;
}

const presented: PresentedRecord[] = [];

/** Every record with a presenter, nested ones first. */
export const presentedRecords: readonly PresentedRecord[] = presented;

/**
 * Creates the function that writes a record from its rows: all keys of the format, in the order of the rows.
 * Decision: R6, R8.
 */
export function present<Fragment extends DocumentNode>(
  fragment: Fragment,
  rows: Readonly<Record<string, Row<ResultOf<Fragment>>>>,
): Present<ResultOf<Fragment>> {
  type Parts = ResultOf<Fragment>;
  const compile = (name: FormName): Reads<Parts>[FormName] =>
    Object.entries(rows).flatMap(([key, row]) => {
      const read = row[name];
      return read ? [[key, read] as const] : [];
    });
  const reads: Reads<Parts> = { older: compile('older'), newer: compile('newer') };
  // The reference reads only what the fragment can return.
  presented.push({ fragment, reads: reads as Reads<unknown> });
  const readers = { older: recordReader(reads.older), newer: recordReader(reads.newer) };
  return (parts, form) => readers[form.name](parts, form);
}

/** Writes a value that may be absent: null stays null. */
export const nullable = <Value, Shown>(
  value: Value | null,
  show: (value: Value) => Shown,
): Shown | null => (value === null ? null : show(value));

/** A presenter of records that many others share: each is presented once per format. Decision: N28. */
export function once<Parts extends object>(show: Present<Parts>): Present<Parts> {
  // not a WeakMap by parts: minor garbage collections treat the entries of an old map as alive
  const keys = { older: Symbol('older'), newer: Symbol('newer') } as const;
  return (parts, form) => {
    const known = parts as Record<symbol, ReturnType<Present<Parts>> | undefined>;
    return (known[keys[form.name]] ??= show(parts, form));
  };
}
