import { refuse } from './refusals.ts';
import type { GatewayMiddleware } from './request-state.ts';

/** Whether the program is on its way out; set once, by the signal to stop. */
export interface Lifecycle {
  draining: boolean;
}

/** What the probes look at. */
export interface HealthParts {
  readonly ping: () => Promise<unknown>;
  readonly lifecycle: Lifecycle;
  /** How long a database may take to count as there. */
  readonly pingTimeoutMs?: number;
}

/**
 * Answers for the operator's probes, without a key.
 * - `/livez`   200 while the process lives
 * - `/readyz`  200 while the database answers in time and no stop was asked for; else 503
 *
 * Decision: A2, 0-rulings (set-up surface).
 */
export function health({ ping, lifecycle, pingTimeoutMs = 1_500 }: HealthParts): GatewayMiddleware {
  const answers = answersInTime(ping, pingTimeoutMs);
  return async function health(ctx, next) {
    if (ctx.path !== '/livez' && ctx.path !== '/readyz') {
      await next();
      return;
    }
    ctx.state.route = ctx.path;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      refuse(ctx, 405, { Allow: 'GET, HEAD' });
    } else if (ctx.path === '/livez' || (!lifecycle.draining && (await answers()))) {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { status: 'ok' };
    } else {
      refuse(ctx, 503, { 'Retry-After': '5' });
    }
  };
}

/** One ping at a time: probes that arrive meanwhile share it, so a hanging database collects none. */
function answersInTime(ping: () => Promise<unknown>, timeoutMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return async () => {
    // the reason is not lost: every request that needs the database logs its own failure
    running ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (running = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false);
    });
    return Promise.race([running, tooLate]).finally(() => {
      clearTimeout(timer);
    });
  };
}
