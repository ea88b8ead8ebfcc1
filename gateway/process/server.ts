import { shareFigures } from '../../prisma/shares/shares.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import type { Database, DatabaseOptions } from '../../prisma/database.ts';
import { createRest } from '../../rest/index.ts';
import {
  type AdminSetUp,
  createExecutor,
  decimalsOf,
  interpretAll,
  loadViewer,
  type OnUnplanned,
  readStoreSettings,
  requireKnownCaller,
  schema,
  type StoreSettings,
} from '../../schema/index.ts';
import { createApp } from '../app.ts';
import { readPersistence } from './document-list.ts';
import type { Config } from '../settings/config.ts';
import type { Execution } from '../operations/execute.ts';
import { warnOfExposure } from '../settings/warn-of-exposure.ts';
import { choresOf, keepHouse } from './housekeeping.ts';
import { listen } from './listener.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { listenForMetrics } from '../metrics/metrics-listener.ts';
import { inDatabase, inMemory } from '../limits/point-stores.ts';
import { goOnUnlessStopped, inTime, untilStop } from './process-end.ts';
import { type Listeners, prepareMs, prepareStore } from './prepare-store.ts';
import { openLog } from './readable-log.ts';
import { queueOfRequests } from '../limits/running-requests.ts';
import type { Log } from '../passage/request-log.ts';
import { version } from '../version.ts';

export interface RunningStore {
  /** Its URL on this machine, without a path. */
  readonly url: string;
  readonly log: Log;
  /** The admin key, if this start created it: it is never shown again. */
  readonly madeKey: string | null;
  readonly warning: string | null;
  /** Accepts requests for the given time, in milliseconds, finishes those in flight, closes the database. */
  readonly stop: (lingerMs?: number) => Promise<void>;
}

/** Opens the database of the settings; `DATA_DIR` is used only without `DATABASE_URL`. */
export function openConfigured(
  config: Config,
  log?: Log,
  onFallback: DatabaseOptions['onFallback'] = () => undefined,
): Promise<Database> {
  const { databaseUrl: url, dataDir, databasePool: poolSize, fastPath } = config;
  const onConnectionLost = (error: Error) => log?.warn({ err: error }, 'database connection lost');
  if (url === undefined) return openDatabase({ dataDir, fastPath, onFallback, onConnectionLost });
  return openDatabase({ url, fastPath, poolSize, onFallback, onConnectionLost });
}

/** What operations run with beside their caller, from the settings and those of the store. */
export function executionOf(
  database: Database,
  config: Config,
  { currency }: StoreSettings,
  log: Log,
  onUnplanned?: OnUnplanned,
): Omit<Execution, 'viewerOf'> {
  return {
    schema,
    executor: config.fastPath ? createExecutor(schema, onUnplanned) : interpretAll,
    db: database.client,
    settings: {
      currency,
      requirePaymentToShip: config.requirePaymentToShip,
      checkoutConfirm: config.checkoutConfirm,
      taxRate: config.taxRate,
      taxShipping: config.taxShipping,
      cartPrices: config.cartPrices,
      orderTokenRights: config.orderTokenRights,
    },
    log,
    requireKnownCaller,
  };
}

/** Timeout for the primary process to hand a worker the next connection, in milliseconds. */
const handOverMs = 25;

/** What a worker gets from the process that has prepared the store. */
const prepared: AdminSetUp = { madeKey: null, warning: null };

/**
 * Starts the store: database, migrations, the admin's key, the sample store, then the listener. A worker finds
 * the store prepared, and sends its metrics to the primary process instead of serving them. Rejects, with the
 * database closed again, if any of them fails, and with `StopAsked` if a stop is requested meanwhile.
 */
export async function startServer(
  config: Config,
  listeners: Listeners,
  isWorker = false,
): Promise<RunningStore> {
  const log = openLog(config);
  const persistence = await readPersistence(config);
  listeners.progress(
    config.databaseUrl === undefined
      ? 'Opening the embedded database'
      : 'Connecting to the database',
  );
  const { stopAsked } = listeners;
  let metrics: Metrics | undefined;
  const opening = openConfigured(config, log, (model) => metrics?.readPathFellBack(model));
  const database = await untilStop(opening, stopAsked);
  try {
    const admin = isWorker
      ? prepared
      : await untilStop(prepareStore(database, config, listeners, log), stopAsked, prepareMs);
    await goOnUnlessStopped(stopAsked);
    const lifecycle = { draining: false };
    const own = await readStoreSettings(database.client);
    const execution = executionOf(database, config, own, log, (why) => metrics?.unplanned(why));
    const requests = queueOfRequests();
    const shares = () => ({ request: requests.figures, ...shareFigures(database.client) });
    metrics = config.metrics ? createMetrics(database, isWorker, shares) : undefined;
    const app = createApp({
      ...execution,
      loadViewer,
      lifecycle,
      metrics,
      requests,
      persistence,
      trustedProxies: config.trustedProxies,
      rateLimits: config.rateLimits && {
        limits: config.rateLimits,
        openStore: database.kind === 'server' ? inDatabase(database) : inMemory,
      },
      allowedOrigins: config.allowedOrigins ?? [],
      publicUrl: config.publicUrl ?? null,
      ping: () => database.ping(),
      createRest: (functions) =>
        createRest({
          schema,
          ...functions,
          publicUrl: config.publicUrl ?? null,
          timeZone: own.timeZone,
          moneyDecimals: decimalsOf(own.currency),
          olderListLimit: config.olderListLimit,
          version,
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
      trustedProxies: config.trustedProxies,
      onCut: metrics?.connectionCut,
      onMalformed: metrics?.malformedAnswered,
    });
    if (!isWorker) warnOfExposure(config, log);
    const chores = choresOf(database.client, config, execution.settings);
    for (const { name } of chores) metrics?.choreFailed(name, 0);
    const house = keepHouse(chores, log, metrics?.choreFailed);
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
    await inTime(database.close(), 'the database', log);
    throw error;
  }
}

/** The URL of a port for clients on this machine. */
export function urlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${String(port)}`;
}
