import { Decimal } from 'decimal.js';
import { cutAmount } from '../domain/credits.ts';
import { groupsOf } from '../domain/groups.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import type { Act, WorkingAdjustment, WorkingLine, WorkingOrder } from './working-order.ts';

export type CreditKind = 'return' | 'canceled';

/** The units of a line that are credited together: the returned ones, or those canceled with one shipment. */
export type Group = `${CreditKind} ${string}`;

export const groupOf = ({
  kind,
  shipmentId,
}: Pick<WorkingAdjustment, 'kind' | 'shipmentId'>): Group =>
  `${kind as CreditKind} ${String(shipmentId ?? '')}`;

export const isCredit = ({ kind }: Pick<WorkingAdjustment, 'kind'>): boolean =>
  kind === 'return' || kind === 'canceled';

export type UnitCredit = WorkingAdjustment & {
  readonly lineItemId: bigint;
  readonly pieces: number;
};

export const isForUnits = (row: WorkingAdjustment): row is UnitCredit =>
  row.lineItemId !== null && row.pieces !== null;

/** Whether it is one that counts: those of units that were gone before credits were booked do not. */
export const isUnitCredit = (row: WorkingAdjustment): row is UnitCredit =>
  isForUnits(row) && row.eligible;

/** Whether it is for the cost of a canceled shipment. */
export const isShippingCredit = ({ kind, shipmentId, lineItemId }: WorkingAdjustment): boolean =>
  kind === 'canceled' && shipmentId !== null && lineItemId === null;

export function byLine(
  rows: readonly UnitCredit[],
): (line: Pick<WorkingLine, 'id'>) => readonly UnitCredit[] {
  const lines = groupsOf(rows, ({ lineItemId }) => lineItemId);
  return ({ id }) => lines.get(id) ?? [];
}

/** The credits for units of each line that count. */
export const unitCreditsOf = ({ adjustments }: Pick<WorkingOrder, 'adjustments'>) =>
  byLine(adjustments.filter(isUnitCredit));

export const piecesIn = (rows: readonly UnitCredit[]): number =>
  rows.reduce((sum, { pieces }) => sum + pieces, 0);

export interface CreditedUnits {
  readonly kind: CreditKind;
  readonly shipmentId: bigint | null;
  pieces: number;
}

/** The units of each line that are returned, or canceled with each shipment. */
export function creditedUnits({ inventoryUnits }: Pick<WorkingOrder, 'inventoryUnits'>) {
  const lines = new Map<bigint, Map<Group, CreditedUnits>>();
  for (const { lineItemId, shipmentId, state } of inventoryUnits) {
    if (state !== 'returned' && state !== 'on_hand') continue;
    const kind = state === 'returned' ? 'return' : 'canceled';
    const place = { kind, shipmentId: kind === 'return' ? null : shipmentId } as const;
    const groups = lines.get(lineItemId) ?? new Map<Group, CreditedUnits>();
    lines.set(lineItemId, groups);
    const group = groups.get(groupOf(place));
    if (group) group.pieces += 1;
    else groups.set(groupOf(place), { ...place, pieces: 1 });
  }
  return lines;
}

/** What units of a line cost beside their price: their share of the discounts, which lowers it, and their tax. */
export type CostParts = Pick<WorkingLine, 'discount' | 'tax'>;

/** The credit for so many units of a line. It is negative, but never a negative zero. */
export function creditOf(
  { price }: Pick<WorkingLine, 'price'>,
  pieces: number,
  { discount, tax }: CostParts,
): Decimal {
  const cost = toDecimal(price).times(pieces).minus(toDecimal(discount)).plus(toDecimal(tax));
  return cost.isZero() ? cost : cost.negated();
}

export const taxIn = (
  { price }: Pick<WorkingLine, 'price'>,
  { amount, pieces, discount }: UnitCredit,
): Decimal =>
  toDecimal(amount).plus(toDecimal(price).times(pieces)).negated().plus(toDecimal(discount));

export const taxInCredits = (line: WorkingLine, credits: readonly UnitCredit[]): Decimal =>
  sumAmounts(credits.map((credit) => taxIn(line, credit)));

/** What these credits for units of a line contain of the discounts on their price; the rest was on their tax. */
export const discountInGoods = (
  { price }: Pick<WorkingLine, 'price'>,
  credits: readonly UnitCredit[],
): Decimal =>
  sumAmounts(
    credits.map(({ pieces, discount }) =>
      Decimal.min(toDecimal(discount), toDecimal(price).times(pieces)),
    ),
  );

/** A credit cut to so many of its units, each part rounded half away from zero. */
function cutTo(
  { settings: { currency } }: Act,
  row: UnitCredit,
  line: WorkingLine,
  pieces: number,
): UnitCredit {
  const part = (amount: Decimal): Decimal => cutAmount(amount, pieces, row.pieces, currency);
  const parts = { discount: part(toDecimal(row.discount)), tax: part(taxIn(line, row)) };
  return { ...row, pieces, discount: parts.discount, amount: creditOf(line, pieces, parts) };
}

/** What is left of a credit of which so many units are still gone: all of it, a part, or none. */
export function leftOf(
  act: Act,
  row: UnitCredit,
  line: WorkingLine,
  pieces: number,
): readonly UnitCredit[] {
  if (pieces === 0) return [];
  return [pieces >= row.pieces ? row : cutTo(act, row, line, pieces)];
}

/**
 * The order with credits only for what is still gone: those of units that were resumed, or taken off their line, and of
 * shipments that were resumed are left out, and what a credit has for the others stays. Decision: C42
 */
export function withPresentCredits(act: Act, order: WorkingOrder): WorkingOrder {
  if (!order.adjustments.some(isCredit)) return order;
  const units = creditedUnits(order);
  const lines = new Map(order.lineItems.map((line) => [line.id, line]));
  const canceled = new Set(
    order.shipments.flatMap(({ id, state }) => (state === 'canceled' ? [id] : [])),
  );
  const adjustments = order.adjustments.flatMap((row): readonly WorkingAdjustment[] => {
    if (isShippingCredit(row)) return canceled.has(row.shipmentId ?? 0n) ? [row] : [];
    if (!isUnitCredit(row)) return [row];
    const line = lines.get(row.lineItemId);
    const pieces = units.get(row.lineItemId)?.get(groupOf(row))?.pieces ?? 0;
    return line ? leftOf(act, row, line, pieces) : [];
  });
  return { ...order, adjustments };
}

export const discountInCredits = ({ adjustments }: Pick<WorkingOrder, 'adjustments'>): Decimal =>
  sumAmounts(
    adjustments
      .filter((row) => isCredit(row) && row.eligible)
      .map(({ discount }) => toDecimal(discount)),
  );
