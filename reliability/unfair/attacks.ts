import type { Attack } from './attack.ts';
import { attacksBeforeKey } from './attacks-before-key.ts';
import { attacksOfCrowds } from './attacks-of-crowds.ts';
import { attacksOfReaders } from './attacks-of-readers.ts';
import { attacksOfWriters } from './attacks-of-writers.ts';

/** Every attack of one client, in the order of their table. */
export const attacks: readonly Attack[] = [
  ...attacksBeforeKey,
  ...attacksOfCrowds,
  ...attacksOfReaders,
  ...attacksOfWriters,
];

/** The name in the table. */
export const nameOf = ({ finding, does }: Attack): string => `safety ${finding}: ${does}`;

/** What `--attack` calls it. */
export const wordsOf = ({ finding, does }: Attack): readonly string[] => [
  ...finding.split(', '),
  does,
];
