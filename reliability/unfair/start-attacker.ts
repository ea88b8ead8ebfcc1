import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Attack, Target } from './attack.ts';
import type { Order } from './attacker.ts';
import { nameOf } from './attacks.ts';

/** How often an attacker got each status, 0 where no answer came; by status. */
export type Got = ReadonlyMap<number, number>;

/** An attacker who is ready. */
export interface Attacker {
  /** Begins the attack. */
  readonly strike: () => void;
  /** Ends it with all its connections; gives how often it got each status. Throws what went wrong in it. */
  readonly stop: () => Promise<Got>;
}

/**
 * Starts an attacker in a thread of its own, whose work does not delay whoever measures; before it strikes the thread
 * has loaded its program, because that takes a processor for tenths of a second, and made ready what it needs.
 * Throws what went wrong in that.
 */
export async function startAttacker(attack: Attack, target: Target): Promise<Attacker> {
  const counts = new Int32Array(new SharedArrayBuffer(600 * Int32Array.BYTES_PER_ELEMENT));
  const workerData: Order = { name: nameOf(attack), target, counts };
  const worker = new Worker(new URL('./attacker.js', import.meta.url), { workerData });
  const failures: unknown[] = [];
  worker.on('error', (error) => failures.push(error));
  await once(worker, 'message');
  return {
    strike: () => {
      worker.postMessage('strike');
    },
    stop: async () => {
      await worker.terminate();
      if (failures.length > 0) throw failures[0];
      return new Map([...counts.entries()].filter(([, count]) => count > 0));
    },
  };
}
