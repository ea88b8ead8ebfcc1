import type { Database, DatabaseOptions } from './database.ts';

/**
 * Opens the store's database: the server at `url`, else the embedded one in `dataDir` or in memory. Runs no migrations:
 * see `migrate`. Throws DirectoryInUse if another process uses the directory; an Error if the server is away or too
 * old, or its sessions are not in UTC and the schema `public`.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) {
    const { openServer } = await import('./server/server-database.ts');
    return openServer({ ...options, url: options.url });
  }
  const { openEmbedded } = await import('./embedded/embedded-database.ts');
  return openEmbedded(options);
}
