import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openDatabase } from '../../prisma/open-database.ts';
import { translateProgram } from '../support/program.ts';

let program: Awaited<ReturnType<typeof translateProgram>>;
beforeAll(async () => {
  program = await translateProgram();
});
afterAll(() => rm(program.directory, { recursive: true }));

/** Starts the program on a directory, tells it to stop once a file exists, and returns how it ended. */
async function stopAt(dataDir: string, name: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [program.entry, 'serve'], {
    cwd: program.directory,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(child, 'close');
  while (child.exitCode === null && !existsSync(join(dataDir, name))) await pause(1);
  child.kill(signal);
  const [status, killedBy] = (await ended) as [number | null, NodeJS.Signals | null];
  return { status, killedBy, wasUp: printed.includes('The online store is up.') };
}

const startMigrating = (dataDir: string): ChildProcess =>
  spawn(process.execPath, [program.entry, 'migrate'], {
    cwd: program.directory,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: 'ignore',
  });

/** Kills a first start once a file of the database's directory exists. */
async function killAt(dataDir: string, name: string): Promise<void> {
  const child = startMigrating(dataDir);
  const ended = once(child, 'exit');
  while (child.exitCode === null && !existsSync(join(dataDir, name))) await pause(1);
  child.kill('SIGKILL');
  await ended;
}

test('A start that is killed while it makes the embedded database is made up for by the next.', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store-killed-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await killAt(dataDir, 'base');
  await killAt(dataDir, 'PG_VERSION');
  const wasHalf = existsSync(join(dataDir, 'unfinished'));
  const [status] = (await once(startMigrating(dataDir), 'exit')) as [number];
  const database = await openDatabase({ dataDir });
  const roles = await database.query('SELECT count(*)::int AS count FROM roles');
  await database.close();
  await rm(folder, { recursive: true });
  expect(wasHalf).toBe(true);
  expect(status).toBe(0);
  expect(roles[0]?.['count']).toBeGreaterThan(0);
});

test.each([
  ['SIGTERM', 'base'],
  ['SIGINT', 'PG_VERSION'],
  ['SIGTERM', 'unfinished'],
] as const)(
  '%s during a first start, when %s is there, ends it with 0, leaves no claim on the directory, and the next start works (L53).',
  async (signal, name) => {
    const folder = await mkdtemp(join(tmpdir(), 'store-stopped-'));
    const dataDir = join(folder, 'data');
    const end = await stopAt(dataDir, name, signal);
    const claims = readdirSync(join(dataDir, 'lock'));
    const [status] = (await once(startMigrating(dataDir), 'exit')) as [number];
    const database = await openDatabase({ dataDir });
    const roles = await database.query('SELECT count(*)::int AS count FROM roles');
    await database.close();
    await rm(folder, { recursive: true });
    expect(end).toEqual({ status: 0, killedBy: null, wasUp: false });
    expect(claims).toEqual([]);
    expect(status).toBe(0);
    expect(roles[0]?.['count']).toBeGreaterThan(0);
  },
);
