import type { Socket } from 'node:net';
import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** How many bytes of responses one process holds for its clients, and how many of them for one caller. */
const budgetBytes = 268_435_456;
const shareOfCaller = 4;

/** The size counted for a streamed response, which is produced as it is read. */
const streamBytes = 262_144;

/** Bytes of responses that are held, by caller. */
type Held = Map<string, number>;

/**
 * Limits the responses that are produced but not received yet: 503 beyond the budget of the process, or the
 * share of a caller. A request is refused before it does anything; one that only reads also if its own response
 * would exceed the limit. The result of a write is always returned.
 * Decision: N25.
 */
export function boundAnswers(budget = budgetBytes): GatewayMiddleware {
  const share = budget / shareOfCaller;
  const held: Held = new Map();
  /** What one connection holds: a pipelined response emits no end of its own if the connection is lost. */
  const bySocket = new WeakMap<Socket, Held>();
  /** Callers for whom a response found no room, until one of theirs is received. */
  const full = new Set<string>();
  let total = 0;

  const add = (own: Held, caller: string, bytes: number): void => {
    total += bytes;
    if (bytes < 0) full.delete(caller);
    for (const counts of [held, own]) {
      const count = (counts.get(caller) ?? 0) + bytes;
      if (count > 0) counts.set(caller, count);
      else counts.delete(caller);
    }
  };
  const heldBy = (socket: Socket): Held => {
    const known = bySocket.get(socket);
    if (known) return known;
    const own: Held = new Map();
    bySocket.set(socket, own);
    socket.once('close', () => {
      for (const [caller, bytes] of [...own]) add(own, caller, -bytes);
    });
    return own;
  };
  const hasRoom = (caller: string, bytes: number): boolean =>
    total + bytes <= budget && (held.get(caller) ?? 0) + bytes <= share;

  return async function boundAnswers(ctx, next) {
    const { req, res, state } = ctx;
    const { caller = '' } = state;
    if (full.has(caller) || !hasRoom(caller, 1)) {
      refuse(ctx, 503, { 'Retry-After': '5' });
      return;
    }
    await next();
    const bytes = bytesOf(ctx.body);
    if (!hasRoom(caller, bytes) && onlyReads(ctx)) {
      if (held.has(caller)) full.add(caller);
      refuse(ctx, 503, { 'Retry-After': '5' });
      return;
    }
    if (bytes === 0 || req.socket.destroyed) return;
    const own = heldBy(req.socket);
    add(own, caller, bytes);
    res.once('close', () => {
      // the end of the connection has counted it already
      if (own.has(caller)) add(own, caller, -bytes);
    });
  };
}

const onlyReads = ({ method, state }: GatewayContext): boolean =>
  method === 'GET' || method === 'HEAD' || state.onlyReads === true;

/** The size of a body in memory; plain objects are refusals, which are small. */
function bytesOf(body: unknown): number {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body.length;
  return typeof body === 'object' && body !== null && 'pipe' in body ? streamBytes : 0;
}
