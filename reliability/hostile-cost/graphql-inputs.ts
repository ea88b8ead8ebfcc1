import type { Ground } from '../hostile/ground.ts';
import type { Input, SizedRequest } from './input.ts';
import { asRead, document, repeated } from './input.ts';

/** Just under the maximum size of a body, with room for JSON escapes. */
const most = 400_000;

/** Just under the bounds of a document and of its variables: characters, tokens, lines, values, names of an object. */
const bounds = {
  characters: 130_000,
  tokens: 1_900,
  brackets: 60,
  lines: 1_900,
  values: 9_900,
  names: 990,
} as const;

const oneText = (
  name: string,
  reads: number,
  spell: (size: number) => string,
  mostHere = most,
): Input => ({
  name: `GraphQL: ${name}`,
  most: mostHere,
  reads,
  of: (size, ground) => document(ground, spell(size)),
});

/** A document; the second status is that of one that is as large as is read. */
const text = (
  name: string,
  [reads, readsWhole]: readonly [reads: number, readsWhole: number],
  mostRead: number,
  spell: (size: number) => string,
): readonly Input[] => [
  oneText(name, reads, spell),
  oneText(`${name}${asRead}`, readsWhole, spell, mostRead),
];

/** A value of a variable, which a condition on orders uses. */
const variable = (
  [type, filter]: readonly [type: string, filter: string],
  name: string,
  reads: number,
  spell: (size: number) => string,
  mostHere = most,
): Input => ({
  name: `GraphQL variable: ${name}`,
  most: mostHere,
  reads,
  of: (size, ground) =>
    document(
      ground,
      `query ($a: ${type}) { orders(filter: ${filter}) { totalCount } }`,
      spell(size),
    ),
});

const uses = {
  numbers: ['[Int!]', '{ totalQuantity: { in: $a } }'],
  number: ['Int', '{ totalQuantity: { eq: $a } }'],
  text: ['String', '{ number: { eq: $a } }'],
  money: ['Money', '{ total: { eq: $a } }'],
  time: ['DateTime', '{ createdAt: { eq: $a } }'],
  conditions: ['OrderFilter', '$a'],
} as const;

const list = (pieceOf: (place: number) => string, size: number): string => {
  const piece = pieceOf(0);
  return Array.from({ length: Math.ceil(size / piece.length) }, (_, place) => pieceOf(place)).join(
    ' ',
  );
};

/** The characters of a document that repeats a piece of so many tokens as often as is read. */
const tokensOf = (piece: string, tokens: number): number =>
  Math.floor(bounds.tokens / tokens) * piece.length;

/** As many brackets inside each other as are read. */
const nest = (open: string, inside: string, close: string): string =>
  open.repeat(bounds.brackets) + inside + close.repeat(bounds.brackets);
const selections = `${nest('...{', '__typename', '}')} `;
const lists = `${nest('[', '', ']')} `;

const undeclared = (size: number): string =>
  `{"a":"a"${list((place) => `,"n${String(place)}":0`, size).replaceAll(' ', '')}}`;

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
  ...text(
    'blanks',
    [200, 200],
    bounds.characters,
    (size) => `${repeated(' ', size)}{ __typename }`,
  ),
  ...text(
    'a comment',
    [200, 200],
    bounds.characters,
    (size) => `{ __typename } #${repeated('a', size)}`,
  ),
  ...text(
    'commas',
    [200, 200],
    bounds.characters,
    (size) => `${repeated(',', size)}{ __typename }`,
  ),
  ...text('a long name', [200, 200], bounds.characters, (size) => `{ ${repeated('a', size)} }`),
  ...text(
    'a long number',
    [200, 200],
    bounds.characters,
    (size) => `{ order(by: { id: ${repeated('1', size)} }) { id } }`,
  ),
  ...text(
    'a long text',
    [200, 200],
    bounds.characters,
    (size) => `{ order(by: { number: "${repeated('a', size)}" }) { id } }`,
  ),
  ...text(
    'a block of text',
    [200, 200],
    bounds.lines * 2,
    (size) => `{ order(by: { number: "" }"${repeated('\n ', size)}""") { id } }`,
  ),
  ...text(
    'escapes',
    [200, 200],
    bounds.characters,
    (size) => `{ order(by: { number: "${repeated('\\n', size)}" }) { id } }`,
  ),
  ...text(
    'the same field again',
    [400, 200],
    tokensOf('__typename ', 1),
    (size) => `{ ${repeated('__typename ', size)} }`,
  ),
  ...text(
    'the same field with the same arguments',
    [400, 400],
    tokensOf('order(by: { number: "R1" }) { id } ', 12),
    (size) => {
      return `{ ${repeated('order(by: { number: "R1" }) { id } ', size)} }`;
    },
  ),
  ...text(
    'one name for fields that differ',
    [400, 400],
    tokensOf('a: order(by: { id: "0" }) { id } ', 14),
    (size) => {
      return `{ ${list((place) => `a: order(by: { id: "${String(place)}" }) { id }`, size)} }`;
    },
  ),
  ...text(
    'aliases',
    [400, 400],
    tokensOf('a0: __typename ', 3),
    (size) => `{ ${list((place) => `a${String(place)}: __typename`, size)} }`,
  ),
  oneText('braces', 400, (size) => `${repeated('{ a ', size / 2)}${repeated('}', size / 2)}`),
  oneText(
    `braces${asRead}`,
    200,
    (size) => `{ ${repeated(selections, size)} }`,
    tokensOf(selections, 3 * bounds.brackets + 1),
  ),
  oneText('braces that do not end', 400, (size) => repeated('{', size)),
  oneText('lists in lists', 400, (size) => `{ order(by: ${repeated('[', size)}) { id } }`),
  oneText(
    `lists in lists${asRead}`,
    200,
    (size) => `{ order(by: [${repeated(lists, size)}]) { id } }`,
    tokensOf(lists, 2 * bounds.brackets),
  ),
  ...text(
    'directives',
    [400, 200],
    tokensOf('@skip(if: false) ', 7),
    (size) => `{ __typename ${repeated('@skip(if: false) ', size)} }`,
  ),
  ...text('operations', [400, 400], tokensOf('query a0 { __typename }', 5), (size) =>
    list((place) => `query a${String(place)} { __typename }`, size),
  ),
  ...text(
    'fragments in a row',
    [400, 400],
    tokensOf('fragment f0 on Query { ...f1 }', 8),
    (size) => {
      const rest = list(
        (place) => `fragment f${String(place)} on Query { ...f${String(place + 1)} }`,
        size,
      );
      return `{ ...f0 } ${rest}`;
    },
  ),
  ...text('fragments that spread all others', [400, 200], 29 ** 2 * 6, spreadAll),
  ...text('variables', [400, 200], tokensOf('$a0: Int', 4), (size) => {
    const declared = list((place) => `$a${String(place)}: Int`, size);
    return `query (${declared}) { __typename }`;
  }),
  variable(uses.numbers, 'a list', 400, (size) => `{"a":[0${repeated(',1', size)}]}`),
  variable(
    uses.numbers,
    `a list${asRead}`,
    200,
    (size) => `{"a":[0${repeated(',1', size)}]}`,
    bounds.values * 2,
  ),
  variable(uses.text, 'a long text', 200, (size) => `{"a":"${repeated('a', size)}"}`),
  variable(uses.number, 'a long number', 400, (size) => `{"a":1${repeated('0', size)}}`),
  variable(uses.money, 'digits in a text', 200, (size) => `{"a":"${repeated('1', size)}x"}`),
  variable(uses.time, 'digits for a time', 200, (size) => `{"a":"${repeated('2024-', size)}"}`),
  {
    name: 'GraphQL variable: a list that more conditions use',
    most,
    reads: 200,
    of: sameListAgain,
  },
  variable(uses.conditions, 'groups in groups', 400, (size) => {
    const depth = Math.floor(size / 8);
    return `{"a":${repeated('{"and":[', depth * 8)}{}${repeated(']}', depth * 2)}}`;
  }),
  variable(uses.text, 'names nobody declared', 400, undeclared),
  variable(uses.text, `names nobody declared${asRead}`, 200, undeclared, bounds.names * 7),
];
