import type { Arguments } from '../builder.ts';
import { invalid } from '../attribute-reader.ts';
import { auditEntry } from '../domain/audit.ts';
import { wordsOf } from '../domain/meanings.ts';
import { words } from '../domain/messages.ts';
import { type OrderEvent as OrderEventWord, orderEvents } from '../domain/order-machine.ts';
import { Refused } from '../errors.ts';
import { mergeDescription } from '../line-items/input.ts';
import { ignoresUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { type ByOrder, OrderBy } from '../look-up.ts';
import { lockOrder, withStock } from '../order-desk/load.ts';
import { saveNewToken } from '../order-desk/new-order.ts';
import { atPresentPrices } from '../order-desk/settle.ts';
import { saveOrder } from '../order-desk/save.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { defineMutation, type Done } from '../payload.ts';
import { byName } from '../record-arguments.ts';
import { restockDescription } from '../shipments/shipment-input.ts';
import { OrderEvent, ownMutation } from '../states.ts';
import type { Write } from '../write.ts';
import { createOrder } from './create-order.ts';
import { emptyOrder } from './empty-order.ts';
import { fireOnOrder, movesOn, prepareEvent, stepCheckout } from './fire.ts';
import { CreateOrderInput, UpdateOrderInput } from './order-input.ts';
import { Order } from './order.ts';
import { writeOrder } from './write-order.ts';

/** An upper bound of the steps of a checkout, so that the loop ends. */
const maximumSteps = 10;

/** What a write made of an order, and why it went no further. */
interface CheckedOut {
  readonly order: WorkingOrder;
  readonly refusal?: Refused;
}

/** Saves an order that may be refused something without undoing what came before. Decision: T25, T46. */
async function saveCheckedOut(
  write: Write,
  { order, refusal }: CheckedOut,
): Promise<Done<'order'>> {
  const { lockVersion } = await saveOrder(write, order);
  return { order: order.id, refusal, hasWritten: lockVersion !== order.lockVersion };
}

/** Takes one step of the checkout of an order; if the step is refused, only prices and taxes have changed. */
async function step(write: Write, order: WorkingOrder): Promise<CheckedOut> {
  const prepared = await prepareEvent(write, atPresentPrices(write, order), 'next');
  const stepped = stepCheckout(write, prepared);
  return stepped instanceof Refused ? { order: prepared, refusal: stepped } : { order: stepped };
}

const shows = { order: Order };

const namesOrder = (arg: Arguments) => byName(arg, OrderBy);

const updatesOrder = (arg: Arguments) => ({
  ...namesOrder(arg),
  input: arg({ type: UpdateOrderInput, required: true }),
  merge: arg.boolean({ defaultValue: true, description: mergeDescription }),
});

defineMutation('createOrder', {
  description:
    'Creates an order in state `cart` with the given line items. It is yours; if you hold `orders.override`, it is that of a guest unless you send `userId`. You need `orders.create`, which every user has.',
  shows,
  args: (arg) => ({
    input: arg({ type: CreateOrderInput, required: true }),
    merge: arg.boolean({ defaultValue: true, description: mergeDescription }),
  }),
  needs: 'orders.create',
  write: async (write, { input, merge }) => ({
    order: await createOrder(write, input, merge !== false),
  }),
});

defineMutation('updateOrder', {
  description:
    'Updates an order without firing an event. You need `orders.update`, unless the order is yours or you send its order token; line items and rates of an order that is yours you can write until it is completed.',
  shows,
  args: updatesOrder,
  write: async (write, { by, input, merge, ifVersion }) => {
    const order = await lockOrder(write, by, 'orders.update', ifVersion);
    await saveOrder(write, await writeOrder(write, order, input, merge !== false));
    return { order: order.id };
  },
});

defineMutation('emptyOrder', {
  description:
    'Removes all line items, shipments, addresses and adjustments, and returns the stock. The order is a cart again. REFUSED once something has shipped. You need `orders.update`, unless the order is yours and not completed, or you send its order token.',
  shows,
  args: namesOrder,
  write: async (write, { by, ifVersion }) => {
    const order = await lockOrder(write, by, { contentsBy: 'orders.update' }, ifVersion);
    const taken = order.inventoryUnits.filter(({ stockTaken }) => stockTaken);
    const variantIds = taken.map(({ variantId }) => variantId);
    await saveOrder(write, emptyOrder(write, await withStock(write, order, variantIds)));
    return { order: order.id };
  },
});

interface OrderAct {
  readonly by: ByOrder;
  readonly event: string;
  readonly restock?: boolean | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

async function fire(
  write: Write,
  { by, event, restock, ifVersion }: OrderAct,
): Promise<Done<'order'>> {
  const order = await lockOrder(write, by, { kind: 'order', event }, ifVersion);
  if (restock === false && event !== 'return' && !ignoresUnheard(write.viewer)) {
    throw invalid('restock', words.onlyFor('return'));
  }
  const priced = atPresentPrices(write, order);
  const prepared = await prepareEvent(write, priced, event);
  const fired = fireOnOrder(write, prepared, event, restock !== false);
  if (!(fired instanceof Refused)) return saveCheckedOut(write, { order: fired });
  if (movesOn(event) && priced !== order) {
    return saveCheckedOut(write, { order: prepared, refusal: fired });
  }
  throw fired;
}

const shop = 'You need `orders.fire` or the order token.';
const customers = `${shop} You can also do this with your own orders.`;

defineMutation('fireOrderEvent', {
  description: `Fires an event on an order: ${wordsOf(orderEvents).join(', ')}. EVENT_REFUSED if its state does not allow it; \`allowed\` lists what it allows. If a price has changed since the order was last written, it takes the new price, and what would complete it is EVENT_REFUSED once. You need \`orders.fire\` or the order token; \`next\`, \`cancel\` and, once nothing is missing, \`complete\` you can also fire on your own orders.`,
  shows,
  args: (arg) => ({
    ...namesOrder(arg),
    event: arg({ type: OrderEvent, required: true, description: ownMutation }),
    restock: arg.boolean({ defaultValue: true, description: restockDescription }),
  }),
  write: (write, args) => fire(write, args),
});

/** The act of each event that needs nothing but the order; `next` is that of the checkout. */
const acts: Readonly<
  Record<Exclude<OrderEventWord, 'next' | 'return'>, readonly [name: string, string]>
> = {
  complete: [
    'completeOrder',
    `Places an order from any step of its checkout and takes its stock. It takes the present prices; if one has changed since the order was last written, this is EVENT_REFUSED once. ${customers} Then nothing that the checkout asks for may be missing.`,
  ],
  cancel: ['cancelOrder', `Cancels an order and returns its stock. ${customers}`],
  resume: ['resumeOrder', `Opens a canceled order again and takes its stock. ${shop}`],
  approve: ['approveOrder', `Records that an order was checked and may be carried out. ${shop}`],
  authorize_return: [
    'authorizeOrderReturn',
    `Announces that units of an order will come back. ${shop}`,
  ],
};

for (const [event, [name, says]] of Object.entries(acts)) {
  defineMutation(name, {
    description: `${says} EVENT_REFUSED if its state does not allow it.`,
    shows,
    args: namesOrder,
    write: (write, args) => fire(write, { ...args, event }),
  });
}

defineMutation('returnOrder', {
  description: `Records that an order came back: its shipped units are returned and credited. ${shop} EVENT_REFUSED if its state does not allow it.`,
  shows,
  args: (arg) => ({
    ...namesOrder(arg),
    restock: arg.boolean({
      defaultValue: true,
      description: 'False if the units are damaged and not put back on the shelf.',
    }),
  }),
  write: (write, args) => fire(write, { ...args, event: 'return' }),
});

/** The previous token stops working with the commit; neither ownership nor the token is enough. Decision: A5, A25. */
defineMutation('renewOrderToken', {
  description:
    'Replaces the order token: the previous token stops working. You need `orders.override`.',
  shows,
  args: namesOrder,
  write: async (write, { by, ifVersion }) => {
    const { id } = await lockOrder(write, by, 'orders.override', ifVersion);
    await saveNewToken(write, id);
    write.audit(auditEntry('orders.renew_token', id));
    return { order: id };
  },
});

defineMutation('updateCheckout', {
  description:
    'Updates an order and advances its checkout by one step. If the step is refused, the update is kept. A completed order is refused, and nothing is updated. You need `orders.update`, unless the order is yours or you send its order token.',
  shows,
  args: updatesOrder,
  write: async (write, { by, input, merge, ifVersion }) => {
    const order = await lockOrder(write, by, 'orders.update');
    if (order.completedAt && ignoresUnheard(write.viewer)) return saveCheckedOut(write, { order });
    requireVersion(order, ifVersion);
    if (order.completedAt) return saveCheckedOut(write, await step(write, order));
    const written = await writeOrder(write, order, input, merge !== false);
    return saveCheckedOut(write, await step(write, written));
  },
});

defineMutation('nextCheckout', {
  description:
    'Advances the checkout by one step. CHECKOUT_REFUSED if something is missing, such as an address, and once before completion if a price has changed. You need `orders.update`, unless the order is yours or you send its order token.',
  shows,
  args: namesOrder,
  write: async (write, { by, ifVersion }) => {
    const order = await lockOrder(write, by, 'orders.update', ifVersion);
    return saveCheckedOut(write, await step(write, order));
  },
});

defineMutation('advanceCheckout', {
  description:
    'Advances the checkout as far as possible. Succeeds even if no step can be taken. You need `orders.update`, unless the order is yours or you send its order token.',
  shows,
  args: namesOrder,
  write: async (write, { by, ifVersion }) => {
    let order = await lockOrder(write, by, 'orders.update', ifVersion);
    const { id } = order;
    for (let taken = 0; taken < maximumSteps; taken += 1) {
      const stepped = await step(write, order);
      order = stepped.order;
      if (stepped.refusal) break;
    }
    await saveOrder(write, order);
    return { order: id };
  },
});
