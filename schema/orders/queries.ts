import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize, authorizeOrder, requireKey, requireKeyOrToken } from '../abilities.ts';
import { builder } from '../builder.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { lineItemAttributes } from '../line-items/line-item-attributes.ts';
import { paymentAttributes } from '../payments/payment-attributes.ts';
import { addressAttributes } from '../places/place-attributes.ts';
import { byRef } from '../refs.ts';
import { attributeList, many, one, text } from '../search/attributes.ts';
import type { Attribute } from '../search/attributes.ts';
import { findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import type { Searchable } from '../search/searchable.ts';
import { shipmentAttributes } from '../shipments/shipment-attributes.ts';
import { isShownOfAll } from '../shown.ts';
import { userAttributes } from '../users/user-attributes.ts';
import { orderAttributes } from './order-attributes.ts';
import { Order } from './order.ts';

/** The user's name, or his e-mail address where he has none: shown to whom both are. Decision: S20, P68. */
const displayName = text('display_name', {
  through: [{ table: 'users', column: 'user_id' }],
  nullable: true,
  shownTo: (viewer) => isShownOfAll('User.name', viewer) && isShownOfAll('User.email', viewer),
});

/** What a list of orders is searched and sorted by. Decision: S20. */
const orderSearch = searchable(
  attributeList(
    'Order',
    'orders',
    { ...orderAttributes.attributes, userName: displayName, userLogin: displayName },
    {
      ...orderAttributes.associations,
      billAddress: one(addressAttributes, 'bill_address_id'),
      shipAddress: one(addressAttributes, 'ship_address_id'),
      lineItems: many(lineItemAttributes, 'order_id'),
      shipments: many(shipmentAttributes, 'order_id'),
      inventoryUnits: many(inventoryUnitAttributes, 'order_id'),
      payments: many(paymentAttributes, 'order_id'),
    },
  ),
  [
    'user.email',
    ...['billAddress', 'shipAddress'].flatMap((address) =>
      ['firstname', 'lastname', 'city', 'zipcode'].map((field) => `${address}.${field}`),
    ),
  ],
);

const openName: Attribute = { ...displayName, shownTo: () => true };

/** What a caller searches his own orders by: their user is himself, and he is shown to himself. Decision: P68. */
const ownOrderSearch: Searchable = {
  list: {
    ...orderSearch.list,
    attributes: { ...orderSearch.list.attributes, userName: openName, userLogin: openName },
    associations: { ...orderSearch.list.associations, user: one(userAttributes, 'user_id') },
  },
  sorts: Object.fromEntries(
    Object.entries(orderSearch.sorts).map(([name, { attribute, through }]) => [
      name,
      { attribute: { ...attribute, shownTo: () => true }, through },
    ]),
  ),
};

const OrderPage = builder.objectRef<Page>('OrderPage').implement({
  description: 'One page of orders.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [Order],
      description: 'The records of this page, in order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.order.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

builder.queryFields((t) => ({
  order: t.prismaField({
    type: Order,
    description: 'One order by its id or number. Missing is told from not allowed.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: async (query, _root, { ref }, { db, viewer }) => {
      requireKeyOrToken(viewer);
      const order = await db.order.findUnique({ ...query, where: byRef(ref) });
      return authorizeOrder(viewer, 'orders.read', order);
    },
  }),
  orders: t.field({
    type: OrderPage,
    description: 'All orders of the store.',
    args: pageArguments(t.arg, orderSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'orders.index');
      return findPage(orderSearch, context, args, () => [], [{ field: 'id' }]);
    },
  }),
  myOrders: t.field({
    type: OrderPage,
    description: "The caller's own orders, carts too.",
    args: pageArguments(t.arg, orderSearch),
    resolve: (_root, args, context) => {
      requireKey(context.viewer);
      const userId = context.viewer.user?.id;
      return findPage(
        ownOrderSearch,
        context,
        args,
        (level) => [Prisma.sql`${Prisma.raw(level.alias)}.user_id = ${userId ?? null}`],
        [
          { field: 'createdAt', direction: 'DESC' },
          { field: 'id', direction: 'DESC' },
        ],
      );
    },
  }),
}));
