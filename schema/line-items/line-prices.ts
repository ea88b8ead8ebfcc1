import type { Decimal } from 'decimal.js';
import { auditChanges, type AuditRecord } from '../domain/audit.ts';
import { toDecimal } from '../domain/money.ts';
import { ignoresUnheard } from '../heard.ts';
import { addAudit } from '../order-desk/order-parts.ts';
import type { Act, Amount, WorkingLine, WorkingOrder } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';
import type { LineChange, NewLine } from './line-change.ts';

/**
 * Whether a price was sent that is not what the line item will cost by itself; REST does not ask for it.
 * Decision: T43, V30.
 */
export const isAtAnotherPrice = (
  { viewer }: Pick<Act, 'viewer'>,
  { price }: Pick<LineChange, 'price'>,
  cost: Amount,
): boolean => price !== null && !price.equals(toDecimal(cost)) && !ignoresUnheard(viewer);

/** A price, and whether somebody set it. */
type SetPrice = Pick<WorkingLine, 'price' | 'priceIsOwn'>;

/**
 * Adds a price that the caller set for a line item to the audit log; that requires `orders.override`. `order` has the
 * line as it is afterwards; a change without `line` has added it.
 * Decision: N76.
 */
export function auditLinePrice(
  order: WorkingOrder,
  before: Amount,
  { price, line }: { readonly price: Decimal | null; readonly line?: WorkingLine },
  lineId: bigint,
): WorkingOrder {
  const after = order.lineItems.find(({ id }) => id === lineId);
  if (price === null || !after) return order;
  const former = { price: before, priceIsOwn: line?.priceIsOwn ?? false };
  const entry = linePriceEntry(order.id, lineId, former, after);
  return entry ? addAudit(order, entry) : order;
}

/** Tells the audit log of the prices that the caller set for the lines of a new order. Decision: N76. */
export async function auditNewPrices(
  write: Write,
  orderId: bigint,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.every(({ price }) => price === null)) return;
  const stored = await write.tx.lineItem.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true, price: true, priceIsOwn: true },
  });
  for (const [place, line] of stored.entries()) {
    const { variant, price = null } = lines[place] ?? {};
    if (!variant || price === null) continue;
    const former = { price: variant.price, priceIsOwn: false };
    const entry = linePriceEntry(orderId, line.id, former, line);
    if (entry) write.audit(entry);
  }
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
  const changes = auditChanges(valuesOf(before), valuesOf(after));
  if (Object.keys(changes).length === 0) return undefined;
  return { action: 'orders.override', subject: 'Order', id: orderId, changes };
}
