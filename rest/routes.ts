import type { Route } from './route.ts';
import { lineItemRoutes } from './routes/line-items.ts';
import { orderRoutes } from './routes/orders.ts';
import { productRoutes } from './routes/products.ts';
import { variantRoutes } from './routes/variants.ts';

/**
 * Every endpoint, in the contract's order. The first matching path answers, so `/new` stands
 * before `/:id`.
 * Contract: Endpoints.
 */
export const routes: readonly Route[] = [
  ...orderRoutes,
  ...lineItemRoutes,
  ...productRoutes,
  ...variantRoutes,
];
