import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { hasEnded, patiently } from '../test/support/waiting.ts';
import type { ServiceProcess } from './scenario.ts';

/** The compiled program, relative to the directory in which npm runs scripts. */
export const programPath = resolve('dist/gateway/cli.js');

const startMs = 300_000;
const keptOutput = 20_000;

/** The environment of a process; settings of the caller's shell do not reach it. */
export const environmentOf = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  RATE_LIMIT: 'off',
  ...settings,
});

/** Starts the program without waiting for it; its output is stored. */
export function spawnProgram(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Pick<ServiceProcess, 'child' | 'output'> {
  const child = spawn(process.execPath, [programPath, ...words], {
    env: environmentOf(settings),
    // whose .env is not read
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // an exit of the harness, by Ctrl-C or an error, must not leave it running
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    });
  }
  return { child, output: () => output };
}

/** Starts a service process on a port and waits until it is ready, with all of its workers. */
export async function startService(
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const started = spawnProgram(['serve'], {
    LOG_LEVEL: 'warn',
    ...settings,
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const url = `http://127.0.0.1:${String(port)}`;
  await patiently('a service process is ready', startMs, async () => {
    if (hasEnded(started.child)) {
      throw new Error(`A service process ended while it started:\n${started.output()}`);
    }
    // the banner comes last: all workers are up then
    if (!started.output().includes('The online store is up.')) return false;
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { ...started, url };
}

/** Sends a signal and waits for the end; returns the exit status, null after a kill. */
export async function endProcess(
  { child }: Pick<ServiceProcess, 'child'>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}
