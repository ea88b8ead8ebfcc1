import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { changeRows, idsOf } from './order-parts.ts';
import { settle } from './settle.ts';
import type { Act, Amount, WorkingLine, WorkingOrder } from './working-order.ts';

/** Whether a line shows another price than its variant has now, and must follow it. */
const isOutdated = ({ price, priceIsOwn, variant }: WorkingLine): boolean =>
  !priceIsOwn && variant.deletedAt === null && !toDecimal(price).equals(toDecimal(variant.price));

const followsVariants = ({ settings }: Act, { state }: WorkingOrder): boolean =>
  settings.cartPrices === 'follow' && isInCheckout(state);

/** Whether lines that follow their variants were read when these cost something else. */
export function isOvertaken(
  act: Act,
  order: WorkingOrder,
  variants: readonly { readonly variantId: bigint; readonly price: Amount }[],
): boolean {
  if (!followsVariants(act, order)) return false;
  const prices = new Map(variants.map(({ variantId, price }) => [variantId, toDecimal(price)]));
  return order.lineItems.some(
    ({ variant, priceIsOwn }) =>
      !priceIsOwn && prices.get(variant.id)?.equals(toDecimal(variant.price)) === false,
  );
}

/** What a unit of a line costs once the order is settled. */
export const presentPriceOf = (act: Act, order: WorkingOrder, line: WorkingLine): Amount =>
  followsVariants(act, order) && isOutdated(line) ? line.variant.price : line.price;

/**
 * An order whose lines have the prices that their variants have now, until it is completed. Prices that were set by
 * hand stay, and those of deleted variants. Decision: T46.
 */
function followPrices(act: Act, order: WorkingOrder): WorkingOrder {
  if (!followsVariants(act, order)) return order;
  const outdated = order.lineItems.filter(isOutdated);
  if (outdated.length === 0) return order;
  return {
    ...order,
    lineItems: changeRows(order.lineItems, idsOf(outdated), ({ variant }) => ({
      price: variant.price,
    })),
    repriced: [...order.repriced, ...outdated.map((line) => ({ line, from: line.price }))],
  };
}

/** An order at present prices, with its derived values computed again. */
export const settlePriced = (act: Act, order: WorkingOrder): WorkingOrder =>
  settle(act, followPrices(act, order));

/** An order in checkout at present prices and taxes, before an act decides by its total; the same one if that stays. */
export function atPresentPrices(act: Act, order: WorkingOrder): WorkingOrder {
  if (!isInCheckout(order.state)) return order;
  const priced = settlePriced(act, order);
  const isSame = toDecimal(priced.total).equals(toDecimal(order.total));
  return isSame && priced.repriced === order.repriced ? order : priced;
}
