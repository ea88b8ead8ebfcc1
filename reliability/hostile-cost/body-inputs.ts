import type { Input } from './input.ts';
import { body, repeated } from './input.ts';

/** Just under the maximum size of a body. */
const most = 1_000_000;
const form = 'application/x-www-form-urlencoded';

const json = (name: string, spell: (size: number) => string): Input => ({
  name: `JSON: ${name}`,
  most,
  of: (size, ground) => body(ground, spell(size)),
});

/** A text that an attribute is read from. */
const leaf = (attribute: string, name: string, spell: (size: number) => string): Input => ({
  name: `leaf: ${attribute} of ${name}`,
  most,
  of: (size, ground) => body(ground, `{"order":{"${attribute}":"${spell(size)}"}}`),
});

const formBody = (name: string, spell: (size: number) => string): Input => ({
  name: `form: ${name}`,
  most,
  of: (size, ground) => body(ground, spell(size), form),
});

/** Names that no order has, each another: as many as a body may have values. */
const unknownNames: Input = {
  name: 'JSON: names that nobody knows',
  most: 200_000,
  of: (size, ground) => {
    const names = Array.from({ length: Math.floor(size / 11) }, (_, at) => `"n${10_000 + at}":1`);
    return body(ground, `{"order":{${names.join()}}}`);
  },
};

/** Bodies, and the values in them. */
export const bodyInputs: readonly Input[] = [
  unknownNames,
  json('blanks', (size) => `{${repeated(' ', size)}}`),
  json('one long text', (size) => `{"a":"${repeated('a', size)}"}`),
  json('escapes', (size) => `{"a":"${repeated('\\"', size)}"}`),
  json('a text that does not end', (size) => `{"a":"${repeated('\\\\', size)}`),
  json('many names', (size) => `{"a":0${repeated(',"name":0', size)}}`),
  json('many values', (size) => `{"a":[0${repeated(',1e1', size)}]}`),
  json('numbers and blanks', (size) => `{"a":${repeated('1e9 ', size)}}`),
  json(
    'numbers of many digits and blanks',
    (size) => `{"a":${repeated('0.1234567890123456 ', size)}}`,
  ),
  json('lists in lists', (size) => repeated('[', size / 2) + repeated(']', size / 2)),
  json('lists that do not end', (size) => `{"a":${repeated('[', size)}`),
  json('a number of many digits', (size) => `{"a":1${repeated('0', size)}1}`),
  json('a fraction of many digits', (size) => `{"a":1.${repeated('0', size)}1}`),
  json('an exponent of many digits', (size) => `{"a":1e${repeated('0', size)}1}`),
  json('zeros after zeros', (size) => `{"a":${repeated('1000000000000000000000001,', size)}`),
  leaf('lock_version', 'digits', (size) => `${repeated('1', size)}x`),
  leaf('lock_version', 'blanks', (size) => `1${repeated(' ', size)}1`),
  leaf('email', 'dots', (size) => `${repeated('a.', size)}@`),
  leaf('email', 'at signs', (size) => repeated('@', size)),
  leaf('completed_at', 'digits', (size) => repeated('2024', size)),
  leaf('shipping_method_id', 'digits', (size) => `${repeated('1', size)}x`),
  leaf('line_items', 'commas', (size) => repeated('1,', size)),
  formBody('pairs', (size) => repeated('a=b&', size)),
  formBody('signs', (size) => `a=${repeated('%25', size)}`),
  formBody('broken signs', (size) => `a=${repeated('%', size)}`),
  formBody('brackets in brackets', (size) => `order${repeated('[a]', size)}=1`),
  formBody('brackets that do not pair', (size) => `order${repeated('[', size)}=1`),
  formBody('list entries', (size) => repeated('order[line_items][][quantity]=1&', size)),
];
