import { Decimal } from 'decimal.js';
import { cutAmount, settleCredits } from '../domain/credits.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { capital } from '../domain/text.ts';
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
  piecesIn,
  taxIn,
  type UnitCredit,
  unitCreditsOf,
} from './booked-credits.ts';
import { discountShares } from './discounts.ts';
import type { Act, Amount, WorkingAdjustment, WorkingOrder } from './working-order.ts';

/** What makes an adjustment; no two of an order have the same kind, shipment and line. */
type Booking = Pick<
  WorkingAdjustment,
  'shipmentId' | 'lineItemId' | 'pieces' | 'amount' | 'discount'
> & { readonly kind: CreditKind };

/**
 * The adjustments of units that came back before returns were credited: they say what the units cost, but do not
 * count. They stay as long as their units are gone, which are taken off what is to be credited.
 */
function uncounted(
  { settings: { currency } }: Act,
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
    const amount = cutAmount(toDecimal(row.amount), left, pieces, currency);
    return [left === pieces ? row : { ...row, pieces: left, amount }];
  });
}

type Shares = ReadonlyMap<bigint, Amount>;

/** The adjustments for returned and canceled units of each line; `units` are those to be credited. */
function creditsOfLines(
  { settings: { currency } }: Act,
  order: WorkingOrder,
  shares: Shares,
  aside: readonly UnitCredit[],
  units: ReadonlyMap<bigint, ReadonlyMap<Group, CreditedUnits>>,
): readonly Booking[] {
  const booked = unitCreditsOf(order);
  const uncountedOf = byLine(aside);
  return order.lineItems.flatMap((line): Booking[] => {
    const { id, price, quantity, tax } = line;
    const groups = units.get(id);
    if (!groups) return [];
    const wanted = new Map(
      [...groups].flatMap(([key, { pieces }]): [Group, number][] =>
        pieces > 0 ? [[key, pieces]] : [],
      ),
    );
    const set = uncountedOf(line);
    const left = quantity - piecesIn(set);
    /** A part of what the line costs, shared among its units. */
    const share = (whole: Amount, partOf: (row: UnitCredit) => Amount) => {
      const settled = sumAmounts(set.map((row) => toDecimal(partOf(row))));
      const amount = toDecimal(whole).minus(settled);
      const known = booked(line).map((row) => ({
        key: groupOf(row),
        pieces: row.pieces,
        amount: toDecimal(partOf(row)),
      }));
      return settleCredits({ amount, quantity: left }, known, wanted, currency);
    };
    const discounts = share(shares.get(id) ?? 0, ({ discount }) => discount);
    const taxes = share(tax, (row) => taxIn(line, row));
    return discounts.flatMap(({ key, pieces, amount: part }, place) => {
      const group = groups.get(key);
      const unitTax = toDecimal(taxes[place]?.amount ?? 0);
      // both are rounded: units cost nothing or more
      const discount = Decimal.min(part, toDecimal(price).times(pieces).plus(unitTax));
      const amount = creditOf(line, pieces, { discount, tax: unitTax });
      return group ? [{ ...group, lineItemId: id, pieces, amount, discount }] : [];
    });
  });
}

const creditsOfShipments = (
  canceled: WorkingOrder['shipments'],
  shares: Shares,
): readonly Booking[] =>
  canceled.map(({ id, cost, tax }) => {
    const discount = shares.get(id) ?? 0;
    const amount = creditOf({ price: cost }, 1, { discount, tax });
    return { kind: 'canceled', shipmentId: id, lineItemId: null, pieces: null, amount, discount };
  });

const keyOf = (one: Pick<WorkingAdjustment, 'kind' | 'shipmentId' | 'lineItemId'>): string =>
  [one.kind, one.shipmentId, one.lineItemId].join(' ');

/**
 * The adjustments that take off a completed order what was returned, and what was canceled with a shipment: its units
 * and its cost, with their tax and their share of the discounts. A canceled order keeps those it had. Decision: C42
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
  const canceled = order.shipments.filter(({ state }) => state === 'canceled');
  // orders that were returned before returns were credited
  const old = known.filter(({ kind, lineItemId }) => kind === 'return' && lineItemId === null);
  if (units.size === 0 && canceled.length === 0) return old;
  const aside = uncounted(act, order, units);
  const shares = discountShares(order, act.settings.currency);
  const counted = known.filter(({ eligible, lineItemId }) => eligible || lineItemId === null);
  const byKey = new Map(counted.map((one) => [keyOf(one), one]));
  const adjust = (booking: Booking): WorkingAdjustment => {
    const same = byKey.get(keyOf(booking));
    if (!same) return make({ ...booking, label: capital(booking.kind) });
    // the cost of a shipment stays as it was booked
    if (booking.pieces === same.pieces) return same;
    const { pieces, amount, discount } = booking;
    return { ...same, pieces, amount, discount };
  };
  return [
    ...old,
    ...aside,
    ...[
      ...creditsOfLines(act, order, shares.lines, aside, units),
      ...creditsOfShipments(canceled, shares.shipments),
    ].map(adjust),
  ];
}
