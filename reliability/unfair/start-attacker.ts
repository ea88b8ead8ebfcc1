import { Worker } from 'node:worker_threads';
import type { Attack, Target } from './attack.ts';
import type { Order } from './attacker.ts';
import { nameOf } from './attacks.ts';

/** How often an attacker got each status, 0 where no answer came; by status. */
export type Got = ReadonlyMap<number, number>;

/** An attack that goes on. */
export interface Attacker {
  /** Ends it with all its connections; gives how often it got each status. Throws what went wrong in it. */
  readonly stop: () => Promise<Got>;
}

/** Starts an attack in a thread of its own, whose work does not delay whoever measures. */
export function startAttacker(attack: Attack, target: Target): Attacker {
  const counts = new Int32Array(new SharedArrayBuffer(600 * Int32Array.BYTES_PER_ELEMENT));
  const workerData: Order = { name: nameOf(attack), target, counts };
  const worker = new Worker(new URL('./attacker.js', import.meta.url), { workerData });
  const failures: unknown[] = [];
  worker.on('error', (error) => failures.push(error));
  return {
    stop: async () => {
      await worker.terminate();
      if (failures.length > 0) throw failures[0];
      return new Map([...counts.entries()].filter(([, count]) => count > 0));
    },
  };
}
