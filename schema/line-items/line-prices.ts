import { auditDifference, type AuditRecord } from '../domain/audit.ts';
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

/** A price, and whether somebody set it. */
type SetPrice = Pick<WorkingLine, 'price' | 'priceIsOwn'>;

export const followed = ({ price }: Pick<WorkingVariant, 'price'>): SetPrice => ({
  price,
  priceIsOwn: false,
});

/**
 * Adds a price that the caller set for a line item, if one was sent, to the audit log; that requires `orders.override`.
 */
export function auditLinePrice(
  order: WorkingOrder,
  { price: sent }: Pick<LineChange, 'price'>,
  before: SetPrice,
  line: WorkingLine,
): WorkingOrder {
  const entry = sent && linePriceEntry(order.id, line.id, before, line);
  return entry ? addAudit(order, entry) : order;
}

/** The entry of the audit log for the price of a line that was set; undefined if it was already, and is the same. */
function linePriceEntry(
  orderId: bigint,
  lineId: bigint,
  before: SetPrice,
  after: SetPrice,
): AuditRecord | undefined {
  const valuesOf = ({ price, priceIsOwn }: SetPrice) => ({
    [`lineItems.${lineId}.price`]: toDecimal(price).toFixed(),
    [`lineItems.${lineId}.priceIsOwn`]: priceIsOwn,
  });
  return auditDifference('orders.override', orderId, valuesOf(before), valuesOf(after));
}
