import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { writeAddress } from '../orders/addresses.ts';
import { recalculateTouched } from '../orders/recalculate.ts';
import { lockOrder } from '../orders/working-order.ts';
import { parseId } from '../refs.ts';
import { inWrite } from '../write.ts';
import { AddressInput, readAddress } from './address-input.ts';
import { Address } from './place.ts';

builder.mutationFields((t) => ({
  updateAddress: t.prismaField({
    type: Address,
    nullable: true,
    description:
      'Updates the bill or ship address of an order. You need `addresses.update`, unless the order is yours or you send its order token.',
    args: {
      order: t.arg.string({ required: true }),
      id: t.arg.id({ required: true }),
      input: t.arg({ type: AddressInput, required: true }),
    },
    resolve: (query, _root, { order: ref, id: given, input }, context) =>
      inWrite(context, async (write) => {
        const selection = { ...query };
        const order = await lockOrder(write, ref, 'addresses.update');
        const named = parseId(given);
        const role = (['billAddress', 'shipAddress'] as const).find(
          (name) => order[name]?.id === named,
        );
        if (!role || named === undefined) throw new NotFound();
        const reader = new AttributeReader();
        const next = await readAddress(write.tx, reader, input, order[role]);
        reader.check();
        const id = next ? await writeAddress(write, order, role, next) : named;
        await recalculateTouched(write);
        return write.tx.address.findUniqueOrThrow({ ...selection, where: { id } });
      }),
  }),
}));
