import { resolve } from 'node:path';
import { lockDirectory } from '../../prisma/embedded/directory-lock.ts';
import { lookAtDirectory, removeDirectory } from '../../prisma/embedded/embedded-directory.ts';
import type { Config } from '../settings/config.ts';
import type { Terminal } from './command.ts';
import { NoStore, withAnyStore } from './existing-store.ts';

/**
 * Deletes the embedded database, so that the next start creates a new one.
 * Throws if the directory is not a store's, DirectoryInUse if a store runs on it, and for a database on a
 * server.
 */
export async function resetStore(terminal: Terminal, config: Config): Promise<number> {
  if (config.databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL is set. Only an embedded database can be reset; drop one on a server by hand.',
    );
  }
  const directory = resolve(config.dataDir);
  const found = lookAtDirectory(directory);
  if (found === 'missing' || found === 'empty') throw new NoStore(config);
  // a database of another program looks the same from outside
  if (found === 'made') await withAnyStore(config, () => Promise.resolve());
  const release = await lockDirectory(directory);
  try {
    removeDirectory(directory);
  } finally {
    release();
  }
  terminal.print(`Removed the store in ${directory}. The next start creates a new one.`);
  return 0;
}
