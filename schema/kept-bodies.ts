import { LRUCache } from 'lru-cache';
import { callerOfClient, clientOfHouse } from '../prisma/shares/shares.ts';
import type { Db } from './context.ts';

/** Bytes of responses kept within an hour: of one caller (N40), and of all with one order's token. Decision: N62. */
const mostOfHour = { callers: 268_435_456, tokens: 1_048_576 } as const;

const hourMs = 3_600_000;

/** So many of each are counted: of more, those that have not written for longest begin anew. */
const countedMost = 10_000;

interface Hour {
  readonly begunAt: number;
  bytes: number;
}

/** What this process was about to store within an hour, each for whom it is. */
class Hours {
  private readonly counted = new LRUCache<string, Hour>({ max: countedMost });
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  hasRoom(whose: string, time: number, bytes: number): boolean {
    return this.hourOf(whose, time).bytes + bytes <= this.most;
  }

  add(whose: string, time: number, bytes: number): void {
    this.hourOf(whose, time).bytes += bytes;
  }

  private hourOf(whose: string, time: number): Hour {
    const known = this.counted.get(whose);
    if (known && time - known.begunAt < hourMs) return known;
    const begun = { begunAt: time, bytes: 0 };
    this.counted.set(whose, begun);
    return begun;
  }
}

const newHours = () => ({
  callers: new Hours(mostOfHour.callers),
  tokens: new Hours(mostOfHour.tokens),
});

/** Of each database. */
const hours = new WeakMap<Db, ReturnType<typeof newHours>>();

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
  const house = clientOfHouse(db);
  const { callers, tokens } = hours.get(house) ?? newHours();
  hours.set(house, { callers, tokens });
  const time = now().getTime();
  const counts: readonly (readonly [Hours, string])[] = principal.startsWith('token:')
    ? [
        [tokens, principal],
        [callers, callerOfClient(db)],
      ]
    : [[callers, principal]];
  if (!counts.every(([of, whose]) => of.hasRoom(whose, time, bytes))) return false;
  for (const [of, whose] of counts) of.add(whose, time, bytes);
  return true;
}
