import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, Kind, parse, print, visit } from 'graphql';
import type { DefinitionNode } from 'graphql';

const [, , root = '', folder = ''] = process.argv;
const read = (name: string): Promise<string> => readFile(path.join(root, name), 'utf8');

/** How the scalars are written in TypeScript, as docs/graphql.md tells clients. */
const scalars = Object.fromEntries(
  [...(await read('docs/graphql.md')).matchAll(/^\| `(\w+)` +\|[^|]+\| `(string|number)` /gm)].map(
    ([, scalar = '', type = '']): [string, string] => [scalar, type],
  ),
);

/** Writes what graphql-codegen's client preset makes of operations: `documents.ts` and `graphql.ts`. */
async function generateByCodegen(sdl: string, operations: string, folder: string): Promise<void> {
  const document = parse(operations);
  const schemaAst = buildSchema(sdl);
  const baseOutputDir = `${folder}/`;
  const documents = [{ document, location: 'flow.graphql', rawSDL: operations }];
  const made = await preset.buildGeneratesSection({
    baseOutputDir,
    config: { scalars, strictScalars: true, useTypeImports: true },
    presetConfig: { fragmentMasking: false },
    schema: parse(sdl),
    schemaAst,
    documents,
    documentTransforms: [],
    plugins: [],
    pluginMap: {},
  });
  await mkdir(folder, { recursive: true });
  for (const part of made) {
    await writeFile(part.filename, await codegen({ ...part, documents }));
  }
  await writeFile(path.join(folder, 'documents.ts'), "export * from './graphql.ts';\n");
}

/** Names of the fragments that a definition spreads. */
function spreadsOf(definition: DefinitionNode): string[] {
  const names = new Set<string>();
  visit(definition, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}

/** Writes `documents.ts` as programs with gql.tada write it: each document a text that TypeScript reads. */
async function writeForTada(types: string, operations: string, folder: string): Promise<void> {
  const written = parse(operations).definitions.flatMap((definition) => {
    if (
      definition.kind !== Kind.OPERATION_DEFINITION &&
      definition.kind !== Kind.FRAGMENT_DEFINITION
    )
      return [];
    const name = `${definition.name?.value ?? ''}Document`;
    const fragments = spreadsOf(definition).map((spread) => `${spread}Document`);
    return [`export const ${name} = graphql(\`${print(definition)}\`, [${fragments.join(', ')}]);`];
  });
  const map = Object.entries(scalars).map(([scalar, type]) => `${scalar}: ${type}`);
  const start = [
    "import { initGraphQLTada } from 'gql.tada';",
    `import type { introspection } from '${types}';`,
    'const graphql = initGraphQLTada<{',
    `  introspection: introspection; disableMasking: true; scalars: { ${map.join('; ')} };`,
    '}>();',
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'documents.ts'), `${[...start, ...written].join('\n')}\n`);
}

const operations = await read('test/clients/flow.graphql');
await generateByCodegen(
  await read('schema/schema.graphql'),
  operations,
  path.join(folder, 'codegen'),
);
await writeForTada('../../../rest/schema-types.d.ts', operations, path.join(folder, 'tada'));
