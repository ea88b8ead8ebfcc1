import { createRequire } from 'node:module';
import { destination, type DestinationStream } from 'pino';
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

/**
 * Lines of requests leave together, at the latest after 100 ms, with the next other line, or when the process ends: a
 * system call for each takes 3 % of a small request's time, and blocks when nobody reads. Shorter than what a pipe
 * takes at once from several workers.
 * Decision: P47.
 */
function gathered(): DestinationStream {
  const lines = destination({ sync: false, minLength: 2_048, periodicFlush: 100 });
  return {
    write: (line) => {
      lines.write(line);
      if (!line.endsWith('"msg":"request"}\n')) lines.flushSync();
    },
  };
}

/** The log of the running program: JSON for machines, readable lines on a terminal. Decision: P47. */
export function openLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Log {
  const { stdout } = process;
  const isReadable = logFormat === 'pretty' || (logFormat === 'auto' && stdout.isTTY);
  if (!isReadable) return createLog(logLevel, gathered());
  const colorize = stdout.isTTY && stdout.hasColors();
  return createLog(
    logLevel,
    readable((text) => stdout.write(text), colorize),
  );
}
