import { Order } from '../orders/order.ts';
import { isPermitted } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { shipmentEvents } from '../domain/shipment-machine.ts';
import { isBlank } from '../domain/text.ts';
import { NotFound } from '../errors.ts';
import { oneOf } from '../one-of.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder, withStock } from '../order-desk/load.ts';
import { settleChanged } from '../order-desk/save.ts';
import {
  idsOf,
  ownRecord,
  unitsIn,
  type WorkingOrder,
  type WorkingShipment,
} from '../order-desk/working-order.ts';
import { mergeDescription } from '../line-items/input.ts';
import { inWrite, type Write } from '../write.ts';
import { createShipment } from './create-shipment.ts';
import { fireOnShipment, isRepeated, movesStock } from './fire.ts';
import { type LockedShipment, lockShipment, requireLockVersion } from './lock-shipment.ts';
import { ShipmentInput } from './shipment-input.ts';
import { Shipment } from './shipment.ts';
import { findShipment, type ShipmentInputShape, writeShipment } from './write-shipment.ts';
import { defineMutation } from '../payload.ts';

const orderDescription =
  'Id or number of the order, such as `R100000041`. If given, the shipment must belong to it.';

/**
 * An order after attributes of one of its shipments are written.
 * Throws Conflict and Invalid.
 */
async function updateShipment(
  write: Write,
  { order, shipment }: LockedShipment,
  input: ShipmentInputShape,
): Promise<WorkingOrder> {
  requireLockVersion(shipment, input.lockVersion);
  const reader = new AttributeReader();
  const written = await writeShipment(write, order, shipment, input, reader);
  reader.check();
  return settleChanged(write, written);
}

/** The shipment of a write without one in its path: by id, by number, else the newest. Decision: F33. */
function chooseShipment(order: WorkingOrder, input: ShipmentInputShape): WorkingShipment {
  if (!isBlank(input.id) || !isBlank(input.number)) {
    const named = findShipment(order, input);
    if (!named) throw new NotFound();
    return named;
  }
  const hasNotLeft = ({ state }: WorkingShipment): boolean =>
    state === 'pending' || state === 'ready_to_ship';
  const youngest = order.shipments.findLast(hasNotLeft) ?? order.shipments.at(-1);
  if (!youngest) throw new NotFound();
  return youngest;
}

const variantsIn = (order: WorkingOrder, shipment: WorkingShipment): bigint[] =>
  unitsIn(order, shipment).map(({ variantId }) => variantId);

const records = { shows: { shipment: Shipment }, beside: { order: Order } };

defineMutation('createShipment', {
  description:
    'Creates a pending shipment of an order: with units added by `variantId` and `quantity`, with units moved from other shipments, or empty. You need `shipments.create`.',
  ...records,
  args: (arg) => ({
    order: arg.string({ required: true }),
    input: arg({ type: ShipmentInput, required: true }),
    merge: arg.boolean({ defaultValue: true, description: mergeDescription }),
  }),
  write: ({ order: ref, input, merge }, context, show) => {
    return inWrite(context, async (write) => {
      const order = await lockOrder(write, ref, 'shipments.create');
      const known = idsOf(order.shipments);
      const { shipments } = await saveOrder(
        write,
        await createShipment(write, context, order, input, merge !== false),
      );
      const id = shipments.findLast((shipment) => !known.has(shipment.id))?.id;
      if (id === undefined) throw new Error('A shipment was not stored.');
      return show(write.tx, { shipment: id, order: order.id });
    });
  },
});

defineMutation('updateShipment', {
  description: 'Updates a shipment without firing an event. You need `shipments.update`.',
  ...records,
  args: (arg) => ({
    ref: arg.string({ required: true }),
    order: arg.string({ description: orderDescription }),
    input: arg({ type: ShipmentInput, required: true }),
  }),
  write: ({ ref, order, input }, context, show) => {
    return inWrite(context, async (write) => {
      const locked = await lockShipment(write, ref, order, 'shipments.update');
      await saveOrder(write, await updateShipment(write, locked, input));
      const { id } = locked.shipment;
      return show(write.tx, { shipment: id });
    });
  },
});

defineMutation('updateOrderShipment', {
  description:
    'Updates one shipment of an order: the one named by `id` or `number` in `input` or, if there is none, the newest one that has not shipped. You need `shipments.update`.',
  ...records,
  args: (arg) => ({
    order: arg.string({ required: true }),
    input: arg({ type: ShipmentInput, required: true }),
  }),
  write: ({ order: ref, input }, context, show) => {
    return inWrite(context, async (write) => {
      const order = await lockOrder(write, ref, 'shipments.update');
      const shipment = chooseShipment(order, input);
      await saveOrder(write, await updateShipment(write, { order, shipment }, input));
      return show(write.tx, { shipment: shipment.id });
    });
  },
});

defineMutation('fireShipmentEvent', {
  description: `Fires an event on a shipment: ${shipmentEvents.join(', ')}. REFUSED if its state does not allow it; \`allowed\` lists what it allows. You need \`shipments.fire\` or the order token. With \`shipments.update\` the fields of \`input\`, such as \`tracking\`, are updated first; without it they are ignored.`,
  ...records,
  args: (arg) => ({
    ref: arg.string({ required: true }),
    order: arg.string({ description: orderDescription }),
    event: arg.string(oneOf(shipmentEvents)),
    input: arg({ type: ShipmentInput }),
    verb: arg.boolean({
      defaultValue: false,
      description:
        'If true, `ready` and `ship` succeed without a change when the shipment is in that state already.',
    }),
  }),
  write: ({ ref, order, event, input, verb }, context, show) => {
    return inWrite(context, async (write) => {
      const locked = await lockShipment(write, ref, order, { kind: 'shipment', event });
      const { id } = locked.shipment;
      const updated =
        input && isPermitted(write.viewer, 'shipments.update')
          ? await updateShipment(write, locked, input)
          : locked.order;
      const shipment = ownRecord(updated.shipments, id);
      const isDone = verb === true && isRepeated(shipment, event);
      const stocked =
        movesStock(event) && !isDone
          ? await withStock(write, updated, variantsIn(updated, shipment))
          : updated;
      const fired = isDone ? stocked : fireOnShipment(write, stocked, shipment, event);
      await saveOrder(write, fired);
      return show(write.tx, { shipment: id });
    });
  },
});
