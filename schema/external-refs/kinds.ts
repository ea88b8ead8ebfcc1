import type { Permission } from '../permissions.ts';

export type ReferredKind = 'Order' | 'Product' | 'Variant' | 'User';

/** How a request names such a record: by a field for each kind. */
export type Field = Lowercase<ReferredKind>;

interface KindRow {
  /** What writes its references, and what shows them. */
  readonly right: Permission;
  readonly seenBy: Permission;
}

export const kinds = {
  Order: { right: 'orders.update', seenBy: 'orders.index' },
  Product: { right: 'products.update', seenBy: 'products.show_hidden' },
  Variant: { right: 'variants.update', seenBy: 'variants.show_hidden' },
  User: { right: 'users.update', seenBy: 'users.read' },
} as const satisfies Readonly<Record<ReferredKind, KindRow>>;

export const kindNames = Object.keys(kinds) as readonly ReferredKind[];

export const fieldOf = (kind: ReferredKind): string => kind.toLowerCase();

export const columnOf = (kind: ReferredKind): string => `${fieldOf(kind)}_id`;

/** The kind of the record that is named: exactly one field is set. */
export function kindOf(named: Readonly<Record<string, unknown>>): ReferredKind {
  const kind = kindNames.find((name) => named[fieldOf(name)] != null);
  if (kind === undefined) throw new Error('A reference names no record.');
  return kind;
}
