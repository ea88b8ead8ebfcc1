import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../traffic.ts';
import type { Outcome } from '../traffic.ts';

/** The other client: what it asks for, with a key of its own. */
export interface Neighbour {
  readonly url: string;
  readonly key: string;
  readonly order: string;
}

/** What the other client asks, each ten times a second. */
export const asked = ['livez', 'order', 'write'] as const;

export type Asked = (typeof asked)[number];

/** What became of it. */
export type Watched = Readonly<Record<Asked, readonly Outcome[]>>;

const everyMs = 100;

type Request = readonly [method: string, path: string, body?: unknown];

/**
 * Asks for so many seconds, and waits for the last answers. What is not answered yet is not asked again: a
 * client that writes one order ten times at once waits for itself.
 */
export async function watch(neighbour: Neighbour, seconds: number): Promise<Watched> {
  const { url, order } = neighbour;
  const path = `/api/orders/${order}`;
  const start = performance.now();
  const ask = async (spell: (place: number) => Request): Promise<Outcome[]> => {
    const seen: Outcome[] = [];
    for (let place = 0; place * everyMs < seconds * 1_000; place += 1) {
      const wait = place * everyMs - (performance.now() - start);
      if (wait > 0) await pause(wait);
      if (wait > -everyMs) seen.push(await send(neighbour, url, spell(place)));
    }
    return seen;
  };
  const change = (place: number) => ({
    order: { special_instructions: `Ring ${String(place)} times.` },
  });
  const [livez, read, write] = await Promise.all([
    ask(() => ['GET', '/livez']),
    ask(() => ['GET', path]),
    ask((place) => ['PUT', path, change(place)]),
  ]);
  return { livez, order: read, write };
}
