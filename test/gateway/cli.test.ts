import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { printSdl, schema } from '../../schema/index.ts';
import { translateProgram } from '../support/program.ts';

let program: Awaited<ReturnType<typeof translateProgram>>;
beforeAll(async () => {
  program = await translateProgram();
});
afterAll(() => rm(program.directory, { recursive: true }));

/** Starts the store in its directory, with settings that make the start fail, and returns its output. */
async function start(environment: Readonly<Record<string, string>>): Promise<unknown> {
  const env = { PATH: process.env['PATH'], ...environment };
  const words = [program.entry, 'serve'];
  try {
    await promisify(execFile)(process.execPath, words, { cwd: program.directory, env });
    return 'it started';
  } catch (error) {
    const { code, stderr } = error as { readonly code: number; readonly stderr: string };
    return { code, told: stderr.split('\n') };
  }
}

describe('a .env file in the working directory', () => {
  test('has settings, and the environment wins over it', async () => {
    const dotEnv = '# ours\nPORT=many\nHOST="two words"\nCURENCY=EUR\nELSE=anything\n';
    await writeFile(join(program.directory, '.env'), dotEnv);
    expect(await start({ HOST: 'other words' })).toEqual({
      code: 1,
      told: [
        'CURENCY is not a setting and is ignored. Did you mean CURRENCY?',
        'Command serve failed: the settings are not valid.',
        '  PORT is "many" but must be a whole number from 0 to 65535.',
        '  HOST is "other words" but must be a host name or address.',
        '',
      ],
    });
    await rm(join(program.directory, '.env'));
  });

  test('that cannot be read ends the start', async () => {
    await mkdir(join(program.directory, '.env'));
    expect(await start({})).toEqual({
      code: 1,
      told: [`${join(program.directory, '.env')} is not a file that this user can read.`, ''],
    });
  });
});

test('The whole schema is written to a pipe before the process exits.', async () => {
  const cwd = join(program.directory, 'gateway');
  const told = await promisify(execFile)(process.execPath, [program.entry, 'sdl'], { cwd });
  expect(told).toEqual({ stdout: printSdl(schema), stderr: '' });
});

test('A log that nobody reads any more holds neither requests nor the end up (P47).', async () => {
  // a pipe of the shell, whose reader ends with the line that has the address
  const pipe = '{ { "$0" "$1" serve; echo "status $?" >&3; } | sed -n "/  REST/{p;q;}"; } 3>&1';
  const cwd = join(program.directory, 'gateway');
  const shell = spawn('sh', ['-c', pipe, process.execPath, program.entry], {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_FORMAT: 'json', DATA_DIR: 'data' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: shell.stdout });
  const [told] = (await once(lines, 'line')) as [string];
  const url = told.replace('REST', '').trim();
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1) statuses.push((await fetch(`${url}/orders`)).status);
  const [claim = ''] = await readdir(join(cwd, 'data/lock'));
  const ended = once(lines, 'line');
  process.kill(Number(claim.split('-')[0]), 'SIGTERM');
  expect([statuses, await ended]).toEqual([[401, 401, 401], ['status 0']]);
});
