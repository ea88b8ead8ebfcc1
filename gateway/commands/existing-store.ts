import { resolve } from 'node:path';
import type { Database } from '../../prisma/database.ts';
import { lookAtDirectory } from '../../prisma/embedded-directory.ts';
import { holdsStore } from '../../prisma/migrate.ts';
import { whereDataAre } from '../banner.ts';
import type { Config } from '../config.ts';
import { openConfigured } from '../server.ts';

/** There is no store where the settings say; the message says where that is. */
export class NoStore extends Error {
  constructor(config: Config) {
    super(`There is no store (${whereDataAre(config)}). The command serve makes one.`);
  }
}

/**
 * Runs work on the database of the settings where it holds a store, and makes nothing where it holds none:
 * throws NoStore then, ForeignDirectory for a directory of others. Decision: O13.
 */
export async function withStore<Result>(
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
