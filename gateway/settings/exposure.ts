import { isLoopback } from '../passage/client-address.ts';
import type { Config } from './config.ts';
import type { Log } from '../passage/request-log.ts';

/** Logs one warning if others can reach the store and it lacks something for that. Decision: P30, P37. */
export function warnOfExposure(
  { host, publicUrl, rateLimits }: Pick<Config, 'host' | 'publicUrl' | 'rateLimits'>,
  log: Pick<Log, 'warn'>,
): void {
  if (isLoopback(host)) return;
  const missing = [
    publicUrl === undefined && 'PUBLIC_URL is not set, so Location and Link have no host',
    rateLimits === null &&
      'RATE_LIMIT is off, so nothing stops floods of requests and guessing of keys',
  ].filter((says) => says !== false);
  if (missing.length > 0) log.warn(`The store can be reached at ${host}: ${missing.join('; ')}.`);
}
