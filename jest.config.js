import { availableParallelism } from 'node:os';
import { testsWithoutDatabase } from './test/support/without-database.mjs';

const folders = ['bench', 'gateway', 'prisma', 'reliability', 'rest', 'schema', 'test'];

/** The tests of each command, by the variable TESTS; by default all except the browser's. */
const choice = process.env.TESTS;

const chosen = {
  fast: () => testsWithoutDatabase(import.meta.dirname, folders).map((file) => `<rootDir>/${file}`),
  // the other properties run more often on a server, or as often in `npm test`
  long: () => ['**/*.long.test.ts', '<rootDir>/test/properties/execution.property.test.ts'],
  browser: () => ['<rootDir>/test/browser/*.test.ts'],
};

// names the databases of this run on the server of TEST_DATABASE_URL, for its workers as well
process.env.STORE_TEST_TEMPLATE ??= `store_test_${process.pid}_${Date.now()}`;

const cores = Math.max(2, availableParallelism());

/** Tests without a database wait half of their time, for timers, sockets and child processes: one more fills it. */
const workers = choice === 'fast' ? cores + 1 : cores;

/** Each takes up to 16 connections and some more of the server, which by default has 100. */
const mostOnServer = 4;

/** @type {import('jest').Config} */
export default {
  // Node.js itself loads the modules, once for all files of a worker: twice as fast as a context of its own for each
  runner: '<rootDir>/test/support/runner/runner.mjs',
  setupFiles: ['<rootDir>/test/support/runner/register.mjs'],
  transform: {},
  // including the sources, so that --watch, --onlyChanged and --findRelatedTests know them
  roots: folders.map((folder) => `<rootDir>/${folder}`),
  testMatch: chosen[choice]?.() ?? ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(choice === 'usual' || choice === 'fast' ? ['\\.long\\.test\\.ts$'] : []),
    // need Chromium
    ...(choice === 'browser' ? [] : ['<rootDir>/test/browser/']),
    // need a server; or say of one database what they say of the other, such as statuses, permissions and shapes
    process.env.TEST_DATABASE_URL === undefined
      ? '<rootDir>/test/postgresql/'
      : '<rootDir>/test/(clients|reference|contract/walk|access(?!/token-race))/',
  ],
  // a single worker would be this process, which keeps modules while --watch waits
  maxWorkers:
    process.env.TEST_DATABASE_URL === undefined ? workers : Math.min(mostOnServer, workers),
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};
