import { expect, test } from '@jest/globals';
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { schema } from '../../schema/index.ts';

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
  return [type, ...parts].map(({ name, description }) => ({
    of: `${type.name}.${name}`,
    description: description ?? '',
  }));
});

const offending = (pattern: RegExp): string[] =>
  all.flatMap(({ of, description }) => (pattern.test(description) ? `${of}: ${description}` : []));

test('everything in the schema is described', () => {
  expect(all.filter(({ description }) => description === '').map(({ of }) => of)).toEqual([]);
  expect(all.length).toBeGreaterThan(900);
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
