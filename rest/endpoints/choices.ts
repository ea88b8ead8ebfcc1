import { presentPaymentMethod, presentStockLocation } from '../presenters/choices.ts';
import { presentListedMethod } from '../presenters/shipping-method.ts';
import { get } from '../route.ts';
import { whole } from '../answer/signs.ts';

const none = (): Record<string, never> => ({});

/** Records that payments and shipments name by id. Decision: O7. */
export const choiceRoutes = [
  get('/api/payment_methods', {
    operation: presentPaymentMethod.graphql(
      'query PaymentMethods { paymentMethods { ...PaymentMethodParts } }',
    ),
    variables: none,
    sign: whole({ singular: 'payment_method', plural: 'payment_methods' }, presentPaymentMethod),
  }),
  get('/api/shipping_methods', {
    operation: presentListedMethod.graphql(
      'query ShippingMethods { shippingMethods { ...ListedMethodParts } }',
    ),
    variables: none,
    sign: whole({ singular: 'shipping_method', plural: 'shipping_methods' }, presentListedMethod),
  }),
  get('/api/stock_locations', {
    operation: presentStockLocation.graphql(
      'query StockLocations { stockLocations { ...StockLocationParts } }',
    ),
    variables: none,
    sign: whole({ singular: 'stock_location', plural: 'stock_locations' }, presentStockLocation),
  }),
];
