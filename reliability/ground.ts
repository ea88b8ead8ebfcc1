import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../prisma/open-database.ts';
import type { Row } from '../prisma/database.ts';
import { makeCluster } from './cluster.ts';
import type { DatabaseKind, ServiceProcess, Setting } from './scenario.ts';
import { endProcess, startService } from './service-process.ts';
import { findFreePort, hasEnded } from '../test/support/waiting.ts';

const key = 'reliability-0123456789abcdef0123456789abcdef';

/** Where scenarios of one kind of database run. */
export interface Ground {
  /** Runs work in a new store with the sample data, and deletes the store. */
  readonly stage: <Result>(
    wishes: Pick<Setting, 'seconds' | 'attacks' | 'tell'> & {
      readonly environment: Record<string, string>;
    },
    work: (setting: Setting) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Prepares a store once; every scenario gets a copy of it. */
export const prepareGround = (database: DatabaseKind): Promise<Ground> =>
  database === 'embedded' ? prepareEmbedded() : prepareServer(database);

type Source = Pick<Setting['faults'], 'databaseUrl' | 'dataDir'>;

const settingsOf = ({ databaseUrl, dataDir }: Source): Record<string, string> => ({
  ADMIN_API_KEY: key,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  ...(dataDir !== undefined && { DATA_DIR: dataDir }),
});

async function fillStore(source: Source): Promise<void> {
  const service = await startService(await findFreePort(), {
    ...settingsOf(source),
    SAMPLE_DATA: '1',
  });
  await endProcess(service, 'SIGTERM');
}

/** How many processes are started, and with which settings. */
const crews = {
  server: { count: 3, environment: {} },
  workers: { count: 1, environment: { WORKERS: '3' } },
} as const;

async function prepareServer(database: 'server' | 'workers'): Promise<Ground> {
  const cluster = await makeCluster();
  try {
    await cluster.run('CREATE DATABASE prepared');
    await fillStore({ databaseUrl: cluster.urlOf('prepared'), dataDir: undefined });
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  let made = 0;
  const { count, environment } = crews[database];
  return {
    stage: async (wishes, work) => {
      const name = `store_${String((made += 1))}`;
      await cluster.run(`CREATE DATABASE ${name} TEMPLATE prepared`);
      // without it the copy's sequences may go back when the server is killed
      await cluster.run('CHECKPOINT');
      const source = { databaseUrl: cluster.urlOf(name), dataDir: undefined };
      return inStore(
        {
          ...wishes,
          database,
          source,
          count,
          environment: { ...environment, ...wishes.environment },
        },
        {
          stopDatabase: cluster.stopImmediately,
          startDatabase: cluster.start,
          look: async (work) => {
            const client = new pg.Client({
              connectionString: source.databaseUrl,
              options: '-c TimeZone=UTC',
            });
            await client.connect();
            try {
              return await work({
                query: async (sql, values = []) => (await client.query<Row>(sql, [...values])).rows,
              });
            } finally {
              await client.end();
            }
          },
        },
        work,
      );
    },
    close: () => cluster.remove(),
  };
}

async function prepareEmbedded(): Promise<Ground> {
  const directory = await mkdtemp(join(tmpdir(), 'store-reliability-'));
  const prepared = join(directory, 'prepared');
  await fillStore({ dataDir: prepared, databaseUrl: undefined });
  let made = 0;
  const noServer = (): Promise<never> =>
    Promise.reject(new Error('The embedded database has no server.'));
  return {
    stage: async (wishes, work) => {
      const dataDir = join(directory, `store_${String((made += 1))}`);
      await cp(prepared, dataDir, { recursive: true });
      const source = { dataDir, databaseUrl: undefined };
      return inStore(
        { ...wishes, database: 'embedded', count: 1, source },
        {
          stopDatabase: noServer,
          startDatabase: noServer,
          look: async (work, services) => {
            await services.stop();
            const database = await openDatabase({ dataDir });
            try {
              return await work(database);
            } finally {
              await database.close();
              await services.start();
            }
          },
        },
        work,
      );
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

interface Services {
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

interface Reach {
  readonly stopDatabase: () => Promise<void>;
  readonly startDatabase: () => Promise<void>;
  readonly look: <Result>(
    work: Parameters<Setting['look']>[0] extends (session: infer Session) => Promise<unknown>
      ? (session: Session) => Promise<Result>
      : never,
    services: Services,
  ) => Promise<Result>;
}

interface Wishes extends Pick<Setting, 'seconds' | 'attacks' | 'tell' | 'database'> {
  readonly environment: Record<string, string>;
  readonly count: number;
  readonly source: Source;
}

/** Starts the service processes of a store, runs work with them, and ends them. */
async function inStore<Result>(
  { count, source, environment, database, seconds, attacks, tell }: Wishes,
  reach: Reach,
  work: (setting: Setting) => Promise<Result>,
): Promise<Result> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  const processes: ServiceProcess[] = [];
  const startMissing = async (): Promise<void> => {
    await Promise.all(
      ports.map(async (port, place) => {
        const current = processes[place];
        if (current !== undefined && !hasEnded(current.child)) return;
        processes[place] = await startService(port, {
          ...settingsOf(source),
          ...environment,
          SAMPLE_DATA: '0',
        });
      }),
    );
  };
  const endAll = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(Object.values(processes).map((service) => endProcess(service, signal)));
  };
  try {
    await startMissing();
    return await work({
      database,
      seconds,
      attacks,
      tell,
      key,
      urls: ports.map((port) => `http://127.0.0.1:${String(port)}`),
      look: (look) => reach.look(look, { stop: () => endAll('SIGTERM'), start: startMissing }),
      faults: {
        processes,
        environment,
        startMissing,
        end: endProcess,
        stopDatabase: reach.stopDatabase,
        startDatabase: reach.startDatabase,
        ...source,
      },
    });
  } catch (error) {
    for (const service of Object.values(processes)) tell(service.output());
    throw error;
  } finally {
    await endAll('SIGKILL');
  }
}
