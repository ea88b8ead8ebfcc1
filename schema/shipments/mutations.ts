import { isPermitted } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { shipmentEvents } from '../domain/shipment-machine.ts';
import { isBlank } from '../domain/text.ts';
import { NotFound } from '../errors.ts';
import { recalculateTouched } from '../orders/recalculate.ts';
import {
  lockOrder,
  ownRecord,
  readOrder,
  type WorkingOrder,
  type WorkingShipment,
} from '../orders/working-order.ts';
import { inWrite, type Write } from '../write.ts';
import { createShipment } from './create-shipment.ts';
import { fireOnShipment, isRepeated } from './fire.ts';
import { type LockedShipment, lockShipment, requireLockVersion } from './lock-shipment.ts';
import { ShipmentInput } from './shipment-input.ts';
import { Shipment } from './shipment.ts';
import { findShipment, type ShipmentInputShape, writeShipment } from './write-shipment.ts';

const orderDescription = 'Id or number of the order, where it is reached through its order.';

/** Writes attributes of a locked shipment and what follows from them. Throws Conflict and Invalid. */
async function updateShipment(
  write: Write,
  { order, shipment }: LockedShipment,
  input: ShipmentInputShape,
): Promise<void> {
  requireLockVersion(shipment, input.lockVersion);
  const reader = new AttributeReader();
  await writeShipment(write, order, shipment, input, reader);
  reader.check();
  await recalculateTouched(write);
}

/** The shipment a write without one in its path means: by id, by number, else the youngest. Decision: F33. */
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

builder.mutationFields((t) => ({
  createShipment: t.prismaField({
    type: Shipment,
    nullable: true,
    description:
      'Makes a pending shipment of an order, with added pieces, with moved units, or empty.',
    args: {
      order: t.arg.string({ required: true }),
      input: t.arg({ type: ShipmentInput, required: true }),
    },
    resolve: (query, _root, { order: ref, input }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'shipments.create');
        const id = await createShipment(write, context, order, input);
        await recalculateTouched(write);
        return write.tx.shipment.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateShipment: t.prismaField({
    type: Shipment,
    nullable: true,
    description: 'Writes attributes of a shipment; fires no event on it.',
    args: {
      ref: t.arg.string({ required: true }),
      order: t.arg.string({ description: orderDescription }),
      input: t.arg({ type: ShipmentInput, required: true }),
    },
    resolve: (query, _root, { ref, order, input }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const locked = await lockShipment(write, ref, order, 'shipments.update');
        await updateShipment(write, locked, input);
        const { id } = locked.shipment;
        return write.tx.shipment.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateOrderShipment: t.prismaField({
    type: Shipment,
    nullable: true,
    description:
      'Writes attributes of one shipment of an order: the one named by id or number, else the youngest that has not left.',
    args: {
      order: t.arg.string({ required: true }),
      input: t.arg({ type: ShipmentInput, required: true }),
    },
    resolve: (query, _root, { order: ref, input }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'shipments.update');
        const shipment = chooseShipment(order, input);
        await updateShipment(write, { order, shipment }, input);
        return write.tx.shipment.findUniqueOrThrow({ ...selection, where: { id: shipment.id } });
      });
    },
  }),
  fireShipmentEvent: t.prismaField({
    type: Shipment,
    nullable: true,
    description: `Fires an event on a shipment: ${shipmentEvents.join(', ')}. Attributes are written first, by who may update shipments.`,
    args: {
      ref: t.arg.string({ required: true }),
      order: t.arg.string({ description: orderDescription }),
      event: t.arg.string(),
      input: t.arg({ type: ShipmentInput }),
      verb: t.arg.boolean({
        defaultValue: false,
        description: 'Whether `ready` and `ship` leave a shipment that is there already as it is.',
      }),
    },
    resolve: (query, _root, { ref, order, event, input, verb }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const locked = await lockShipment(write, ref, order, 'shipments.fire');
        const { id } = locked.shipment;
        if (input && isPermitted(write.viewer, 'shipments.update')) {
          await updateShipment(write, locked, input);
        }
        const present = await readOrder(write.tx, locked.order.id);
        const shipment = ownRecord(present.shipments, id);
        if (verb !== true || !isRepeated(shipment, event)) {
          await fireOnShipment(write, present, shipment, event);
          await recalculateTouched(write);
        }
        return write.tx.shipment.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
}));
