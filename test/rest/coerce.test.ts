import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import type { GraphQLInputObjectType, GraphQLScalarType } from 'graphql';
import { coerceVariables } from '../../rest/variables/coerce.ts';

const schema = buildSchema(`
  scalar Money
  scalar Text
  scalar DateTime
  scalar Size
  enum Direction { ASC DESC }
  input LineInput { id: ID, variantId: ID, quantity: Int, price: Money }
  input AddressInput { firstname: Text, countryId: ID }
  input OrderInput {
    email: String
    note: Text
    madeAt: DateTime
    useBilling: Boolean
    weight: Float
    direction: Direction
    total: Money
    length: Size
    kept: Int = 7
    unitIds: [ID!]
    lineItems: [LineInput!]
    billAddress: AddressInput
  }
  input UnreadInput { pieces: Int, weight: Float, count: Int! }
  input RequiredInput { variantId: ID!, quantity: Int!, name: String!, length: Size! }
  input TextFilter { eq: String }
  input OrderFilter { email: TextFilter, createdAt: TextFilter }
  type Query {
    orders(filter: OrderFilter, page: Int = 1, hidden: Boolean = false, name: String): Int
    save(ref: String!, input: OrderInput!): Int
    make(input: RequiredInput!): Int
    cut(length: Size!): Int
    count(input: UnreadInput!): Int
  }
`);

/** What a type of the schema does that reads a value itself and refuses what it cannot read. Decision: V6. */
const asSent = (value: unknown) => ({ asSent: value });
for (const name of ['DateTime', 'Size']) {
  (schema.getType(name) as GraphQLScalarType).extensions = { asSent };
}
const unread = (schema.getType('UnreadInput') as GraphQLInputObjectType).getFields();
for (const field of Object.values(unread)) field.extensions = { asSent };

const save = parse('query($ref: String!, $input: OrderInput!) { save(ref: $ref, input: $input) }');
const make = parse('query($input: RequiredInput!) { make(input: $input) }');
const cut = parse('query($length: Size!) { cut(length: $length) }');
const count = parse('query($input: UnreadInput!) { count(input: $input) }');
const list = parse(
  'query($filter: OrderFilter, $page: Int = 1, $hidden: Boolean = false, $name: String) { orders(filter: $filter, page: $page, hidden: $hidden, name: $name) }',
);

const input = (attributes: unknown) => {
  const { variables, problems } = coerceVariables(schema, save, { ref: 'R1', input: attributes });
  return { input: variables.input, problems };
};

test('texts become the declared types', () => {
  expect(
    input({
      weight: ' 1.50 ',
      use_billing: 'Yes',
      direction: 'desc',
      unit_ids: ['4', 5],
      line_items: [{ variant_id: '12', quantity: '2.0' }],
      bill_address: { country_id: 7 },
      email: 123,
    }),
  ).toEqual({
    input: {
      weight: 1.5,
      useBilling: true,
      direction: 'DESC',
      unitIds: ['4', 5],
      lineItems: [{ variantId: '12', quantity: 2 }],
      billAddress: { countryId: 7 },
      email: '123',
    },
    problems: {},
  });
});

test('F11: what is not declared is dropped without a word', () => {
  const { variables, problems } = coerceVariables(schema, save, {
    ref: 'R1',
    other: 1,
    input: { state: 'complete', constructor: 1, useBilling: true, line_items: [{ total: '1' }] },
  });
  expect(variables).toEqual({ ref: 'R1', input: { lineItems: [{}] } });
  expect(problems).toEqual({});
});

test('F11: a blank text is null, absent stays absent, null stays null', () => {
  expect(
    input({ email: ' ', weight: '', use_billing: null, bill_address: '', line_items: '' }).input,
  ).toEqual({
    email: null,
    weight: null,
    useBilling: null,
    billAddress: null,
    lineItems: null,
  });
});

test.each([
  ['2026-07-01', 'America/New_York', '2026-07-01T04:00:00.000Z'],
  ['2026/07/01 12:30', 'America/New_York', '2026-07-01T16:30:00.000Z'],
  ['2026-07-01T12:30:00+02:00', 'America/New_York', '2026-07-01T10:30:00.000Z'],
  ['2026-07-01', undefined, '2026-07-01T00:00:00.000Z'],
  ['soon', 'America/New_York', { asSent: 'soon' }],
])('C1: a time written %j in the zone %j is %j', (written, zone, madeAt) => {
  expect(coerceVariables(schema, save, { ref: 'R1', input: { made_at: written } }, zone)).toEqual({
    variables: { ref: 'R1', input: { madeAt } },
    problems: {},
  });
});

test.each([
  [[''], []],
  [['', '5', ' '], ['5']],
])('F10: blanks in a list of ids are dropped: %j is %j', (sent, unitIds) => {
  expect(input({ unit_ids: sent })).toEqual({ input: { unitIds }, problems: {} });
});

test('scalars whose messages the schema words take what was sent', () => {
  const sent = { note: '', total: '$1,299.50', line_items: [{ price: true }] };
  expect(input(sent)).toEqual({
    input: { note: '', total: '$1,299.50', lineItems: [{ price: true }] },
    problems: {},
  });
});

test('A29: everything that does not fit is reported at once, under its REST path', () => {
  expect(
    input({
      email: ['x'],
      use_billing: 'maybe',
      weight: '1,5',
      direction: 'up',
      kept: 'x',
      unit_ids: ['1', { a: 1 }, null],
      line_items: [
        { quantity: '1.5' },
        { quantity: 'two' },
        'x',
        { quantity: '2147483648' },
        { quantity: true },
      ],
      bill_address: { country_id: {} },
      note: 'a\0b',
    }),
  ).toEqual({
    input: { lineItems: [{}, {}, undefined, {}, {}], billAddress: {} },
    problems: {
      email: ['is invalid'],
      use_billing: ['is not true or false'],
      weight: ['is not a number'],
      direction: ['is not included in the list'],
      kept: ['is not a number'],
      unit_ids: ['is invalid'],
      'line_items.0.quantity': ['must be an integer'],
      'line_items.1.quantity': ['is not a number'],
      'line_items.2': ['is invalid'],
      'line_items.3.quantity': ['must be less than or equal to 2147483647'],
      'line_items.4.quantity': ['is not a number'],
      'bill_address.country_id': ['is invalid'],
      note: ['is invalid'],
    },
  });
});

test.each(['1.5', 1.5])('a whole number with the fraction %p is no integer', (value) => {
  expect(input({ kept: value }).problems).toEqual({ kept: ['must be an integer'] });
});

test.each(['a\0b', '\ud800', 'x\udfff'])('U+0000 and half pairs are invalid: %j', (text) => {
  expect(input({ email: text, note: { name: text } }).problems).toEqual({
    email: ['is invalid'],
    note: ['is invalid'],
  });
});

test.each(['😀', 'ä\n', '\u0001'])('other characters are texts: %j', (text) => {
  expect(input({ email: text })).toEqual({ input: { email: text }, problems: {} });
});

test('A39: a list holds 500 entries and not one more', () => {
  const entries = (count: number) => ({
    line_items: Array.from({ length: count }, () => ({ id: 1 })),
  });
  expect(input(entries(500)).problems).toEqual({});
  expect(input(entries(501)).problems).toEqual({
    line_items: ['is too long (maximum is 500 entries)'],
  });
});

test('safety 2: a number in a text has at most 64 digits (A38)', () => {
  const zeros = '0'.repeat(63);
  expect(input({ weight: `${zeros}1`, line_items: [{ quantity: `${zeros}2` }] })).toEqual({
    input: { weight: 1, lineItems: [{ quantity: 2 }] },
    problems: {},
  });
  expect(
    input({ weight: `0${zeros}1`, line_items: [{ quantity: `0${zeros}2` }] }).problems,
  ).toEqual({
    weight: ['is not a number'],
    'line_items.0.quantity': ['is not a number'],
  });
});

test("A29: a required number that is absent or null can't be blank", () => {
  const blank = { quantity: ["can't be blank"] };
  const attributes = { variant_id: 5, name: 'Apron', length: 2 };
  expect(coerceVariables(schema, make, { input: attributes }).problems).toEqual(blank);
  expect(
    coerceVariables(schema, make, { input: { ...attributes, quantity: null } }).problems,
  ).toEqual(blank);
  expect(coerceVariables(schema, make, {}).problems).toEqual({ input: ["can't be blank"] });
});

test.each([
  ['absent', { quantity: 1 }],
  ['null', { quantity: 1, variant_id: null, name: null, length: null }],
  ['blank', { quantity: 1, variant_id: '', name: ' ', length: '' }],
])('V6: of required texts and ids that are %s the domain tells', (_how, attributes) => {
  expect(coerceVariables(schema, make, { input: attributes })).toEqual({
    variables: { input: { variantId: '', quantity: 1, name: '', length: { asSent: '' } } },
    problems: {},
  });
});

describe('V6: a value of a type that takes it as it was sent', () => {
  test.each([['2 m'], [true], [['2']], [2]])('is handed over unread: %j', (length) => {
    expect(input({ length })).toEqual({ input: { length: { asSent: length } }, problems: {} });
  });

  test.each([[{}], [{ length: null }], [{ length: '' }]])('is blank if required: %j', (values) => {
    expect(coerceVariables(schema, cut, values)).toEqual({
      variables: { length: { asSent: '' } },
      problems: {},
    });
  });

  test('is refused if it cannot be stored', () => {
    expect(input({ length: 'a\0b' }).problems).toEqual({ length: ['is invalid'] });
  });
});

test('V6: a field whose number the domain reads takes it as it was sent', () => {
  const sent = { pieces: ' ', weight: 'heavy', count: 2.5 };
  expect(coerceVariables(schema, count, { input: sent })).toEqual({
    variables: {
      input: { pieces: { asSent: ' ' }, weight: { asSent: 'heavy' }, count: { asSent: 2.5 } },
    },
    problems: {},
  });
  expect(coerceVariables(schema, count, { input: { pieces: null, count: null } })).toEqual({
    variables: { input: { pieces: null, count: { asSent: '' } } },
    problems: {},
  });
});

describe('variables of a query', () => {
  test('are read from texts, and blank ones are absent', () => {
    expect(coerceVariables(schema, list, { page: '2', hidden: 'on', name: 'x' })).toEqual({
      variables: { page: 2, hidden: true, name: 'x' },
      problems: {},
    });
    expect(coerceVariables(schema, list, { page: '', hidden: ' ' }).variables).toEqual({});
  });

  test('are reported under their wire names', () => {
    expect(coerceVariables(schema, list, { page: 'x', hidden: [] }).problems).toEqual({
      page: ['is not a number'],
      hidden: ['is not true or false'],
    });
  });

  test('that the search reader wrote are left as they are', () => {
    const filter = { createdAt: { eq: '' } };
    expect(coerceVariables(schema, list, { filter }).variables).toEqual({ filter });
  });
});
