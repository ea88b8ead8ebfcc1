import type { Route } from './route.ts';
import { addressRoutes } from './routes/addresses.ts';
import { checkoutRoutes } from './routes/checkouts.ts';
import { choiceRoutes } from './routes/choices.ts';
import { countryRoutes } from './routes/countries.ts';
import { inventoryUnitRoutes } from './routes/inventory-units.ts';
import { lineItemRoutes } from './routes/line-items.ts';
import { orderRoutes } from './routes/orders.ts';
import { paymentRoutes } from './routes/payments.ts';
import { productRoutes } from './routes/products.ts';
import { shipmentRoutes } from './routes/shipments.ts';
import { stateRoutes } from './routes/states.ts';
import { variantRoutes } from './routes/variants.ts';

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
  ...stateRoutes,
];
