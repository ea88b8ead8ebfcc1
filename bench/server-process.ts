import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from './options.ts';
import { adminKey } from './ways.ts';
import type { ServerName } from './ways.ts';

/** A server in its own process. */
export interface ServerProcess {
  readonly name: ServerName;
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until the first response, in milliseconds. */
  readonly startMs: number;
  readonly stop: () => Promise<void>;
}

/** The compiled program, relative to the directory in which npm runs scripts. */
export const servicePath = resolve('dist/gateway/cli.js');
const floorPath = fileURLToPath(new URL('./floor.js', import.meta.url));

/** The Node options of `npm run serve`, also for the floor. */
const nodeOptions = (
  JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { serve: string } }
).scripts.serve
  .split(' ')
  .filter((word) => word.startsWith('--'));

const startTimeoutMs = 60_000;
const stopTimeoutMs = 5_000;
const askAgainMs = 20;

/** The environment of a server process; settings of the caller's shell do not reach it. */
export function environmentOf(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings };
}

/** One caller of the service has a quarter of its connections: as many as the floor has. Decision: N41. */
const sharesOfPool = 4;

/**
 * Starts the floor and the service on one database, the service first: it creates the admin's key. A control
 * run has a second floor in place of the service.
 */
export async function startServers(
  databaseUrls: Readonly<Record<ServerName, string>>,
  { pool, isControl }: Options,
): Promise<Readonly<Record<ServerName, ServerProcess>>> {
  const start = async (name: ServerName, command: readonly string[]): Promise<ServerProcess> =>
    startServer(name, command, {
      DATABASE_URL: databaseUrls[name],
      DATABASE_POOL: String(name === 'service' && !isControl ? pool * sharesOfPool : pool),
      ADMIN_API_KEY: adminKey,
      // on as shipped, but never reached
      RATE_LIMIT: 'key=900000000/min',
      SAMPLE_DATA: '0',
    });
  const service = await start('service', isControl ? [floorPath] : [servicePath, 'serve']);
  try {
    return { service, floor: await start('floor', [floorPath]) };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/**
 * Starts a server in its own process and waits until it responds at the path.
 * Throws an Error if it ends or does not respond; then nothing is left running.
 */
export async function startServer(
  name: ServerName,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
  path = '/livez',
): Promise<ServerProcess> {
  const port = await findFreePort();
  const startedAt = performance.now();
  // the log costs the server its normal time, but no CPU is spent on reading it
  const child = spawn(process.execPath, [...nodeOptions, ...command], {
    env: environmentOf({ ...settings, HOST: '127.0.0.1', PORT: String(port) }),
    // whose .env is not read
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // an exit in between, by Ctrl-C or an error, must not leave it running
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const stop = (): Promise<void> => stopChild(child);
  try {
    await awaitAnswer(name, child, `${url}${path}`);
  } catch (error) {
    await stop();
    throw error;
  }
  if (child.pid === undefined) throw new Error(`The ${name} has no process.`);
  return { name, url, pid: child.pid, startMs: performance.now() - startedAt, stop };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

async function awaitAnswer(name: ServerName, child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    if (hasEnded(child)) throw new Error(`The ${name} ended while it started.`);
    try {
      const { ok } = await fetch(url);
      if (ok) return;
    } catch (error) {
      // refused until it listens
      if (!(error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  throw new Error(`The ${name} does not answer ${url}.`);
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(force);
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
