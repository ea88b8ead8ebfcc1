import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { gathered, readable } from '../../gateway/process/readable-log.ts';
import { createLog } from '../../gateway/passage/request-log.ts';
import { patiently } from '../support/waiting.ts';

/** The output on a terminal, without the time. */
function open(colorize = false) {
  const written: string[] = [];
  const destination = readable((text) => written.push(text), colorize);
  return {
    log: createLog('info', destination),
    shown: () => written.map((text) => text.replace(/^\[\d\d:\d\d:\d\d\] /, '')),
  };
}

describe('the log at a terminal (P47)', () => {
  test('a request is one line in words', () => {
    const { log, shown } = open();
    const request = { requestId: 'abc', method: 'POST', route: '/graphql', status: 200, ms: 12.3 };
    log.info(
      { ...request, operation: 'query Orders', errors: ['NOT_FOUND'], user: '7' },
      'request',
    );
    log.info({ requestId: 'def', method: 'GET', route: null, status: 404, ms: 1 }, 'request');
    expect(shown()).toEqual([
      'INFO: POST /graphql 200 12.3 ms query Orders NOT_FOUND {"requestId":"abc","user":"7"}\n',
      'INFO: GET (unknown path) 404 1 ms {"requestId":"def"}\n',
    ]);
  });

  test('an error is shown with its stack', () => {
    const { log, shown } = open();
    log.error({ err: new RangeError('row went wrong') }, 'fault');
    expect(shown().join('')).toMatch(/^ERROR: fault\s[\s\S]*RangeError: row went wrong/);
  });

  test('no control character of a text reaches the terminal', () => {
    const { log, shown } = open(true);
    log.warn({ err: { type: 'Error', message: 'a\u001b[2J\u0007\u009b2J\u007fb' } }, 'c\u001bd');
    const text = shown().join('');
    // the log itself adds the colours
    expect(text.replace(/\u001b\[\d+m/g, '').trimEnd()).toMatch(
      /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]+$/,
    );
    expect(text).toContain('c\ufffdd');
  });
});

describe('the log of a machine (P47)', () => {
  test('lines of requests leave in order, with the next other line or soon', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-log-'));
    const path = join(folder, 'log');
    const file = openSync(path, 'w');
    const log = createLog('info', gathered(file));
    const told = () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => /"requestId":"(\w+)"/.exec(line)?.[1])
        .filter(Boolean);
    for (const requestId of ['a', 'b']) log.info({ requestId }, 'request');
    const atFirst = told();
    log.warn({ requestId: 'c' }, 'slow');
    const withAnother = told();
    log.info({ requestId: 'd' }, 'request');
    while (told().length < 4) await pause(10);
    const soon = told();
    for (let sent = 0; sent < 100; sent += 1)
      log.info({ requestId: `e${String(sent)}` }, 'request');
    while (told().length < 104) await pause(10);
    closeSync(file);
    const all = told();
    await rm(folder, { recursive: true });
    expect([atFirst, withAnother, soon]).toEqual([[], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]);
    expect(all.slice(4)).toEqual(Array.from({ length: 100 }, (_, sent) => `e${String(sent)}`));
  });

  /** A pipe that is full but for one page, and is left open: what is written at the end must not reach another file. */
  async function fullPipe() {
    const folder = await mkdtemp(join(tmpdir(), 'store-log-'));
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const page = `${'{}'.padEnd(4_095)}\n`;
    for (let isFull = false; !isFull;) {
      try {
        writeSync(file, page);
      } catch {
        isFull = true;
      }
    }
    let text = '';
    const read = (): number => {
      try {
        const bytes = Buffer.alloc(4_096);
        const count = readSync(reader, bytes);
        text += bytes.toString('latin1', 0, count);
        return count;
      } catch {
        return 0;
      }
    };
    read();
    return {
      log: createLog('info', gathered(file)),
      /** Reads until the words have come; the lines but those that had filled the pipe. */
      linesUntil: async (words: string): Promise<readonly unknown[]> => {
        await patiently('all is read', 300_000, () => {
          while (read() > 0);
          return Promise.resolve(text.includes(words));
        });
        await rm(folder, { recursive: true });
        const lines = text.split('\n').filter((line) => !/^\{\} *$/.test(line));
        return lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
      },
    };
  }

  test('no line is cut by another when its reader is slow', async () => {
    const { log, linesUntil } = await fullPipe();
    for (let sent = 0; sent < 100; sent += 1) log.info({ requestId: String(sent) }, 'request');
    // so long lines wait, and again after the pipe was full
    await pause(300);
    log.error({ requestId: 'broken' }, 'fault');
    for (let sent = 100; sent < 200; sent += 1) log.info({ requestId: String(sent) }, 'request');
    const lines = await linesUntil('"requestId":"199"');
    expect(lines).toHaveLength(201);
    expect(lines).toContainEqual(expect.objectContaining({ requestId: 'broken', msg: 'fault' }));
  });

  test('nor is one that is longer than a pipe, by lines of the same process', async () => {
    const { log, linesUntil } = await fullPipe();
    log.error({ requestId: 'broken', long: 'ä'.repeat(200_000) }, 'fault');
    log.info({ requestId: 'next' }, 'request');
    log.error({ requestId: 'another' }, 'fault');
    const lines = await linesUntil('"requestId":"another"');
    expect(lines).toMatchObject([
      { requestId: 'broken' },
      { requestId: 'next' },
      { requestId: 'another' },
    ]);
  });

  test('a line that cannot be written is lost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-log-'));
    const path = join(folder, 'log');
    await writeFile(path, '');
    // left open: what is lost later must not reach another file of this number
    const log = createLog('info', gathered(openSync(path, 'r')));
    log.info({ requestId: 'a' }, 'request');
    log.error({ requestId: 'b' }, 'fault');
    log.info({ requestId: 'c' }, 'request');
    const all = readFileSync(path, 'utf8');
    await rm(folder, { recursive: true });
    expect(all).toBe('');
  });
});
