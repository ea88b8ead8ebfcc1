import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort, hasEnded, patiently } from '../test/support/waiting.ts';

/** The harness's own PostgreSQL server, so that it can be stopped. */
export interface Cluster {
  readonly urlOf: (database: string) => string;
  /** Runs one statement in the database `postgres`, or in the named one. */
  readonly run: (sql: string, database?: string) => Promise<pg.QueryResult>;
  /** Kills every process of the server at once, without a checkpoint: it recovers at the next start. */
  readonly stopImmediately: () => Promise<void>;
  /** Starts it and waits until it accepts connections. */
  readonly start: () => Promise<void>;
  /** Stops it for good and deletes its files. */
  readonly remove: () => Promise<void>;
}

/** Creates and starts a server in a temporary directory, with PostgreSQL's default settings. */
export async function makeCluster(): Promise<Cluster> {
  const programs = await findPrograms();
  const owner = ownerOfServer();
  const directory = await mkdtemp(join(tmpdir(), 'store-reliability-'));
  if (owner !== undefined) await chown(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await promisify(execFile)(join(programs, 'initdb'), options, { ...owner, cwd: directory });
  const port = await findFreePort();
  let server: ChildProcess | undefined;
  process.once('exit', () => server?.kill('SIGQUIT'));

  const urlOf = (database: string): string =>
    `postgres://postgres@127.0.0.1:${String(port)}/${database}`;
  const run: Cluster['run'] = async (sql, database = 'postgres') => {
    const client = new pg.Client({ connectionString: urlOf(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const start = async (): Promise<void> => {
    const settings = ['-D', data, '-p', String(port), '-k', directory];
    const child = spawn(
      join(programs, 'postgres'),
      [...settings, '-c', 'listen_addresses=127.0.0.1'],
      { ...owner, cwd: directory, stdio: 'ignore' },
    );
    server = child;
    await patiently('the database server takes connections', 30_000, async () => {
      if (hasEnded(child)) throw new Error('The database server ended while it started.');
      return run('SELECT 1').then(
        () => true,
        () => false,
      );
    });
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || hasEnded(server)) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await start();
  return {
    urlOf,
    run,
    start,
    stopImmediately: () => stop('SIGQUIT'),
    remove: async () => {
      await stop('SIGINT');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The directory of `initdb` and `postgres`: from `pg_config`, else Debian's newest. */
async function findPrograms(): Promise<string> {
  const places: string[] = [];
  try {
    places.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = (await readdir(debian)).sort((one, other) => Number(other) - Number(one));
    places.push(...versions.map((version) => join(debian, version, 'bin')));
  }
  const found = places.find((place) => existsSync(join(place, 'initdb')));
  if (found === undefined) throw new Error('initdb was not found: install a PostgreSQL server.');
  return found;
}

/** PostgreSQL refuses to run as root; then it runs as the user `postgres`. */
function ownerOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
