import type { Route } from './route.ts';
import { addressRoutes } from './endpoints/addresses.ts';
import { checkoutRoutes } from './endpoints/checkouts.ts';
import { choiceRoutes } from './endpoints/choices.ts';
import { countryRoutes } from './endpoints/countries.ts';
import { inventoryUnitRoutes } from './endpoints/inventory-units.ts';
import { lineItemRoutes } from './endpoints/line-items.ts';
import { orderRoutes } from './endpoints/orders.ts';
import { paymentRoutes } from './endpoints/payments.ts';
import { productRoutes } from './endpoints/products.ts';
import { shipmentRoutes } from './endpoints/shipments.ts';
import { variantRoutes } from './endpoints/variants.ts';

/**
 * Every endpoint: the contract's in its order, then the additional ones. The first matching path answers, so
 * `/new` comes before `/:id`. Contract: Endpoints.
 */
export const routes: readonly Route[] = [
  ...orderRoutes,
  ...lineItemRoutes,
  ...shipmentRoutes,
  ...inventoryUnitRoutes,
  ...productRoutes,
  ...variantRoutes,
  ...addressRoutes,
  ...checkoutRoutes,
  ...paymentRoutes,
  ...choiceRoutes,
  ...countryRoutes,
];
