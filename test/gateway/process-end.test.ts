import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { stripped } from '../support/runner/stripped.mjs';

/** Runs a script in a process of its own that ends as the program does; what it logs is printed. */
async function runEnding(script: string): Promise<{ code: unknown; lines: readonly string[] }> {
  const code = await stripped(
    path.join(import.meta.dirname, '../../gateway/process/process-end.ts'),
  );
  const log = `const note = (level) => ({ err }, text) => console.log(level, text, String(err));
    endAtUncaught({ error: note('error'), fatal: note('fatal') });`;
  const run = promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `${code}\n${log}\n${script}`,
  ]);
  const ended = await run.then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: unknown; stdout: string },
  );
  return { code: ended.code, lines: ended.stdout.trim().split('\n') };
}

test('A promise that fails while nobody waits for it is logged, and the process goes on.', async () => {
  const script = `Promise.reject(new Error('left behind'));
    setTimeout(() => console.log('still serving'), 10);`;
  expect(await runEnding(script)).toEqual({
    code: 0,
    lines: ['error failed while nobody waited for it Error: left behind', 'still serving'],
  });
});

test('An error that nothing catches is logged, and ends the process.', async () => {
  const script = `setTimeout(() => { throw new Error('unforeseen'); }, 1);
    setTimeout(() => console.log('still serving'), 60_000);`;
  expect(await runEnding(script)).toEqual({
    code: 1,
    lines: ['fatal uncaught Error: unforeseen'],
  });
});

test('A step that has ended does not hold up a stop that is requested later.', async () => {
  const script = `const asking = new AbortController();
    await untilStop(Promise.resolve(), asking.signal, 60_000);
    setTimeout(() => { console.log('held'); process.exit(1); }, 5_000).unref();
    asking.abort(new StopAsked(0));
    console.log('stopping');`;
  expect(await runEnding(script)).toEqual({ code: 0, lines: ['stopping'] });
});

test('A signal that comes again at once is the same one; a second one ends the process.', async () => {
  const script = `let now = 1_000;
    performance.now = () => now;
    hearSignals({ info: ({ signal }, text) => console.log(signal, text) });
    process.emit('SIGINT');
    process.emit('SIGINT');
    now += 250;
    process.emit('SIGTERM');
    console.log('still stopping');
    now += 100;
    process.emit('SIGTERM');
    console.log('still there');`;
  expect(await runEnding(script)).toEqual({
    code: 143,
    lines: ['SIGINT stopping', 'still stopping'],
  });
});
