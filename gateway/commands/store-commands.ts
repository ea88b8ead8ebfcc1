import { resolve } from 'node:path';
import type { Database, Row } from '../../prisma/database.ts';
import { lockDirectory } from '../../prisma/embedded/directory-lock.ts';
import { lookAtDirectory, removeDirectory } from '../../prisma/embedded/embedded-directory.ts';
import { findViolations, invariants } from '../../prisma/invariants.ts';
import { holdsStore, isMigrated } from '../../prisma/tools/migrate.ts';
import { whereDataAre } from '../process/banner.ts';
import { migrateWithProgress } from '../process/prepare-store.ts';
import { openConfigured } from '../process/server.ts';
import type { Config } from '../settings/config.ts';
import type { Terminal } from './command.ts';

/** The settings name no existing store; the message says where it was expected. */
class NoStore extends Error {
  constructor(config: Config) {
    super(`There is no store (${whereDataAre(config)}). The command serve creates one.`);
  }
}

async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openConfigured(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Runs work on the store that the settings name, and creates nothing: throws NoStore if there is none, ForeignDirectory
 * if the directory contains other files, an Error if its tables are those of another version. Decision: O13.
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
async function withAnyStore<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && lookAtDirectory(resolve(config.dataDir)) !== 'made') throw new NoStore(config);
  return withDatabase(config, async (database) => {
    if (!(await database.session(holdsStore))) throw new NoStore(config);
    return work(database);
  });
}

/**
 * Updates the tables without serving. A database on a server and an empty directory may be new; a directory
 * that does not exist is probably a typing error: throws NoStore.
 */
export async function migrateTables(terminal: Terminal, config: Config): Promise<number> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && lookAtDirectory(resolve(dataDir)) === 'missing') {
    throw new NoStore(config);
  }
  return withDatabase(config, async (database) => {
    await migrateWithProgress(database, terminal.print);
    terminal.print(`The tables are up to date (${whereDataAre(config)}).`);
    return 0;
  });
}

/** Prints every row that breaks an invariant; the exit status is 1 if there is one. */
export async function verifyStore(terminal: Terminal, config: Config): Promise<number> {
  return withStore(config, async (database) => {
    const violations = await database.session(findViolations);
    for (const { says, row } of violations)
      terminal.print(`${says} Violated by: ${describeRow(row)}`);
    terminal.print(
      `${String(invariants.length)} invariants checked, ${String(violations.length)} violations (${whereDataAre(config)}).`,
    );
    return violations.length === 0 ? 0 : 1;
  });
}

function describeRow(row: Row): string {
  return Object.entries(row)
    .map(
      ([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : String(value)}`,
    )
    .join(', ');
}

/**
 * Deletes the embedded database, so that the next start creates a new one. Throws if the directory is not a store's,
 * DirectoryInUse if a store runs on it, and for a database on a server.
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
