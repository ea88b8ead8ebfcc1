import type { LimitName, RateLimits } from '../limits/point-stores.ts';
import type { Quota } from '../limits/reserved-points.ts';
import type { MetricsAddress } from '../metrics/metrics-listener.ts';

/** An invalid text of a setting; the message says what it should be. */
export class BadSetting extends Error {}

// Each function below parses the text of a setting, or throws BadSetting.

export function matching(pattern: RegExp, expected: string): (text: string) => string {
  return (text) => {
    if (!pattern.test(text)) throw new BadSetting(expected);
    return text;
  };
}

/** A whole number in a range, both ends included. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new BadSetting(`a whole number from ${String(least)} to ${String(most)}`);
  };
}

export function oneOf<const Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new BadSetting(`one of ${words.join(', ')}`);
  };
}

/** On or off. */
export function flag(text: string): boolean {
  if (/^(1|on|true)$/i.test(text)) return true;
  if (/^(0|off|false)$/i.test(text)) return false;
  throw new BadSetting('1 or 0, on or off');
}

function readUrl(text: string, schemes: readonly string[], expected: string): URL {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed && schemes.includes(parsed.protocol) && parsed.hostname !== '') return parsed;
  throw new BadSetting(expected);
}

/** The URL of a PostgreSQL server, as written. */
export function databaseUrl(text: string): string {
  const expected = 'an address such as postgres://user:password@host:5432/name';
  readUrl(text, ['postgres:', 'postgresql:'], expected);
  return text;
}

/** Origins as browsers write them; a path, a wildcard or `null` is none. */
export function origins(text: string): readonly string[] {
  const expected =
    'origins separated by commas, such as https://shop.example,http://localhost:8080';
  return text.split(',').map((entry) => {
    const { origin } = readUrl(entry.trim(), ['http:', 'https:'], expected);
    if (origin !== entry.trim()) throw new BadSetting(expected);
    return origin;
  });
}

/** A base URL without a trailing slash, so that a path can follow. */
export function publicUrl(text: string): string {
  const expected = 'an http or https address without query, such as https://store.example';
  const parsed = readUrl(text, ['http:', 'https:'], expected);
  const extra = parsed.search + parsed.hash + parsed.username + parsed.password;
  if (extra !== '') throw new BadSetting(expected);
  return parsed.origin + parsed.pathname.replace(/(?<!\/)\/+$/, '');
}

export function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadSetting('an IANA time zone such as America/New_York');
  }
}

/** The values of `on`: far more than polling middleware sends, less than overloads a small machine. */
const generous: RateLimits = {
  key: { points: 120_000, seconds: 60 },
  address: { points: 6_000, seconds: 60 },
  failures: { points: 600, seconds: 60 },
};

const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };

/**
 * `on`, `off` (null), or limits by name; a limit without a name is that of `key`, and unnamed ones keep their
 * generous default.
 * Decision: P30.
 */
export function rateLimits(text: string): RateLimits | null {
  if (/^(off|0)$/i.test(text)) return null;
  if (/^(on|1)$/i.test(text)) return generous;
  const named: Partial<Record<LimitName, Quota>> = {};
  for (const part of text.split(',')) {
    const [, name = 'key', points = '', unit = ''] =
      /^\s*(?:(key|address|failures)\s*=\s*)?([1-9]\d{0,8})\/(s|min|h)\s*$/.exec(part) ?? [];
    const seconds = secondsOf[unit];
    if (seconds === undefined || name in named) {
      throw new BadSetting(
        '"on", "off", or limits such as 600/min or key=600/min,address=60/s,failures=100/h',
      );
    }
    named[name as LimitName] = { points: Number(points), seconds };
  }
  return { ...generous, ...named };
}

/** Where metrics are served: `off` (null), a port on the loopback address, or `host:port`. */
export function metricsAddress(text: string): MetricsAddress | null {
  if (/^(off|0)$/i.test(text)) return null;
  const [, bracketed, plain, port] =
    /^(?:(?:\[([\da-f:]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new BadSetting('"off", a port, or host:port');
  }
  return { host: bracketed ?? plain ?? '127.0.0.1', port: Number(port) };
}

/** An ISO 4217 code, ignoring case. */
export function currency(text: string): string {
  const code = text.toUpperCase();
  if (Intl.supportedValuesOf('currency').includes(code)) return code;
  throw new BadSetting('an ISO 4217 code such as USD');
}
