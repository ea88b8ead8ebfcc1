import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { openEmbedded } from '../embedded/embedded-database.ts';
import { migrate } from './migrate.ts';
import { compareSchema } from './schema-engine.ts';

/**
 * Creates the next migration from the difference between prisma/migrations and prisma/schema.prisma. Add
 * CHECKs, partial and expression indexes by hand before applying it anywhere. Run in the project's folder: `npm
 * run migration:new <name>`.
 */
async function writeMigration(name: string | undefined): Promise<void> {
  if (name === undefined || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error('Usage: npm run migration:new <name>, the name in snake_case.');
  }
  const database = await openEmbedded({});
  try {
    await migrate(database, { directory: 'prisma/migrations' });
    const sql = await compareSchema(database, await readFile('prisma/schema.prisma', 'utf8'));
    if (sql === '') {
      process.stdout.write('schema.prisma and the migrations agree: nothing to write.\n');
      return;
    }
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const directory = `prisma/migrations/${time}_${name}`;
    await mkdir(directory);
    await writeFile(`${directory}/migration.sql`, sql);
    process.stdout.write(`${directory}/migration.sql\n`);
  } finally {
    await database.close();
  }
}

await writeMigration(process.argv[2]);
