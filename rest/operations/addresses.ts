import { graphql } from '../graphql.ts';
import { AddressParts } from '../presenters/address.ts';

export const AddressById = graphql(
  `
    query AddressById($order: OrderBy!, $id: ID!) {
      address(order: $order, id: $id) {
        ...AddressParts
      }
    }
  `,
  [AddressParts],
);

export const UpdateAddress = graphql(
  `
    mutation UpdateAddress($order: OrderBy!, $id: ID!, $input: AddressInput!) {
      updateAddress(order: $order, id: $id, input: $input) {
        address {
          ...AddressParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [AddressParts],
);
