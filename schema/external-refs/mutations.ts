import './external-ref.ts';
import { authorize } from '../abilities.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { Order } from '../orders/order.ts';
import { Product } from '../products/product.ts';
import { User } from '../users/user.ts';
import { Variant } from '../variants/variant.ts';
import { kindOf, kinds } from './kinds.ts';
import { decideRefs, SetExternalRefInput } from './set-refs.ts';

defineBulk('setExternalRefs', {
  description:
    "Sets the names that other systems have for orders, products, variants and users. For each kind of record you need its right to update: `orders.update`, `products.update`, `variants.update`, `users.update`, with all permissions of the user's roles; to name users by e-mail address, `users.read` too.",
  row: SetExternalRefInput,
  shows: { order: Order, product: Product, variant: Variant, user: User },
  needs: (viewer, rows) => {
    const rights = new Set(rows.map(({ record }) => kinds[kindOf(record)].right));
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
