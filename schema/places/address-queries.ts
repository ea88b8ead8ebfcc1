import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { findOrderId } from '../orders/find-order.ts';
import { parseId } from '../refs.ts';
import { Address } from './place.ts';

builder.queryFields((t) => ({
  address: t.prismaField({
    type: Address,
    description: 'One address of an order: where its bill, its goods or one of its shipments go.',
    args: { order: t.arg.string({ required: true }), id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const orderId = await findOrderId(context, args.order, 'addresses.read');
      const id = parseId(args.id);
      if (id === undefined) throw new NotFound();
      const address = await context.db.address.findFirst({ ...selection, where: { id, orderId } });
      if (!address) throw new NotFound();
      return address;
    },
  }),
}));
