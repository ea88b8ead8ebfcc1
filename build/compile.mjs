import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { at, unlessMade } from './unless-made.mjs';

/** Files that the program reads beside its modules. */
const copied = [
  'package.json',
  'prisma/migrations',
  'prisma/embedded/embedded-worker.mjs',
  'gateway/admin/page',
  'gateway/landing/page',
  'gateway/pages/page',
  'gateway/graphiql/files',
  'schema/sample-store/rows.json',
  'rest/reference/examples/answers.json',
];

/** Compiles the program into `dist`, unless its sources are unchanged; then only what has changed. */
await unlessMade(
  'dist',
  [
    'build/compile.mjs',
    'gateway',
    'package.json',
    'package-lock.json',
    'prisma',
    'rest',
    'schema',
    'tsconfig.json',
    'build/tsconfig.compile.json',
  ],
  (mark, isThere) => {
    // the build info is wrong if the directory was deleted
    if (!isThere) rmSync(at('.cache/build.tsbuildinfo'), { force: true });
    const words = [
      at('node_modules/typescript/bin/tsc'),
      '-p',
      at('build/tsconfig.compile.json'),
      '--noCheck',
    ];
    const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
    if (status !== 0) process.exit(1);
    for (const file of copied) {
      // what is there is served, so what is gone must not stay
      rmSync(at('dist', file), { recursive: true, force: true });
      cpSync(at(file), at('dist', file), { recursive: true });
    }
    mark(at('dist'));
  },
);
