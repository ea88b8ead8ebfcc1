import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EnumRef } from '@pothos/core';
import { builder, type Types } from './builder.ts';
import type { Context } from './context.ts';
import type { OrderEvent as Event } from './domain/order-machine.ts';
import { eventsOfUnit } from './inventory-units/fire.ts';
import { type InView, orderInView } from './order-desk/order-in-view.ts';
import type { Act, WorkingOrder } from './order-desk/working-order.ts';
import { eventsOfOrder } from './orders/fire.ts';
import { Order } from './orders/order.ts';
import { eventsOfPayment } from './payments/fire.ts';
import { readTogether } from './search/together.ts';
import { eventsOfShipment } from './shipments/fire.ts';
import { InventoryUnitEvent, OrderEvent, PaymentEvent, ShipmentEvent } from './states.ts';

/** Reading one costs what a whole order does. */
const asOrder = { weighsAs: 'wholeOrder' };

const description =
  'The events that would succeed now and that you may fire. An order that changes meanwhile may refuse one all the same.';

builder.prismaObjectField(Order, 'allowedEvents', (t) =>
  t.field({
    type: [OrderEvent],
    description: `${description} One that completes the order is EVENT_REFUSED once if a price has changed.`,
    extensions: asOrder,
    select: { id: true },
    resolve: async ({ id }, _args, context) => [...(await eventsById(context, id))],
  }),
);

/** The events of an order. A response decides on each of its orders once, and in a turn of its own. */
const eventsById = async (context: Context, orderId: bigint): Promise<readonly Event[]> =>
  (await readTogether(context, eventsById, orderId, async (ids) => {
    const views = await Promise.all(ids.map((id) => orderInView(context, id)));
    const events = new Map<bigint, readonly Event[]>();
    for (const view of views) {
      if (!view) continue;
      // within a unit of work others wait for its locks
      if (!context.unit) await nextTurn();
      events.set(view.order.id, eventsOfOrder(view.act, view.order));
    }
    return events;
  })) ?? [];

/** The field of a record of an order that tells its events, decided by its machine as a write would. */
function tellEvents<List extends keyof InView['rows']>(
  record: 'Shipment' | 'Payment' | 'InventoryUnit',
  type: EnumRef<Types, string>,
  list: List,
  events: (act: Act, order: WorkingOrder, row: WorkingOrder[List][number]) => readonly string[],
): void {
  // the three models have the same columns
  builder.prismaObjectField(record as 'Shipment', 'allowedEvents', (t) =>
    t.field({
      type: [type],
      description,
      extensions: asOrder,
      select: { id: true, orderId: true },
      resolve: async ({ id, orderId }, _args, context) => {
        const view = await orderInView(context, orderId);
        const row = view?.rows[list].get(id);
        if (!view || !row) return [];
        const known = view.told.get(row) ?? events(view.act, view.order, row);
        view.told.set(row, known);
        return [...known];
      },
    }),
  );
}

tellEvents('Shipment', ShipmentEvent, 'shipments', eventsOfShipment);
tellEvents('Payment', PaymentEvent, 'payments', eventsOfPayment);
tellEvents('InventoryUnit', InventoryUnitEvent, 'inventoryUnits', eventsOfUnit);
