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
 * Decision: P47.
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

/** So many characters leave at once; half of what a pipe takes whole from several workers. */
const mostGathered = 2_048;

/** What is held at most while nobody reads; beyond it lines are lost. */
const mostHeld = 1_048_576;

const longestMs = 100;

/**
 * Lines of requests leave together, at the latest after 100 ms, while the store goes on: a system call for each takes 3 %
 * of a small request's time, and blocks when nobody reads. Other lines leave at once with those before them, as the process
 * may end. What cannot be written, because the reader has died or the disk is full, is lost.
 * Decision: P47.
 */
export function gathered(file: number): DestinationStream {
  let held = '';
  let isWriting = false;
  let timer: NodeJS.Timeout | undefined;
  const take = (): Buffer => {
    clearTimeout(timer);
    timer = undefined;
    const bytes = Buffer.from(held);
    held = '';
    return bytes;
  };
  const writeNow = (): void => {
    let bytes = take();
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(file, bytes));
    } catch (error) {
      // the pipe is full at the moment
      if (isFull(error)) held = String(bytes) + held;
    }
  };
  const send = (bytes: Buffer): void => {
    write(file, bytes, (error, count) => {
      if (isFull(error)) {
        setTimeout(send, longestMs, bytes).unref();
      } else if (!error && count < bytes.length) {
        send(bytes.subarray(count));
      } else {
        isWriting = false;
        writeSoon();
      }
    });
  };
  const writeSoon = (): void => {
    if (isWriting || held === '') return;
    isWriting = true;
    send(take());
  };
  process.on('exit', writeNow);
  return {
    write: (line) => {
      if (held.length > mostHeld) held = '';
      held += line;
      if (!line.endsWith('"msg":"request"}\n')) writeNow();
      else if (held.length >= mostGathered) writeSoon();
      else timer ??= setTimeout(writeSoon, longestMs).unref();
    },
  };
}

const isFull = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'EAGAIN';

/** The log of the running program: JSON for machines, readable lines on a terminal. Decision: P47. */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const { stdout } = process;
  // lines that nobody reads any more are lost, also those of a start
  stdout.on('error', () => undefined);
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && stdout.isTTY);
  if (!isReadable) return createLog(logLevel, gathered(stdout.fd));
  const colorize = stdout.isTTY && stdout.hasColors();
  return createLog(
    logLevel,
    readable((text) => stdout.write(text), colorize),
  );
}
