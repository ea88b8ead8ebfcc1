import { settleCredits } from '../domain/credits.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import {
  creditedUnits,
  type CreditedUnits,
  type CreditKind,
  byLine,
  creditOf,
  type Group,
  groupOf,
  isCredit,
  isForUnits,
  isUnitCredit,
  piecesIn,
  taxIn,
  type UnitCredit,
} from './booked-credits.ts';
import { discounted } from './taxes.ts';
import type { Act, Amount, WorkingAdjustment, WorkingLine, WorkingOrder } from './working-order.ts';

/** What makes an adjustment; no two of an order have the same kind, shipment and line. */
interface Booking {
  readonly kind: CreditKind;
  readonly shipmentId: bigint | null;
  readonly lineItemId: bigint | null;
  readonly pieces: number | null;
  readonly amount: Amount;
  readonly discount: Amount;
}

const labels = { return: 'Return', canceled: 'Canceled' } as const;

/** Whether units of a line were returned or canceled, and credited as what they cost then. Decision: T44, C42 */
export const isCredited = (
  { completedAt, inventoryUnits }: WorkingOrder,
  { id }: WorkingLine,
): boolean =>
  completedAt !== null &&
  inventoryUnits.some(
    ({ lineItemId, state }) => lineItemId === id && (state === 'returned' || state === 'on_hand'),
  );

/**
 * The adjustments of units that came back before returns were credited: they say what the units cost, but do not
 * count. They stay as long as their units are gone, which are taken off what is to be credited.
 */
function uncounted(
  { adjustments }: WorkingOrder,
  units: ReadonlyMap<bigint, ReadonlyMap<Group, CreditedUnits>>,
): readonly UnitCredit[] {
  return adjustments.filter(isForUnits).flatMap((row) => {
    const { lineItemId, pieces, eligible } = row;
    if (eligible) return [];
    const group = units.get(lineItemId)?.get(groupOf(row));
    const left = Math.min(pieces, group?.pieces ?? 0);
    if (!group || left === 0) return [];
    group.pieces -= left;
    const amount = toDecimal(row.amount).times(left).div(pieces);
    return [left === pieces ? row : { ...row, pieces: left, amount }];
  });
}

/** The adjustments for returned and canceled units of each line; `units` are those to be credited. */
function creditsOfLines(
  { settings: { currency } }: Act,
  order: WorkingOrder,
  aside: readonly UnitCredit[],
  units: ReadonlyMap<bigint, ReadonlyMap<Group, CreditedUnits>>,
): readonly Booking[] {
  if (units.size === 0) return [];
  const costs = discounted(order, currency);
  const booked = byLine(order.adjustments.filter(isUnitCredit));
  const uncountedOf = byLine(aside);
  return order.lineItems.flatMap((line): Booking[] => {
    const { id, price, quantity, tax } = line;
    const groups = units.get(id);
    const cost = costs.get(id);
    if (!groups || !cost) return [];
    const wanted = new Map(
      [...groups].flatMap(([key, { pieces }]): [Group, number][] =>
        pieces > 0 ? [[key, pieces]] : [],
      ),
    );
    const set = uncountedOf(line);
    const left = quantity - piecesIn(set);
    /** A part of what the line costs, shared among its units. */
    const share = (whole: Amount, partOf: (row: UnitCredit) => Amount) => {
      const amount = sumAmounts([
        toDecimal(whole),
        ...set.map((row) => toDecimal(partOf(row)).negated()),
      ]);
      const known = booked(line).map((row) => ({
        key: groupOf(row),
        pieces: row.pieces,
        amount: toDecimal(partOf(row)),
      }));
      return settleCredits({ amount, quantity: left }, known, wanted, currency);
    };
    const discounts = share(
      toDecimal(price).times(quantity).minus(cost),
      ({ discount }) => discount,
    );
    const taxes = share(tax, (row) => taxIn(line, row));
    return discounts.flatMap(({ key, pieces, amount: discount }, place) => {
      const group = groups.get(key);
      const parts = { discount, tax: taxes[place]?.amount ?? 0 };
      const amount = creditOf(line, pieces, parts);
      return group ? [{ ...group, lineItemId: id, pieces, amount, discount }] : [];
    });
  });
}

/** The adjustments for the cost of canceled shipments. */
const creditsOfShipments = ({ shipments }: WorkingOrder): readonly Booking[] =>
  shipments
    .filter(({ state }) => state === 'canceled')
    .map(({ id, cost, tax }) => ({
      kind: 'canceled',
      shipmentId: id,
      lineItemId: null,
      pieces: null,
      amount: creditOf({ price: cost }, 1, { discount: 0, tax }),
      discount: 0,
    }));

const keyOf = (one: Pick<WorkingAdjustment, 'kind' | 'shipmentId' | 'lineItemId'>): string =>
  [one.kind, one.shipmentId, one.lineItemId].join(' ');

/**
 * The adjustments that take off a completed order what was returned, and what was canceled with a shipment: its
 * units with their tax and their share of the discounts, and its cost. A canceled order keeps those it had.
 * Decision: C42
 */
export function creditsOf(
  act: Act,
  order: WorkingOrder,
  make: (booking: Booking & { readonly label: string }) => WorkingAdjustment,
): readonly WorkingAdjustment[] {
  if (order.completedAt === null) return [];
  const known = order.adjustments.filter(isCredit);
  if (order.state === 'canceled') return known;
  const units = creditedUnits(order);
  const aside = uncounted(order, units);
  const counted = known.filter(({ eligible, lineItemId }) => eligible || lineItemId === null);
  const byKey = new Map(counted.map((one) => [keyOf(one), one]));
  const adjust = (booking: Booking): WorkingAdjustment => {
    const same = byKey.get(keyOf(booking));
    if (!same) return make({ ...booking, label: labels[booking.kind] });
    // the cost of a shipment stays as it was booked
    if (booking.pieces === same.pieces) return same;
    const { pieces, amount, discount } = booking;
    return { ...same, pieces, amount, discount };
  };
  return [
    // orders that were returned before returns were credited
    ...known.filter(({ kind, lineItemId }) => kind === 'return' && lineItemId === null),
    ...aside,
    ...[...creditsOfLines(act, order, aside, units), ...creditsOfShipments(order)].map(adjust),
  ];
}
