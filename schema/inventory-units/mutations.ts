import { Order } from '../orders/order.ts';
import { authorizeTop, requireKeyOrToken, type Right } from '../abilities.ts';
import { AttributeReader, invalid } from '../attribute-reader.ts';
import { inventoryUnitEvents } from '../domain/inventory-unit-machine.ts';
import { sentences } from '../domain/messages.ts';
import { isClosed } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { oneOf } from '../one-of.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrderById, withStock } from '../order-desk/load.ts';
import { settleChanged } from '../order-desk/save.ts';
import { ownRecord, type WorkingOrder, type WorkingUnit } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import { requireLockVersion } from '../shipments/lock-shipment.ts';
import { InventoryUnitInput, restockDescription } from '../shipments/shipment-input.ts';
import { inWrite, type Write } from '../write.ts';
import { fireOnUnit } from './fire.ts';
import { InventoryUnit } from './inventory-unit.ts';
import { moveUnitsTo } from './move-units.ts';
import { readUnitChange, readUnitTarget, writeUnitChange } from './write-unit.ts';
import { defineMutation } from '../payload.ts';

interface LockedUnit {
  readonly order: WorkingOrder;
  readonly unit: WorkingUnit;
}

/** Locks the order of a unit and reads both, if the caller may act on the unit. Decision: A20, P6, T53. */
async function lockUnit(write: Write, given: string, right: Right): Promise<LockedUnit> {
  requireKeyOrToken(write.viewer);
  const wanted = parseId(given);
  const found =
    wanted === undefined
      ? null
      : await write.tx.inventoryUnit.findUnique({
          where: { id: wanted },
          select: { id: true, orderId: true, order: { select: { userId: true, token: true } } },
        });
  const { id, orderId } = authorizeTop(write.viewer, right, found, (record) => record.order);
  const order = await lockOrderById(write, orderId);
  const unit = order.inventoryUnits.find((candidate) => candidate.id === id) ?? null;
  // Checked again under the lock: the token may have been replaced.
  return { order, unit: authorizeTop(write.viewer, right, unit, () => order) };
}

/**
 * Writes the attributes of a unit.
 * Throws Invalid with all errors.
 * Decision: T38, F44.
 */
function writeUnit(
  write: Write,
  { order, unit }: LockedUnit,
  input: typeof InventoryUnitInput.$inferInput,
): WorkingOrder {
  const reader = new AttributeReader();
  const change = readUnitChange(reader, unit, input, (name) => name);
  const target = readUnitTarget(write, reader, order, unit, input);
  reader.check();
  if (target && isClosed(order.state)) throw invalid('base', sentences.closed);
  const moved = target ? moveUnitsTo(write, order, order, [unit], target) : order;
  const written = writeUnitChange(write, moved, change, reader);
  reader.check();
  return written;
}

const records = { shows: { inventoryUnit: InventoryUnit }, beside: { order: Order } };

defineMutation('updateInventoryUnit', {
  description:
    'Updates an inventory unit and then, if `fire` is given, fires an event on it. You need `inventory_units.update`.',
  ...records,
  args: (arg) => ({
    id: arg.id({ required: true }),
    input: arg({ type: InventoryUnitInput, required: true }),
    fire: arg.string({
      description: `Event to fire after the update: one of ${inventoryUnitEvents.join(', ')}.`,
      ...oneOf(inventoryUnitEvents),
    }),
  }),
  write: ({ id, input, fire }, context, show) => {
    return inWrite(context, async (write) => {
      const { order, unit } = await lockUnit(write, id, 'inventory_units.update');
      requireLockVersion(unit, input.lockVersion);
      const mayMoveStock =
        [input.state, fire].some((word) => !isBlank(word)) ||
        [input.shipment, input.shipmentId].some((shipment) => shipment !== undefined);
      const stocked = mayMoveStock ? await withStock(write, order, [unit.variantId]) : order;
      const written = settleChanged(write, writeUnit(write, { order: stocked, unit }, input));
      const present = ownRecord(written.inventoryUnits, unit.id);
      const restock = input.restock !== false;
      const fired = isBlank(fire)
        ? written
        : fireOnUnit(write, written, present, fire, { restock });
      await saveOrder(write, fired);
      return show(write.tx, { inventoryUnit: unit.id, order: order.id });
    });
  },
});

defineMutation('fireInventoryUnitEvent', {
  description: `Fires an event on an inventory unit: ${inventoryUnitEvents.join(', ')}. REFUSED if its state does not allow it; \`allowed\` lists what it allows. You need \`inventory_units.fire\` or the order token.`,
  ...records,
  args: (arg) => ({
    id: arg.id({ required: true }),
    event: arg.string(oneOf(inventoryUnitEvents)),
    restock: arg.boolean({ defaultValue: true, description: restockDescription }),
  }),
  write: ({ id, event, restock }, context, show) => {
    return inWrite(context, async (write) => {
      const { order, unit } = await lockUnit(write, id, { kind: 'inventoryUnit', event });
      const stocked = event === 'ship' ? order : await withStock(write, order, [unit.variantId]);
      const said = { restock: restock !== false };
      await saveOrder(write, fireOnUnit(write, stocked, unit, event, said));
      return show(write.tx, { inventoryUnit: unit.id, order: order.id });
    });
  },
});
