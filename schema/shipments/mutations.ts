import { AttributeReader } from '../attribute-reader.ts';
import type { Arguments } from '../builder.ts';
import { wordsOf } from '../domain/meanings.ts';
import { words } from '../domain/messages.ts';
import {
  isRepeatedVerb,
  type ShipmentEvent as ShipmentEventWord,
  shipmentEvents,
} from '../domain/shipment-machine.ts';
import { isUnsent } from '../domain/shipment-states.ts';
import { isBlank } from '../domain/text.ts';
import { areHeard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { mergeDescription } from '../line-items/input.ts';
import { type ByNumber, type ByOrder, OrderBy, ShipmentBy } from '../look-up.ts';
import { lockOrder, readMethods, withStock } from '../order-desk/load.ts';
import type { Locked } from '../order-desk/lock-part.ts';
import { addedTo, ownRecord, unitsIn } from '../order-desk/order-parts.ts';
import { saveOrder, settleChanged } from '../order-desk/save.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { Order } from '../orders/order.ts';
import { defineMutation, type Done } from '../payload.ts';
import { byName, orderAbove, toOrder } from '../record-arguments.ts';
import { existing } from '../refs.ts';
import { ShipmentEvent, ownMutation } from '../states.ts';
import type { Write } from '../write.ts';
import { askedOfShipment } from './asked-of-shipment.ts';
import { createShipment } from './create-shipment.ts';
import { lockShipment } from './find-shipment.ts';
import { fireOnShipment, movesStock } from './fire.ts';
import { findShipment } from './order-shipments.ts';
import { mayMoveUnits } from './place-units.ts';
import {
  CreateShipmentInput,
  OrderShipmentInput,
  type ShipmentChanges,
  type ShipmentEntry,
  UpdateShipmentInput,
} from './shipment-input.ts';
import { Shipment } from './shipment.ts';
import { writeShipment } from './write-shipment.ts';

/** An order after attributes of one of its shipments are written. Throws Invalid. */
async function updateShipment(
  write: Write,
  { order, part: shipment }: Locked<'shipments'>,
  input: ShipmentChanges,
): Promise<WorkingOrder> {
  const reader = new AttributeReader();
  const asked = askedOfShipment(write, order, shipment, input);
  const written = await writeShipment(write, order, shipment, asked, reader);
  reader.check();
  return settleChanged(write, written);
}

/** The shipment of a write without one in its path: by id, by number, else the newest. Decision: F33. */
function chooseShipment(order: WorkingOrder, input: ShipmentEntry): WorkingShipment {
  if (!isBlank(input.id) || !isBlank(input.number)) return existing(findShipment(order, input));
  const unsent = order.shipments.findLast(({ state }) => isUnsent(state));
  return existing(unsent ?? order.shipments.at(-1));
}

const records = { shows: { shipment: Shipment }, beside: { order: Order } };

defineMutation('createShipment', {
  description:
    'Creates a pending shipment of an order: with units added by `variantId` and `quantity`, with units moved from other shipments, or empty. You need `shipments.create`.',
  ...records,
  args: (arg) => ({
    ...toOrder(arg),
    input: arg({ type: CreateShipmentInput, required: true }),
    merge: arg.boolean({ defaultValue: true, description: mergeDescription }),
  }),
  write: async (write, { order: by, input, merge, ifVersion }) => {
    const order = await lockOrder(write, by, 'shipments.create', ifVersion);
    const made = await createShipment(write, order, input, merge !== false);
    const { shipments } = await saveOrder(write, made);
    return { shipment: addedTo(order.shipments, shipments), order: order.id };
  },
});

defineMutation('updateShipment', {
  description: 'Updates a shipment without firing an event. You need `shipments.update`.',
  ...records,
  args: (arg) => ({
    ...byName(arg, ShipmentBy),
    order: orderAbove(arg),
    input: arg({ type: UpdateShipmentInput, required: true }),
  }),
  write: async (write, { by, order, input, ifVersion }) => {
    const locked = await lockShipment(write, by, order, 'shipments.update');
    requireVersion(locked.part, ifVersion);
    await saveOrder(write, await updateShipment(write, locked, input));
    return { shipment: locked.part.id, order: locked.order.id };
  },
});

defineMutation('updateOrderShipment', {
  description:
    'Updates one shipment of an order: the one named by `id` or `number` in `input` or, if there is none, the newest one that has not shipped, else the newest. You need `shipments.update`.',
  ...records,
  args: (arg) => ({
    order: arg({ type: OrderBy, required: true }),
    input: arg({
      type: OrderShipmentInput,
      required: true,
      description: 'The shipment, and the changes to it.',
    }),
  }),
  write: async (write, { order: by, input }) => {
    const order = await lockOrder(write, by, 'shipments.update');
    const shipment = chooseShipment(order, input);
    requireVersion(shipment, input.ifVersion);
    await saveOrder(write, await updateShipment(write, { order, part: shipment }, input));
    return { shipment: shipment.id, order: order.id };
  },
});

interface ShipmentAct {
  readonly by: ByNumber;
  readonly order?: ByOrder | null | undefined;
  readonly event: string;
  readonly input?: ShipmentChanges | null | undefined;
  /** In place of that in `input`; null is none. */
  readonly tracking?: string | null | undefined;
  readonly ifVersion?: number | null | undefined;
  /** Succeeds without a change if the shipment is ready, or has shipped, already. */
  readonly repeats?: boolean;
}

async function fire(
  write: Write,
  { by, order, event, input: given, tracking, ifVersion, repeats = false }: ShipmentAct,
): Promise<Done<'shipment' | 'order'>> {
  const locked = await lockShipment(write, by, order, { kind: 'shipment', event });
  requireVersion(locked.part, ifVersion);
  const { id } = locked.part;
  const reader = new AttributeReader();
  const input = tracking == null ? given : { ...given, tracking };
  // the right to fire is not enough: goods would leave with their tracking number lost
  const isTold = areHeard({ viewer: write.viewer, reader }, 'shipments.update', input ?? {});
  if (tracking != null && given?.tracking !== undefined) {
    reader.note('tracking', words.sentWith('input.tracking'));
  }
  reader.check();
  const mayMoveOthers = input && isTold && mayMoveUnits(input);
  const moved = mayMoveOthers ? locked.order.inventoryUnits : unitsIn(locked.order, locked.part);
  const variantIds = moved.map(({ variantId }) => variantId);
  const stocked = movesStock(event)
    ? await withStock(write, locked.order, variantIds)
    : locked.order;
  const updated =
    input && isTold ? await updateShipment(write, { ...locked, order: stocked }, input) : stocked;
  const shipment = ownRecord(updated.shipments, id);
  // also a refusal tells whether it could be opened again
  if (shipment.state === 'canceled') await readMethods(write, updated);
  const isDone = repeats && isRepeatedVerb(event, shipment.state);
  await saveOrder(write, isDone ? updated : fireOnShipment(write, updated, shipment, event));
  return { shipment: id, order: locked.order.id };
}

const rights = 'You need `shipments.fire` or the order token.';
const heard =
  'The fields of `input`, such as `tracking`, are updated first; for them you need `shipments.update`.';

const updatesFirst = (arg: Arguments) => ({
  ...byName(arg, ShipmentBy),
  order: orderAbove(arg),
  input: arg({
    type: UpdateShipmentInput,
    description: 'Changes to the shipment, made before the event.',
  }),
});

defineMutation('fireShipmentEvent', {
  description: `Fires an event on a shipment: ${wordsOf(shipmentEvents).join(', ')}. EVENT_REFUSED if its state does not allow it; \`allowed\` lists what it allows. ${rights} ${heard}`,
  ...records,
  args: (arg) => ({
    ...updatesFirst(arg),
    event: arg({ type: ShipmentEvent, required: true, description: ownMutation }),
  }),
  write: (write, args) => fire(write, args),
});

/** The acts that need nothing but the shipment. */
const acts = {
  markShipmentPending: ['pend', 'Marks a shipment as not ready yet.'],
  cancelShipment: ['cancel', 'Cancels a shipment and returns its stock; it is no longer charged.'],
  resumeShipment: ['resume', 'Opens a canceled shipment again and takes its stock.'],
} as const satisfies Readonly<Record<string, readonly [ShipmentEventWord, string]>>;

for (const [name, [event, says]] of Object.entries(acts)) {
  defineMutation(name, {
    description: `${says} EVENT_REFUSED if its state does not allow it. ${rights}`,
    ...records,
    args: (arg) => byName(arg, ShipmentBy),
    write: (write, args) => fire(write, { ...args, event }),
  });
}

const repeatable = 'If this was done already, it succeeds without a change.';

defineMutation('markShipmentReady', {
  description: `Marks a shipment as ready to ship. EVENT_REFUSED if its state does not allow it. ${repeatable} ${rights} ${heard}`,
  ...records,
  args: updatesFirst,
  write: (write, args) => fire(write, { ...args, event: 'ready', repeats: true }),
});

defineMutation('shipShipment', {
  description: `Records that a shipment has left; its units are shipped with it. EVENT_REFUSED if its state does not allow it. ${repeatable} ${rights} ${heard}`,
  ...records,
  args: (arg) => ({
    ...updatesFirst(arg),
    tracking: arg.string({
      description:
        'Its tracking number, in place of that in `input`; null leaves it as it is. You need `shipments.update`.',
    }),
  }),
  write: (write, args) => fire(write, { ...args, event: 'ship', repeats: true }),
});
