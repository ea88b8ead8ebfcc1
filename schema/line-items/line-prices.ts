import { isPermitted } from '../abilities.ts';
import { auditDifference } from '../domain/audit.ts';
import { toDecimal } from '../domain/money.ts';
import { ignoresUnheard } from '../heard.ts';
import { addAudit } from '../order-desk/order-parts.ts';
import type {
  Act,
  Amount,
  WorkingLine,
  WorkingOrder,
  WorkingVariant,
} from '../order-desk/working-order.ts';
import type { LineChange } from './line-change.ts';

/** Whether a price was sent that is not what the line item will cost by itself; REST does not ask for it. */
export const isAtAnotherPrice = (
  { viewer }: Pick<Act, 'viewer'>,
  { price }: Pick<LineChange, 'price'>,
  cost: Amount,
): boolean => price !== null && !price.equals(toDecimal(cost)) && !ignoresUnheard(viewer);

/** Whether the caller may take more units at the price of a line: one that was set by hand is for those it was set for. */
export const mayTakeMore = (
  { viewer }: Pick<Act, 'viewer'>,
  { priceIsOwn }: Pick<WorkingLine, 'priceIsOwn'>,
): boolean => !priceIsOwn || isPermitted(viewer, 'orders.override');

/** A price, and whether somebody set it. */
type SetPrice = Pick<WorkingLine, 'price' | 'priceIsOwn'>;

export const followed = ({ price }: Pick<WorkingVariant, 'price'>): SetPrice => ({
  price,
  priceIsOwn: false,
});

/**
 * Adds a price that the caller set for a line item, if one was sent that it had not, to the audit log; that requires
 * `orders.override`.
 */
export function auditLinePrice(
  order: WorkingOrder,
  { price: sent }: Pick<LineChange, 'price'>,
  before: SetPrice,
  line: WorkingLine,
): WorkingOrder {
  if (sent === null) return order;
  const valuesOf = ({ price, priceIsOwn }: SetPrice) => ({
    [`lineItems.${line.id}.price`]: toDecimal(price).toFixed(),
    [`lineItems.${line.id}.priceIsOwn`]: priceIsOwn,
  });
  const entry = auditDifference('orders.override', order.id, valuesOf(before), valuesOf(line));
  return addAudit(order, entry);
}
