import { Order } from './order.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { lockOrder } from '../order-desk/load.ts';
import { saveOrder } from '../order-desk/save.ts';
import { addressIn, writeAddress } from './addresses.ts';
import { redirect } from './redirect.ts';
import { toOrder } from '../record-arguments.ts';
import { existing, soughtId } from '../refs.ts';
import { AddressInput, readAddress } from '../places/address-input.ts';
import { Address } from '../places/place.ts';
import { defineMutation } from '../payload.ts';

defineMutation('updateAddress', {
  description:
    'Updates the bill or ship address of an order. During checkout another ship address discards proposed shipments and takes the order back to the step `address`; after completion it must be one that the shipping methods deliver to, unless you hold `orders.override`. You need `addresses.update`, unless the order is yours or you send its order token.',
  shows: { address: Address },
  beside: { order: Order },
  args: (arg) => ({
    ...toOrder(arg),
    id: arg.id({ required: true }),
    input: arg({ type: AddressInput, required: true, description: 'Changes to the address.' }),
  }),
  write: async (write, { order: by, id: given, input, ifVersion }) => {
    const order = await lockOrder(write, by, 'addresses.update', ifVersion);
    const named = soughtId(given);
    const roles = ['billAddress', 'shipAddress'] as const;
    const role = existing(roles.find((name) => addressIn(order, name)?.id === named));
    const reader = new AttributeReader();
    const next = await readAddress(write, reader, input, addressIn(order, role));
    reader.check();
    const written = next
      ? await redirect(write, order, writeAddress(write, order, role, next))
      : order;
    const id = addressIn(await saveOrder(write, written), role)?.id ?? named;
    return { address: id, order: order.id };
  },
});
