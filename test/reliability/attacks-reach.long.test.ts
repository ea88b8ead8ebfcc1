import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Socket } from 'node:net';
import { openArm } from '../../reliability/unfair/arm.ts';
import type { Arm, Target } from '../../reliability/unfair/attack.ts';
import { attacks, nameOf } from '../../reliability/unfair/attacks.ts';
import { makeTarget, stocked } from '../../reliability/unfair/prepare.ts';
import { askAgain } from '../../reliability/traffic.ts';
import { testedKinds } from '../support/database.ts';
import { type StartedStore, startStore } from './started-store.ts';

let store: StartedStore;
/** A customer, and one whose order stays locked. */
let targets: readonly [Target, Target];

beforeAll(async () => {
  store = await startStore();
  const { url, adminKey, databaseUrl } = store;
  const setting = { urls: [url], key: adminKey, faults: { databaseUrl } };
  const variantIds = await stocked(setting);
  const newTarget = () => makeTarget(setting, { carts: 4 }, variantIds);
  targets = [await newTarget(), await newTarget()];
});
afterAll(() => store.stop());

/** So many places strike at most: a table of strikes by turns has no more. */
const turns = 4;
/** A busy machine makes a request wait too long now and then: only what is always so is a fault. */
const mostRepeats = 8;

/**
 * An attacker who strikes once at each place, until one gets the status; `end` closes its connections, some of which
 * would otherwise be kept as long as the store lets them.
 */
function openBriefArm(target: Target, reaches: number) {
  const counts = new Int32Array(600);
  const sockets: Socket[] = [];
  let reach: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const arm = openArm(target, counts);
  const strikeOnce = async (_often: number, work: (place: number) => Promise<unknown>) => {
    const repeats = (): number => Math.min(mostRepeats, counts[503] ?? 0);
    for (let place = 0; place < turns + repeats(); place += 1) {
      if ((counts[reaches] ?? 0) > 0) break;
      await Promise.race([work(place), reached]);
    }
    return undefined as never;
  };
  const brief: Arm = {
    ...arm,
    prepare: (...sent) => askAgain(() => arm.prepare(...sent)),
    count: (status) => {
      arm.count(status);
      if (status === reaches) reach();
    },
    connect: () => {
      const socket = arm.connect();
      sockets.push(socket);
      return socket;
    },
    pace: strikeOnce,
    crowd: strikeOnce,
  };
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return { brief, counts, end };
}

const onTested = attacks.filter(({ databases = testedKinds }) =>
  testedKinds.some((kind) => databases.includes(kind)),
);

test.each(onTested.map((attack) => [nameOf(attack), attack] as const))(
  'the first requests of the attack get the status that it has to reach: %s',
  async (_name, { databases, reaches, readies, strike }) => {
    const target = targets[databases === undefined ? 0 : 1];
    const { brief, counts, end } = openBriefArm(target, reaches);
    await strike(brief, await readies?.(brief));
    end();
    const got = [...counts.entries()].filter(([, count]) => count > 0);
    expect(got.map(([status]) => status)).toContain(reaches);
  },
);
