import { graphql } from '../graphql.ts';
import { PaymentMethodParts } from '../presenters/payment-method.ts';
import { ListedMethodParts } from '../presenters/shipping-method.ts';
import { StockLocationParts } from '../presenters/stock-location.ts';

export const PaymentMethods = graphql(
  `
    query PaymentMethods {
      paymentMethods {
        ...PaymentMethodParts
      }
    }
  `,
  [PaymentMethodParts],
);

export const ShippingMethods = graphql(
  `
    query ShippingMethods {
      shippingMethods {
        ...ListedMethodParts
      }
    }
  `,
  [ListedMethodParts],
);

export const StockLocations = graphql(
  `
    query StockLocations {
      stockLocations {
        ...StockLocationParts
      }
    }
  `,
  [StockLocationParts],
);
