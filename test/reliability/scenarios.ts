import type { Scenario } from './scenario.ts';

/** Every scenario of `npm run reliability`, in the order of its table. */
export const scenarios: readonly Scenario[] = [];
