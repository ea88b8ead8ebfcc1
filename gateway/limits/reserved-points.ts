import { RateLimiterRes } from 'rate-limiter-flexible';

export interface Quota {
  readonly points: number;
  readonly seconds: number;
}

/** The store that counts points for all processes; rate-limiter-flexible's limiters fit. */
export interface PointStore {
  /** Rejects with a RateLimiterRes if fewer points were left. */
  readonly consume: (key: string, points: number) => Promise<RateLimiterRes>;
}

/** Whether a request may run, and the caller's state afterwards. */
export interface Standing {
  readonly admitted: boolean;
  /** Points left in this window, as far as this process knows. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** The window that was counted in. */
  readonly window: object;
}

/** What this process holds of a caller's window. */
class Share {
  /** Points reserved in the store and not spent yet; negative if a request cost more than it paid. */
  left = 0;
  /** Points that nobody had reserved when the store was last asked. */
  beyond = 0;
  /** End of the window, by the clock of the process. */
  until = Infinity;
  /** The store has no more for this window. */
  spent = false;
  /** Points that requests wait for. */
  waiting = 0;
  asking: Promise<void> | undefined;
}

/** Points reserved at once: a thousandth of the quota, so that a process can hoard next to nothing. */
const largestBlock = 1_000;
/** How often shares of ended windows are removed, in milliseconds. */
const sweepMs = 1_000;

/**
 * Counts requests against a quota that several processes share. Points are reserved in the store in blocks of a
 * thousandth of the quota (1 to 1,000) and spent here, so that most requests need no store access. Never more
 * than the quota is admitted in a window; fewer only by what other processes hold reserved, which is nothing
 * for quotas under 2,000.
 */
export function reservedPoints(store: PointStore, quota: Quota) {
  const shares = new Map<string, Share>();
  const block = Math.min(largestBlock, Math.max(1, Math.floor(quota.points / 1_000)));
  let sweptAt = 0;

  /** Spends points of a caller, all or none; at most the quota. */
  async function take(caller: string, points = 1): Promise<Standing> {
    for (;;) {
      const share = shareOf(caller);
      if (share.left >= points) {
        share.left -= points;
        return standingOf(share, true);
      }
      if (share.spent) return standingOf(share, false);
      share.waiting += points;
      try {
        await (share.asking ??= reserve(caller, share));
      } finally {
        share.waiting -= points;
      }
    }
  }

  /**
   * Returns points, or takes more if the number is negative, without accessing the store; does nothing if the
   * window they were taken in has ended.
   */
  function settle(caller: string, points: number, { window }: Standing): Standing | undefined {
    const share = shares.get(caller);
    if (share === undefined || share !== window || performance.now() >= share.until)
      return undefined;
    share.left += points;
    return standingOf(share, true);
  }

  /** The state of a caller who is known to have nothing left; undefined for all others. Does not access the store. */
  function refusalOf(caller: string): Standing | undefined {
    const share = shares.get(caller);
    return share?.spent === true && share.left <= 0 && performance.now() < share.until
      ? standingOf(share, false)
      : undefined;
  }

  function shareOf(caller: string): Share {
    const known = shares.get(caller);
    if (known && (known.asking || performance.now() < known.until)) return known;
    forgetEnded();
    const fresh = new Share();
    shares.set(caller, fresh);
    return fresh;
  }

  async function reserve(caller: string, share: Share): Promise<void> {
    // all that wait now are served by one reservation
    await Promise.resolve();
    const asked = Math.max(block, share.waiting - share.left);
    try {
      const { remainingPoints, msBeforeNext } = await store.consume(caller, asked);
      note(share, asked, remainingPoints, msBeforeNext);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const over = refusal.consumedPoints - quota.points;
      note(share, Math.max(0, asked - over), 0, refusal.msBeforeNext);
    } finally {
      share.asking = undefined;
    }
  }

  function note(share: Share, left: number, beyond: number, msBeforeNext: number): void {
    if (performance.now() >= share.until) share.left = 0;
    share.left += left;
    share.beyond = beyond;
    share.spent = beyond === 0;
    // a store may count by a clock that was set back since
    share.until = performance.now() + Math.min(msBeforeNext, quota.seconds * 1_000);
  }

  function forgetEnded(): void {
    const now = performance.now();
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    for (const [caller, { until, asking }] of shares) {
      if (!asking && until <= now) shares.delete(caller);
    }
  }

  return { take, settle, refusalOf };
}

function standingOf(share: Share, admitted: boolean): Standing {
  const { left, beyond, until } = share;
  const resetSeconds = Math.max(1, Math.ceil((until - performance.now()) / 1_000));
  return { admitted, remaining: Math.max(0, left + beyond), resetSeconds, window: share };
}
