import { setTimeout as pause } from 'node:timers/promises';
import { refuse, takesMethod } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** Whether the program is stopping; set once, by the signal. */
export interface Lifecycle {
  draining: boolean;
}

export interface HealthParts {
  readonly ping: () => Promise<unknown>;
  readonly lifecycle: Lifecycle;
  readonly pingTimeoutMs?: number;
}

/**
 * The operator's probes, without a key.
 * - `/livez`   200 while the process runs
 * - `/readyz`  200 while the database answers in time and the program is not stopping; else 503
 */
export function health({ ping, lifecycle, pingTimeoutMs = 1_500 }: HealthParts): GatewayMiddleware {
  const answers = answersInTime(ping, pingTimeoutMs);
  const answer = async (ctx: GatewayContext): Promise<void> => {
    ctx.state.route = ctx.path;
    if (!takesMethod(ctx, ['GET', 'HEAD'])) return;
    if (ctx.path === '/livez' || (!lifecycle.draining && (await answers()))) {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    } else {
      refuse(ctx, 503);
    }
  };
  return function health(ctx, next) {
    return ctx.path === '/livez' || ctx.path === '/readyz' ? answer(ctx) : next();
  };
}

/** One ping at a time: concurrent probes share it, so a hanging database does not accumulate them. */
function answersInTime(ping: () => Promise<unknown>, timeoutMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return async () => {
    // the error is not lost: every request that needs the database logs its own
    running ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (running = undefined));
    return Promise.race([running, pause(timeoutMs, false, { ref: false })]);
  };
}
