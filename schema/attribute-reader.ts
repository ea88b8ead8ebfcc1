import { Invalid } from './errors.ts';
import type { Messages, Reading } from './domain/messages.ts';

/**
 * Collects all errors in the attributes of one write, so that they are reported together. Only the first error
 * of an attribute is kept.
 */
export class AttributeReader {
  readonly messages: Record<string, readonly string[]>;
  /** The key of the nested record that is read, such as `lineItems.0`; empty for the record itself. */
  readonly prefix: string;

  constructor(messages: Record<string, readonly string[]> = {}, prefix = '') {
    this.messages = messages;
    this.prefix = prefix;
  }

  /** Reads a nested record: its messages are among those of the write, under its key. */
  under(name: string): AttributeReader {
    return new AttributeReader(this.messages, this.keyOf(name));
  }

  /** Reads the record that holds all nested ones: what is wrong with their number is said of it. */
  get whole(): AttributeReader {
    return new AttributeReader(this.messages);
  }

  keyOf(name: string): string {
    return keyUnder(this.prefix, name);
  }

  /** The value read; undefined if it was invalid and the message was added. */
  read<T>(name: string, reading: Reading<T>): T | undefined {
    if (reading.ok) return reading.value;
    this.note(name, reading.message);
    return undefined;
  }

  note(name: string, ...texts: readonly string[]): void {
    this.messages[this.keyOf(name)] ??= texts;
  }

  noteAll(messages: Messages): void {
    for (const [name, texts] of Object.entries(messages)) this.note(name, ...texts);
  }

  get hasMessages(): boolean {
    return Object.keys(this.messages).length > 0;
  }

  /** The messages by the first part of their keys, without it: that of row 7 under `7.price` is the `price` of `7`. */
  messagesByRow(): ReadonlyMap<string, Messages> {
    const rows = new Map<string, Record<string, readonly string[]>>();
    for (const [key, texts] of Object.entries(this.messages)) {
      const [row = '', ...name] = key.split('.');
      const ofRow = rows.get(row) ?? {};
      ofRow[name.join('.')] = texts;
      rows.set(row, ofRow);
    }
    return rows;
  }

  /** Throws Invalid with all collected messages, if there are any. */
  check(): void {
    if (this.hasMessages) throw new Invalid(this.messages);
  }
}

/** The key of a message about a nested attribute, below a prefix such as `lineItems.0`. */
export const keyUnder = (prefix: string, name: string): string =>
  prefix ? `${prefix}.${name}` : name;

/** One message as an error of the whole write. */
export const invalid = (key: string, ...texts: readonly string[]): Invalid =>
  new Invalid({ [key]: texts });

/** How each attribute of a record is read from the client's value. */
export type Readings<Attributes> = {
  readonly [Name in keyof Attributes]: (value: unknown) => Reading<Attributes[Name]>;
};

/** The attributes that a table of readings gives. */
export type ReadBy<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (value: unknown) => Reading<infer Value>
    ? Value
    : never;
};

/**
 * The attributes that were sent, read in the order of the table; adds messages for invalid ones. `sent` returns
 * the client's value, undefined for what was not sent.
 */
export function readAttributes<Attributes extends object>(
  reader: AttributeReader,
  readings: Readings<Attributes>,
  sent: (name: keyof Attributes) => unknown,
): Partial<Attributes> {
  const read: Partial<Attributes> = {};
  for (const name of Object.keys(readings) as (keyof Attributes & string)[]) {
    const given = sent(name);
    if (given === undefined) continue;
    const value = reader.read(name, readings[name](given));
    if (value !== undefined) read[name] = value;
  }
  return read;
}
