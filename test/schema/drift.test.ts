import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import {
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  printSchema,
} from 'graphql';
import { schema } from '../../schema/index.ts';

const root = new URL('../../', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(name, root), 'utf8');

test('schema/schema.graphql is what the schema prints; `npm run generate:types` writes it', async () => {
  expect(await read('schema/schema.graphql')).toBe(`${printSchema(schema)}\n`);
});

test("REST's types are made from schema/schema.graphql; `npm run generate:types` makes them", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'store-types-'));
  const made = join(directory, 'schema-types.d.ts');
  const command = ['node_modules/gql.tada/bin/cli.js', 'generate-output', '--output', made];
  await promisify(execFile)(process.execPath, command, { cwd: root });
  expect(await read('rest/schema-types.d.ts')).toBe(await readFile(made, 'utf8'));
  await rm(directory, { recursive: true });
});

test('every field of every record is described', () => {
  const records = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !type.name.startsWith('__'),
  ) as GraphQLObjectType[];
  const undescribed = records.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ description }) => !description)
      .map(({ name }) => `${type.name}.${name}`),
  );
  expect(undescribed).toEqual([]);
});

test('every type, argument, field of an input and word of a list is described, none by a decision', () => {
  const described = Object.values(schema.getTypeMap()).flatMap((type) => {
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
      description,
    }));
  });
  const poor = described.filter(
    ({ description }) => !description || /Decision|undefined/.test(description),
  );
  expect(poor).toEqual([]);
  expect(described.length).toBeGreaterThan(900);
});

test('A46: every field of a mutation may be null, so that what the others did is told when it fails', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});
