import { Decimal } from 'decimal.js';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { spread, type Standing, type Taxable, taxOf } from '../domain/taxes.ts';
import { lineTotal } from '../domain/totals.ts';
import type { Act, Amount, WorkingLine, WorkingOrder, WorkingShipment } from './working-order.ts';

/** The total of a line before discounts and tax. */
export const valueOf = ({ price, quantity }: WorkingLine): Decimal =>
  lineTotal({ price: toDecimal(price), quantity });

/** What is left of the total of each line after its share of the discounts, by the id of the line. Decision: C26 */
export function discounted(
  { lineItems, adjustments }: Pick<WorkingOrder, 'lineItems' | 'adjustments'>,
  currency: string,
): ReadonlyMap<bigint, Decimal> {
  const values = lineItems.map(valueOf);
  const discounts = adjustments
    .filter(({ kind, eligible }) => kind === 'manual' && eligible)
    .map(({ amount }) => toDecimal(amount).negated())
    .filter((amount) => amount.greaterThan(0));
  const discount = Decimal.min(sumAmounts(discounts), sumAmounts(values));
  const shares = spread(discount, values, currency);
  return new Map(
    lineItems.map(({ id }, place) => [
      id,
      (values[place] ?? new Decimal(0)).minus(shares[place] ?? 0),
    ]),
  );
}

/** How much of each line has left, or was canceled, by its id. */
function standingsOf({ completedAt, inventoryUnits }: WorkingOrder) {
  const left = new Map<bigint, number>();
  const gone = new Map<bigint, number>();
  const count = (counts: Map<bigint, number>, id: bigint): unknown =>
    counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { lineItemId, state } of inventoryUnits) {
    if (state === 'shipped' || state === 'returned') count(left, lineItemId);
    else if (state === 'on_hand') count(gone, lineItemId);
  }
  return (line: WorkingLine): Standing => {
    if (completedAt === null) return 'open';
    const away = left.get(line.id) ?? 0;
    const settled = away + (gone.get(line.id) ?? 0);
    if (settled >= line.quantity) return 'closed';
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
