import type { Decimal } from 'decimal.js';
import { type Credit, cutCredit, settleCredits } from '../domain/credits.ts';
import { toDecimal } from '../domain/money.ts';
import { discounted } from './taxes.ts';
import type {
  Act,
  Amount,
  WorkingAdjustment,
  WorkingLine,
  WorkingOrder,
  WorkingUnit,
} from './working-order.ts';

/** What makes an adjustment; no two of an order have the same kind, shipment and line. */
interface Booking {
  readonly kind: 'return' | 'canceled';
  readonly shipmentId: bigint | null;
  readonly lineItemId: bigint | null;
  readonly pieces: number | null;
  readonly amount: Amount;
}

const labels = { return: 'Return', canceled: 'Canceled' } as const;

const isCredit = ({ kind }: Pick<WorkingAdjustment, 'kind'>): boolean =>
  kind === 'return' || kind === 'canceled';

/**
 * Whether units were credited since a discount was given: what they were credited with contains their share of it.
 * Decision: C26, C42
 */
export const isInCredits = (
  { adjustments }: WorkingOrder,
  { amount, createdAt }: WorkingAdjustment,
): boolean =>
  toDecimal(amount).isNegative() &&
  adjustments.some(
    (row) => isCredit(row) && row.eligible && row.lineItemId !== null && row.updatedAt >= createdAt,
  );

type Group = `${Booking['kind']} ${string}`;

const groupOf = ({ kind, shipmentId }: Pick<Booking, 'kind' | 'shipmentId'>): Group =>
  `${kind} ${String(shipmentId ?? '')}`;

/** Whether units of a line were returned or canceled, and credited as what they cost then. Decision: T44, C42 */
export const isCredited = (
  { completedAt, inventoryUnits }: WorkingOrder,
  { id }: WorkingLine,
): boolean =>
  completedAt !== null &&
  inventoryUnits.some(
    ({ lineItemId, state }) => lineItemId === id && (state === 'returned' || state === 'on_hand'),
  );

interface Credited {
  readonly kind: Booking['kind'];
  readonly shipmentId: bigint | null;
  pieces: number;
}

/** The units of each line that are returned, or canceled with each shipment. Decision: T37 */
function creditedUnits({ inventoryUnits }: Pick<WorkingOrder, 'inventoryUnits'>) {
  const lines = new Map<bigint, Map<Group, Credited>>();
  for (const { lineItemId, shipmentId, state } of inventoryUnits) {
    if (state !== 'returned' && state !== 'on_hand') continue;
    const kind = state === 'returned' ? 'return' : 'canceled';
    const place = { kind, shipmentId: kind === 'return' ? null : shipmentId } as const;
    const groups = lines.get(lineItemId) ?? new Map<Group, Credited>();
    lines.set(lineItemId, groups);
    const group = groups.get(groupOf(place));
    if (group) group.pieces += 1;
    else groups.set(groupOf(place), { ...place, pieces: 1 });
  }
  return lines;
}

/** What was booked for the units of each line. */
function bookedFor(known: readonly WorkingAdjustment[]) {
  const lines = new Map<bigint, Credit<Group>[]>();
  for (const { kind, shipmentId, lineItemId, pieces, amount, eligible } of known) {
    if (lineItemId === null || pieces === null || !eligible) continue;
    const key = groupOf({ kind: kind as Booking['kind'], shipmentId });
    const credits = lines.get(lineItemId) ?? [];
    lines.set(lineItemId, credits);
    credits.push({ key, pieces, amount: toDecimal(amount).negated() });
  }
  return lines;
}

/**
 * The order without what was credited for canceled units that are about to leave their lines. Those that stay keep
 * their part of the credit, so that it covers the units of its line and no others when the line is taxed again.
 * Decision: C42
 */
export function withoutCreditsOf(
  { settings: { currency } }: Act,
  order: WorkingOrder,
  leaving: readonly WorkingUnit[],
): WorkingOrder {
  const lines = creditedUnits({ inventoryUnits: leaving });
  if (lines.size === 0) return order;
  const adjustments = order.adjustments.flatMap((row): WorkingAdjustment[] => {
    const { kind, shipmentId, lineItemId, pieces, amount, eligible } = row;
    if (!isCredit(row) || lineItemId === null || pieces === null || !eligible) return [row];
    const key = groupOf({ kind: kind as Booking['kind'], shipmentId });
    const gone = lines.get(lineItemId)?.get(key)?.pieces ?? 0;
    if (gone === 0) return [row];
    if (gone >= pieces) return [];
    const booked = { key, pieces, amount: toDecimal(amount).negated() };
    const left = cutCredit(booked, pieces - gone, currency);
    return [{ ...row, pieces: left.pieces, amount: minus(left.amount) }];
  });
  return { ...order, adjustments };
}

/**
 * The adjustments of units that came back before returns were credited: they say what the units cost, but do not
 * count. They stay as long as their units are gone, which are taken off what is to be credited.
 */
function uncounted(
  known: readonly WorkingAdjustment[],
  units: ReadonlyMap<bigint, ReadonlyMap<Group, Credited>>,
): readonly WorkingAdjustment[] {
  return known.flatMap((row) => {
    const { lineItemId, pieces, eligible, kind, shipmentId } = row;
    if (eligible || lineItemId === null || pieces === null) return [];
    const key = groupOf({ kind: kind as Booking['kind'], shipmentId });
    const group = units.get(lineItemId)?.get(key);
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
  known: readonly WorkingAdjustment[],
  aside: readonly WorkingAdjustment[],
  units: ReadonlyMap<bigint, ReadonlyMap<Group, Credited>>,
): readonly Booking[] {
  if (units.size === 0) return [];
  const amounts = discounted(order, currency);
  const booked = bookedFor(known);
  const asideOf = new Map<bigint | null, WorkingAdjustment[]>();
  for (const row of aside) {
    asideOf.set(row.lineItemId, [...(asideOf.get(row.lineItemId) ?? []), row]);
  }
  return order.lineItems.flatMap(({ id, quantity, tax }): Booking[] => {
    const groups = units.get(id);
    const cost = amounts.get(id);
    if (!groups || !cost) return [];
    const wanted = new Map(
      [...groups].flatMap(([key, { pieces }]): [Group, number][] =>
        pieces > 0 ? [[key, pieces]] : [],
      ),
    );
    const line = { amount: cost.plus(toDecimal(tax)), quantity };
    for (const { amount, pieces } of asideOf.get(id) ?? []) {
      line.amount = line.amount.plus(toDecimal(amount));
      line.quantity -= pieces ?? 0;
    }
    const credits = settleCredits(line, booked.get(id) ?? [], wanted, currency);
    return credits.flatMap(({ key, pieces, amount }) => {
      const group = groups.get(key);
      return group ? [{ ...group, lineItemId: id, pieces, amount: minus(amount) }] : [];
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
      amount: minus(toDecimal(cost).plus(toDecimal(tax))),
    }));

/** The negative amount, but never a negative zero. */
const minus = (amount: Decimal): Decimal => (amount.isZero() ? amount : amount.negated());

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
  const aside = uncounted(known, units);
  const counted = known.filter(({ eligible, lineItemId }) => eligible || lineItemId === null);
  const byKey = new Map(counted.map((one) => [keyOf(one), one]));
  const adjust = (booking: Booking): WorkingAdjustment => {
    const same = byKey.get(keyOf(booking));
    if (!same) return make({ ...booking, label: labels[booking.kind] });
    // the cost of a shipment stays as it was booked
    if (booking.pieces === same.pieces) return same;
    return { ...same, pieces: booking.pieces, amount: booking.amount };
  };
  return [
    // orders that were returned before returns were credited
    ...known.filter(({ kind, lineItemId }) => kind === 'return' && lineItemId === null),
    ...aside,
    ...[...creditsOfLines(act, order, known, aside, units), ...creditsOfShipments(order)].map(
      adjust,
    ),
  ];
}
