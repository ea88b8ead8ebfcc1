import type { InputFieldRef } from '@pothos/core';
import { takenAsSent } from './as-sent.ts';
import type { AsGiven, InputFields, Types } from './builder.ts';

interface Options<Required extends boolean> {
  readonly description?: string;
  readonly required?: Required;
}

/** Adds a field to an input whose number the domain reads, so that REST is told all that is wrong with it. */
const numberField =
  (type: 'Int' | 'Float') =>
  <Required extends boolean = false>(t: InputFields, options: Options<Required> = {}) =>
    t.field({ ...options, type, extensions: takenAsSent }) as InputFieldRef<
      Types,
      Required extends true ? AsGiven : AsGiven | null | undefined
    >;

/** A field for a count, position or size. Its bounds are the domain's. */
export const wholeField = numberField('Int');

/** A field for a weight or length. Its bounds are the domain's. */
export const measureField = numberField('Float');
