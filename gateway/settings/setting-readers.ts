import { readMetricsAddress } from '../metrics/metrics-listener.ts';
import type { MetricsAddress } from '../metrics/metrics-listener.ts';
import { rateLimitExpected, readRateLimits } from '../limits/rate-limit-setting.ts';
import type { RateLimits } from '../limits/rate-limit-setting.ts';

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
    throw new BadSetting(words.length === 1 ? `"${words.join()}"` : `one of ${words.join(', ')}`);
  };
}

/** On or off. */
export function flag(text: string): boolean {
  if (/^(1|on|true)$/i.test(text)) return true;
  if (/^(0|off|false)$/i.test(text)) return false;
  throw new BadSetting('1 or 0, on or off');
}

function url(schemes: readonly string[], expected: string): (text: string) => URL {
  return (text) => {
    const parsed = URL.canParse(text) ? new URL(text) : undefined;
    if (parsed && schemes.includes(parsed.protocol) && parsed.hostname !== '') return parsed;
    throw new BadSetting(expected);
  };
}

/** The URL of a PostgreSQL server, as written. */
export function databaseUrl(text: string): string {
  url(
    ['postgres:', 'postgresql:'],
    'an address such as postgres://user:password@host:5432/name',
  )(text);
  return text;
}

/** Origins as browsers write them; a path, a wildcard or `null` is none. */
export function origins(text: string): readonly string[] {
  const expected =
    'origins separated by commas, such as https://shop.example,http://localhost:8080';
  return text.split(',').map((entry) => {
    const { origin } = url(['http:', 'https:'], expected)(entry.trim());
    if (origin !== entry.trim()) throw new BadSetting(expected);
    return origin;
  });
}

/** A base URL without a trailing slash, so that a path can follow. */
export function publicUrl(text: string): string {
  const expected = 'an http or https address without query, such as https://store.example';
  const parsed = url(['http:', 'https:'], expected)(text);
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

/** Limits, or null for none. Decision: P30. */
export function rateLimits(text: string): RateLimits | null {
  const limits = readRateLimits(text);
  if (limits === undefined) throw new BadSetting(rateLimitExpected);
  return limits;
}

/** Where metrics are served; null for nowhere. */
export function metricsAddress(text: string): MetricsAddress | null {
  const address = readMetricsAddress(text);
  if (address === undefined) throw new BadSetting('"off", a port, or host:port');
  return address;
}

/** An ISO 4217 code, ignoring case. */
export function currency(text: string): string {
  const code = text.toUpperCase();
  if (Intl.supportedValuesOf('currency').includes(code)) return code;
  throw new BadSetting('an ISO 4217 code such as USD');
}
