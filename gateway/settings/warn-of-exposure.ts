import { isLoopback } from '../../rest/index.ts';
import type { Config } from './config.ts';
import type { Log } from '../passage/request-log.ts';

type Exposed = Pick<Config, 'host' | 'publicUrl' | 'rateLimits' | 'trustedProxies'>;

/**
 * Logs one warning if others can reach the store and it lacks something for that, and one if a proxy must be in front,
 * because the store itself speaks no TLS, and is not trusted: then all clients have the proxy's address.
 */
export function warnOfExposure(
  { host, publicUrl, rateLimits, trustedProxies }: Exposed,
  log: Pick<Log, 'warn'>,
): void {
  if (publicUrl?.startsWith('https:') && trustedProxies === 0) {
    log.warn(
      'PUBLIC_URL is https, so there is a proxy, but TRUST_PROXY is 0: all clients share one address, its limits and its place in the log.',
    );
  }
  if (isLoopback(host)) return;
  const missing = [
    publicUrl === undefined && 'PUBLIC_URL is not set, so Location and Link have no host',
    rateLimits === null &&
      'RATE_LIMIT is off, so nothing stops floods of requests and guessing of keys',
  ].filter((says) => says !== false);
  if (missing.length > 0) log.warn(`The store can be reached at ${host}: ${missing.join('; ')}.`);
}
