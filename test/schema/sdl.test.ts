import { buildSchema, printSchema } from 'graphql';
import { expect, test } from '@jest/globals';
import { printSdl } from '../../schema/sdl.ts';

const look = `type Query {
  order(by: OrderBy!): String
}

input OrderBy @oneOf {
  id: ID
  number: String
}`;

test('the text of the schema defines @oneOf, which older generators of code do not know', () => {
  const text = printSdl(buildSchema(look));
  expect(text).toMatch(/^"""[^"]+"""\ndirective @oneOf on INPUT_OBJECT\n\ntype Query \{/);
  expect(printSchema(buildSchema(text))).toBe(look);
});

test('a schema without it is printed as it is', () => {
  const plain = 'type Query {\n  order(id: ID!): String\n}';
  expect(printSdl(buildSchema(plain))).toBe(`${plain}\n`);
});
