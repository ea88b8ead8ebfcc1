import { resolve } from 'node:path';
import { lookAtDirectory } from '../../prisma/embedded/embedded-directory.ts';
import type { Config } from '../settings/config.ts';
import { whereDataAre } from '../process/banner.ts';
import { migrateWithProgress } from '../process/prepare-store.ts';
import { openConfigured } from '../process/server.ts';
import type { Terminal } from './command.ts';
import { NoStore } from './existing-store.ts';

/**
 * Updates the tables without serving. A database on a server and an empty directory may be new; a directory
 * that does not exist is probably a typing error: throws NoStore.
 * Decision: O13.
 */
export async function migrateTables(terminal: Terminal, config: Config): Promise<number> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && lookAtDirectory(resolve(dataDir)) === 'missing') {
    throw new NoStore(config);
  }
  const database = await openConfigured(config);
  try {
    await migrateWithProgress(database, terminal.print);
    terminal.print(`The tables are up to date (${whereDataAre(config)}).`);
    return 0;
  } finally {
    await database.close();
  }
}
