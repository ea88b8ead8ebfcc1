import { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { connectionOf, placeArguments } from '../search/connection.ts';
import { having, type Scope } from '../search/find-page.ts';
import { column } from '../search/level.ts';
import { findPageBelow, recordAbove } from '../search/page-below.ts';
import { onlyListed } from '../search/searchable.ts';
import { isShown } from '../shown.ts';
import { StockMovementKind } from '../states.ts';
import { Variant } from '../variants/variant.ts';
import { StockItem } from './stock-item-type.ts';

const StockMovement = builder.prismaObject('StockMovement', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'quantity', 'countAfter', 'reason', 'createdAt'),
    kind: t.expose('kind', { type: StockMovementKind, description: 'Why the count changed.' }),
    stockItem: t.relation('stockItem', { description: 'The stock that changed: its location.' }),
  }),
});

const StockMovementConnection = connectionOf(StockMovement, 'stock movements');

const movements = onlyListed(attributeList('StockMovement', own('StockMovement', 'id')));

const newestFirst = [{ field: 'id', direction: 'DESC' }] as const;

/** The movements of a variant in all its locations. */
const ofVariantAbove: Scope = {
  rows: ({ alias }) => [
    Prisma.sql`${column(alias, 'stock_item_id')} = ANY(ARRAY(
      SELECT id FROM stock_items WHERE variant_id = ${recordAbove}))`,
  ],
};

builder.prismaObjectField(StockItem, 'stockMovements', (t) =>
  t.field({
    type: StockMovementConnection,
    description: 'Every change of this count, newest first.',
    args: placeArguments(t.arg),
    select: { id: true },
    resolve: (item, args, context, info) => {
      const scope = having('stock_item_id', recordAbove);
      return findPageBelow(item, info, movements, context, args, scope, newestFirst);
    },
  }),
);

builder.prismaObjectField(Variant, 'stockMovements', (t) =>
  t.field({
    type: StockMovementConnection,
    nullable: true,
    description:
      'Every change of the counts in all locations, newest first. Null unless you hold one of `shipments.index`, `shipments.create` and `variants.update`.',
    args: placeArguments(t.arg),
    select: { id: true },
    resolve: (variant, args, context, info) =>
      isShown('Variant.stockMovements', context.viewer, variant)
        ? findPageBelow(variant, info, movements, context, args, ofVariantAbove, newestFirst)
        : null,
  }),
);
