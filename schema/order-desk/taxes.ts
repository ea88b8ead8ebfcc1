import { Decimal } from 'decimal.js';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { type Taxable, taxOf } from '../domain/taxes.ts';
import { taxInCredits, unitCreditsOf } from './booked-credits.ts';
import { costOf, withDiscounts } from './discounts.ts';
import { standingsOf, standingsOfShipments } from './order-parts.ts';
import type { Act, WorkingLine, WorkingOrder } from './working-order.ts';

/** A row with its tax, which is not below what was credited; the same one if it has not changed. */
function withTax<Row extends Pick<WorkingLine, 'tax' | 'taxRate'>>(
  { settings }: Act,
  row: Row,
  {
    credited = new Decimal(0),
    ...part
  }: Pick<Taxable, 'amount' | 'standing'> & { readonly credited?: Decimal },
  rate: Decimal,
): Row {
  const had = { tax: toDecimal(row.tax), taxRate: toDecimal(row.taxRate) };
  const due = taxOf({ ...part, ...had }, rate, settings.currency);
  const { taxRate } = due;
  const tax = Decimal.max(due.tax, credited);
  const isSame = tax.equals(had.tax) && taxRate.equals(had.taxRate);
  return isSame ? row : { ...row, tax, taxRate };
}

/**
 * The order with the share of each line item in the discounts and its tax after that, and with the tax of each shipment
 * if shipping is taxed. What has left, or was canceled, keeps both. Decision: C26
 */
export function settleTaxes(act: Act, order: WorkingOrder): WorkingOrder {
  const { currency, taxRate, taxShipping } = act.settings;
  const standing = standingsOf(order);
  const standingOf = standingsOfShipments(order);
  const creditsOf = unitCreditsOf(order);
  const rate = new Decimal(taxRate);
  const shippingRate = taxShipping ? rate : new Decimal(0);
  return {
    ...order,
    lineItems: withDiscounts(order, standing, currency).map((line) => {
      const amount = costOf(line);
      const credited = taxInCredits(line, creditsOf(line));
      return withTax(act, line, { amount, standing: standing(line), credited }, rate);
    }),
    shipments: order.shipments.map((shipment) => {
      const part = { amount: toDecimal(shipment.cost), standing: standingOf(shipment) };
      return withTax(act, shipment, part, shippingRate);
    }),
  };
}

/** The tax of an order: the sum of its parts; null if it has none and none is due. */
export function taxDue({ settings }: Pick<Act, 'settings'>, order: WorkingOrder): Decimal | null {
  const { lineItems, shipments } = order;
  const due = sumAmounts([...lineItems, ...shipments].map(({ tax }) => toDecimal(tax)));
  const isTaxed = lineItems.length > 0 && new Decimal(settings.taxRate).greaterThan(0);
  return isTaxed || !due.isZero() ? due : null;
}
