import { createHash, timingSafeEqual } from 'node:crypto';
import type { Viewer } from './context.ts';
import { NotFound, Unauthenticated, Unauthorized } from './errors.ts';
import { holds, type Permission } from './permissions.ts';

/** What decides who owns an order and who holds its token. */
export interface OrderOwnership {
  readonly userId: bigint | null;
  readonly token: string | null;
}

/**
 * What ownership and the order token grant on one order, beside permissions.
 * - `nested`  the record is reached under its order's path
 * - `always`  also at its own, top-level address
 *
 * Decision: A6, A15, A18.
 */
interface Grant {
  readonly owner: 'always' | 'nested' | 'never';
  readonly holder: 'always' | 'never';
}

const both: Grant = { owner: 'always', holder: 'always' };
const nestedForOwner: Grant = { owner: 'nested', holder: 'always' };
const holderOnly: Grant = { owner: 'never', holder: 'always' };

const grants: Partial<Record<Permission, Grant>> = {
  'orders.read': both,
  'orders.update': both,
  'orders.fire': both,
  'line_items.index': both,
  'line_items.read': both,
  'line_items.create': both,
  'line_items.update': both,
  'line_items.delete': both,
  'addresses.read': both,
  'addresses.update': both,
  'payments.index': both,
  'payments.read': both,
  'payments.create': both,
  'shipments.index': nestedForOwner,
  'shipments.read': nestedForOwner,
  'shipments.fire': holderOnly,
  'inventory_units.index': nestedForOwner,
  'inventory_units.read': nestedForOwner,
  'inventory_units.fire': holderOnly,
};

/** Whether the viewer's roles give the right, on every record. */
export const isPermitted = (viewer: Viewer, permission: Permission): boolean =>
  viewer.key === 'good' && holds(viewer.permissions, permission);

/** Whether the viewer presented the token of this order, compared in constant time. Decision: A5. */
export function holdsToken({ orderToken }: Viewer, { token }: OrderOwnership): boolean {
  if (!orderToken || !token) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(orderToken), digest(token));
}

/** Whether the viewer owns the order; an order without user has no owner. */
const owns = ({ user }: Viewer, { userId }: OrderOwnership): boolean =>
  user !== null && userId !== null && user.id === userId;

/** Whether the viewer may act on this order or on a record of it. Decision: A15, A17, A18. */
export function may(
  viewer: Viewer,
  permission: Permission,
  order: OrderOwnership,
  reached: 'nested' | 'top' = 'nested',
): boolean {
  if (isPermitted(viewer, permission)) return true;
  const grant = grants[permission];
  if (!grant) return false;
  if (grant.holder === 'always' && holdsToken(viewer, order)) return true;
  return owns(viewer, order) && (grant.owner === 'always' || grant.owner === reached);
}

/** Lets only callers with a good key pass. Decision: A2, A3. */
export function requireKey(viewer: Viewer): void {
  if (viewer.key === 'none') throw new Unauthenticated('missing_key');
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
}

/** Lets only callers pass whose roles give the right. Right before existence. Decision: A20. */
export function authorize(viewer: Viewer, permission: Permission): void {
  requireKey(viewer);
  if (!isPermitted(viewer, permission)) throw new Unauthorized();
}

/** Lets callers pass who sent a key or at least an order token; asked before the order is looked for. Decision: A3, A19. */
export function requireKeyOrToken(viewer: Viewer): void {
  if (!viewer.orderToken) requireKey(viewer);
}

/**
 * The order, if it exists and the viewer may act on it: existence before right.
 * Throws NotFound, Unauthorized, or for a bad key Unauthenticated whether or not it exists.
 * Decision: A3, A19.
 */
export function authorizeOrder<T extends OrderOwnership>(
  viewer: Viewer,
  permission: Permission,
  order: T | null,
): T {
  requireKeyOrToken(viewer);
  if (order && may(viewer, permission, order)) return order;
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
  if (!order) throw new NotFound();
  throw new Unauthorized();
}

/**
 * A record of an order at its top-level address: right before existence, so who lacks the right
 * learns nothing of what exists.
 * Decision: A20.
 */
export function authorizeTop<T>(
  viewer: Viewer,
  permission: Permission,
  record: T | null,
  orderOf: (record: T) => OrderOwnership,
): T {
  requireKeyOrToken(viewer);
  if (record && may(viewer, permission, orderOf(record), 'top')) return record;
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
  if (!isPermitted(viewer, permission)) throw new Unauthorized();
  throw new NotFound();
}
