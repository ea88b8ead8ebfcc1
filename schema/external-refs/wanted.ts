import type { ReferredKind } from './kinds.ts';

/** A reference that a row sets or, without a value, removes. */
export interface Wanted {
  readonly kind: ReferredKind;
  readonly record: bigint;
  readonly source: string;
  readonly value: string | null;
}

/** A stored reference; `gone`: its record is deleted, so that another may take it. */
export interface Stored extends Wanted {
  readonly id: bigint;
  readonly gone: boolean;
}

/** Names the record that a reference belongs to. */
export const recordOf = ({ kind, record }: Pick<Wanted, 'kind' | 'record'>): string =>
  JSON.stringify([kind, String(record)]);

/** The one reference that a record has in a system. */
export type RefKey = Pick<Wanted, 'kind' | 'record' | 'source'>;

/** Names a place. */
export const refKeyOf = ({ kind, record, source }: RefKey): string =>
  JSON.stringify([kind, String(record), source]);

/** The name that a reference gives: one record of its kind has it in that system. */
export const nameOf = ({ kind, source, value }: Wanted): string =>
  JSON.stringify([kind, source, value]);
