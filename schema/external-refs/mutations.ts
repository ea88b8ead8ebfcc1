import './external-ref.ts';
import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { OrderBy, ProductBy, UserBy, VariantBy } from '../look-up.ts';
import { Order } from '../orders/order.ts';
import { Product } from '../products/product.ts';
import { User } from '../users/user.ts';
import { Variant } from '../variants/variant.ts';
import { kindOf } from './kinds.ts';
import { decideRefs } from './set-refs.ts';

const ReferredBy = builder.inputType('ReferredBy', {
  description: 'Names a record that other systems have names for: exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    order: t.field({ type: OrderBy }),
    product: t.field({ type: ProductBy }),
    variant: t.field({ type: VariantBy }),
    user: t.field({ type: UserBy }),
  }),
});

/** A reference of one record among many. Decision: V20, V24. */
const SetExternalRefInput = builder.inputType('SetExternalRefInput', {
  description: 'The name of one record in another system.',
  fields: (t) => ({
    record: t.field({ type: ReferredBy, required: true, description: 'The record.' }),
    source: t.string({
      required: true,
      description: 'The other system, such as `erp`: at most 64 characters.',
    }),
    value: t.string({
      description:
        'The name of the record there, in place of the one it has; null removes it. No other record of its kind has it, except deleted ones, which lose it.',
    }),
  }),
});

defineBulk('setExternalRefs', {
  description:
    "Sets the names that other systems have for orders, products, variants and users. For each kind of record you need its right to update: `orders.update`, `products.update`, `variants.update`, `users.update`, with all permissions of the user's roles; to name users by e-mail address, `users.read` too.",
  row: SetExternalRefInput,
  shows: { order: Order, product: Product, variant: Variant, user: User },
  needs: (viewer, rows) => {
    const rights = new Set(rows.map(({ record }) => kindOf(record).right));
    // without rows it is still a write
    for (const right of rights.size === 0 ? ['orders.update' as const] : rights) {
      authorize(viewer, right);
    }
    // who could find a user by it would learn whose address it is
    if (rows.some(({ record }) => record.user?.email != null)) authorize(viewer, 'users.read');
  },
  writesUsers: (rows) => rows.some(({ record }) => record.user != null),
  decide: decideRefs,
});
