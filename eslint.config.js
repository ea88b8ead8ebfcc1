import { existsSync } from 'node:fs';
import path from 'node:path';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { circleThrough, importsOf, rowsOf } from './build/circles.mjs';
import { roomOf, rooms } from './build/rooms.mjs';

const root = import.meta.dirname;

const pathOf = (file) => path.relative(root, file).split(path.sep).join('/');

const roomsRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { closed: "'{{from}}' may not import '{{to}}'." },
  },
  create(context) {
    const from = roomOf(pathOf(context.filename));
    if (from === undefined) return {};
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string') return;
      const row = rooms[from];
      if (specifier.startsWith('.')) {
        const target = path.resolve(path.dirname(context.filename), specifier);
        const to = roomOf(pathOf(target)) ?? '(outside)';
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
            name === '*' ||
            specifier === name ||
            specifier.startsWith(name.endsWith('/') ? name : `${name}/`),
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

const folders = ['prisma', 'schema', 'rest', 'gateway', 'build', 'bench', 'reliability', 'test'];

const circlesRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      files: 'A circle of files: {{way}}. Move what both need to the lower file.',
      rooms: 'A circle of rooms: {{way}}. Take a room out of a row.',
    },
  },
  create: (context) => ({
    Program(node) {
      imports ??= importsOf(root, folders);
      const report = (messageId, circle) => {
        if (circle) context.report({ node, messageId, data: { way: circle.join(' -> ') } });
      };
      const files = circleThrough(imports, context.filename);
      report('files', files?.map(pathOf));
      report('rooms', circleThrough(rowsOf(rooms), roomOf(pathOf(context.filename))));
    },
  }),
};

const koasQuery = {
  selector: 'MemberExpression[object.name="ctx"][property.name="query"]',
  message: "The time of Koa's ctx.query grows with the square of the parameters.",
};

const rawTransaction = {
  selector:
    ':matches(MemberExpression[property.name="$transaction"], Literal[value="$transaction"])',
  message: 'Transactions begin in schema/transaction.ts.',
};

/** The tables of an order. Only schema/order-desk writes them, and the rows that the sample store lays. */
const models = `order|address|lineItem|shipment|shippingRate|inventoryUnit|payment|adjustment|stateChange|outboxEvent`;
const tables = `orders|addresses|line_items|shipments|shipping_rates|inventory_units|payments|adjustments|state_changes|outbox_events`;
const writesOrders = [
  `CallExpression[callee.object.property.name=/^(${models})$/][callee.property.name=/^(create|update|upsert|delete)/]`,
  'CallExpression[callee.name=/^(putRows|putAlike)$/]',
  `TemplateElement[value.raw=/\\b(INSERT INTO|UPDATE|DELETE FROM)\\s+"?(${tables})\\b/i]`,
].map((selector) => ({ selector, message: 'Only schema/order-desk writes orders.' }));

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
      'no-restricted-syntax': ['error', koasQuery, rawTransaction],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: [{ from: 'lib', name: 'bigint' }] },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['schema/**/*.ts'],
    ignores: ['schema/order-desk/**', 'schema/sample-store/**'],
    rules: { 'no-restricted-syntax': ['error', koasQuery, rawTransaction, ...writesOrders] },
  },
  {
    files: [
      'schema/transaction.ts',
      'prisma/**',
      'bench/**',
      'reliability/**',
      'test/**',
      'eslint.config.js',
    ],
    rules: { 'no-restricted-syntax': ['error', koasQuery] },
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
