import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { InventoryUnit } from './inventory-units/inventory-unit.ts';
import { eventsOfUnit } from './inventory-units/fire.ts';
import { orderInView } from './order-desk/order-in-view.ts';
import type { Act, WorkingOrder } from './order-desk/working-order.ts';
import { eventsOfOrder } from './orders/fire.ts';
import { Order } from './orders/order.ts';
import { eventsOfPayment } from './payments/fire.ts';
import { Payment } from './payments/payment.ts';
import { eventsOfShipment } from './shipments/fire.ts';
import { Shipment } from './shipments/shipment.ts';
import { InventoryUnitEvent, OrderEvent, PaymentEvent, ShipmentEvent } from './states.ts';

/** Reading one costs what a whole order does. */
const asOrder = { weighsAs: 'wholeOrder' };

const description =
  'The events that would succeed now and that you may fire. An order that changes meanwhile may refuse one all the same.';

/** The events of a record of an order, decided by its machine as a write would. */
async function eventsOf<List extends 'shipments' | 'payments' | 'inventoryUnits', Event>(
  context: Context,
  { id, orderId }: { readonly id: bigint; readonly orderId: bigint },
  list: List,
  events: (act: Act, order: WorkingOrder, row: WorkingOrder[List][number]) => readonly Event[],
): Promise<Event[]> {
  const { act, order } = (await orderInView(context, orderId)) ?? {};
  const row = order?.[list].find((candidate) => candidate.id === id);
  return act && order && row ? [...events(act, order, row)] : [];
}

builder.prismaObjectField(Order, 'allowedEvents', (t) =>
  t.field({
    type: [OrderEvent],
    description: `${description} One that completes the order is REFUSED once if a price has changed.`,
    extensions: asOrder,
    select: { id: true },
    resolve: async ({ id }, _args, context) => {
      const view = await orderInView(context, id);
      return view ? [...eventsOfOrder(view.act, view.order)] : [];
    },
  }),
);

builder.prismaObjectField(Shipment, 'allowedEvents', (t) =>
  t.field({
    type: [ShipmentEvent],
    description,
    extensions: asOrder,
    select: { id: true, orderId: true },
    resolve: (row, _args, context) => eventsOf(context, row, 'shipments', eventsOfShipment),
  }),
);

builder.prismaObjectField(Payment, 'allowedEvents', (t) =>
  t.field({
    type: [PaymentEvent],
    description,
    extensions: asOrder,
    select: { id: true, orderId: true },
    resolve: (row, _args, context) => eventsOf(context, row, 'payments', eventsOfPayment),
  }),
);

builder.prismaObjectField(InventoryUnit, 'allowedEvents', (t) =>
  t.field({
    type: [InventoryUnitEvent],
    description,
    extensions: asOrder,
    select: { id: true, orderId: true },
    resolve: (row, _args, context) => eventsOf(context, row, 'inventoryUnits', eventsOfUnit),
  }),
);
