import { resolve } from 'node:path';
import type { Database } from '../../prisma/database.ts';
import { lookAtDirectory } from '../../prisma/embedded/embedded-directory.ts';
import { holdsStore, isMigrated } from '../../prisma/tools/migrate.ts';
import { whereDataAre } from '../process/banner.ts';
import type { Config } from '../settings/config.ts';
import { openConfigured } from '../process/server.ts';

/** The settings name no existing store; the message says where it was expected. */
export class NoStore extends Error {
  constructor(config: Config) {
    super(`There is no store (${whereDataAre(config)}). The command serve creates one.`);
  }
}

/**
 * Runs work on the store that the settings name, and creates nothing: throws NoStore if there is none,
 * ForeignDirectory if the directory contains other files, an Error if its tables are those of another version.
 * Decision: O13.
 */
export function withStore<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return withAnyStore(config, async (database) => {
    if (await database.session(isMigrated)) return work(database);
    throw new Error('The tables are those of an older version. Run the command migrate.');
  });
}

/** The same whatever version its tables are of. */
export async function withAnyStore<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && lookAtDirectory(resolve(config.dataDir)) !== 'made') throw new NoStore(config);
  const database = await openConfigured(config);
  try {
    if (!(await database.session(holdsStore))) throw new NoStore(config);
    return await work(database);
  } finally {
    await database.close();
  }
}
