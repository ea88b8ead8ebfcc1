import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { newer, present } from './table.ts';

export const ShippingRateParts = graphql(`
  fragment ShippingRateParts on ShippingRate {
    id
    name
    cost
    selected
    shipment {
      id
    }
    shippingMethod {
      id
    }
    displayCost
  }
`);

/** ShippingRate; newer format only, as part of a shipment. Contract: Resources / ShippingRate. Decision: R16. */
export const presentShippingRate = present(ShippingRateParts, {
  id: newer(({ id }) => integer(id)),
  name: newer(({ name }) => name),
  // In the contract this one amount is a number, where the others are texts.
  cost: newer(({ cost }) => Number(cost)),
  selected: newer(({ selected }) => selected),
  shipment_id: newer(({ shipment }) => integer(shipment.id)),
  shipping_method_id: newer(({ shippingMethod }) => integer(shippingMethod.id)),
  display_cost: newer(({ displayCost }) => displayCost),
});
