import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import { transform } from '@swc/wasm-typescript';
import { openDatabase } from '../../prisma/open-database.ts';
import { DirectoryInUse, lockDirectory } from '../../prisma/embedded/directory-lock.ts';

/** A process that takes the lock, prints the result on one line, and holds it until it is ended. */
const holder = `
import { lockDirectory } from './directory-lock.mjs';
try {
  await lockDirectory(process.argv[2]);
  console.log('held');
  setInterval(() => undefined, 1000);
} catch (error) {
  console.log(error.message);
}`;

let program: string;
beforeAll(async () => {
  program = await mkdtemp(join(tmpdir(), 'store-lock-program-'));
  for (const name of ['directory-lock', 'make-directory']) {
    const source = await readFile(
      new URL(`../../prisma/embedded/${name}.ts`, import.meta.url),
      'utf8',
    );
    const { code } = await transform(source, { mode: 'strip-only' });
    await writeFile(
      join(program, `${name}.mjs`),
      code.replace("-directory.ts'", "-directory.mjs'"),
    );
  }
  await writeFile(join(program, 'holder.mjs'), holder);
});
afterAll(() => rm(program, { recursive: true }));

let folder: string;
let directory: string;
let started: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-lock-'));
  directory = join(folder, 'data');
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map(end));
  await rm(folder, { recursive: true });
});

/** Starts a process that requests the lock and returns the result. */
async function startHolder(): Promise<{ child: ChildProcess; outcome: string }> {
  const child = spawn(process.execPath, [join(program, 'holder.mjs'), directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  started.push(child);
  const lines = createInterface({ input: child.stdout });
  const [outcome] = (await once(lines, 'line')) as [string];
  return { child, outcome };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('The directory of the embedded database', () => {
  test('A second process is refused with the process id of the holder.', async () => {
    const { child } = await startHolder();
    const refused = lockDirectory(directory);
    await expect(refused).rejects.toThrow(DirectoryInUse);
    await expect(refused).rejects.toMatchObject({ pid: child.pid });
  });

  test('The refusal says to stop the holder, and what to do to run several processes.', async () => {
    const { child } = await startHolder();
    const second = await startHolder();
    expect(second.outcome).toBe(
      `The embedded database in ${directory} is in use by process ${String(child.pid)}. ` +
        'Stop it first: one process at a time can open it. To run several, use a PostgreSQL server (DATABASE_URL).',
    );
  });

  test('The same process is refused as well.', async () => {
    const release = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toMatchObject({ pid: process.pid });
    release();
  });

  test('A refusal leaves the holder its lock.', async () => {
    const release = await lockDirectory(directory);
    await startHolder();
    const third = await startHolder();
    expect(third.outcome).toContain(`in use by process ${String(process.pid)}`);
    release();
  });

  test('What a killed process held can be taken.', async () => {
    const { child } = await startHolder();
    await end(child);
    const release = await lockDirectory(directory);
    const claims = await readdir(join(directory, 'lock'));
    release();
    expect(claims).toHaveLength(1);
  });

  test('A process that got the id of a dead holder does not count as the holder.', async () => {
    const { child } = await startHolder();
    const [own = ''] = await readdir(join(directory, 'lock'));
    await end(child);
    const earlier = own.replace(/^\d+-\d+/, `${String(process.ppid)}-1`);
    await writeFile(join(directory, 'lock', earlier), '');
    const release = await lockDirectory(directory);
    const claims = await readdir(join(directory, 'lock'));
    release();
    expect(claims).toHaveLength(1);
  });

  test('A process of another container counts as alive while it touches its claim (L25).', async () => {
    await mkdir(join(directory, 'lock'), { recursive: true });
    const claim = join(directory, 'lock', '1-1-another');
    await writeFile(claim, '');
    const touching = setInterval(() => {
      utimesSync(claim, new Date(), new Date());
    }, 50);
    const refused = lockDirectory(directory);
    await expect(refused).rejects.toThrow('in use by process 1 of another container or machine.');
    clearInterval(touching);
    expect(await readdir(join(directory, 'lock'))).toEqual(['1-1-another']);
  });

  // as where /proc is mounted with hidepid=2
  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux(
    'A process of another user that cannot be looked up counts as alive while it touches its claim (L25).',
    async () => {
      const { child } = await startHolder();
      const [name = ''] = await readdir(join(directory, 'lock'));
      await end(child);
      const claim = join(directory, 'lock', name);
      const kill = jest.spyOn(process, 'kill').mockImplementation(() => {
        throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
      });
      const touching = setInterval(() => {
        utimesSync(claim, new Date(), new Date());
      }, 50);
      await expect(lockDirectory(directory)).rejects.toMatchObject({ pid: child.pid });
      clearInterval(touching);
      const left = await readdir(join(directory, 'lock'));
      const release = await lockDirectory(directory, 1);
      release();
      kill.mockRestore();
      expect(left).toEqual([name]);
    },
  );

  test('A holder touches its claim for those who cannot look it up.', async () => {
    const release = await lockDirectory(directory);
    const [own = ''] = await readdir(join(directory, 'lock'));
    const claim = join(directory, 'lock', own);
    const { mtimeMs } = await stat(claim);
    while ((await stat(claim)).mtimeMs === mtimeMs) await setTimeout(20);
    release();
  });

  test('A holder whose claim another container has removed ends: it must not write on.', async () => {
    const { child } = await startHolder();
    const [own = ''] = await readdir(join(directory, 'lock'));
    const ended = once(child, 'exit');
    await rm(join(directory, 'lock', own));
    const [status] = (await ended) as [number];
    expect(status).toBe(1);
  });

  test('Other files beside the claims stay.', async () => {
    await mkdir(join(directory, 'lock', 'folder-of-others'), { recursive: true });
    await writeFile(join(directory, 'lock', '.DS_Store'), '');
    const release = await lockDirectory(directory);
    release();
    expect((await readdir(join(directory, 'lock'))).sort()).toEqual([
      '.DS_Store',
      'folder-of-others',
    ]);
  });

  test('What a process of another container held can be taken once it is dead.', async () => {
    await mkdir(join(directory, 'lock'), { recursive: true });
    await writeFile(join(directory, 'lock', '1-1-another'), '');
    const release = await lockDirectory(directory, 1);
    const claims = await readdir(join(directory, 'lock'));
    release();
    expect(claims).toEqual([expect.stringMatching(`^${String(process.pid)}-`)]);
  });

  test('A released directory can be taken.', async () => {
    const release = await lockDirectory(directory);
    release();
    release();
    const { outcome } = await startHolder();
    expect(outcome).toBe('held');
  });

  test('Of several processes that start together at most one holds it.', async () => {
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => startHolder()));
    expect(outcomes.filter(({ outcome }) => outcome === 'held').length).toBeLessThanOrEqual(1);
  });

  test('An opened database holds it until it is closed.', async () => {
    const database = await openDatabase({ dataDir: directory });
    await database.script('CREATE TABLE kept (id INT); INSERT INTO kept VALUES (7)');
    await expect(openDatabase({ dataDir: directory })).rejects.toThrow(DirectoryInUse);
    await database.close();
    const again = await openDatabase({ dataDir: directory });
    const rows = await again.query('SELECT id FROM kept');
    await again.close();
    expect(rows).toEqual([{ id: 7 }]);
  });
});
