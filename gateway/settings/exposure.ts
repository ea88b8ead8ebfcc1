import { isLoopback } from '../passage/client-address.ts';
import type { Config } from './config.ts';
import type { Log } from '../passage/request-log.ts';

/** What a store that others can reach should have. Decision: P30, P37, P71. */
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

/** Logs one warning if others can reach the store and it lacks something for that. Decision: P71. */
export function warnOfExposure(
  config: Pick<Config, 'host' | 'publicUrl' | 'rateLimits'>,
  log: Pick<Log, 'warn'>,
): void {
  if (isLoopback(config.host)) return;
  const missing = rows.filter(({ isMissing }) => isMissing(config)).map(({ says }) => says);
  if (missing.length === 0) return;
  log.warn(`The store can be reached at ${config.host}: ${missing.join('; ')}.`);
}
