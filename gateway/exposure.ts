import type { Config } from './config.ts';
import type { Log } from './request-log.ts';

/** Names of this machine for itself. */
const loopback = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;

/** Whether nobody but this machine reaches a store that listens there. */
export const isLoopback = (host: string): boolean => loopback.test(host);

/** What is missing where others can reach the store. Decision: P30, P37, P71. */
const rows: readonly {
  readonly isMissing: (config: Pick<Config, 'publicUrl' | 'rateLimits'>) => boolean;
  readonly says: string;
}[] = [
  {
    isMissing: ({ publicUrl }) => publicUrl === undefined,
    says: 'PUBLIC_URL is not set, so Location and Link have no host',
  },
  {
    isMissing: ({ rateLimits }) => rateLimits === null,
    says: 'RATE_LIMIT is off, so nothing stops floods of requests and guessing of keys',
  },
];

/**
 * Writes one line to the log about a store that others can reach and that lacks something for it; none
 * where it listens to this machine alone, or where nothing is missing.
 * Decision: P71.
 */
export function warnOfExposure(
  config: Pick<Config, 'host' | 'publicUrl' | 'rateLimits'>,
  log: Pick<Log, 'warn'>,
): void {
  if (isLoopback(config.host)) return;
  const missing = rows.filter(({ isMissing }) => isMissing(config)).map(({ says }) => says);
  if (missing.length === 0) return;
  log.warn(`The store can be reached at ${config.host}: ${missing.join('; ')}.`);
}
