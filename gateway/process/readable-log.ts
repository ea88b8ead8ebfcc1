import { write, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { DestinationStream } from 'pino';
import type { Config } from '../settings/config.ts';
import { createLog, type Log } from '../passage/request-log.ts';

type Line = Readonly<Record<string, unknown>>;

/** The part of pino-pretty used here. */
interface PinoPretty {
  readonly prettyFactory: (options: object) => (line: string) => string;
}

/** The text of a request's line: `GET /api/orders 200 12.3 ms`. */
function inShort({ msg, method, route, status, ms, operation, errors }: Line): string {
  if (msg !== 'request') return String(msg);
  const told = [method, route ?? '(unknown path)', status, `${String(ms)} ms`, operation];
  const codes: readonly unknown[] = Array.isArray(errors) ? errors : [];
  return [...told.filter((part) => part !== undefined), ...codes].join(' ');
}

/**
 * Formats each line of the log for people: time, level, what happened, then the rest. Control characters in
 * texts, which clients may send, do not reach the terminal.
 */
export function readable(write: (text: string) => unknown, colorize: boolean): DestinationStream {
  // loaded only if needed
  const load = createRequire(import.meta.url);
  const { prettyFactory } = load('pino-pretty') as PinoPretty;
  const prettify = prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'method,route,status,ms,operation,errors,address',
    messageFormat: inShort,
  });
  return {
    write: (line) => {
      // JSON writes those below U+0020 as \u00xx
      write(prettify(line.replace(/\\u00[01][0-9a-f]|[\u007f-\u009f]/gi, '\\ufffd')));
    },
  };
}

/** So many characters leave at once. */
const mostGathered = 2_048;

/** So many bytes a pipe of Linux takes whole or not at all, whoever else writes to it (PIPE_BUF). */
const mostWhole = 4_096;

/** What is held at most while nobody reads; beyond it lines are lost. */
const mostHeld = 1_048_576;

const longestMs = 100;

/**
 * Lines of requests leave together, at the latest after 100 ms, while the store goes on: a system call for each takes 3 %
 * of a small request's time, and blocks when nobody reads. Other lines leave at once with those before them, as the process
 * may end. What cannot be written, because the reader has died or the disk is full, is lost, but whole lines only: what
 * leaves at once is lines that a pipe takes whole. Of a longer line a full pipe takes a part; the rest goes before all
 * other lines of this process.
 */
export function gathered(file: number): DestinationStream {
  let lines: string[] = [];
  /** How many characters these lines have. */
  let held = 0;
  /** What is left of lines of which the file took a part. */
  let rest: Buffer = Buffer.alloc(0);
  /** A write runs, or the pipe was full a moment ago. */
  let isBusy = false;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    lines = [];
    held = 0;
  };
  /** As many lines as a pipe takes whole, or one. */
  const take = (): Buffer => {
    let [count, size] = [0, 0];
    for (const line of lines) {
      size += Buffer.byteLength(line);
      if (count > 0 && size > mostWhole) break;
      count += 1;
    }
    const text = lines.splice(0, count).join('');
    held -= text.length;
    return Buffer.from(text);
  };
  const failed = (bytes: Buffer, error: unknown): void => {
    if (!isFull(error)) {
      forget();
      return;
    }
    if (bytes !== rest) {
      const text = String(bytes);
      lines.unshift(text);
      held += text.length;
    }
    if (isBusy) return;
    isBusy = true;
    setTimeout(() => {
      isBusy = false;
      writeSoon();
    }, longestMs).unref();
  };
  const stopTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const writeNow = (): void => {
    stopTimer();
    while (rest.length > 0 || lines.length > 0) {
      const bytes = rest.length > 0 ? rest : take();
      try {
        rest = bytes.subarray(writeSync(file, bytes));
      } catch (error) {
        failed(bytes, error);
        return;
      }
    }
  };
  const writeSoon = (): void => {
    stopTimer();
    const [first = ''] = lines;
    if (isBusy || (rest.length === 0 && first === '')) return;
    if (rest.length > 0 || Buffer.byteLength(first) > mostWhole) {
      // nothing of this process may come between its parts
      writeNow();
      return;
    }
    const bytes = take();
    isBusy = true;
    write(file, bytes, (error, count) => {
      isBusy = false;
      if (error) failed(bytes, error);
      else if (count < bytes.length) rest = Buffer.concat([bytes.subarray(count), rest]);
      writeSoon();
    });
  };
  process.on('exit', writeNow);
  return {
    write: (line) => {
      if (held > mostHeld) forget();
      lines.push(line);
      held += line.length;
      if (!line.endsWith('"msg":"request"}\n')) writeNow();
      else if (held >= mostGathered) writeSoon();
      else timer ??= setTimeout(writeSoon, longestMs).unref();
    },
  };
}

const isFull = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';

/** The log of the running program: JSON for machines, readable lines on a terminal. */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const { stdout } = process;
  // lines that nobody reads any more are lost, also those of a start
  stdout.on('error', () => undefined);
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && stdout.isTTY);
  if (!isReadable) return createLog(logLevel, gathered(stdout.fd));
  const colorize = stdout.isTTY && stdout.hasColors();
  const lines = readable((text) => stdout.write(text), colorize);
  return createLog(logLevel, lines);
}
