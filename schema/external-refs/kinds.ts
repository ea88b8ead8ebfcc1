import type { Permission } from '../permissions.ts';

/** The kinds of records that other systems have names for. */
export type Kind = 'Order' | 'Product' | 'Variant' | 'User';

/** How a request names such a record: by a field for each kind. */
export type Field = 'order' | 'product' | 'variant' | 'user';

interface KindRow {
  readonly field: Field;
  readonly column: string;
  /** What writes its references, and what shows them. */
  readonly right: Permission;
  readonly seenBy: Permission;
}

export const kinds = {
  Order: { field: 'order', column: 'order_id', right: 'orders.update', seenBy: 'orders.index' },
  Product: {
    field: 'product',
    column: 'product_id',
    right: 'products.update',
    seenBy: 'products.show_hidden',
  },
  Variant: {
    field: 'variant',
    column: 'variant_id',
    right: 'variants.update',
    seenBy: 'variants.show_hidden',
  },
  User: { field: 'user', column: 'user_id', right: 'users.update', seenBy: 'users.read' },
} as const satisfies Readonly<Record<Kind, KindRow>>;

export const kindNames = Object.keys(kinds) as readonly Kind[];

/** The kind of the record that is named: exactly one field is set. */
export function kindOf(named: Readonly<Partial<Record<Field, unknown>>>) {
  const kind = kindNames.find((name) => named[kinds[name].field] != null);
  if (kind === undefined) throw new Error('A reference names no record.');
  return { kind, ...kinds[kind] };
}
