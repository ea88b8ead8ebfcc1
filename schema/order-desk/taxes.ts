import { Decimal } from 'decimal.js';
import { roundShare, sumAmounts, toDecimal } from '../domain/money.ts';
import { spread, type Standing, type Taxable, taxOf } from '../domain/taxes.ts';
import { lineTotal } from '../domain/totals.ts';
import type {
  Act,
  Amount,
  WorkingLine,
  WorkingOrder,
  WorkingShipment,
  WorkingUnit,
} from './working-order.ts';

/** The total of a line before discounts and tax. */
const valueOf = ({ price, quantity }: WorkingLine): Decimal =>
  lineTotal({ price: toDecimal(price), quantity });

/** How many units of each line are in one of these states, by the id of the line. */
function countUnits(
  { inventoryUnits }: WorkingOrder,
  ...states: readonly WorkingUnit['state'][]
): ReadonlyMap<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const { lineItemId, state } of inventoryUnits) {
    if (states.includes(state)) counts.set(lineItemId, (counts.get(lineItemId) ?? 0) + 1);
  }
  return counts;
}

/** What was credited of the lines of which every unit was credited, by the id of the line. */
function creditedWhole(order: WorkingOrder): ReadonlyMap<bigint, Decimal> {
  const { lineItems, adjustments } = order;
  const gone = countUnits(order, 'returned', 'on_hand');
  const credits = new Map<bigint, { pieces: number; amount: Decimal }>();
  for (const { lineItemId, pieces, amount, eligible } of adjustments) {
    if (lineItemId === null || pieces === null || !eligible) continue;
    const known = credits.get(lineItemId) ?? { pieces: 0, amount: new Decimal(0) };
    credits.set(lineItemId, {
      pieces: known.pieces + pieces,
      amount: known.amount.minus(toDecimal(amount)),
    });
  }
  return new Map(
    lineItems.flatMap(({ id, quantity }): [bigint, Decimal][] => {
      const credit = credits.get(id);
      const isWhole = credit && Math.min(credit.pieces, gone.get(id) ?? 0) >= quantity;
      return isWhole ? [[id, credit.amount]] : [];
    }),
  );
}

/** What is taken off the lines of an order by hand. Decision: C26 */
const discountOf = ({ adjustments }: WorkingOrder): Decimal =>
  sumAmounts(
    adjustments
      .filter(({ kind, eligible }) => kind === 'manual' && eligible)
      .map(({ amount }) => toDecimal(amount).negated())
      .filter((amount) => amount.greaterThan(0)),
  );

/**
 * What is left of the total of each line after its share of the discounts, by the id of the line. A line that was
 * credited whole keeps the share that it was credited with; the others have the rest.
 * Decision: C26, C42
 */
export function discounted(order: WorkingOrder, currency: string): ReadonlyMap<bigint, Decimal> {
  const { lineItems } = order;
  const credited = creditedWhole(order);
  const costs = new Map<bigint, Decimal>();
  let used = new Decimal(0);
  for (const line of lineItems) {
    const credit = credited.get(line.id);
    if (!credit) continue;
    const cost = credit.minus(toDecimal(line.tax));
    costs.set(line.id, cost);
    // a line whose price was lowered since costs less than was credited: no discount of the others
    used = used.plus(Decimal.max(0, valueOf(line).minus(cost)));
  }
  const others = lineItems.filter(({ id }) => !credited.has(id));
  const values = others.map(valueOf);
  const rest = Decimal.max(0, discountOf(order).minus(used));
  const shares = spread(Decimal.min(rest, sumAmounts(values)), values, currency);
  others.forEach(({ id }, place) => {
    costs.set(id, (values[place] ?? new Decimal(0)).minus(shares[place] ?? 0));
  });
  return costs;
}

/**
 * The tax of a line that loses some of its units: each piece keeps its part. If all that stay were credited, it is
 * what their credits have beyond their price, so that nothing is charged for them; less is taxed where they were
 * credited after a discount.
 * Decision: C26, C42
 */
export function taxOfKept(
  { settings: { currency } }: Act,
  order: WorkingOrder,
  { quantity: before, tax }: WorkingLine,
  kept: WorkingLine,
): Decimal {
  const part = roundShare(toDecimal(tax).times(kept.quantity).div(before), currency);
  const credit = creditedWhole({ ...order, lineItems: [kept] }).get(kept.id);
  if (!credit) return part;
  const beyond = credit.minus(valueOf(kept));
  return Decimal.max(discountOf(order).isZero() ? 0 : part, beyond);
}

/** How much of each line has left, or was canceled, by its id. */
function standingsOf(order: WorkingOrder) {
  const counts = countUnits(order, 'shipped', 'returned', 'on_hand');
  return ({ id, quantity }: WorkingLine): Standing => {
    if (order.completedAt === null) return 'open';
    const settled = counts.get(id) ?? 0;
    if (settled >= quantity) return 'closed';
    return settled > 0 ? 'partly' : 'open';
  };
}

const standingOf = ({ state }: WorkingShipment): Standing =>
  state === 'shipped' || state === 'canceled' ? 'closed' : 'open';

interface Taxed {
  readonly tax: Amount;
  readonly taxRate: Amount;
}

/** A row with its tax; the same one if it has not changed. */
function withTax<Row extends Taxed>(
  { settings }: Act,
  row: Row,
  part: Pick<Taxable, 'amount' | 'standing'>,
  rate: Decimal,
): Row {
  const had = { tax: toDecimal(row.tax), taxRate: toDecimal(row.taxRate) };
  const { tax, taxRate } = taxOf({ ...part, ...had }, rate, settings.currency);
  const isSame = tax.equals(had.tax) && taxRate.equals(had.taxRate);
  return isSame ? row : { ...row, tax, taxRate };
}

/**
 * The order with the tax of each line item, after discounts, and of each shipment if shipping is taxed. What
 * has left, or was canceled, keeps its tax.
 * Decision: C26
 */
export function settleTaxes(act: Act, order: WorkingOrder): WorkingOrder {
  const { currency, taxRate, taxShipping } = act.settings;
  const amounts = discounted(order, currency);
  const standing = standingsOf(order);
  const rate = new Decimal(taxRate);
  const shippingRate = taxShipping ? rate : new Decimal(0);
  return {
    ...order,
    lineItems: order.lineItems.map((line) => {
      const amount = amounts.get(line.id) ?? new Decimal(0);
      return withTax(act, line, { amount, standing: standing(line) }, rate);
    }),
    shipments: order.shipments.map((shipment) => {
      const part = { amount: toDecimal(shipment.cost), standing: standingOf(shipment) };
      return withTax(act, shipment, part, shippingRate);
    }),
  };
}

/** The tax of an order: the sum of its parts; null if it has none and none is due. Decision: C26 */
export function taxDue({ settings }: Pick<Act, 'settings'>, order: WorkingOrder): Decimal | null {
  const { lineItems, shipments } = order;
  const due = sumAmounts([...lineItems, ...shipments].map(({ tax }) => toDecimal(tax)));
  const isTaxed = lineItems.length > 0 && new Decimal(settings.taxRate).greaterThan(0);
  return isTaxed || !due.isZero() ? due : null;
}
