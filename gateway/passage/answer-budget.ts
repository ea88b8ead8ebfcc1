import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** How many bytes of responses a process holds for its clients, and which part for one caller. Decision: N25. */
export const answerBounds = { bytes: 268_435_456, ofCaller: 1 / 4 } as const;

/** The size counted for what a streamed response buffers: it is produced as it is read. */
const streamBytes = 262_144;

/**
 * Limits the responses that are produced but not received yet: 503 beyond the budget of the process, or the
 * share of a caller. A request is refused before it does anything; one that only reads also if its own response
 * would exceed the limit. What was written is told, but by its status and headers alone beside so many responses of the
 * same caller that its own would exceed the share.
 */
export function boundAnswers(budget: number = answerBounds.bytes): GatewayMiddleware {
  const share = budget * answerBounds.ofCaller;
  /** Bytes of responses that are held, by caller. */
  const held = new Map<string, number>();
  /** Callers for whom a response found no room, until one of theirs is received. */
  const full = new Set<string>();
  let total = 0;

  const add = (caller: string, bytes: number): void => {
    total += bytes;
    if (bytes < 0) full.delete(caller);
    const count = (held.get(caller) ?? 0) + bytes;
    if (count > 0) held.set(caller, count);
    else held.delete(caller);
  };
  const fitsShare = (caller: string, bytes: number): boolean =>
    (held.get(caller) ?? 0) + bytes <= share;
  const hasRoom = (caller: string, bytes: number): boolean =>
    total + bytes <= budget && fitsShare(caller, bytes);

  return async function boundAnswers(ctx, next) {
    const { req, res, state } = ctx;
    const { caller = '' } = state;
    if (full.has(caller) || !hasRoom(caller, 1)) {
      refuse(ctx, 503);
      return;
    }
    let records = 0;
    state.hold = (bytes) => {
      records = bytes;
      return true;
    };
    await next();
    const leaveOut = state.leaveOut ?? leaveBodyOut.bind(null, ctx);
    // it holds what the response was made of
    delete state.leaveOut;
    const isHeldOnce = state.isFile === true && Buffer.isBuffer(ctx.body);
    const body = isHeldOnce ? 0 : bytesOf(ctx.body);
    if (!hasRoom(caller, body + records) && onlyReads(ctx)) {
      if (held.has(caller)) full.add(caller);
      refuse(ctx, 503);
      return;
    }
    if (held.has(caller) && !fitsShare(caller, body + records)) {
      leaveOut();
      return;
    }
    if (body + records === 0 || req.socket.destroyed) return;
    add(caller, body + records);
    state.hold = (bytes) => {
      if (bytes > records && !hasRoom(caller, bytes - records)) return false;
      add(caller, bytes - records);
      records = bytes;
      return true;
    };
    res.once('close', () => {
      delete state.hold;
      add(caller, -body - records);
    });
  };
}

const onlyReads = ({ method, state }: GatewayContext): boolean =>
  method === 'GET' || method === 'HEAD' || state.onlyReads === true;

function leaveBodyOut(ctx: GatewayContext): void {
  const { status } = ctx;
  ctx.body = '';
  ctx.status = status;
}

/** The size of a body in memory; plain objects are refusals, which are small. */
function bytesOf(body: unknown): number {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length;
  return typeof body === 'object' && body !== null && 'pipe' in body ? streamBytes : 0;
}
