import type { ObjectRef } from '@pothos/core';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { builder, type Types } from './builder.ts';
import type { Context } from './context.ts';
import { LineItem } from './line-items/line-item.ts';
import { Order } from './orders/order.ts';
import { isVisibleProduct, visibilityOf } from './products/visibility.ts';
import { Product } from './products/product.ts';
import { Payment } from './payments/payment.ts';
import { Shipment } from './shipments/shipment.ts';
import { isReached, type Reached } from './shown.ts';
import { StockLocation } from './stock/stock-location.ts';
import { User } from './users/user.ts';
import { Variant } from './variants/variant.ts';

type Row = Readonly<Record<string, unknown>>;

/** A field that leads back to another record, which is shown to who may read it. */
interface WayBack {
  readonly field: string;
  readonly to: ObjectRef<Types, object> & { readonly name: string };
  /** When it is null although there is another record, as descriptions end. */
  readonly hidden: string;
  /** What is read of the other record, to decide who may see it. */
  readonly reads?: object;
  /** The record that the permission is about, if it is not the other one. */
  readonly about?: 'order';
  readonly isVisible?: (record: Row, context: Context) => boolean;
}

const unread = { hidden: 'if you may not read it' };
const ofOrder: WayBack = { field: 'order', to: Order, ...unread };
const ofLineItem: WayBack = { field: 'lineItem', to: LineItem, about: 'order', ...unread };
const ofShipment: WayBack = { field: 'shipment', to: Shipment, about: 'order', ...unread };
const ofPayment: WayBack = { field: 'source', to: Payment, about: 'order', ...unread };
const ofUser: WayBack = {
  field: 'user',
  to: User,
  hidden: 'if it is another user and you lack `users.read`',
};
const ofVariant: WayBack = {
  field: 'variant',
  to: Variant,
  hidden: 'if you may not read variants',
};
const ofProduct: WayBack = {
  field: 'product',
  to: Product,
  hidden: 'if it is not sold and you may not see such products',
  reads: { deletedAt: true, availableOn: true },
  isVisible: (product, context) =>
    isVisibleProduct(product, visibilityOf(context, 'products', false)),
};
const ofLocation: WayBack = {
  field: 'stockLocation',
  to: StockLocation,
  hidden: 'unless you hold one of `shipments.index`, `shipments.create` and `variants.update`',
};

/**
 * The way back from each record to what it belongs to: its type, which has the name of its model, where it leads, what
 * that is, and when there is none.
 */
const rows: readonly (readonly [keyof PrismaTypes, WayBack, text: string, none?: string])[] = [
  ['LineItem', ofOrder, 'The order.'],
  ['Shipment', ofOrder, 'The order.'],
  ['Payment', ofOrder, 'The order.'],
  ['Payment', ofPayment, 'The payment that this one gives back.', 'if it gives none back'],
  ['Adjustment', ofOrder, 'The order.'],
  [
    'Adjustment',
    ofLineItem,
    'The line item whose units were returned or canceled.',
    'if there is none',
  ],
  [
    'Adjustment',
    ofShipment,
    'The shipment whose cost this is, or that was canceled.',
    'if there is none',
  ],
  ['Adjustment', ofUser, 'The user who created it.', 'if none did'],
  ['InventoryUnit', ofOrder, 'The order.'],
  ['InventoryUnit', ofLineItem, 'The line item that the unit belongs to.'],
  ['InventoryUnit', ofShipment, 'The shipment that contains the unit.', 'if none does'],
  ['Shipment', ofLocation, 'The stock location that the goods ship from.'],
  ['Order', ofUser, 'The user that the order belongs to.', 'for a guest'],
  ['Variant', ofProduct, 'The product.'],
  ['Image', ofVariant, 'The variant.'],
  ['StockItem', ofVariant, 'The variant.'],
  ['StateChange', ofOrder, 'The order.'],
  ['StateChange', ofUser, 'The user who fired the event.', 'if none did'],
  ['StockMovement', ofOrder, 'The order that it was for.', 'if there is none'],
  ['StockMovement', ofUser, 'The user who caused it.', 'if none did'],
];

const ownership = { select: { userId: true, token: true } } as const;

for (const [from, edge, text, none] of rows) {
  const { field, to, hidden, reads = {}, about, isVisible } = edge;
  // The rows name relations of their models, which the data model and a test of every edge hold them to.
  builder.prismaObjectField(from as 'LineItem', field, (t) =>
    t.field({
      type: to,
      nullable: true,
      description: `${text} Null ${none === undefined ? '' : `${none}, or `}${hidden}.`,
      extensions: { isEdge: true },
      select: (_args, _context, nested) =>
        ({
          [field]: nested({ select: { id: true, ...reads } } as never),
          ...(about && { [about]: ownership }),
        }) as never,
      resolve: (row: object, _args, context) => {
        const parent = row as Row;
        const record = parent[field] as Row | null;
        if (!record) return null;
        const of = about ? (parent[about] as Row) : record;
        const isShown =
          isReached(to.name as Reached, context.viewer, of) &&
          (isVisible?.(record, context) ?? true);
        return isShown ? record : null;
      },
    }),
  );
}
