import type { ObjectRef } from '@pothos/core';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { builder, type Types } from './builder.ts';
import type { Context } from './context.ts';
import { LineItem } from './line-items/line-item.ts';
import { Order } from './orders/order.ts';
import { isVisibleProduct } from './products/visibility.ts';
import { Product } from './products/product.ts';
import { Shipment } from './shipments/shipment.ts';
import { isReached, type Reached } from './shown.ts';
import { StockLocation } from './stock/stock-location.ts';
import { User } from './users/user.ts';
import { Variant } from './variants/variant.ts';
type Row = Readonly<Record<string, unknown>>;

/** A field that leads from a record back to another, which is shown to who may read it. */
interface EdgeRow {
  /** The type, which has the name of its model. */
  readonly from: keyof PrismaTypes;
  readonly field: string;
  readonly to: ObjectRef<Types, object> & { readonly name: string };
  readonly description: string;
  /** What is read of the other record, to decide who may see it. */
  readonly reads?: object;
  /** The record that the permission is about, if it is not the other one. */
  readonly about?: 'order';
  readonly isVisible?: (record: Row, context: Context) => boolean;
}

const ofOrder = {
  field: 'order',
  to: Order,
  description: 'The order. Null if you may not read it.',
} as const;

const ofVariant = {
  field: 'variant',
  to: Variant,
  description: 'The variant. Null if you may not read variants.',
} as const;

const ofLineItem = { field: 'lineItem', to: LineItem, about: 'order' } as const;
const ofShipment = { field: 'shipment', to: Shipment, about: 'order' } as const;
const ofUser = { field: 'user', to: User } as const;

/** The way back from each record to what it belongs to. Decision: V29. */
const rows: readonly EdgeRow[] = [
  { from: 'LineItem', ...ofOrder },
  { from: 'Shipment', ...ofOrder },
  { from: 'Payment', ...ofOrder },
  { from: 'Adjustment', ...ofOrder },
  {
    from: 'Adjustment',
    ...ofLineItem,
    description:
      'The line item whose units were returned or canceled. Null if there is none, or if you may not read it.',
  },
  {
    from: 'Adjustment',
    ...ofShipment,
    description:
      'The shipment whose cost this is, or that was canceled. Null if there is none, or if you may not read it.',
  },
  {
    from: 'Adjustment',
    ...ofUser,
    description:
      'The user who created it. Null if none did, or if it is another user and you lack `users.read`.',
  },
  { from: 'InventoryUnit', ...ofOrder },
  {
    from: 'InventoryUnit',
    ...ofLineItem,
    description: 'The line item that the unit belongs to. Null if you may not read it.',
  },
  {
    from: 'InventoryUnit',
    ...ofShipment,
    description:
      'The shipment that contains the unit. Null if none does, or if you may not read it.',
  },
  {
    from: 'Shipment',
    field: 'stockLocation',
    to: StockLocation,
    description:
      'The stock location that the goods ship from. Null unless you hold one of `shipments.index`, `shipments.create` and `variants.update`.',
  },
  {
    from: 'Order',
    ...ofUser,
    description:
      'The user that the order belongs to. Null for a guest, or if it is another user and you lack `users.read`.',
  },
  {
    from: 'Variant',
    field: 'product',
    to: Product,
    reads: { deletedAt: true, availableOn: true },
    isVisible: isVisibleProduct,
    description: 'The product. Null if it is not sold and you may not see such products.',
  },
  { from: 'Image', ...ofVariant },
  { from: 'StockItem', ...ofVariant },
  { from: 'StateChange', ...ofOrder },
  {
    from: 'StateChange',
    ...ofUser,
    description:
      'The user who fired the event. Null if none did, or if it is another user and you lack `users.read`.',
  },
  {
    from: 'StockMovement',
    field: 'order',
    to: Order,
    description: 'The order that it was for. Null if there is none, or if you may not read it.',
  },
  {
    from: 'StockMovement',
    ...ofUser,
    description:
      'The user who caused it. Null if none did, or if it is another user and you lack `users.read`.',
  },
];

const ownership = { select: { userId: true, token: true } } as const;

for (const { from, field, to, description, reads = {}, about, isVisible } of rows) {
  // The rows name relations of their models, which the data model and a test of every edge hold them to.
  builder.prismaObjectField(from as 'LineItem', field, (t) =>
    t.field({
      type: to,
      nullable: true,
      description,
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
