import { findViolations } from '../prisma/invariants.ts';
import type { Finding, Setting } from './scenario.ts';

export const spell = (outcome: unknown): string => JSON.stringify(outcome);

/** A figure that must be the same every time. */
export function alike(figure: string, promised: unknown, seen: readonly unknown[]): Finding {
  const others = seen.map(spell).filter((one) => one !== spell(promised));
  return {
    figure: `${figure}, ${String(seen.length)} times`,
    promised: spell(promised),
    seen: others[0] ?? spell(promised),
    holds: others.length === 0,
  };
}

/** Whether the store's own invariants hold at the end of a scenario. */
export async function booksAreStraight({ look }: Setting): Promise<Finding> {
  const violations = await look((session) => findViolations(session));
  return {
    figure: 'invariants broken',
    promised: '0',
    seen: String(violations.length),
    holds: violations.length === 0,
  };
}
