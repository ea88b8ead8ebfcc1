import type { Checked } from './check.ts';
import { median } from './figures.ts';
import type { JobName } from './jobs.ts';
import { disturbedCores } from './measure.ts';
import type { Figures, Round } from './measure.ts';
import type { RivalName } from './ways.ts';

/** All measurements of one job. */
export interface JobResult {
  readonly job: JobName;
  readonly checked: Checked;
  readonly rounds: readonly Round[];
}

export const isQuiet = ({ foreignCores }: Round): boolean => (foreignCores ?? 0) <= disturbedCores;

/** The rounds that are used: the undisturbed ones, or all if there is none. */
function roundsThatCount({ rounds }: JobResult): readonly Round[] {
  const quiet = rounds.filter(isQuiet);
  return quiet.length > 0 ? quiet : rounds;
}

const middle = (values: readonly number[]): number | null =>
  values.length === 0 ? null : median(values);

/** The median of a rival's figure; null if it is unknown. */
export function figureOf(result: JobResult, rival: RivalName, key: keyof Figures): number | null {
  return middle(roundsThatCount(result).flatMap(({ figures }) => figures.get(rival)?.[key] ?? []));
}

/**
 * The median of the rounds' ratios of a rival's figure to another's: what slows the machine for a while slows
 * all turns of a round. Null if it is unknown.
 */
export function ratioOf(
  result: JobResult,
  rival: RivalName,
  key: keyof Figures,
  against: RivalName = 'floor',
): number | null {
  const ratios = roundsThatCount(result).flatMap(({ figures }) => {
    const one = figures.get(rival)?.[key] ?? null;
    const other = figures.get(against)?.[key];
    return one !== null && other ? [one / other] : [];
  });
  return middle(ratios);
}
