import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openArm } from './arm.ts';
import type { Target } from './attack.ts';
import { attacks, nameOf } from './attacks.ts';

/** What the thread of an attacker is told; its answers are counted by status in `counts`. */
export interface Order {
  readonly name: string;
  readonly target: Target;
  readonly counts: Int32Array;
}

const { name, target, counts } = workerData as Order;
const attack = attacks.find((one) => nameOf(one) === name);
if (attack === undefined || parentPort === null) throw new Error(`There is no attack ${name}.`);
const arm = openArm(target, counts);
const ready = await attack.readies?.(arm);
parentPort.postMessage('ready');
await once(parentPort, 'message');
await attack.strike(arm, ready);
