import { testsWithoutDatabase } from './test/support/without-database.mjs';

const folders = ['bench', 'gateway', 'prisma', 'reliability', 'rest', 'schema', 'test'];

/** The tests of each command, by the variable TESTS; by default all except the browser's. */
const choice = process.env.TESTS;

const chosen = {
  fast: () => testsWithoutDatabase(import.meta.dirname, folders).map((file) => `<rootDir>/${file}`),
  // the properties again, with more runs
  long: () => ['**/*.long.test.ts', '**/*.property.test.ts'],
  browser: () => ['<rootDir>/test/browser/*.test.ts'],
};

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // including the sources, so that --watch, --onlyChanged and --findRelatedTests know them
  roots: folders.map((folder) => `<rootDir>/${folder}`),
  testMatch: chosen[choice]?.() ?? ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(choice === 'usual' || choice === 'fast' ? ['\\.long\\.test\\.ts$'] : []),
    // need Chromium
    ...(choice === 'browser' ? [] : ['<rootDir>/test/browser/']),
    // need a server
    ...(process.env.TEST_DATABASE_URL === undefined ? ['<rootDir>/test/postgresql/'] : []),
  ],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  // a timeout for hangs, which a busy machine must never reach
  testTimeout: 600_000,
  workerGracefulExitTimeout: 30_000,
  maxWorkers: '100%',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};
