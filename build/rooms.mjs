/** What the resources of the schema build on. */
const everyResource = [
  'prisma',
  'schema/domain',
  'schema/builder.ts',
  'schema/context.ts',
  'schema/errors.ts',
  'rights',
  'schema/search',
  'schema',
];

/**
 * Who may import whom, in the product. A room is a folder or a file, or those of `at`; the longest match is used; a
 * room may import itself and what its row names. See docs/architecture.md.
 */
const product = {
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
    at: ['schema/errors.ts', 'schema/refs.ts'],
    rooms: ['prisma', 'schema/domain', 'schema/execution'],
    packages: ['graphql'],
  },
  rights: {
    at: ['schema/abilities.ts', 'schema/grants.ts', 'schema/permissions.ts'],
    rooms: ['schema/context.ts', 'schema/errors.ts', 'schema/domain'],
    packages: [],
  },
  'schema/access': {
    rooms: ['prisma', 'schema/context.ts', 'schema/errors.ts', 'rights'],
    packages: ['lru-cache'],
  },
  transactions: {
    at: ['schema/transaction.ts', 'schema/unit-of-work.ts'],
    rooms: ['prisma', 'schema/context.ts', 'schema/errors.ts', 'schema/access'],
    packages: ['graphql'],
  },
  'schema/search': {
    rooms: [
      'prisma',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/domain',
      'transactions',
    ],
    packages: ['@pothos/', 'graphql', 'decimal.js'],
  },
  'an order in hand': {
    at: ['schema/order-desk/working-order.ts', 'schema/variants/option-selection.ts'],
    rooms: ['prisma', 'schema/context.ts', 'schema/domain'],
    packages: [],
  },
  // what every resource builds on: how it is named, read and written, and who may do so
  schema: {
    at: [
      'schema',
      'schema/audit-log/record.ts',
      'schema/external-refs/external-ref-attributes.ts',
      'schema/external-refs/kinds.ts',
      'schema/external-refs/names.ts',
    ],
    rooms: [
      'prisma',
      'schema/domain',
      'schema/builder.ts',
      'schema/context.ts',
      'schema/scalars.ts',
      'schema/errors.ts',
      'rights',
      'schema/access',
      'transactions',
      'schema/search',
      'an order in hand',
    ],
    packages: ['@pothos/', 'graphql', 'lru-cache'],
  },
  mutations: {
    at: ['schema/payload.ts', 'schema/bulk'],
    rooms: [...everyResource, 'schema/access', 'schema/execution'],
    packages: ['@pothos/'],
  },
  'schema/audit-log': { rooms: [...everyResource, 'transactions'], packages: [] },
  'schema/places': { rooms: everyResource, packages: [] },
  'schema/users': {
    rooms: [...everyResource, 'schema/access', 'transactions', 'mutations'],
    packages: [],
  },
  catalogue: {
    at: ['schema/products', 'schema/variants', 'schema/stock'],
    rooms: [...everyResource, 'transactions', 'an order in hand', 'mutations'],
    packages: ['decimal.js'],
  },
  'schema/order-desk': {
    rooms: [...everyResource, 'transactions', 'an order in hand', 'catalogue'],
    packages: ['decimal.js'],
  },
  orders: {
    at: [
      'schema/orders',
      'schema/line-items',
      'schema/shipments',
      'schema/payments',
      'schema/inventory-units',
    ],
    rooms: [
      ...everyResource,
      'an order in hand',
      'mutations',
      'schema/places',
      'schema/users',
      'catalogue',
      'schema/order-desk',
    ],
    packages: ['decimal.js'],
  },
  'schema/external-refs': {
    rooms: [...everyResource, 'schema/access', 'mutations', 'schema/users', 'catalogue', 'orders'],
    packages: [],
  },
  edges: {
    at: ['schema/edges.ts', 'schema/allowed-events.ts'],
    rooms: [
      ...everyResource,
      'an order in hand',
      'schema/users',
      'catalogue',
      'schema/order-desk',
      'orders',
    ],
    packages: ['@pothos/'],
  },
  'schema/sample-store': {
    rooms: ['prisma', 'schema/domain', 'schema/context.ts', 'transactions', 'schema'],
    packages: [],
  },
  'schema/index.ts': {
    rooms: [
      'schema/builder.ts',
      'schema/context.ts',
      'schema/errors.ts',
      'schema/execution',
      'schema/access',
      'transactions',
      'schema',
      'schema/audit-log',
      'schema/places',
      'schema/users',
      'catalogue',
      'schema/order-desk',
      'orders',
      'schema/external-refs',
      'edges',
      'schema/sample-store',
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
};

const ofProduct = Object.keys(product);

/** The same, with what tries the product out. */
export const rooms = {
  ...product,
  'test/support': { rooms: ofProduct, packages: ['*'] },
  bench: { rooms: [...ofProduct, 'test/support'], packages: ['*'] },
  reliability: { rooms: [...ofProduct, 'test/support', 'bench'], packages: ['*'] },
  test: { rooms: [...ofProduct, 'test/support', 'bench', 'reliability'], packages: ['*'] },
};

/** Where the rooms are, the longest path first. */
const places = Object.entries(rooms)
  .flatMap(([room, { at = [room] }]) => at.map((place) => ({ place, room })))
  .sort((a, b) => b.place.length - a.place.length);

/** The room of a file, by its path from the root; undefined if it is in none. */
export const roomOf = (file) =>
  places.find(({ place }) => file === place || file.startsWith(`${place}/`))?.room;
