import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { schema } from '../../schema/index.ts';
import { breakingChanges } from '../support/breaking-changes.ts';

test('V11: a client of the last release can do what it did: nothing that was not deprecated there is gone or asks for more', async () => {
  const released = await readFile(
    new URL('../../schema/released.graphql', import.meta.url),
    'utf8',
  );
  // a release renews it by `npm run generate:released`
  expect(await breakingChanges(buildSchema(released), schema)).toEqual([]);
});

describe('of a small schema', () => {
  const released = `
    type Query {
      order(id: ID!, number: String @deprecated(reason: "Use id.")): Order
      orders(first: Int, state: State, filter: Filter): [Order!]!
      carts: [Cart!]! @deprecated(reason: "Use orders.")
    }
    type Order { id: ID! total: String! note: String ref: String @deprecated(reason: "Use id.") }
    type Cart { id: ID! }
    enum State { OPEN CLOSED LOST @deprecated(reason: "Use CLOSED.") }
    input Filter { total: String email: String @deprecated(reason: "Use user.") }`;

  /** What breaks if a text of it becomes another. */
  const broken = (before: string | RegExp, after: string): Promise<readonly string[]> => {
    const present = released.replace(before, after);
    expect(present).not.toBe(released);
    return breakingChanges(buildSchema(released), buildSchema(present));
  };

  const refused: readonly (readonly [string, string, string, string])[] = [
    [
      'a removed field',
      'total: String! note',
      'note',
      "Field 'total' was removed from object type 'Order'",
    ],
    [
      'a removed argument',
      'first: Int, ',
      '',
      "Argument 'first: Int' was removed from field 'Query.orders'",
    ],
    [
      'a removed value of an enum',
      'CLOSED LOST',
      'LOST',
      "Enum value 'CLOSED' was removed from enum 'State'",
    ],
    [
      'a removed field of an input',
      'total: String email',
      'email',
      "Input field 'total' was removed from input object type 'Filter'",
    ],
    [
      'a narrowed argument',
      'first: Int',
      'first: Int!',
      "Type for argument 'first' on field 'Query.orders' changed from 'Int' to 'Int!'",
    ],
    [
      'an argument of another type',
      'first: Int',
      'first: String',
      "Type for argument 'first' on field 'Query.orders' changed from 'Int' to 'String'",
    ],
    [
      'a new required argument',
      'first: Int',
      'first: Int, by: ID!',
      "Argument 'by: ID!' added to field 'Query.orders'",
    ],
    [
      'a new required field of an input',
      'input Filter {',
      'input Filter { user: ID!',
      "Input field 'user' of type 'ID!' was added to input object type 'Filter'",
    ],
    [
      'a field that may now be null',
      'total: String!',
      'total: String',
      "Field 'Order.total' changed type from 'String!' to 'String'",
    ],
    [
      'a field of another type',
      'note: String',
      'note: Int',
      "Field 'Order.note' changed type from 'String' to 'Int'",
    ],
    [
      'an enum in place of a text',
      'note: String',
      'note: State',
      "Field 'Order.note' changed type from 'String' to 'State'",
    ],
  ];
  test.each(refused)('%s is refused', async (_name, before, after, told) => {
    expect(await broken(before, after)).toEqual([told]);
  });

  test('a renamed type is refused at every field that returns it', async () => {
    expect(await broken(/\bOrder\b/g, 'Purchase')).toEqual([
      "Field 'Query.order' changed type from 'Order' to 'Purchase'",
      "Field 'Query.orders' changed type from '[Order!]!' to '[Purchase!]!'",
    ]);
  });

  test.each([
    ['a new query', 'type Query {', 'type Query { shipments: [ID!]!'],
    ['a new field', 'type Order {', 'type Order { email: String!'],
    ['a new optional argument', 'first: Int', 'first: Int, after: String'],
    ['a new required argument with a default', 'first: Int', 'first: Int, by: Int! = 1'],
    ['a new optional field of an input', 'input Filter {', 'input Filter { user: ID'],
    ['a new value of an enum', 'OPEN', 'OPEN HELD'],
    ['a field that is never null any more', 'note: String', 'note: String!'],
    ['an argument that may be left out', 'order(id: ID!', 'order(id: ID'],
    ['a deprecation', 'note: String', 'note: String @deprecated(reason: "Nobody reads it.")'],
    ['another description', 'type Order', '"An order." type Order'],
  ])('%s passes', async (_name, before, after) => {
    expect(await broken(before, after)).toEqual([]);
  });

  test.each([
    ['a field', ' ref: String @deprecated(reason: "Use id.")', ''],
    ['an argument', ', number: String @deprecated(reason: "Use id.")', ''],
    ['a value of an enum', ' LOST @deprecated(reason: "Use CLOSED.")', ''],
    ['a field of an input', ' email: String @deprecated(reason: "Use user.")', ''],
    ['a query with the type that it alone returned', /carts.*\n|type Cart.*\n/g, ''],
  ] as [string, string | RegExp, string][])(
    '%s that was deprecated may be removed',
    async (_name, before, after) => {
      expect(await broken(before, after)).toEqual([]);
    },
  );
});
