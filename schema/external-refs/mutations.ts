import './external-ref.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { Order } from '../orders/order.ts';
import { Product } from '../products/product.ts';
import { User } from '../users/user.ts';
import { Variant } from '../variants/variant.ts';
import { decideRefs, maySet, SetExternalRefInput } from './set-refs.ts';

defineBulk('setExternalRefs', {
  description:
    "Sets the names that other systems have for orders, products, variants and users. For each kind of record you need its right to update: `orders.update`, `products.update`, `variants.update`, `users.update`, with all permissions of the user's roles; to name users by e-mail address, `users.read` too.",
  row: SetExternalRefInput,
  shows: { order: Order, product: Product, variant: Variant, user: User },
  needs: maySet,
  decide: decideRefs,
});
