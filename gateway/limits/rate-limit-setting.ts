/** So many in so many seconds. */
export interface Quota {
  readonly points: number;
  readonly seconds: number;
}

/** What is counted, and for whom. Decision: P30, N33. */
export interface RateLimits {
  /**
   * Points of one user, whichever of their keys is used: one for each 1,000 of cost, at least one per request.
   */
  readonly key: Quota;
  /** Points of one address without a valid key. */
  readonly address: Quota;
  /** Failed attempts with keys and order tokens from one address. */
  readonly failures: Quota;
}

export type LimitName = keyof RateLimits;

/** The values of `on`: far more than polling middleware sends, less than overloads a small machine. */
const generous: RateLimits = {
  key: { points: 120_000, seconds: 60 },
  address: { points: 6_000, seconds: 60 },
  failures: { points: 600, seconds: 60 },
};

const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3_600 };

export const rateLimitExpected =
  '"on", "off", or limits such as 600/min or key=600/min,address=60/s,failures=100/h';

/**
 * Parses the setting RATE_LIMIT: `on`, `off` (null), or limits by name; a limit without a name is that of
 * `key`, and unnamed ones keep their generous default. Undefined for any other text.
 */
export function readRateLimits(text: string): RateLimits | null | undefined {
  if (/^(off|0)$/i.test(text)) return null;
  if (/^(on|1)$/i.test(text)) return generous;
  const named: Partial<Record<LimitName, Quota>> = {};
  for (const part of text.split(',')) {
    const [, name = 'key', points = '', unit = ''] =
      /^\s*(?:(key|address|failures)\s*=\s*)?([1-9]\d{0,8})\/(s|min|h)\s*$/.exec(part) ?? [];
    const seconds = secondsOf[unit];
    if (seconds === undefined || name in named) return undefined;
    named[name as LimitName] = { points: Number(points), seconds };
  }
  return { ...generous, ...named };
}
