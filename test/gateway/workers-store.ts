import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Database } from '../../prisma/database.ts';
import { findFreePort, hasEnded, patiently } from '../support/waiting.ts';
import { openEmptyDatabase, urlOf } from '../support/database.ts';
import { translateProgram } from '../support/program.ts';

/** The admin's key of such a store. */
export const adminKey = 'workers-0123456789abcdef0123456789abcdef';

/** The process ids of the workers that reported to be up, in that order. */
export const workersUp = (output: string): readonly number[] =>
  [...output.matchAll(/"worker":(\d+),"msg":"worker up"/g)].map(([, pid]) => Number(pid));

/** The program as operators start it, with two workers and its own PostgreSQL database. */
export interface WorkersStore {
  readonly url: string;
  readonly metricsUrl: string;
  /** The primary process. */
  readonly child: ChildProcess;
  readonly database: Database;
  readonly databaseUrl: string;
  /** Output of the primary process and the workers so far. */
  readonly output: () => string;
  /** The process ids of the workers that reported to be up, in that order. */
  readonly workerPids: () => readonly number[];
  /** Starts another one on the same database, without waiting. */
  readonly start: (settings: Readonly<Record<string, string>>) => ChildProcess;
  readonly close: () => Promise<void>;
}

/** A start of the program that has come so far. */
interface Started {
  readonly port: number;
  readonly metricsPort: number;
  readonly child: ChildProcess;
  readonly output: () => string;
}

const mostStarts = 4;

/**
 * Starts the program on free ports, and waits until its output contains the words; again on others if somebody else took
 * one of them meanwhile.
 */
export async function startOnFreePorts(
  start: WorkersStore['start'],
  settings: Readonly<Record<string, string>>,
  words: string,
): Promise<Started> {
  for (let starts = 1; ; starts += 1) {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()];
    const child = start({ PORT: String(port), METRICS: String(metricsPort), ...settings });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const closed = new Promise((resolve) => child.once('close', resolve));
    try {
      await patiently(`the program says: ${words}`, 300_000, () => {
        if (hasEnded(child)) throw new Error(`It ended:\n${output}`);
        return Promise.resolve(output.includes(words));
      });
      return { port, metricsPort, child, output: () => output };
    } catch (error) {
      child.kill('SIGKILL');
      // it may have ended before all that it said was read
      await closed;
      if (starts === mostStarts || !output.includes('is already in use')) throw error;
    }
  }
}

/** Starts such a store, with further settings, and waits until it is up. */
export async function openWorkersStore(
  settings: Readonly<Record<string, string>>,
): Promise<WorkersStore> {
  const program = await translateProgram();
  const database = await openEmptyDatabase('server');
  const [row] = await database.query('SELECT current_database() AS name');
  const databaseUrl = urlOf(String(row?.['name']));
  const start: WorkersStore['start'] = (more) =>
    spawn(process.execPath, [program.entry, 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: program.directory,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '3',
        WORKERS: '2',
        ADMIN_API_KEY: adminKey,
        HOST: '127.0.0.1',
        ...more,
      },
    });
  const close = async (): Promise<void> => {
    await database.close();
    await rm(program.directory, { recursive: true });
  };
  const started = await startOnFreePorts(start, settings, 'The online store is up.').catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const { port, metricsPort, child, output } = started;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    metricsUrl: `http://127.0.0.1:${String(metricsPort)}/metrics`,
    child,
    database,
    databaseUrl,
    output,
    workerPids: () => workersUp(output()),
    start,
    close: async () => {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await close();
    },
  };
}
