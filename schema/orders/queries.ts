import {
  authorize,
  authorizeOrder,
  isPermitted,
  requireKey,
  requireKeyOrToken,
} from '../abilities.ts';
import { builder } from '../builder.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { lineItemAttributes } from '../line-items/line-item-attributes.ts';
import { paymentAttributes } from '../payments/payment-attributes.ts';
import { addressAttributes } from '../places/place-attributes.ts';
import { OrderBy, orderWhere } from '../look-up.ts';
import { Address } from '../places/place.ts';
import { existing, soughtId } from '../refs.ts';
import { attributeList } from '../search/attribute-list.ts';
import { many, one, part, text } from '../search/attributes.ts';
import { everyRow, findPage, having } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { findPageBelow, recordAbove } from '../search/page-below.ts';
import { searchable } from '../search/searchable.ts';
import { shipmentAttributes } from '../shipments/shipment-attributes.ts';
import { isShown, isShownOfAll, leadsTo } from '../shown.ts';
import { orderAttributes } from './order-attributes.ts';
import { User } from '../users/user.ts';
import { findOrder } from './find-order.ts';
import { Order } from './order.ts';

/** The user's name or, if unknown, the e-mail address: shown to callers who may see both. */
const displayName = text('display_name', {
  through: [{ table: 'users', column: 'user_id' }],
  nullable: true,
  shownTo: (viewer, order) =>
    isShownOfAll('User.name')(viewer, order) && isShownOfAll('User.email')(viewer, order),
});

export const orderSearch = searchable(
  attributeList(
    'Order',
    { ...orderAttributes.attributes, userName: displayName, userLogin: displayName },
    {
      ...orderAttributes.associations,
      billAddress: one(addressAttributes, 'bill_address_id', part),
      shipAddress: one(addressAttributes, 'ship_address_id', part),
      lineItems: many(lineItemAttributes, 'order_id', part),
      shipments: many(shipmentAttributes, 'order_id', part),
      inventoryUnits: many(inventoryUnitAttributes, 'order_id', leadsTo.inventoryUnits),
      payments: many(paymentAttributes, 'order_id', part),
    },
  ),
);

const OrderConnection = connectionOf(Order, 'orders');

const newestFirst = [
  { field: 'createdAt', direction: 'DESC' },
  { field: 'id', direction: 'DESC' },
] as const;

builder.queryFields((t) => ({
  order: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Returns an order by its id or number. Returns NOT_FOUND if the order does not exist, UNAUTHORIZED if you may not see it. You need `orders.read`, unless the order is yours or you send its order token.',
    args: { by: t.arg({ type: OrderBy, required: true }) },
    resolve: async (query, _root, { by }, { db, viewer }) => {
      requireKeyOrToken(viewer);
      const order = await db.order.findFirst({ ...query, where: orderWhere(viewer, by) });
      return authorizeOrder(viewer, 'orders.read', order);
    },
  }),
  orders: t.field({
    type: OrderConnection,
    description: 'Returns all orders. You need `orders.index`.',
    args: listArguments(t.arg, orderSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'orders.index');
      return findPage(orderSearch, context, args, everyRow, [{ field: 'id' }]);
    },
  }),
  myOrders: t.field({
    type: OrderConnection,
    description: 'Returns your own orders, including carts. You need an API key.',
    args: listArguments(t.arg, orderSearch),
    resolve: (_root, args, context) => {
      requireKey(context.viewer);
      const userId = context.viewer.user?.id ?? null;
      const scope = { ...having('user_id', userId), order: { userId, token: null } };
      return findPage(orderSearch, context, args, scope, newestFirst);
    },
  }),
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

builder.prismaObjectField(User, 'orders', (t) =>
  t.field({
    type: OrderConnection,
    nullable: true,
    description:
      "The user's orders, including carts, newest first. Null if it is another user and you lack `orders.index`.",
    args: listArguments(t.arg, orderSearch),
    select: { id: true },
    resolve: (user, args, context, info) => {
      const { viewer } = context;
      if (!isShown('User.orders', viewer, user)) return null;
      const isOwn = !isPermitted(viewer, 'orders.index');
      const scope = {
        ...having('user_id', recordAbove),
        ...(isOwn && { order: { userId: user.id, token: null } }),
      };
      return findPageBelow(user, info, orderSearch, context, args, scope, newestFirst);
    },
  }),
);
