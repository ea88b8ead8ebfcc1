import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { isNonNullType } from 'graphql';
import { printSdl, schema } from '../../schema/index.ts';

const root = new URL('../../', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(name, root), 'utf8');

test('schema/schema.graphql is what the schema prints; `npm run generate:types` writes it', async () => {
  expect(await read('schema/schema.graphql')).toBe(printSdl(schema));
});

test("REST's types are made from schema/schema.graphql; `npm run generate:types` makes them", async () => {
  const directory = await mkdtemp(join(tmpdir(), 'store-types-'));
  const made = join(directory, 'schema-types.d.ts');
  const command = ['node_modules/gql.tada/bin/cli.js', 'generate-output', '--output', made];
  await promisify(execFile)(process.execPath, command, { cwd: root });
  expect(await read('rest/schema-types.d.ts')).toBe(await readFile(made, 'utf8'));
  await rm(directory, { recursive: true });
});

test("A46: every field of a mutation is nullable, so that the others' results are returned when it fails", () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(30);
  expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
});
