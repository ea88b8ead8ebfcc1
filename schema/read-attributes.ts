import type { AttributeReader } from './attribute-reader.ts';
import type { Reading } from './domain/messages.ts';

/** How each attribute of a record is read from what a client wrote. */
export type Readings<Attributes> = {
  readonly [Name in keyof Attributes]: (value: unknown) => Reading<Attributes[Name]>;
};

/**
 * The attributes that are sent, read by their rows in the order of the table; notes what is wrong
 * with them. `sent` gives what the client wrote, undefined for what is not sent.
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
