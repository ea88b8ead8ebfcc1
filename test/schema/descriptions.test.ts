import { expect, test } from '@jest/globals';
import {
  getNamedType,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { schema } from '../../schema/index.ts';

/** The text of a part's type; undefined for a type or a value of an enum. */
function typeTextOf(part: {
  readonly name: string;
  readonly type?: GraphQLType;
}): string | undefined {
  const { description } = part.type ? getNamedType(part.type) : {};
  return description ?? undefined;
}

/** Every type of the schema, its fields, their arguments, its enum values, each with its description. */
const all = Object.values(schema.getTypeMap()).flatMap((type) => {
  if (type.name.startsWith('__')) return [];
  const parts = isEnumType(type)
    ? type.getValues()
    : isInputObjectType(type)
      ? Object.values(type.getFields())
      : isObjectType(type)
        ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
        : [];
  return [type, ...parts].map((part) => ({
    of: `${type.name}.${part.name}`,
    description: part.description ?? '',
    typeText: typeTextOf(part),
  }));
});

const offending = (pattern: RegExp): string[] =>
  all.flatMap(({ of, description }) => (pattern.test(description) ? `${of}: ${description}` : []));

test('everything in the schema is described', () => {
  expect(all.filter(({ description }) => description === '').map(({ of }) => of)).toEqual([]);
  expect(all.length).toBeGreaterThan(900);
});

test('O41: nothing shows the text of its type in place of one of its own', () => {
  const typed = all.filter(({ typeText }) => typeText !== undefined);
  expect(typed.length).toBeGreaterThan(800);
  const shown = typed.filter(({ description, typeText }) => description === typeText);
  expect(shown.map(({ of }) => of)).toEqual([]);
});

/** The descriptions of an input's fields, by name. */
const textsOf = (name: string): Record<string, string> => {
  const type = schema.getType(name);
  if (!isInputObjectType(type)) throw new Error(`${name} is no input.`);
  return Object.fromEntries(
    Object.values(type.getFields()).map((field) => [field.name, field.description ?? '']),
  );
};

test('C23: an address says which of its fields are required', () => {
  const required = Object.entries(textsOf('AddressInput')).filter(([, text]) =>
    text.includes('Required in a new address'),
  );
  expect(required.map(([name]) => name).sort()).toEqual([
    'address1',
    'city',
    'firstname',
    'lastname',
    'phone',
    'zipcode',
  ]);
  expect(textsOf('AddressInput')['countryId']).toContain('A new address needs it or `country`.');
});

test('O41: a filter says what is searched', () => {
  expect(textsOf('AddressMatch')).toMatchObject({
    id: "The address's id.",
    firstname: 'First name.',
    address1: 'Street and house number.',
    stateName: 'Name of the state, whether or not the store lists it.',
    country: 'Conditions on its country.',
  });
  expect(textsOf('OrderFilter')).toMatchObject({
    shipments: 'Conditions on its shipments: one of them must match all.',
    externalRefs:
      'Conditions on its names in other systems: one of them must match all. You need `orders.index` for this.',
  });
  expect(textsOf('PaymentFilter')['responseCode']).toBe(
    'Response code of the payment provider. You need `payments.update` to search by it.',
  );
});

test('O41: what is sent is not said to be null to some callers', () => {
  const inputs = Object.values(schema.getTypeMap()).filter(
    (type) => isInputObjectType(type) || isEnumType(type),
  );
  const names = new Set(inputs.map(({ name }) => name));
  const told = all.filter(
    ({ of, description }) =>
      names.has(of.split('.')[0] ?? '') &&
      /\bnull (?:unless|if) you\b|\byou lack\b/i.test(description),
  );
  expect(told).toEqual([]);
});

test('O41: a description is a sentence that speaks of the store, not of a decision', () => {
  expect(all.filter(({ description }) => !/^[A-Z`].*\.$/s.test(description))).toEqual([]);
  expect(offending(/Decision|undefined/)).toEqual([]);
});

test('O41: descriptions use the words of docs/glossary.md', () => {
  const avoided =
    /\b(?:pieces?|former|heard|told|anew|owed|pictures?|whoever|weightiest|goes on|made up|stands behind|who asks)\b/i;
  expect(offending(avoided)).toEqual([]);
});

test('O41: every query and mutation says who may use it', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const silent = roots.filter(
    ({ description }) => !/[Yy]ou need|you may see|API key you use/.test(description ?? ''),
  );
  expect(roots.length).toBeGreaterThan(60);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('the schema says what it is, how to sign in and where to begin', () => {
  expect(schema.description).toContain('X-ServiceAPIKey');
  expect(schema.description).toContain('{ viewer { email roles { name } } }');
});
