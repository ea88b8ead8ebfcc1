import { crowd } from './crowd.ts';
import { databaseAway } from './database-away.ts';
import { databaseSilent } from './database-silent.ts';
import { directoryTaken } from './directory-taken.ts';
import { hostileInput } from './hostile/scenario.ts';
import { money, randomDays, time } from './in-tests.ts';
import { hostileCost } from './hostile-cost/scenario.ts';
import { kill } from './kill.ts';
import { lostUpdates } from './lost-updates.ts';
import { poolExhausted } from './pool-exhausted.ts';
import { oversell, sameOrder } from './races.ts';
import { retries } from './retries.ts';
import type { Scenario } from './scenario.ts';
import { largestSizes } from './sizes/scenario.ts';
import { slowClients } from './slow-clients.ts';
import { soak } from './soak.ts';
import { stop } from './stop.ts';
import { waitingOrders } from './waiting-orders.ts';
import { unfair } from './unfair/scenario.ts';

/** Every scenario of `npm run reliability`, in the order of its table. */
export const scenarios: readonly Scenario[] = [
  oversell,
  sameOrder,
  crowd,
  waitingOrders,
  kill,
  databaseAway,
  databaseSilent,
  poolExhausted,
  slowClients,
  stop,
  directoryTaken,
  retries,
  lostUpdates,
  randomDays,
  money,
  time,
  hostileInput,
  largestSizes,
  hostileCost,
  unfair,
  soak,
];
