import type { OrderOwnership, Viewer } from './context.ts';
import { rightsToFire, rightToFire, type Stateful } from './domain/event-rights.ts';
import type { Permission } from './permissions.ts';

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
interface Firing {
  readonly kind: Stateful;
  readonly event: string;
}

/**
 * Writing what an order consists of: its lines, and the rates of its shipments. Owners may until it is completed, so
 * that nothing goes past the checks of the checkout. Decision: N86.
 */
interface WritingContents {
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

/** The permission that gives a right on every order. */
export function permissionOf(right: Right): Permission {
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

/** What ownership and the token give of a right on this order; undefined if nothing. */
export function grantOf(right: Right, { completedAt }: OrderOwnership): Grant | undefined {
  if (typeof right === 'string') return grants[right];
  if ('contentsBy' in right) {
    const grant = grants[right.contentsBy];
    return grant && completedAt ? { ...grant, owner: false } : grant;
  }
  return rightToFire(right.kind, right.event);
}

/**
 * Whether the token opens what owner and holder are granted so.
 * Decision: N81.
 */
export const tokenOpens = (
  tokenRights: Viewer['tokenRights'],
  { owner, holder }: { readonly owner: boolean; readonly holder: boolean },
): boolean => (tokenRights === 'owner' ? owner : holder);

/** The permissions of which a token opens something on its order. */
function openedPermissions(tokenRights: Viewer['tokenRights']): readonly Permission[] {
  const granted = Object.entries(grants) as [Permission, Grant][];
  const fired = (Object.keys(firePermissions) as Stateful[]).flatMap((kind) =>
    rightsToFire(kind).map((right): [Permission, Grant] => [firePermissions[kind], right]),
  );
  const opened = [...granted, ...fired].filter(([, { owner, holder }]) =>
    tokenOpens(tokenRights, { owner: owner !== false, holder }),
  );
  return [...new Set(opened.map(([permission]) => permission))];
}

/**
 * The permissions that a token stands for on its order, by what tokens allow: who has them all gets nothing from it.
 * Decision: N81.
 */
export const openedByToken = { any: openedPermissions('any'), owner: openedPermissions('owner') };
