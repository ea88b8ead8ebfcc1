import { LRUCache } from 'lru-cache';
import { callerOfClient, clientOfHouse } from '../prisma/shares/shares.ts';
import type { Db } from './context.ts';

/** Bytes of responses kept within an hour: of one caller (N40), and of all with one order's token. Decision: N62. */
const mostOfHour = { callers: 268_435_456, tokens: 1_048_576 } as const;

const hourMs = 3_600_000;

/** So many of each are counted: of more, those that have not written for longest begin anew. */
const countedMost = 10_000;

/** An hour of one of them, and how many bytes this process may still store in it. */
interface Hour {
  readonly begunAt: number;
  left: number;
}

const newHours = () => new LRUCache<string, Hour>({ max: countedMost });

/** Of each database. */
const hours = new WeakMap<Db, Record<keyof typeof mostOfHour, ReturnType<typeof newHours>>>();

function hourOf(db: Db, kind: keyof typeof mostOfHour, whose: string, time: number): Hour {
  const house = clientOfHouse(db);
  const known = hours.get(house) ?? { callers: newHours(), tokens: newHours() };
  hours.set(house, known);
  const hour = known[kind].get(whose);
  if (hour && time - hour.begunAt < hourMs) return hour;
  const begun = { begunAt: time, left: mostOfHour[kind] };
  known[kind].set(whose, begun);
  return begun;
}

/**
 * Whether the body of a response may be kept for this principal; counts it if so, also if its transaction is run again
 * or rolled back. With a token it counts for the address too, because one customer has many tokens. Each process counts
 * by itself, so that a write asks nothing of the database for it.
 */
export function mayKeep(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  principal: string,
  bytes: number,
): boolean {
  const time = now().getTime();
  const counts = principal.startsWith('token:')
    ? [hourOf(db, 'tokens', principal, time), hourOf(db, 'callers', callerOfClient(db), time)]
    : [hourOf(db, 'callers', principal, time)];
  if (counts.some(({ left }) => left < bytes)) return false;
  for (const hour of counts) hour.left -= bytes;
  return true;
}
