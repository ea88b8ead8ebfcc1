import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../prisma/database.ts';
import { readConfig } from '../../gateway/settings/config.ts';
import { startServer } from '../../gateway/process/server.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';

/** The program, started on a store of its own. */
export interface StartedStore {
  readonly url: string;
  readonly adminKey: string;
  /** Its database on the server; undefined on the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly stop: () => Promise<void>;
}

const adminKey = 'key-for-reliability-0123456789abcdef';

async function makeDatabase(dataDir: string): Promise<{
  readonly settings: Readonly<Record<string, string>>;
  readonly database?: Database;
}> {
  if (process.env['TEST_DATABASE_URL'] === undefined) return { settings: { DATA_DIR: dataDir } };
  const database = await openTestDatabase();
  const [row] = await database.query('SELECT current_database() AS name');
  return { database, settings: { DATABASE_URL: urlOf(String(row?.['name'])) } };
}

/** Starts the program as its operators do, in this process, without limits of requests and with these settings. */
export async function startStore(
  more: Readonly<Record<string, string>> = {},
): Promise<StartedStore> {
  const directory = await mkdtemp(join(tmpdir(), 'reliability-'));
  const { settings, database } = await makeDatabase(join(directory, 'data'));
  const store = await startServer(
    readConfig({
      ...settings,
      PORT: '0',
      ADMIN_API_KEY: adminKey,
      SAMPLE_DATA: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      ...more,
    }),
    { progress: () => undefined, onKeyMade: () => undefined },
  );
  return {
    url: store.url,
    adminKey,
    databaseUrl: settings['DATABASE_URL'],
    stop: async () => {
      await store.stop();
      await database?.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
