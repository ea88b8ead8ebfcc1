import { userErrors } from '../graphql.ts';
import { presentAddress } from '../presenters/address.ts';
import { get, put } from '../route.ts';
import { one } from '../answer/signs.ts';
import { partOfOrder } from '../variables/names.ts';

const address = one('address', presentAddress);

export const addressRoutes = [
  get('/api/orders/:order/addresses/:id', {
    operation: presentAddress.graphql(`query AddressById($order: OrderBy!, $id: ID!) {
      address(order: $order, id: $id) { ...AddressParts }
    }`),
    variables: partOfOrder,
    sign: address,
  }),
  put('/api/orders/:order/addresses/:id', {
    operation:
      presentAddress.graphql(`mutation UpdateAddress($order: OrderBy!, $id: ID!, $input: AddressInput!) {
      updateAddress(order: $order, id: $id, input: $input) { address { ...AddressParts } ${userErrors} }
    }`),
    variables: (call) => ({ ...partOfOrder(call), input: call.attributes }),
    writes: { resource: 'address' },
    sign: address,
  }),
];
