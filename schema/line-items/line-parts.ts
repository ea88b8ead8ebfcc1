import { groupsOf } from '../domain/groups.ts';
import { groupForLowering, type LineUnits } from '../domain/stock.ts';
import {
  creditedUnits,
  discountInCredits,
  type Group,
  groupOf,
  isUnitCredit,
  leftOf,
  type UnitCredit,
  unitCreditsOf,
} from '../order-desk/booked-credits.ts';
import { withoutDiscount } from '../order-desk/discounts.ts';
import { idsOf } from '../order-desk/order-parts.ts';
import { removeUnits } from '../order-desk/units.ts';
import type { Act, WorkingLine, WorkingOrder, WorkingUnit } from '../order-desk/working-order.ts';

/** What a line loses when its quantity is lowered: units, and what was credited for them. */
export interface LineParts extends LineUnits<WorkingUnit> {
  /** How many of the units are returned, or canceled with each shipment. */
  readonly credited: ReadonlyMap<Group, number>;
  readonly credits: readonly UnitCredit[];
}

/**
 * The parts of each line of an order: gathered once for all changes of a write, because 500 changes may meet 20,000
 * units or credits.
 */
export function partsOfLines(order: WorkingOrder): (line: Pick<WorkingLine, 'id'>) => LineParts {
  const unitsOf = groupsOf(order.inventoryUnits, ({ lineItemId }) => lineItemId);
  const creditsOf = unitCreditsOf(order);
  return (line) => {
    const units = unitsOf.get(line.id) ?? [];
    const credited = countCredited(line, units);
    return { ...groupForLowering(units), credited, credits: creditsOf(line) };
  };
}

const countCredited = (
  { id }: Pick<WorkingLine, 'id'>,
  inventoryUnits: readonly WorkingUnit[],
): ReadonlyMap<Group, number> =>
  new Map(
    [...(creditedUnits({ inventoryUnits }).get(id) ?? [])].map(([group, { pieces }]) => [
      group,
      pieces,
    ]),
  );

/** A line without the next of its units, so many as are gone, and without what was credited for them. */
export function withoutUnits(
  act: Act,
  line: WorkingLine,
  { staying, removable, credited: had, credits }: LineParts,
  gone: readonly WorkingUnit[],
): LineParts {
  const lost = countCredited(line, gone);
  const credited = new Map(
    [...had]
      .map(([group, pieces]) => [group, pieces - (lost.get(group) ?? 0)] as const)
      .filter(([, pieces]) => pieces > 0),
  );
  return {
    staying,
    removable: removable.slice(gone.length),
    credited,
    credits: credits.flatMap((row) => leftOf(act, row, line, credited.get(groupOf(row)) ?? 0)),
  };
}

/**
 * The order without what its changed lines have lost since they had the parts of `before`: units, credits for them, and
 * the share of the discounts in these.
 */
export function withParts(
  before: WorkingOrder,
  order: WorkingOrder,
  parts: ReadonlyMap<bigint, LineParts>,
): WorkingOrder {
  const all = [...parts.values()];
  const kept = idsOf(all.flatMap(({ staying, removable }) => [...staying, ...removable]));
  const left = removeUnits(
    order,
    before.inventoryUnits.filter(({ id, lineItemId }) => parts.has(lineItemId) && !kept.has(id)),
  );
  const credits = new Map(all.flatMap((line) => line.credits.map((row) => [row.id, row])));
  const adjustments = before.adjustments.flatMap((row) => {
    if (!isUnitCredit(row) || !parts.has(row.lineItemId)) return [row];
    return credits.get(row.id) ?? [];
  });
  const share = discountInCredits(before).minus(discountInCredits({ adjustments }));
  return withoutDiscount({ ...left, adjustments }, share);
}
