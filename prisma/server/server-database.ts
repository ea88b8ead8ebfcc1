import pg from 'pg';
import {
  type Database,
  type DatabaseOptions,
  standardLimits,
  standardWaitMs,
} from '../database.ts';
import { pooledDatabase } from '../pool/pooled-database.ts';
import { inTurn } from './start-lock.ts';

/** How much longer than its own timeouts the server is waited for, in milliseconds: then it is hung or cut off. */
const graceMs = 1_000;

const standardPoolSize = 16;

/** Silence after which a connection is probed, in seconds: firewalls forget what is silent for some minutes. */
const probeAfter = 30;

const settings = [
  'TimeZone=UTC',
  // compiling takes longer than any of our statements
  'jit=off',
  // indexes are in memory or on an SSD: at the default of 4, countries and states are scanned for each address
  'random_page_cost=1.1',
  `tcp_keepalives_idle=${String(probeAfter)}`,
];

/**
 * Opens a database on a PostgreSQL server. Connections stay open; waiting for a connection, a lock or a response has a
 * timeout. Throws an Error if the server does not answer, is too old, or its sessions are not in UTC, because times
 * would then be read and written with an offset, or not in the schema that statements name.
 */
export async function openServer(options: DatabaseOptions & { url: string }): Promise<Database> {
  const { poolSize = standardPoolSize, limits = standardLimits } = options;
  const { readMs, writeMs, waitMs = standardWaitMs.server } = limits;
  const connection = {
    connectionString: options.url,
    connectionTimeoutMillis: waitMs,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfter * 1_000,
  };
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    max: poolSize,
    idleTimeoutMillis: 0,
    lock_timeout: waitMs,
    statement_timeout: readMs,
    idle_in_transaction_session_timeout: writeMs,
  });
  pool.on('error', options.onConnectionLost ?? (() => undefined));
  const database = pooledDatabase(
    {
      kind: 'server',
      pool,
      readMs,
      limits: { maxWait: waitMs, timeout: writeMs },
      graceMs,
      onBegin: (timeout) => `; SET LOCAL statement_timeout = ${String(timeout)}`,
      shares: { connections: poolSize, stallMs: waitMs, readMs },
      inTurn: (work, onWait) => inTurn(connection, work, onWait),
    },
    options,
  );
  try {
    const [row] = await database.query(`
      SELECT current_setting('TimeZone') AS zone, ${zoneIsUtc} AS "isUtc",
             current_setting('server_version_num')::int AS version, current_schema() AS schema`);
    refuseUnfit(row as unknown as ServerFacts);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Oldest version of the server, as in `server_version_num`: in it pg_trgm can be created by the database's owner. */
const oldestVersion = 130_000;

/**
 * Whether the time zone of a session, by whatever name (`Etc/UTC`, `Zulu`), is UTC: no offset in any month of four
 * centuries. Zones without one today had the mean time of a place before.
 */
const zoneIsUtc = `(
  SELECT bool_and(extract(timezone FROM month) = 0)
  FROM generate_series('1800-01-01'::timestamptz, '2200-01-01', '1 month') AS month)`;

/** What decides whether a server can hold the store. */
interface ServerFacts {
  readonly zone: string;
  readonly isUtc: boolean;
  readonly version: number;
  readonly schema: string;
}

/** Throws an Error if a server of this version, with sessions in this time zone and schema, cannot hold the store. */
export function refuseUnfit({ zone, isUtc, version, schema }: ServerFacts): void {
  if (version < oldestVersion) {
    throw new Error(
      `The database server is PostgreSQL ${String(Math.floor(version / 10_000))}: the store needs version ` +
        `${String(oldestVersion / 10_000)} or newer. Upgrade the server or use another one.`,
    );
  }
  if (!isUtc) {
    throw new Error(
      `The sessions of the database are in time zone ${zone}, not UTC: times would be shifted. ` +
        "Remove the time zone from the database's address or run ALTER ROLE ... SET timezone = 'UTC'.",
    );
  }
  if (schema !== 'public') {
    throw new Error(
      `The sessions of the database make tables in schema ${schema}, not public, where the store reads its own. ` +
        'Run ALTER ROLE ... SET search_path = public, or let the role use the schema public.',
    );
  }
}
