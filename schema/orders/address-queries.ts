import { builder } from '../builder.ts';
import { OrderBy } from '../look-up.ts';
import { Address } from '../places/place.ts';
import { existing, soughtId } from '../refs.ts';
import { findOrder } from './find-order.ts';

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
      const where = { id: soughtId(args.id), orderId };
      return existing(await context.db.address.findFirst({ ...selection, where }));
    },
  }),
}));
