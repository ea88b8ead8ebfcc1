import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getNamedType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLObjectType } from 'graphql';
import compilerPath from 'relay-compiler';
import { printSdl, schema } from '../../schema/index.ts';

const folder = path.resolve(import.meta.dirname, `../../.cache/relay-${String(process.pid)}`);
const inFolder = (name: string): string => path.join(folder, name);

type Field = GraphQLField<unknown, unknown>;

const isConnection = ({ type }: Field): boolean => getNamedType(type).name.endsWith('Connection');

/** Every list of the schema: the fields that return connections. */
const lists = Object.values((schema.getQueryType() as GraphQLObjectType).getFields()).filter(
  isConnection,
);

const requiredOf = ({ args }: Field) => args.filter(({ type }) => isNonNullType(type));

/** Fragments on one list as clients write them: one grows at its end, the other at its start; and their queries. */
function moduleOf(field: Field): string {
  const { name } = field;
  const required = requiredOf(field);
  const declared = required.map((given) => `$${given.name}: ${String(given.type)}`);
  const sent = required.map((given) => `${given.name}: $${given.name}`).join(', ');
  const pagesOf = (size: string, from: string, place: string): string => `
    fragment ${name}_${size} on Query
    @argumentDefinitions(
      size: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }
      ${required.map((given) => `${given.name}: { type: "${String(given.type)}" }`).join(' ')}
    )
    @refetchable(queryName: "${name}_${size}Query") {
      ${name}(${size}: $size, ${from}: $cursor ${sent}) @connection(key: "${name}_${size}_${name}") {
        ${place}
        edges { node { id __typename } }
      }
    }`;
  const queryOf = (size: string): string => `
    query ${name}_${size}_Query ${declared.length > 0 ? `(${declared.join(', ')})` : ''} {
      ...${name}_${size} ${sent && `@arguments(${sent})`}
    }`;
  return [
    pagesOf('first', 'after', 'totalCount'),
    pagesOf('last', 'before', ''),
    queryOf('first'),
    queryOf('last'),
  ]
    .map((text, place) => `export const part${String(place)} = graphql\`${text}\`;`)
    .join('\n');
}

/** Compiles the modules against a schema; returns what the compiler wrote to the terminal. */
async function compile(sdl: string): Promise<{ readonly code: number; readonly text: string }> {
  await writeFile(inFolder('schema.graphql'), sdl);
  await rm(inFolder('generated'), { recursive: true, force: true });
  await mkdir(inFolder('generated'));
  return new Promise((resolve) => {
    const config = inFolder('relay.config.json');
    execFile(compilerPath, [config], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, text: stdout + stderr });
    });
  });
}

beforeAll(async () => {
  await mkdir(inFolder('src'), { recursive: true });
  await writeFile(
    inFolder('relay.config.json'),
    JSON.stringify({
      src: './src',
      schema: './schema.graphql',
      artifactDirectory: './generated',
      language: 'typescript',
      eagerEsModules: true,
    }),
  );
  for (const field of lists) {
    const text = `import { graphql } from 'relay-runtime';\n${moduleOf(field)}\n`;
    await writeFile(inFolder(`src/${field.name}.ts`), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('relay-compiler accepts every list as a connection, forwards and backwards', async () => {
  expect(lists.length).toBeGreaterThan(12);
  const { code, text } = await compile(printSdl(schema));
  expect(code === 0 ? '' : text).toBe('');
  for (const { name } of lists) {
    const generated = await readFile(inFolder(`generated/${name}_first.graphql.ts`), 'utf8');
    expect(generated).toContain('"direction": "forward"');
    const backwards = await readFile(inFolder(`generated/${name}_last.graphql.ts`), 'utf8');
    expect(backwards).toContain('"direction": "backward"');
  }
});

test.each(['hasNextPage', 'endCursor', 'cursor'])(
  'it refuses a schema whose connections lack `%s`',
  async (name) => {
    const lacking = printSdl(schema).replaceAll(new RegExp(`^ +${name}: .*\\n`, 'gm'), '');
    const { code, text } = await compile(lacking);
    expect(code).not.toBe(0);
    expect(text).toContain(name);
  },
);

test('it refetches no fragment on another type than Query, as docs/graphql.md says', async () => {
  const module = inFolder('src/one.ts');
  const text = `fragment one on Order @refetchable(queryName: "oneQuery") { id number }`;
  await writeFile(module, `export const one = graphql\`${text}\`;\n`);
  const { code, text: told } = await compile(printSdl(schema));
  await rm(module);
  expect(code).not.toBe(0);
  expect(told).toContain('Invalid use of @refetchable on fragment');
});

test('every list has the same arguments and types, as the connections specification names them', () => {
  const typesOf = (type: GraphQLObjectType): Record<string, string> =>
    Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, String(field.type)]),
    );
  const pageInfo = schema.getType('PageInfo') as GraphQLObjectType;
  expect(typesOf(pageInfo)).toEqual({
    hasNextPage: 'Boolean!',
    hasPreviousPage: 'Boolean!',
    startCursor: 'String',
    endCursor: 'String',
  });
  for (const field of lists) {
    const given = Object.fromEntries(field.args.map(({ name, type }) => [name, String(type)]));
    expect(given).toMatchObject({ first: 'Int', after: 'String', last: 'Int', before: 'String' });
    // a record that is named for the list may be missing
    const namesRecord = field.args.some(({ type }) => getNamedType(type).name.endsWith('By'));
    expect([field.name, isNonNullType(field.type)]).toEqual([field.name, !namesRecord]);
    const connection = getNamedType(field.type) as GraphQLObjectType;
    const record = connection.name.replace('Connection', '');
    expect(typesOf(connection)).toMatchObject({
      nodes: `[${record}!]!`,
      edges: `[${record}Edge!]!`,
      pageInfo: 'PageInfo!',
      totalCount: 'Int!',
    });
    const edge = schema.getType(`${record}Edge`);
    expect(isObjectType(edge) && typesOf(edge)).toEqual({ cursor: 'String!', node: `${record}!` });
  }
});
