import { hostileInput } from './hostile/scenario.ts';
import { oversell, sameOrder } from './races.ts';
import type { Scenario } from './scenario.ts';

/** Every scenario of `npm run reliability`, in the order of its table. */
export const scenarios: readonly Scenario[] = [oversell, sameOrder, hostileInput];
