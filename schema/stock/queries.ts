import { isPermitted, requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import { StockLocation } from './stock-location.ts';

/** What stock locations are needed for: shipments name one, and counts belong to one. */
const uses: readonly Permission[] = ['shipments.index', 'shipments.create', 'variants.update'];

function authorizeStockLocations(viewer: Viewer): void {
  requireKey(viewer);
  if (!uses.some((permission) => isPermitted(viewer, permission))) throw new Unauthorized();
}

builder.queryFields((t) => ({
  stockLocations: t.prismaField({
    type: [StockLocation],
    description:
      'Returns the stock locations that goods ship from. You need one of `shipments.index`, `shipments.create` and `variants.update`.',
    resolve: (query, _root, _args, { db, viewer }) => {
      authorizeStockLocations(viewer);
      return db.stockLocation.findMany({ ...query, orderBy: { id: 'asc' } });
    },
  }),
}));
