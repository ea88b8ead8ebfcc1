import type { AttributeReader } from './attribute-reader.ts';
import type { Reading } from './domain/messages.ts';

/** How each attribute of a record is read from the client's value. */
export type Readings<Attributes> = {
  readonly [Name in keyof Attributes]: (value: unknown) => Reading<Attributes[Name]>;
};

/**
 * The attributes that were sent, read in the order of the table; adds messages for invalid ones. `sent` returns
 * the client's value, undefined for what was not sent.
 * Decision: F11, A29.
 */
export function readAttributes<Attributes extends object>(
  reader: AttributeReader,
  readings: Readings<Attributes>,
  sent: (name: keyof Attributes) => unknown,
  keyOf: (name: string) => string = (name) => name,
): Partial<Attributes> {
  const read: Partial<Attributes> = {};
  for (const name of Object.keys(readings) as (keyof Attributes & string)[]) {
    const given = sent(name);
    if (given === undefined) continue;
    const value = reader.read(keyOf(name), readings[name](given));
    if (value !== undefined) read[name] = value;
  }
  return read;
}
