import { authorizeOrder, isForAll, requireKeyOrToken } from '../abilities.ts';
import { toDecimal } from '../domain/money.ts';
import { hasProposal, isInCheckout } from '../domain/order-states.ts';
import type { Transaction } from '../context.ts';
import type { ShippingMethod } from '../domain/proposal.ts';
import type { Right } from '../grants.ts';
import { requireVersion } from '../if-version.ts';
import {
  authorizeFound,
  type ByOrder,
  type Holding,
  isNumbered,
  type Numbered,
  orderWhere,
} from '../look-up.ts';
import { existing, none } from '../refs.ts';
import { itemsByVariant, lockStockItems } from '../stock/stock-item.ts';
import { StartsOver } from '../transaction.ts';
import type { Write } from '../write.ts';
import { isOvertaken } from './settle.ts';
import { shipmentToFill } from './shipments.ts';
import { inHand, workingInclude, type WorkingOrder } from './working-order.ts';

/** Reads locked orders; the values that the write compares with when it saves. */
export async function readOrders(
  write: Write,
  ids: readonly bigint[],
): Promise<readonly WorkingOrder[]> {
  const missing = ids.filter((id) => !write.stored.has(id));
  if (missing.length > 0) {
    const loaded = await write.tx.order.findMany({
      where: { id: { in: missing } },
      include: workingInclude,
      orderBy: { id: 'asc' },
    });
    for (const order of loaded) write.stored.set(order.id, inHand(order));
  }
  return ids.flatMap((id) => write.stored.get(id) ?? []);
}

/** Locks an order and reads it, if there is one: sent together, and read once it is locked. */
async function lockNamed(write: Write, by: Numbered): Promise<WorkingOrder | null> {
  const locked = 'id' in by ? write.lockOrders([by.id]) : write.lockOrderNumbered(by.number);
  const found = write.tx.order.findUnique({ where: by, include: workingInclude });
  const [order] = await Promise.all([found, locked]);
  if (!order) return null;
  // it may have come between the lock and the reading
  write.requireLocks([order.id]);
  const value = inHand(order);
  write.keepIdsBehind(value.lineItems.at(-1)?.id ?? none);
  write.stored.set(value.id, value);
  return value;
}

export const lockOrderById = async (write: Write, id: bigint): Promise<WorkingOrder> =>
  existing(await lockNamed(write, { id }));

/**
 * Locks an order and reads it, if the caller may act on it.
 * Throws NotFound, Unauthorized, Unauthenticated, and Conflict for a stale lock version.
 * Decision: A19, A20, F15, T53, Q84.
 */
export async function lockOrder(
  write: Write,
  by: ByOrder | Holding,
  right: Right,
  ifVersion?: number | null,
): Promise<WorkingOrder> {
  requireKeyOrToken(write.viewer);
  // Judged under the lock: the token or the owner may have changed since.
  const order = authorizeOrder(write.viewer, right, await lockLookedUp(write, by, right));
  requireVersion(order, ifVersion);
  return order;
}

/** Looks an order up and locks it; who may act on every order locks it by its name, without the look-up. */
async function lockLookedUp(
  write: Write,
  by: ByOrder | Holding,
  right: Right,
): Promise<WorkingOrder | null> {
  const { tx, viewer } = write;
  const where = orderWhere(viewer, by);
  if (isNumbered(where) && isForAll(viewer, right) && !write.hasForeseen)
    return lockNamed(write, where);
  const found = await tx.order.findFirst({
    where,
    select: { id: true, userId: true, token: true },
  });
  const { id } = authorizeFound(viewer, right, by, found);
  return lockNamed(write, { id });
}

/**
 * Locks the counts of variants that an act may take or return, before the first count changes.
 * Throws StartsOver if a price that the order follows changed meanwhile.
 */
export async function withStock(
  write: Write,
  order: WorkingOrder,
  variantIds: readonly bigint[],
): Promise<WorkingOrder> {
  const missing = [...new Set(variantIds)].filter((id) => !order.stock.has(id));
  if (missing.length === 0) return order;
  const locked = await lockStockItems(write, missing);
  if (isOvertaken(write, order, locked)) throw new StartsOver();
  const next = { ...order, stock: new Map([...order.stock, ...itemsByVariant(locked)]) };
  // nothing of the order itself has changed by it
  if (write.stored.get(order.id) === order) write.stored.set(order.id, next);
  return next;
}

/** What tells which shipping methods an order may need: the categories of its goods, and the methods it has. */
const methodKeys = ({ lineItems, shipments }: WorkingOrder) => ({
  categories: lineItems.map(({ variant }) => variant.product.shippingCategoryId),
  methods: shipments.flatMap(({ shippingMethodId, rates }) => [
    ...(shippingMethodId === null ? [] : [shippingMethodId]),
    ...rates.map((rate) => rate.shippingMethodId),
  ]),
});

/**
 * The active shipping methods that orders may need, with the members of their zones: those for their goods, and for what
 * their shipments and rates are for. A store may have many more.
 */
export async function activeMethods(
  tx: Pick<Transaction, 'shippingMethod'>,
  orders: readonly WorkingOrder[],
): Promise<readonly ShippingMethod[]> {
  const keys = orders.map(methodKeys);
  const categories = [...new Set(keys.flatMap((key) => key.categories))];
  const known = [...new Set(keys.flatMap((key) => key.methods))];
  const methods = await tx.shippingMethod.findMany({
    where: {
      active: true,
      OR: [
        { shippingCategoryId: { in: categories } },
        { shippingCategory: { shippingMethods: { some: { id: { in: known } } } } },
      ],
    },
    orderBy: { id: 'asc' },
    include: { zone: { select: { members: { select: { countryId: true, stateId: true } } } } },
  });
  return methods.map(({ zone, baseCost, itemCost, ...method }) => ({
    ...method,
    baseCost: toDecimal(baseCost),
    itemCost: toDecimal(itemCost),
    zoneMembers: zone.members,
  }));
}

export async function readMethods(write: Write, order: WorkingOrder): Promise<void> {
  const { categories, methods } = methodKeys(order);
  const read = new Set(write.methods.map(({ id }) => id));
  const readCategories = new Set(write.methods.map(({ shippingCategoryId: id }) => id));
  if (categories.every((id) => readCategories.has(id)) && methods.every((id) => read.has(id)))
    return;
  const more = await activeMethods(write.tx, [order]);
  write.methods = [...write.methods, ...more.filter(({ id }) => !read.has(id))];
}

/** Whether an event may propose shipments for an order: then it needs the shipping methods. */
export const mayPropose = (order: WorkingOrder): boolean =>
  isInCheckout(order.state) &&
  (!hasProposal(order.state) || !shipmentToFill(order)) &&
  order.shipAddressId !== null;

/** Whether an event may open shipments of an order again: then it needs the shipping methods. */
export const mayReopen = ({ state, shipments }: WorkingOrder): boolean =>
  state === 'canceled' || shipments.some((shipment) => shipment.state === 'canceled');
