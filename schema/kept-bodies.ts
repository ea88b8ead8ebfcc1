import { LRUCache } from 'lru-cache';
import { clientOfHouse } from '../prisma/shares/shares.ts';
import type { Db } from './context.ts';

/** Bytes of responses that one principal keeps within an hour: a user, or all with one order's token. Decision: N62. */
const mostOfHour = { user: 268_435_456, token: 1_048_576 } as const;

const hourMs = 3_600_000;

/** So many principals are counted: of more, those that have not written for longest begin anew. */
const countedMost = 10_000;

interface Hour {
  readonly begunAt: number;
  bytes: number;
}

/** What this process was about to store for principals, for each database. */
const hours = new WeakMap<Db, LRUCache<string, Hour>>();

/**
 * Whether the body of a response may be kept for this principal; counts it if so, also if its transaction is run again
 * or rolled back. Each process counts by itself, so that a write asks nothing of the database for it.
 * Decision: N62.
 */
export function mayKeep(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  principal: string,
  bytes: number,
): boolean {
  const house = clientOfHouse(db);
  const counted = hours.get(house) ?? new LRUCache<string, Hour>({ max: countedMost });
  hours.set(house, counted);
  const time = now().getTime();
  const known = counted.get(principal);
  const hour = known && time - known.begunAt < hourMs ? known : { begunAt: time, bytes: 0 };
  counted.set(principal, hour);
  const most = mostOfHour[principal.startsWith('token:') ? 'token' : 'user'];
  if (hour.bytes + bytes > most) return false;
  hour.bytes += bytes;
  return true;
}
