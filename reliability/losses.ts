import { findViolations } from '../prisma/invariants.ts';
import type { Finding, Setting } from './scenario.ts';
import type { Witness } from './traffic.ts';

/** Compares acknowledged writes with the stored data: nothing is lost, nothing is stored in part. */
export async function findLosses(
  setting: Pick<Setting, 'look'>,
  witness: Witness,
): Promise<readonly Finding[]> {
  const { stored, violations } = await setting.look(async (session) => ({
    stored: await session.query(`
      SELECT o.number, o.state, o.total_quantity, count(l.id)::int AS lines,
             (SELECT count(*)::int FROM inventory_units u WHERE u.order_id = o.id) AS units
      FROM orders o LEFT JOIN line_items l ON l.order_id = o.id GROUP BY o.id`),
    violations: await findViolations(session),
  }));
  const orders = new Map(stored.map((row) => [row['number'], row]));
  const lost =
    witness.created.filter((number) => !orders.has(number)).length +
    witness.completed.filter((number) => orders.get(number)?.['state'] !== 'complete').length;
  const ours = new Set<unknown>(witness.created);
  // created by a buyer, acknowledged or not: the sample store's orders have other numbers
  const half = stored.filter(
    ({ number, state, lines, units }) =>
      ours.has(number) && (lines !== 2 || units !== (state === 'complete' ? 3 : 0)),
  ).length;
  return [
    {
      figure: 'acknowledged writes lost',
      promised: '0',
      seen: `${String(lost)} of ${String(witness.writes)}`,
      holds: lost === 0 && witness.writes > 0,
    },
    {
      figure: 'half orders',
      promised: '0',
      seen: `${String(half)} of ${String(ours.size)}`,
      holds: half === 0,
    },
    {
      figure: 'invariants broken',
      promised: '0',
      seen: [String(violations.length), ...new Set(violations.map(({ name }) => name))].join(' '),
      holds: violations.length === 0,
    },
  ];
}
