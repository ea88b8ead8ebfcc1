import type { Ground } from '../hostile/ground.ts';
import type { Input, SizedRequest } from './input.ts';
import { document, repeated } from './input.ts';

/** Just under the maximum size of a body, with room for JSON escapes. */
const most = 400_000;

const text = (name: string, spell: (size: number) => string): Input => ({
  name: `GraphQL: ${name}`,
  most,
  of: (size, ground) => document(ground, spell(size)),
});

const variable = (type: string, name: string, spell: (size: number) => string): Input => ({
  name: `GraphQL variable: ${name}`,
  most,
  of: (size, ground) => document(ground, `query ($a: ${type}) { __typename }`, spell(size)),
});

const list = (pieceOf: (place: number) => string, size: number): string => {
  const piece = pieceOf(0);
  return Array.from({ length: Math.ceil(size / piece.length) }, (_, place) => pieceOf(place)).join(
    ' ',
  );
};

/** Each fragment spreads all others. */
function spreadAll(size: number): string {
  const count = Math.floor(Math.sqrt(size / 6));
  const names = Array.from({ length: count }, (_, place) => `f${String(place)}`);
  const spreads = names.map((name) => `...${name}`).join(' ');
  return `{ ...f0 } ${names.map((name) => `fragment ${name} on Query { ${spreads} }`).join(' ')}`;
}

/** As many times as a list of a condition may have. */
const times = JSON.stringify({ t: Array<string>(500).fill('2026-01-01T00:00:00Z') });
/** Every use is read: those of one more search would cost more than is allowed. */
const mostUses = 96;

/** Conditions that all use one long list, 48 in a search; `size` is how many characters of list they have to read. */
function sameListAgain(size: number, ground: Ground): SizedRequest {
  const uses = Math.round((size / most) * mostUses);
  const searches = Array.from({ length: Math.ceil(uses / 48) }, (_, place) => {
    const here = Math.min(48, uses - place * 48);
    const filter = repeated('{createdAt:{in:$t}}', here * 19);
    return `a${String(place)}:products(perPage:1 filter:{or:[${filter}]}){nodes{id}}`;
  });
  return document(ground, `query ($t:[DateTime!]){${searches.join(' ')}}`, times);
}

/** Documents and variables. */
export const graphqlInputs: readonly Input[] = [
  text('blanks', (size) => `${repeated(' ', size)}{ __typename }`),
  text('a comment', (size) => `{ __typename } #${repeated('a', size)}`),
  text('commas', (size) => `${repeated(',', size)}{ __typename }`),
  text('a long name', (size) => `{ ${repeated('a', size)} }`),
  text('a long number', (size) => `{ order(by: { id: ${repeated('1', size)} }) { id } }`),
  text('a long text', (size) => `{ order(by: { number: "${repeated('a', size)}" }) { id } }`),
  text(
    'a block of text',
    (size) => `{ order(by: { number: "" }"${repeated('\n ', size)}""") { id } }`,
  ),
  text('escapes', (size) => `{ order(by: { number: "${repeated('\\n', size)}" }) { id } }`),
  text('the same field again', (size) => `{ ${repeated('__typename ', size)} }`),
  text('the same field with the same arguments', (size) => {
    return `{ ${repeated('order(by: { number: "R1" }) { id } ', size)} }`;
  }),
  text('one name for fields that differ', (size) => {
    return `{ ${list((place) => `a: order(by: { id: "${String(place)}" }) { id }`, size)} }`;
  }),
  text('aliases', (size) => `{ ${list((place) => `a${String(place)}: __typename`, size)} }`),
  text('braces', (size) => `${repeated('{ a ', size / 2)}${repeated('}', size / 2)}`),
  text('braces that do not end', (size) => repeated('{', size)),
  text('lists in lists', (size) => `{ order(by: ${repeated('[', size)}) { id } )`),
  text('directives', (size) => `{ __typename ${repeated('@skip(if: false) ', size)} }`),
  text('operations', (size) => list((place) => `query a${String(place)} { __typename }`, size)),
  text('fragments in a row', (size) => {
    const rest = list(
      (place) => `fragment f${String(place)} on Query { ...f${String(place + 1)} }`,
      size,
    );
    return `{ ...f0 } ${rest}`;
  }),
  text('fragments that spread all others', spreadAll),
  text('variables', (size) => {
    const declared = list((place) => `$a${String(place)}: Int`, size);
    return `query (${declared}) { __typename }`;
  }),
  variable('[Int!]', 'a list', (size) => `{"a":[0${repeated(',1', size)}]}`),
  variable('String', 'a long text', (size) => `{"a":"${repeated('a', size)}"}`),
  variable('Int', 'a long number', (size) => `{"a":1${repeated('0', size)}}`),
  variable('Money', 'digits in a text', (size) => `{"a":"${repeated('1', size)}x"}`),
  variable('DateTime', 'digits for a time', (size) => `{"a":"${repeated('2024-', size)}"}`),
  { name: 'GraphQL variable: a list that more conditions use', most, of: sameListAgain },
  variable('OrderFilter', 'groups in groups', (size) => {
    const depth = Math.floor(size / 8);
    return `{"a":${repeated('{"and":[', depth * 8)}{}${repeated(']}', depth * 2)}}`;
  }),
  variable('String', 'names nobody declared', (size) => {
    const names = list((place) => `,"n${String(place)}":0`, size).replaceAll(' ', '');
    return `{"a":"a"${names}}`;
  }),
];
