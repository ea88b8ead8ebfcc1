import { timingSafeEqual } from 'node:crypto';
import type { OrderOwnership, Viewer } from './context.ts';
import type { Stateful } from './domain/event-rights.ts';
import type { MayFire } from './domain/refusal.ts';
import { NotFound, Unauthenticated, Unauthorized } from './errors.ts';
import { grantOf, openedByToken, permissionOf, type Right, tokenOpens } from './grants.ts';
import { customerPermissions, holds, type Permission } from './permissions.ts';

/** Whether the viewer's roles include the permission, which applies to every record. */
export const isPermitted = (viewer: Viewer, permission: Permission): boolean =>
  viewer.key === 'good' && holds(viewer.permissions, permission);

/** Whether the viewer's roles add a permission to those of every customer. Decision: N76. */
export const isStaff = ({ key, permissions }: Viewer): boolean =>
  key === 'good' &&
  [...permissions].some((permission) => !customerPermissions.includes(permission));

/** Whether the viewer may act on every order, whatever its owner and token. */
export const isForAll = (viewer: Viewer, right: Right): boolean =>
  isPermitted(viewer, permissionOf(right));

/** Whether the viewer presented the token of this order, compared in constant time. Decision: A5. */
export function holdsToken({ orderToken }: Viewer, { token }: OrderOwnership): boolean {
  if (!orderToken || !token) return false;
  const [sent, own] = [Buffer.from(orderToken), Buffer.from(token)];
  return sent.length === own.length && timingSafeEqual(sent, own);
}

/** Whether the viewer owns the order; guest orders have no owner. */
const owns = ({ user }: Viewer, { userId }: OrderOwnership): boolean =>
  user !== null && userId !== null && user.id === userId;

/**
 * Whether the viewer may act on this order or on a record that belongs to it.
 * Decision: F41, A18, N80, N81, N86.
 */
export function may(
  viewer: Viewer,
  right: Right,
  order: OrderOwnership,
  reached: 'nested' | 'top' = 'nested',
): boolean {
  if (isForAll(viewer, right)) return true;
  const grant = grantOf(right, order);
  if (!grant) return false;
  const isOwners = grant.owner === true || grant.owner === reached;
  const isHolders = tokenOpens(viewer.tokenRights, { owner: isOwners, holder: grant.holder });
  return (isHolders && holdsToken(viewer, order)) || (isOwners && owns(viewer, order));
}

/**
 * Whether the viewer may see the token of this order: the owner, who sent it, and staff to whom it opens nothing that
 * their roles do not allow.
 * Decision: N81.
 */
export const seesToken = (viewer: Viewer, order: OrderOwnership): boolean =>
  owns(viewer, order) ||
  holdsToken(viewer, order) ||
  openedByToken[viewer.tokenRights ?? 'any'].every((permission) => isPermitted(viewer, permission));

/** The events of a type that the viewer may fire on an order or on a record of it. Decision: N80. */
export const firingRights =
  (viewer: Viewer, kind: Stateful, order: OrderOwnership): MayFire =>
  (event) =>
    may(viewer, { kind, event }, order);

/** Throws Unauthenticated unless the caller has a valid key. Decision: A2, A3. */
export function requireKey(viewer: Viewer): void {
  if (viewer.key === 'none') throw new Unauthenticated('missing_key');
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
}

/** Requires a permission. Authorization is checked before existence. Decision: A20. */
export function authorize(viewer: Viewer, permission: Permission): void {
  requireKey(viewer);
  if (!isPermitted(viewer, permission)) throw new Unauthorized();
}

/** Requires a key or at least an order token; checked before the order is looked up. Decision: A3, A19. */
export function requireKeyOrToken(viewer: Viewer): void {
  if (!viewer.orderToken) requireKey(viewer);
}

/**
 * The order, if it exists and the viewer may act on it; existence is checked before authorization.
 * Throws NotFound, Unauthorized, or for a bad key Unauthenticated whether or not it exists.
 */
export function authorizeOrder<T extends OrderOwnership>(
  viewer: Viewer,
  right: Right,
  order: T | null,
): T {
  requireKeyOrToken(viewer);
  if (order && may(viewer, right, order)) return order;
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
  if (!order) throw new NotFound();
  throw new Unauthorized();
}

/**
 * A record of an order at its top-level address. Authorization is checked before existence, so callers without
 * the permission do not learn what exists.
 */
export function authorizeTop<T>(
  viewer: Viewer,
  right: Right,
  record: T | null,
  orderOf: (record: T) => OrderOwnership,
): T {
  requireKeyOrToken(viewer);
  if (record && may(viewer, right, orderOf(record), 'top')) return record;
  if (viewer.key === 'bad') throw new Unauthenticated('invalid_key');
  if (!isForAll(viewer, right)) throw new Unauthorized();
  throw new NotFound();
}
