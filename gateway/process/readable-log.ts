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

const longestMs = 100;

/**
 * Lines of requests leave together, at the latest after 100 ms, with the next other line, or when the process ends: a
 * system call for each takes 3 % of a small request's time.
 * Decision: P47.
 */
export function gathered(write: (text: string) => unknown): DestinationStream {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held !== '') write(held);
    held = '';
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      held += line;
      if (held.length >= mostGathered || !line.endsWith('"msg":"request"}\n')) flush();
      else timer ??= setTimeout(flush, longestMs).unref();
    },
  };
}

/**
 * The log of the running program: JSON for machines, readable lines on a terminal. Lines that cannot be written, because
 * nobody reads any more or the disk is full, are lost: the store goes on.
 * Decision: P47.
 */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const { stdout } = process;
  stdout.on('error', () => undefined);
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && stdout.isTTY);
  const write = (text: string): unknown => stdout.write(text);
  const colorize = stdout.isTTY && stdout.hasColors();
  return createLog(logLevel, isReadable ? readable(write, colorize) : gathered(write));
}
