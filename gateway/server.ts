import { execute } from 'graphql';
import { migrate } from '../prisma/migrate.ts';
import { openDatabase } from '../prisma/database.ts';
import type { Database, DatabaseOptions } from '../prisma/database.ts';
import { createRest } from '../rest/index.ts';
import {
  createExecutor,
  loadSampleStore,
  loadViewer,
  schema,
  setUpAdmin,
  toClientError,
} from '../schema/index.ts';
import type { AdminSetUp } from '../schema/index.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Execution } from './execute.ts';
import { warnOfExposure } from './exposure.ts';
import { choresOf, keepHouse } from './housekeeping.ts';
import { listen } from './listener.ts';
import { createMetrics } from './metrics.ts';
import type { Metrics } from './metrics.ts';
import { listenForMetrics } from './metrics-listener.ts';
import { inDatabase, inMemory } from './point-stores.ts';
import { createLog } from './request-log.ts';
import type { Log } from './request-log.ts';

/** What closing the database, or the last chores, may take before the process ends without. In milliseconds. */
const closeMs = 1_500;

/** Tells of long work while it goes on. */
export type Progress = (line: string) => void;

export interface Listeners {
  readonly progress: Progress;
  /** Told the admin's key at once when this start makes it: what follows may fail. */
  readonly onKeyMade: (key: string) => void;
}

/** A store that is up. */
export interface RunningStore {
  /** Where this machine reaches it, without a path. */
  readonly url: string;
  readonly log: Log;
  /** The admin key, when this start made it: it is never told again. */
  readonly madeKey: string | null;
  readonly warning: string | null;
  /** Takes requests for the time given, in milliseconds, finishes what is in flight, closes the database. */
  readonly stop: (lingerMs?: number) => Promise<void>;
}

/** Opens the database of the settings; `DATA_DIR` counts only without `DATABASE_URL`. */
export function openConfigured(
  config: Config,
  log?: Log,
  onFallback: DatabaseOptions['onFallback'] = () => undefined,
): Promise<Database> {
  const { fastPath } = config;
  if (config.databaseUrl === undefined) {
    return openDatabase({ dataDir: config.dataDir, fastPath, onFallback });
  }
  return openDatabase({
    url: config.databaseUrl,
    fastPath,
    poolSize: config.databasePool,
    onFallback,
    onConnectionLost: (error) => log?.warn({ err: error }, 'database connection lost'),
  });
}

/** Brings the tables of an opened database up to date. */
export function migrateWithProgress(database: Database, progress: Progress): Promise<string[]> {
  return migrate(database, {
    onApplied: (name) => {
      progress(`Applied migration ${name}`);
    },
  });
}

/** What operations run with, under the settings. */
export function executionOf(database: Database, config: Config, log: Log): Execution {
  const { currency, requirePaymentToShip, checkoutConfirm, taxRate } = config;
  return {
    schema,
    executor: config.fastPath ? createExecutor(schema) : execute,
    db: database.client,
    settings: { currency, requirePaymentToShip, checkoutConfirm, taxRate },
    log,
    loadViewer,
    toClientError,
  };
}

/**
 * Makes an opened database ready to serve: migrations, the admin's key, the sample store. Of several
 * processes that start at once on one database, one after the other prepares it, and none serves a half
 * of the sample store.
 * Decision: 0-rulings (set-up surface), A8, L50.
 */
export function prepareStore(
  database: Database,
  { adminApiKey, sampleData }: Config,
  { progress, onKeyMade }: Listeners,
  log: Log,
): Promise<AdminSetUp> {
  return database.inTurn(
    async () => {
      await migrateWithProgress(database, progress);
      const admin = await setUpAdmin(database.client, adminApiKey);
      if (admin.madeKey !== null) onKeyMade(admin.madeKey);
      if (sampleData) await loadSampleStore(database.client, { onProgress: progress });
      return admin;
    },
    () => {
      progress('Waiting for another process, which prepares the database');
      log.info('another process prepares the database');
    },
  );
}

/** How long the first process may take to hand a worker the next connection, in milliseconds. */
const handOverMs = 25;

/** What a worker is told by the process that has prepared the store. */
const prepared: AdminSetUp = { madeKey: null, warning: null };

/**
 * Starts the store: database, migrations, the admin's key, the sample store, then the address. A
 * worker finds the store prepared, and hands its figures over instead of serving them.
 * Rejects, with the database closed again, when any of them fails.
 */
export async function startServer(
  config: Config,
  listeners: Listeners,
  isWorker = false,
): Promise<RunningStore> {
  const log = createLog(config.logLevel);
  listeners.progress(
    config.databaseUrl === undefined
      ? 'Opening the embedded database'
      : 'Connecting to the database',
  );
  let metrics: Metrics | undefined;
  const database = await openConfigured(config, log, (model) => metrics?.readPathFellBack(model));
  try {
    const admin = isWorker ? prepared : await prepareStore(database, config, listeners, log);
    const lifecycle = { draining: false };
    const execution = executionOf(database, config, log);
    metrics = config.metrics ? createMetrics(database, isWorker) : undefined;
    const app = createApp({
      ...execution,
      lifecycle,
      metrics,
      trustedProxies: config.trustedProxies,
      rateLimits: config.rateLimits && {
        limits: config.rateLimits,
        openStore: database.kind === 'server' ? inDatabase(database) : inMemory,
      },
      allowedOrigins: config.allowedOrigins ?? [],
      publicUrl: config.publicUrl ?? null,
      ping: () => database.ping(),
      createRest: (execute, inUnit) =>
        createRest({
          schema,
          execute,
          inUnit,
          publicUrl: config.publicUrl ?? null,
          timeZone: config.timeZone,
        }),
    });
    const { host, port } = config;
    const figures =
      config.metrics && metrics && !isWorker
        ? await listenForMetrics(metrics, config.metrics, log)
        : undefined;
    const listener = await listen({
      app,
      host,
      port,
      lifecycle,
      log,
      quietMs: isWorker ? handOverMs : 0,
    });
    if (!isWorker) warnOfExposure(config, log);
    const house = keepHouse(choresOf(database.client), log);
    return {
      url: urlOf(host, listener.port),
      log,
      madeKey: admin.madeKey,
      warning: admin.warning,
      stop: async (lingerMs) => {
        await listener.stop(lingerMs);
        await inTime(house.stop(), 'the chores', log);
        await figures?.stop();
        await inTime(database.close(), 'the database', log);
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Where a client on this machine reaches a port. */
export function urlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${String(port)}`;
}

/** Waits for the end of something, but not for ever: the program stops without it. */
async function inTime(ending: Promise<void>, what: string, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, closeMs, 'late');
  });
  const outcome = await Promise.race([ending, late]);
  clearTimeout(timer);
  if (outcome === 'late') log.warn(`${what} did not end in time`);
}
