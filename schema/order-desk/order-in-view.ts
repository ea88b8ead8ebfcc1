import type { Context } from '../context.ts';
import { readTogether } from '../search/together.ts';
import { activeMethods, mayPropose, mayReopen } from './load.ts';
import { type Act, inHand, workingInclude, type WorkingOrder } from './working-order.ts';

/** An order with everything that belongs to it, and what is needed to decide on it: nothing is locked. */
export interface InView {
  readonly act: Act;
  readonly order: WorkingOrder;
  /** Its lists whose records tell what could be done with them, by id. */
  readonly rows: {
    readonly [List in 'shipments' | 'payments' | 'inventoryUnits']: ReadonlyMap<
      bigint,
      WorkingOrder[List][number]
    >;
  };
  /** The events of these records, once they were told: aliases of a field ask for them again. */
  readonly told: Map<object, readonly string[]>;
}

const byId = <Row extends { readonly id: bigint }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));

/**
 * An order as a write would load it, to tell what could be done; undefined if it is gone. Those that one response
 * needs are read together, by at most three statements.
 */
export const orderInView = (context: Context, orderId: bigint): Promise<InView | undefined> =>
  readTogether(context, orderInView, orderId, (ids) => readOrders(context, ids));

async function readOrders(
  { db, viewer, settings, now }: Context,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, InView>> {
  const loaded = await db.order.findMany({
    where: { id: { in: [...ids] } },
    include: workingInclude,
  });
  const orders = loaded.map(inHand);
  const delivering = orders.filter((order) => mayPropose(order) || mayReopen(order));
  const locations = await db.stockLocation.findMany({
    select: { id: true, isDefault: true, active: true },
  });
  const act: Act = {
    now: now(),
    userId: viewer.user?.id ?? null,
    viewer,
    settings,
    defaultLocationId: locations.find(({ isDefault }) => isDefault)?.id ?? 0n,
    inactiveLocations: new Set(locations.filter(({ active }) => !active).map(({ id }) => id)),
    methods: delivering.length > 0 ? await activeMethods(db, delivering) : [],
  };
  return new Map(
    orders.map((order) => {
      const { shipments, payments, inventoryUnits } = order;
      const rows = {
        shipments: byId(shipments),
        payments: byId(payments),
        inventoryUnits: byId(inventoryUnits),
      };
      return [order.id, { act, order, rows, told: new Map() }];
    }),
  );
}
