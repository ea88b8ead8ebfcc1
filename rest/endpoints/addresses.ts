import { AddressById, UpdateAddress } from '../operations/addresses.ts';
import { presentAddress } from '../presenters/address.ts';
import { get, put } from '../route.ts';
import { one } from '../answer/signs.ts';
import { byIdOrNumber } from '../variables/names.ts';

const address = one('address', presentAddress);

/** Decision: F31, C23, C25. */
export const addressRoutes = [
  get('/api/orders/:order/addresses/:id', {
    operation: AddressById,
    variables: ({ params }) => ({ order: byIdOrNumber(params.order), id: params.id }),
    from: (data) => data.address,
    sign: address,
  }),
  put('/api/orders/:order/addresses/:id', {
    operation: UpdateAddress,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      id: params.id,
      input: attributes,
    }),
    writes: { resource: 'address', rights: 'itself' },
    from: (data) => data.updateAddress.address,
    sign: address,
  }),
];
