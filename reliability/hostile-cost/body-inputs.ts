import type { Input } from './input.ts';
import { asRead, body, repeated } from './input.ts';

/** Just under the maximum size of a body. */
const most = 1_000_000;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const json = (
  name: string,
  reads: number,
  spell: (size: number) => string,
  mostHere = most,
): Input => ({
  name: `JSON: ${name}`,
  most: mostHere,
  reads,
  of: (size, ground) => body(ground, spell(size)),
});

/** A text that an attribute is read from. */
const leaf = (
  attribute: string,
  name: string,
  reads: number,
  spell: (size: number) => string,
): Input => ({
  name: `leaf: ${attribute} of ${name}`,
  most,
  reads,
  of: (size, ground) => body(ground, `{"order":{"${attribute}":"${spell(size)}"}}`),
});

const formBody = (
  name: string,
  reads: number,
  spell: (size: number) => string,
  mostHere = most,
): Input => ({
  name: `form: ${name}`,
  most: mostHere,
  reads,
  of: (size, ground) => body(ground, spell(size), form),
});

/** Names that no order has, each another. */
function unknownNames(size: number): string {
  const names = Array.from({ length: Math.floor(size / 11) }, (_, at) => `"n${10_000 + at}":1`);
  return `{"order":{${names.join()}}}`;
}

/** Just under the bounds of a body: its values, the names in an object, and the pairs of a form. */
const bounds = { values: 19_900, names: 990, pairs: 990 } as const;
const value = ',1e1';
const entry = 'order[line_items][][quantity]=1&';
/** As many brackets as a name may have. */
const pairing = `order${'[a]'.repeat(12)}=1&`;
const open = `order${'['.repeat(12)}=1&`;

/** Bodies, and the values in them. */
export const bodyInputs: readonly Input[] = [
  json('names that nobody knows', 400, unknownNames, 200_000),
  json(`names that nobody knows${asRead}`, 200, unknownNames, bounds.names * 11),
  json('blanks', 200, (size) => `{${repeated(' ', size)}}`),
  json('one long text', 200, (size) => `{"a":"${repeated('a', size)}"}`),
  json('escapes', 200, (size) => `{"a":"${repeated('\\"', size)}"}`),
  json('a text that does not end', 400, (size) => `{"a":"${repeated('\\\\', size)}`),
  json('many names', 400, (size) => `{"a":0${repeated(',"name":0', size)}}`),
  json(
    `many names${asRead}`,
    200,
    (size) => `{"a":0${repeated(',"name":0', size)}}`,
    bounds.names * ',"name":0'.length,
  ),
  json('many values', 400, (size) => `{"a":[0${repeated(value, size)}]}`),
  json(
    `many values${asRead}`,
    200,
    (size) => `{"a":[0${repeated(value, size)}]}`,
    bounds.values * value.length,
  ),
  json('numbers and blanks', 400, (size) => `{"a":${repeated('1e9 ', size)}}`),
  json(
    'numbers of many digits and blanks',
    400,
    (size) => `{"a":${repeated('0.1234567890123456 ', size)}}`,
  ),
  json('lists in lists', 400, (size) => repeated('[', size / 2) + repeated(']', size / 2)),
  json('lists that do not end', 400, (size) => `{"a":${repeated('[', size)}`),
  json('a number of many digits', 400, (size) => `{"a":1${repeated('0', size)}1}`),
  json('a fraction of many digits', 400, (size) => `{"a":1.${repeated('0', size)}1}`),
  json('an exponent of many digits', 400, (size) => `{"a":1e${repeated('0', size)}1}`),
  json('zeros after zeros', 400, (size) => `{"a":${repeated('1000000000000000000000001,', size)}`),
  leaf('lock_version', 'digits', 422, (size) => `${repeated('1', size)}x`),
  leaf('lock_version', 'blanks', 422, (size) => `1${repeated(' ', size)}1`),
  leaf('email', 'dots', 422, (size) => `${repeated('a.', size)}@`),
  leaf('email', 'at signs', 422, (size) => repeated('@', size)),
  {
    name: 'leaf: available_on of digits',
    most,
    reads: 422,
    of: (size, ground) => ({
      ...body(
        ground,
        `{"product":{"name":"a","price":"1","available_on":"${repeated('2024', size)}"}}`,
      ),
      method: 'POST',
      path: '/api/products',
    }),
  },
  leaf('bill_address_id', 'digits', 422, (size) => `${repeated('1', size)}x`),
  leaf('line_items', 'commas', 422, (size) => repeated('1,', size)),
  formBody('pairs', 400, (size) => repeated('a=b&', size)),
  formBody('signs', 200, (size) => `a=${repeated('%25', size)}`),
  formBody('broken signs', 200, (size) => `a=${repeated('%', size)}`),
  formBody('brackets in brackets', 400, (size) => `order${repeated('[a]', size)}=1`),
  formBody('brackets that do not pair', 400, (size) => `order${repeated('[', size)}=1`),
  formBody('list entries', 400, (size) => repeated(entry, size)),
  formBody(`pairs${asRead}`, 200, (size) => repeated('a=b&', size), bounds.pairs * 4),
  formBody(
    `brackets in brackets${asRead}`,
    200,
    (size) => repeated(pairing, size),
    bounds.pairs * pairing.length,
  ),
  formBody(
    `brackets that do not pair${asRead}`,
    200,
    (size) => repeated(open, size),
    bounds.pairs * open.length,
  ),
  formBody(
    `list entries${asRead}`,
    422,
    (size) => repeated(entry, size),
    bounds.pairs * entry.length,
  ),
];
