import { existsSync } from 'node:fs';
import path from 'node:path';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { circleThrough, importsOf } from './build/circles.mjs';

/**
 * Who may import whom. A part is a directory or a single file; the longest match is used; a part may import
 * itself and what its row names. See docs/architecture.md.
 */
const rooms = {
  'prisma/fast-path/record.ts': { rooms: [], packages: [], node: false },
  prisma: {
    rooms: ['prisma/fast-path/record.ts'],
    packages: ['@prisma/', 'pg', 'lru-cache', '@electric-sql/pglite', 'prisma'],
  },
  'schema/domain': { rooms: [], packages: ['decimal.js'], node: false },
  'schema/execution': {
    rooms: ['prisma/fast-path/record.ts'],
    packages: ['@pothos/', 'graphql', 'lru-cache'],
    node: false,
  },
  'schema/builder.ts': {
    rooms: [
      'schema/execution',
      'prisma',
      'schema/context.ts',
      'schema/scalars.ts',
      'schema/domain',
    ],
    packages: ['@pothos/', 'graphql', 'decimal.js'],
  },
  'schema/context.ts': { rooms: ['prisma'], packages: ['graphql'] },
  'schema/scalars.ts': { rooms: ['schema/domain'], packages: ['graphql', 'decimal.js'] },
  'schema/errors.ts': {
    rooms: ['prisma', 'schema/domain', 'schema/execution'],
    packages: ['graphql'],
  },
  'schema/search': {
    rooms: [
      'prisma',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/domain',
    ],
    packages: ['@pothos/', 'graphql', 'decimal.js'],
  },
  'schema/payload.ts': {
    rooms: [
      'schema',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/execution',
    ],
    packages: ['@pothos/'],
  },
  'schema/bulk/define-bulk.ts': {
    rooms: [
      'schema',
      'schema/payload.ts',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/execution',
    ],
    packages: ['@pothos/'],
  },
  schema: {
    rooms: [
      'schema/payload.ts',
      'schema/bulk/define-bulk.ts',
      'prisma',
      'schema/domain',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/scalars.ts',
      'schema/errors.ts',
      'schema/search',
    ],
    packages: ['@pothos/', 'graphql', 'decimal.js', 'lru-cache'],
  },
  'schema/index.ts': {
    rooms: [
      'schema',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/execution',
      'schema/search',
    ],
    packages: ['graphql'],
  },
  rest: {
    rooms: [],
    packages: [
      'koa',
      '@koa/router',
      'graphql',
      'gql.tada',
      'lossless-json',
      'type-is',
      'swagger-ui-dist',
    ],
  },
  'rest/index.ts': { rooms: ['rest'], packages: ['koa', '@koa/router', 'graphql'] },
  gateway: {
    rooms: ['prisma', 'schema/index.ts', 'rest/index.ts'],
    packages: [
      'koa',
      'koa-compress',
      '@koa/cors',
      'graphql',
      'graphql-yoga',
      'pino',
      'helmet',
      'prom-client',
      'rate-limiter-flexible',
      'lru-cache',
    ],
  },
  build: { rooms: [], packages: ['typescript'] },
  'gateway/graphiql/build.mjs': { rooms: ['build'], packages: ['esbuild'] },
  'gateway/graphiql/page': {
    rooms: [],
    packages: ['graphiql', '@graphiql/react', 'react', 'react-dom', '/pages/'],
    node: false,
  },
  'gateway/pages/page': { rooms: [], packages: [], node: false },
  'gateway/landing/page': { rooms: [], packages: ['/pages/'], node: false },
  'gateway/admin/page': { rooms: [], packages: ['/pages/'], node: false },
  test: { rooms: ['*'], packages: ['*'] },
  bench: { rooms: ['*'], packages: ['*'] },
  reliability: { rooms: ['*'], packages: ['*'] },
};

const root = import.meta.dirname;

function roomOf(file) {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return Object.keys(rooms)
    .filter((room) => relative === room || relative.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const roomsRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { closed: "'{{from}}' may not import '{{to}}'." },
  },
  create(context) {
    const from = roomOf(context.filename);
    if (from === undefined || rooms[from].rooms.includes('*')) return {};
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const row = rooms[from];
      if (specifier.startsWith('.')) {
        const target = path.resolve(path.dirname(context.filename), specifier);
        const to = roomOf(target) ?? '(outside)';
        if (!existsSync(target) && !target.includes('generated')) return;
        if (to !== from && !row.rooms.includes(to)) {
          context.report({ node, messageId: 'closed', data: { from, to } });
        }
      } else if (specifier.startsWith('node:')) {
        if (row.node === false) {
          context.report({ node, messageId: 'closed', data: { from, to: specifier } });
        }
      } else if (
        !row.packages.some(
          (name) =>
            specifier === name || specifier.startsWith(name.endsWith('/') ? name : `${name}/`),
        )
      ) {
        context.report({ node, messageId: 'closed', data: { from, to: specifier } });
      }
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

/** Read at first use: a run of lint sees one state of the files. */
let imports;

const circlesRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { closed: 'A circle of files: {{way}}. Move what both need to the lower file.' },
  },
  create: (context) => ({
    Program(node) {
      imports ??= importsOf(root, ['prisma', 'schema', 'rest', 'gateway']);
      const circle = circleThrough(imports, context.filename);
      if (!circle) return;
      const way = circle.map((file) => path.relative(root, file)).join(' -> ');
      context.report({ node, messageId: 'closed', data: { way } });
    },
  }),
};

export default tseslint.config(
  {
    ignores: [
      '.cache',
      // compiled by tests, together with code that they generate
      'test/reference/flows',
      'test/clients/programs',
      '.ci',
      'dist',
      'data',
      'coverage',
      'prisma/generated',
      'gateway/graphiql/files*',
      'rest/schema-types.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { store: { rules: { rooms: roomsRule, circles: circlesRule } }, regexp },
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            'eslint.config.js',
            'jest.config.js',
            'build/*.mjs',
            'gateway/graphiql/build.mjs',
            'prisma/*/*.mjs',
            'test/support/*.mjs',
            'test/support/runner/*.mjs',
          ],
          maximumDefaultProjectFileMatchCount_THIS_WILL_SLOW_DOWN_LINTING: 16,
        },
        tsconfigRootDir: root,
      },
    },
    rules: {
      'store/rooms': 'error',
      'store/circles': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name="ctx"][property.name="query"]',
          message: "The time of Koa's ctx.query grows with the square of the parameters.",
        },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: [{ from: 'lib', name: 'bigint' }] },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: [
      '*.js',
      'build/*.mjs',
      'prisma/*/*.mjs',
      'test/support/**/*.mjs',
      'gateway/graphiql/build.mjs',
      'gateway/*/page/*.js',
    ],
    ...tseslint.configs.disableTypeChecked,
  },
);
