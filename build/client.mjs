import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { at, unlessMade } from './unless-made.mjs';

/** Generates the Prisma client and its parts, unless schema and packages are unchanged. */
await unlessMade(
  'prisma/generated',
  [
    'build/client.mjs',
    'package-lock.json',
    'prisma.config.ts',
    'prisma/schema.prisma',
    'prisma/tools/tables-generator.mjs',
  ],
  (mark) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [at('node_modules/prisma/build/index.js'), 'generate', '--no-hints'],
      // the schema engine is not used, so nothing must be downloaded
      {
        cwd: at(),
        env: {
          ...process.env,
          // where it finds the generators
          PATH: [at('node_modules/.bin'), process.env.PATH].join(path.delimiter),
          PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
        },
      },
    );
    if (status !== 0) {
      process.stderr.write(Buffer.concat([stdout, stderr]));
      process.exit(1);
    }
    mark(at('prisma/generated'));
  },
);
