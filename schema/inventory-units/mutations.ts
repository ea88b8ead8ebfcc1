import { authorizeOrder } from '../abilities.ts';
import { AttributeReader, invalid } from '../attribute-reader.ts';
import {
  type InventoryUnitEvent as InventoryUnitEventWord,
  inventoryUnitEvents,
} from '../domain/inventory-unit-machine.ts';
import { wordsOf } from '../domain/meanings.ts';
import { sentences, words } from '../domain/messages.ts';
import { isClosed } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import type { Right } from '../grants.ts';
import { ignoresUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { withStock } from '../order-desk/load.ts';
import { judged, type Locked, lockAtTop } from '../order-desk/lock-part.ts';
import { ownRecord } from '../order-desk/order-parts.ts';
import { saveOrder, settleChanged } from '../order-desk/save.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { Order } from '../orders/order.ts';
import { defineMutation, type Done } from '../payload.ts';
import { byId } from '../record-arguments.ts';
import { soughtId } from '../refs.ts';
import {
  restockDescription,
  type UnitAttributes,
  UpdateInventoryUnitInput,
} from '../shipments/shipment-input.ts';
import { InventoryUnitEvent, ownMutation } from '../states.ts';
import type { Write } from '../write.ts';
import { fireOnUnit } from './fire.ts';
import { InventoryUnit } from './inventory-unit.ts';
import { moveUnitsTo } from './move-units.ts';
import { readUnitChange, readUnitTarget, writeUnitChange } from './write-unit.ts';

/** Locks the order of a unit and reads both, if the caller may act on the unit. */
function lockUnit(write: Write, given: string, right: Right): Promise<Locked<'inventoryUnits'>> {
  const find = () =>
    write.tx.inventoryUnit.findUnique({ where: { id: soughtId(given) }, select: judged });
  return lockAtTop(write, 'inventoryUnits', find, right);
}

/** Writes the attributes of a unit. Throws Invalid with all errors. */
function writeUnit(
  write: Write,
  locked: Locked<'inventoryUnits'>,
  input: UnitAttributes,
  fires: string | null | undefined,
): WorkingOrder {
  const { order, part: unit } = locked;
  const reader = new AttributeReader();
  const change = readUnitChange(write, reader, locked, input, fires);
  const target = readUnitTarget(reader, locked, input);
  reader.check();
  const targets = new Map(target === undefined ? [] : [[unit.id, target]]);
  if (targets.size > 0 && isClosed(order.state)) throw invalid('base', sentences.closed);
  const moved = moveUnitsTo(write, order, order, targets);
  const written = writeUnitChange(write, settleChanged(write, moved), change);
  reader.check();
  return written;
}

const records = { shows: { inventoryUnit: InventoryUnit }, beside: { order: Order } };

defineMutation('updateInventoryUnit', {
  description:
    'Updates an inventory unit and then fires an event on it, if one is given. You need `inventory_units.update`, and for an event or another `state` `inventory_units.fire` or the order token.',
  ...records,
  args: (arg) => ({
    ...byId(arg),
    input: arg({ type: UpdateInventoryUnitInput, required: true }),
    event: arg({ type: InventoryUnitEvent, description: 'Event to fire after the update.' }),
  }),
  write: async (write, { id, input, event, ifVersion }) => {
    const { order, part: unit } = await lockUnit(write, id, 'inventory_units.update');
    if (event != null) authorizeOrder(write.viewer, { kind: 'inventoryUnit', event }, order);
    requireVersion(unit, ifVersion);
    const mayMoveStock =
      !isBlank(input.state) ||
      event != null ||
      [input.shipment, input.shipmentId].some((shipment) => shipment !== undefined);
    const stocked = mayMoveStock ? await withStock(write, order, [unit.variantId]) : order;
    const changed = writeUnit(write, { order: stocked, part: unit }, input, event);
    const written = settleChanged(write, changed);
    const present = ownRecord(written.inventoryUnits, unit.id);
    const restock = input.restock !== false;
    const fired = event == null ? written : fireOnUnit(write, written, present, event, restock);
    await saveOrder(write, fired);
    return { inventoryUnit: unit.id, order: order.id };
  },
});

interface UnitAct {
  readonly id: string;
  readonly event: string;
  readonly restock?: boolean | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

async function fire(
  write: Write,
  { id, event, restock, ifVersion }: UnitAct,
): Promise<Done<'inventoryUnit' | 'order'>> {
  const { order, part: unit } = await lockUnit(write, id, { kind: 'inventoryUnit', event });
  requireVersion(unit, ifVersion);
  if (restock === false && event !== 'return' && !ignoresUnheard(write.viewer)) {
    throw invalid('restock', words.onlyFor('return'));
  }
  const stocked = event === 'ship' ? order : await withStock(write, order, [unit.variantId]);
  await saveOrder(write, fireOnUnit(write, stocked, unit, event, restock !== false));
  return { inventoryUnit: unit.id, order: order.id };
}

const rights = 'You need `inventory_units.fire` or the order token.';

defineMutation('fireInventoryUnitEvent', {
  description: `Fires an event on an inventory unit: ${wordsOf(inventoryUnitEvents).join(', ')}. EVENT_REFUSED if its state does not allow it; \`allowed\` lists what it allows. ${rights}`,
  ...records,
  args: (arg) => ({
    ...byId(arg),
    event: arg({ type: InventoryUnitEvent, required: true, description: ownMutation }),
    restock: arg.boolean({ defaultValue: true, description: restockDescription }),
  }),
  write: (write, args) => fire(write, args),
});

/** The acts on a unit that need nothing but the unit. */
const acts = {
  fillInventoryUnitBackorder: [
    'fill_backorder',
    'Records that stock arrived for a backordered unit: the count rises by 1.',
  ],
  shipInventoryUnit: ['ship', 'Records that a unit has left.'],
} as const satisfies Readonly<Record<string, readonly [InventoryUnitEventWord, string]>>;

for (const [name, [event, says]] of Object.entries(acts)) {
  defineMutation(name, {
    description: `${says} EVENT_REFUSED if its state does not allow it. ${rights}`,
    ...records,
    args: (arg) => byId(arg),
    write: (write, args) => fire(write, { ...args, event }),
  });
}

defineMutation('returnInventoryUnit', {
  description: `Records that a shipped unit came back: what it cost is credited. EVENT_REFUSED if its state does not allow it. ${rights}`,
  ...records,
  args: (arg) => ({
    ...byId(arg),
    restock: arg.boolean({
      defaultValue: true,
      description: 'False if the unit is damaged and not put back on the shelf.',
    }),
  }),
  write: (write, args) => fire(write, { ...args, event: 'return' }),
});
