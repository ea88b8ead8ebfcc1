import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, KeyedRequest, Once, Viewer } from './context.ts';
import { KeyInUse } from './errors.ts';
import {
  asKept,
  claim,
  type GivenAnswer,
  keep,
  type KeptAnswer,
  recall,
  withoutBody,
} from './kept-answers.ts';
import type { Isolation } from './transaction.ts';
import { inUnit } from './unit-of-work.ts';
import { requireToken } from './access/known-caller.ts';

/**
 * How the work of a request ended.
 * - `done`     its changes and the response are stored
 * - `refused`  the changes that refused steps keep are stored; the response only if there are any
 * - `undone`   nothing is stored
 */
type Ending = 'done' | 'refused' | 'undone';

export interface Ended {
  readonly answer: GivenAnswer;
  readonly ending: Ending;
}

/**
 * Whose key it is: of a user, or of everyone with the same order token. Null for callers with neither, who may
 * not write anything.
 */
function principalOf({ user, orderToken }: Viewer): string | null {
  if (user) return `user:${String(user.id)}`;
  if (!orderToken) return null;
  return `token:${createHash('sha256').update(orderToken).digest('base64url')}`;
}

/**
 * Runs a request as one unit of work. With a key it runs once only: the response is stored with the key in the
 * same transaction, for 24 hours, and returned to the same request of the same caller. A body beyond 64 KiB, or
 * beyond what the caller may keep within an hour, is not stored, only the fact that there was one. Requests that
 * were refused and wrote nothing are not stored, because a retry may succeed; those that wrote something are,
 * because a retry would write it once more. Returns how the work ended, or the stored response of an earlier request.
 * Throws Unauthorized for a token that was replaced, KeyReused, KeyInUse, Unavailable and what the work throws.
 * Decision: L1 to L7, N62.
 */
export function answerOnce<End extends Ended>(
  context: Context,
  request: KeyedRequest | null,
  isolation: Isolation,
  work: (context: Context) => Promise<End>,
): Promise<{ readonly ended: End } | { readonly kept: KeptAnswer }> {
  const principal = principalOf(context.viewer);
  return inUnit<{ readonly ended: End } | { readonly kept: KeptAnswer }>(
    context,
    isolation,
    async (inside) => {
      const { db } = inside;
      const keyed = request && principal !== null ? { request, principal } : null;
      if (keyed && !(await claim(db, keyed.principal, keyed.request))) {
        await requireToken(db, inside.viewer);
        const kept = await recall(db, keyed.principal, keyed.request);
        // it expired since
        if (!kept) throw new KeyInUse();
        return { value: { kept }, undone: true };
      }
      const heard = { isRefused: false, hasWritten: false };
      const hearRefusal: Context['hearRefusal'] = (codes, hasWritten = false) => {
        heard.isRefused = true;
        heard.hasWritten ||= hasWritten;
        context.hearRefusal?.(codes, hasWritten);
      };
      const ended = await work({ ...inside, hearRefusal });
      const { answer, ending } = ended;
      if (keyed && ending !== 'undone') {
        const isKept = heard.hasWritten || (ending === 'done' && !heard.isRefused);
        await keep(db, keyed, isKept ? asKept(context, keyed.principal, answer) : null);
      }
      return { value: { ended }, undone: ending === 'undone' };
    },
  );
}

/** For how long a request waits for the first one with its key, and how often it looks; milliseconds. */
const waitsMs = { most: 2_000, each: 50 } as const;

/**
 * Runs a mutation once only: its key is committed with its write, its response is read and stored afterwards. What is
 * stored, and for whom, is as in `answerOnce`; of a mutation whose process ended in between, and of one whose response
 * the work leaves out as null, only that it was carried out. Returns the stored response of an earlier request, else
 * undefined; `onUnstored` hears why a response could not be stored.
 * Throws Unauthorized for a token that was replaced, KeyReused, KeyInUse, and what the work throws.
 */
export async function mutateOnce(
  context: Context,
  request: KeyedRequest,
  work: (context: Context) => Promise<GivenAnswer | null>,
  onUnstored: (error: unknown) => void,
): Promise<KeptAnswer | undefined> {
  const { db, viewer } = context;
  const principal = principalOf(viewer);
  if (principal === null) {
    await work(context);
    return undefined;
  }
  const find = async (): Promise<KeptAnswer | undefined> => {
    await requireToken(db, viewer);
    return recall(db, principal, request);
  };
  const since = performance.now();
  for (;;) {
    try {
      const known = await find();
      if (known) return known;
      const once: Once = { principal, request, isDone: false, isTaken: false };
      const answer = await work({ ...context, once });
      if (once.isTaken) throw new KeyInUse();
      if (once.isDone) {
        const kept = answer ? asKept(context, principal, answer) : withoutBody;
        await keep(db, once, kept).catch(onUnstored);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof KeyInUse)) throw error;
      if (performance.now() - since > waitsMs.most) {
        // the first request may have ended while this one waited for its turn
        const known = await find();
        if (known) return known;
        throw error;
      }
      await pause(waitsMs.each);
    }
  }
}
