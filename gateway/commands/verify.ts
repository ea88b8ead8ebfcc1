import type { Row } from '../../prisma/database.ts';
import { findViolations, invariants } from '../../prisma/invariants.ts';
import type { Config } from '../settings/config.ts';
import { whereDataAre } from '../process/banner.ts';
import type { Terminal } from './command.ts';
import { withStore } from './existing-store.ts';

/** Prints every row that breaks an invariant; the exit status is 1 if there is one. Decision: T50. */
export async function verifyStore(terminal: Terminal, config: Config): Promise<number> {
  return withStore(config, async (database) => {
    const violations = await database.session(findViolations);
    for (const { says, row } of violations)
      terminal.print(`${says} Violated by: ${describeRow(row)}`);
    terminal.print(
      `${String(invariants.length)} invariants checked, ${String(violations.length)} violations (${whereDataAre(config)}).`,
    );
    return violations.length === 0 ? 0 : 1;
  });
}

function describeRow(row: Row): string {
  return Object.entries(row)
    .map(
      ([name, value]) => `${name} ${value instanceof Date ? value.toISOString() : String(value)}`,
    )
    .join(', ');
}
