import { timingSafeEqual } from 'node:crypto';
import type { OrderOwnership, Viewer } from './context.ts';
import { rightToFire, type Stateful } from './domain/event-rights.ts';
import type { MayFire } from './domain/refusal.ts';
import { NotFound, Unauthenticated, Unauthorized } from './errors.ts';
import { customerPermissions, holds, type Permission } from './permissions.ts';

/**
 * What ownership and the order token allow on one order, beside permissions.
 * - `nested`  only when the record is reached under its order's path, not at its own, top-level address
 * Decision: A6, F41, A18.
 */
interface Grant {
  readonly owner: boolean | 'nested';
  readonly holder: boolean;
}

/** Firing an event on a record of a type; the event is the client's word. */
export interface Firing {
  readonly kind: Stateful;
  readonly event: string;
}

/**
 * Writing what an order consists of: its lines, and the rates of its shipments. Owners may until it is completed, so
 * that nothing goes past the checks of the checkout. Decision: N86.
 */
export interface WritingContents {
  readonly contentsBy: Permission;
}

/** What is to be authorized: a permission, firing one event, or writing the contents of an order. */
export type Right = Permission | Firing | WritingContents;

const firePermissions: Readonly<Record<Stateful, Permission>> = {
  order: 'orders.fire',
  shipment: 'shipments.fire',
  inventoryUnit: 'inventory_units.fire',
  payment: 'payments.update',
};

function permissionOf(right: Right): Permission {
  if (typeof right === 'string') return right;
  return 'kind' in right ? firePermissions[right.kind] : right.contentsBy;
}

const both: Grant = { owner: true, holder: true };
const nestedForOwner: Grant = { owner: 'nested', holder: true };

const grants: Partial<Record<Permission, Grant>> = {
  'orders.read': both,
  'orders.update': both,
  'orders.fire': { owner: false, holder: true },
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
  'inventory_units.index': nestedForOwner,
  'inventory_units.read': nestedForOwner,
};

function grantOf(right: Right, { completedAt }: OrderOwnership): Grant | undefined {
  if (typeof right === 'string') return grants[right];
  if ('contentsBy' in right) {
    const grant = grants[right.contentsBy];
    return grant && completedAt ? { ...grant, owner: false } : grant;
  }
  return rightToFire(right.kind, right.event);
}

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
  const isHolders = viewer.tokenRights === 'owner' ? isOwners : grant.holder;
  return (isHolders && holdsToken(viewer, order)) || (isOwners && owns(viewer, order));
}

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
