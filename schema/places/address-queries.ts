import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { findOrder } from '../orders/find-order.ts';
import { OrderBy } from '../look-up.ts';
import { parseId } from '../refs.ts';
import { Address } from './place.ts';

builder.queryFields((t) => ({
  address: t.prismaField({
    type: Address,
    nullable: true,
    description:
      'Returns an address of an order: its bill address, its ship address, or that of one of its shipments. You need `addresses.read`, unless the order is yours or you send its order token.',
    args: { order: t.arg({ type: OrderBy, required: true }), id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const { id: orderId } = await findOrder(context, args.order, 'addresses.read');
      const id = parseId(args.id);
      if (id === undefined) throw new NotFound();
      const address = await context.db.address.findFirst({ ...selection, where: { id, orderId } });
      if (!address) throw new NotFound();
      return address;
    },
  }),
}));
