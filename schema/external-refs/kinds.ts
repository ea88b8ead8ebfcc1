import type { Permission } from '../permissions.ts';

/** The kinds of records that other systems have names for. */
export type Kind = 'Order' | 'Product' | 'Variant' | 'User';

/** How a request names such a record: by a field for each kind. */
export type Field = 'order' | 'product' | 'variant' | 'user';

interface KindRow {
  readonly kind: Kind;
  readonly column: string;
  /** What writes its references. */
  readonly right: Permission;
}

export const kinds = {
  order: { kind: 'Order', column: 'order_id', right: 'orders.update' },
  product: { kind: 'Product', column: 'product_id', right: 'products.update' },
  variant: { kind: 'Variant', column: 'variant_id', right: 'variants.update' },
  user: { kind: 'User', column: 'user_id', right: 'users.update' },
} as const satisfies Readonly<Record<Field, KindRow>>;

const fields = Object.keys(kinds) as Field[];

/** The kind of the record that is named: exactly one field is set. */
export function kindOf(named: Readonly<Partial<Record<Field, unknown>>>) {
  const field = fields.find((name) => named[name] != null);
  if (field === undefined) throw new Error('A reference names no record.');
  return { field, ...kinds[field] };
}
