import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Database } from '../../prisma/database.ts';
import { holdsStore, migrate } from '../../prisma/tools/migrate.ts';
import {
  type AdminSetUp,
  findStoreSettings,
  loadSampleStore,
  noteStartSettings,
  refuseMistyped,
  refuseOthersKey,
  setUpAdmin,
} from '../../schema/index.ts';
import { type MetricsAddress, MetricsAddressTaken } from '../metrics/metrics-listener.ts';
import type { Log } from '../passage/request-log.ts';
import { type Config, toldSettings } from '../settings/config.ts';
import { refuseOtherStore, settleStoreSettings } from '../settings/store-settings.ts';
import { goOnUnlessStopped } from './process-end.ts';

type Progress = (line: string) => void;

export interface Listeners {
  readonly progress: Progress;
  /** Called with the admin's key as soon as this start has created it, because later steps may fail. */
  readonly onKeyMade: (key: string) => void;
  readonly stopAsked?: AbortSignal;
}

export function migrateWithProgress(
  database: Database,
  progress: Progress,
  { log, stopAsked }: { readonly log?: Log; readonly stopAsked?: AbortSignal | undefined } = {},
): Promise<string[]> {
  return migrate(database, {
    onWait: () => {
      progress('Waiting for another process that migrates the database');
      log?.info('another process migrates the database');
    },
    onApplied: async (name) => {
      progress(`Applied migration ${name}`);
      await goOnUnlessStopped(stopAsked);
    },
  });
}

/** Throws what the start would throw once its migrations have run. */
async function refuseForeseen(database: Database, config: Config): Promise<void> {
  const { adminApiKey } = config;
  refuseMistyped(adminApiKey);
  const kept = (await database.session(holdsStore)) && (await findStoreSettings(database.client));
  if (!kept) return;
  refuseOtherStore(kept, config);
  await refuseOthersKey(database.client, adminApiKey);
}

/** Listens on an address and lets go of it again; rejects if that is not possible. */
async function tryOut({ host, port }: MetricsAddress): Promise<void> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Rejects like the listeners if the program could not listen on its addresses now. */
async function refuseTakenAddresses({ host, port, metrics }: Config): Promise<void> {
  await tryOut({ host, port });
  if (!metrics) return;
  await tryOut(metrics).catch((cause: unknown) => {
    throw new MetricsAddressTaken('The metrics cannot be served.', { cause });
  });
}

/**
 * Prepares an open database for serving: migrations, the admin's key, the sample store. If several processes
 * start at once on one database, they prepare it one after the other, and none serves an incomplete sample
 * store. What can be known to fail is refused before the migrations, after which no older version starts.
 */
export async function prepareStore(
  database: Database,
  config: Config,
  { progress, onKeyMade, stopAsked }: Listeners,
  log: Log,
): Promise<AdminSetUp> {
  const { adminApiKey, sampleData } = config;
  await refuseTakenAddresses(config);
  return database.inTurn(
    async () => {
      await goOnUnlessStopped(stopAsked);
      await refuseForeseen(database, config);
      await migrateWithProgress(database, progress, { log, stopAsked });
      // before anything is written: a start with the wrong settings changes nothing
      const own = await settleStoreSettings(database.client, config);
      const admin = await setUpAdmin(database.client, adminApiKey);
      if (admin.madeKey !== null) onKeyMade(admin.madeKey);
      await noteStartSettings(database.client, toldSettings({ ...config, ...own }));
      await goOnUnlessStopped(stopAsked);
      if (sampleData) await loadSampleStore(database.client, progress);
      return admin;
    },
    () => {
      progress('Waiting for another process that prepares the database');
      log.info('another process prepares the database');
    },
  );
}

/** How long preparing the store may still take after a stop was requested, in milliseconds. */
export const prepareMs = 1_000;
