import { expect, test } from '@jest/globals';
import { getOperationAST, parse } from 'graphql';
import { coerceVariables } from '../../../schema/execution/coerce-variables.ts';
import { schema } from '../../../schema/index.ts';

const definitions =
  getOperationAST(parse('query ($filter: OrderFilter) { orders(filter: $filter) { totalCount } }'))
    ?.variableDefinitions ?? [];
const wrong = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`wrong${String(place)}`, 1]));
const messagesFor = (filter: object): string[] =>
  (coerceVariables(schema, definitions, { filter }).errors ?? []).map(({ message }) => message);

test('Everything that is wrong with short variables is told at once.', () => {
  expect(messagesFor(wrong(3))).toEqual([
    expect.stringContaining('"wrong0" is not defined'),
    expect.stringContaining('"wrong1" is not defined'),
    expect.stringContaining('"wrong2" is not defined'),
  ]);
});

test('Of long ones the first error is told, because each repeats what it is in.', () => {
  const long = {
    ...wrong(60),
    email: { eq: 'x'.repeat(100_000) },
    id: { in: Array<number>(10_000).fill(1) },
  };
  const messages = messagesFor(long);
  expect(messages).toEqual([
    expect.stringContaining('"wrong0" is not defined'),
    expect.stringContaining('Too many errors'),
  ]);
  expect(messages.join('').length).toBeLessThan(2_000);
});

test('Right ones are read, however long they are.', () => {
  const filter = { email: { eq: 'x'.repeat(100_000) } };
  expect(coerceVariables(schema, definitions, { filter }).coerced).toMatchObject({ filter });
});

test('What is wrong behind the beginning of a long text is told as well.', () => {
  const gt = `2026-01-01T00:00:00.${'0'.repeat(100_000)}oops`;
  expect(messagesFor({ createdAt: { gt } })[0]).toMatch(/^Variable "\$filter" got invalid value/);
});
