import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../prisma/database.ts';
import type { OnFallback } from '../../prisma/fast-path/delegate.ts';
import { createApp } from '../../gateway/app.ts';
import type { Parts } from '../../gateway/app.ts';
import { createLog } from '../../gateway/passage/request-log.ts';
import type { Log } from '../../gateway/passage/request-log.ts';
import { createRest } from '../../rest/index.ts';
import {
  createExecutor,
  decimalsOf,
  forgetViewers,
  interpretAll,
  loadViewer,
  schema,
  requireKnownCaller,
} from '../../schema/index.ts';
import type { Db, OnUnplanned, Settings } from '../../schema/index.ts';
import { basic, createClient, keyHeader } from './clients.ts';
import type { Client } from './clients.ts';
import { openTestDatabase } from './database.ts';
import { adminViewer, run, settings as standardSettings } from './graphql.ts';

/** A user and their key. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly key: string;
}

export interface StoreOptions {
  readonly timeZone?: string;
  readonly publicUrl?: string | null;
  readonly olderListLimit?: number;
  readonly settings?: Partial<Settings>;
  /** A database that others use too; closing the store leaves it open. */
  readonly database?: Database;
  /** The executor of the program; without it every operation is run by graphql-js. Default true. */
  readonly fastPath?: boolean;
  /** Receives the program's log; without it there is none. */
  readonly log?: Log;
  /** Further parts of the program. */
  readonly parts?: Pick<
    Parts,
    'answerBudget' | 'metrics' | 'rateLimits' | 'requests' | 'publicUrl' | 'trustedProxies'
  >;
  /** Called with every SQL statement that the program sends. */
  readonly onStatement?: (sql: string) => void;
  /** Called with what the fast path leaves to Prisma. */
  readonly onFallback?: OnFallback;
  /** Called when a run plans its reads anew; then the store compiles its documents itself. */
  readonly onUnplanned?: OnUnplanned;
}

/** One start of the program. */
interface Running {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The whole program with its own database, listening on the loopback address. */
export interface Store {
  readonly url: string;
  readonly db: Db;
  readonly older: (account: Account) => Client;
  readonly newer: (account: Account) => Client;
  readonly anonymous: Client;
  /** A client with credentials of any kind. */
  readonly client: (headers: Readonly<Record<string, string>>) => Client;
  /** Creates a user with these roles and a key. */
  readonly account: (name: string, roles?: readonly string[]) => Promise<Account>;
  /** Runs an operation as an admin and returns its data; throws if it is refused. */
  readonly ask: (
    document: string,
    variables?: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  /** Starts the program again on the same database. */
  readonly restarted: (log?: Log) => Promise<Running>;
  readonly close: () => Promise<void>;
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${String(port)}`);
    });
  });
}

/** One for all stores, so that each document is compiled once. */
const compiling = createExecutor(schema);

/** Opens a store with the reference data and nothing else in it. */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { timeZone = 'UTC', publicUrl = null, fastPath = true, olderListLimit = 10_000 } = options;
  const { onStatement, onFallback, onUnplanned } = options;
  const compiled = onUnplanned ? createExecutor(schema, onUnplanned) : compiling;
  const database =
    options.database ??
    (await openTestDatabase({
      fastPath,
      ...(onStatement && { onStatement }),
      ...(onFallback && { onFallback }),
    }));
  const { client: db } = database;
  const start = async (log: Log): Promise<Running> => {
    const app = createApp({
      schema,
      executor: fastPath ? compiled : interpretAll,
      db,
      settings: { ...standardSettings, ...options.settings },
      log,
      ...options.parts,
      loadViewer,
      requireKnownCaller,
      ping: () => database.ping(),
      lifecycle: { draining: false },
      createRest: (functions) =>
        createRest({
          schema,
          ...functions,
          publicUrl,
          timeZone,
          moneyDecimals: decimalsOf(options.settings?.currency ?? standardSettings.currency),
          olderListLimit,
          version: '0.0.0',
        }),
    });
    const server = app.listen(0, '127.0.0.1');
    // A client must not find its connection closed because the machine was busy for some seconds.
    server.keepAliveTimeout = 120_000;
    const url = await listen(server);
    const close = async (): Promise<void> => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    };
    return { url, close };
  };
  const { url, close } = await start(options.log ?? createLog('silent'));

  const ask: Store['ask'] = async (document, variables) => {
    const { data, errors } = await run(db, adminViewer, document, variables);
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return data;
  };

  return {
    url,
    db,
    ask,
    client: (headers) => createClient(url, headers),
    anonymous: createClient(url, {}),
    older: ({ key }) => createClient(url, basic(key)),
    newer: ({ key }) => createClient(url, keyHeader(key)),
    account: async (name, roles = []) => {
      const email = `${name}@store.example`;
      const made = (await ask(
        'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
        { input: { email, name, roles } },
      )) as { createUser: { id: string } };
      const { id } = made.createUser;
      const { generateApiKey } = (await ask(
        'mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }',
        { userId: id },
      )) as { generateApiKey: { key: string } };
      forgetViewers(db);
      return { id: Number(id), email, key: generateApiKey.key };
    },
    restarted: (log = createLog('silent')) => start(log),
    close: async () => {
      await close();
      if (!options.database) await database.close();
    },
  };
}
