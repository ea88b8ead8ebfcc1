import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { orderEvents } from '../domain/order-machine.ts';
import { Refused } from '../errors.ts';
import { mergeDescription } from '../line-items/input.ts';
import { oneOf } from '../one-of.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder, prepareEvent, withStock } from '../order-desk/load.ts';
import { atPresentPrices } from '../order-desk/prices.ts';
import { settleChanged } from '../order-desk/save.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { requireLockVersion } from '../shipments/lock-shipment.ts';
import { inWrite, type Write } from '../write.ts';
import { createOrder } from './create-order.ts';
import { emptyOrder } from './empty-order.ts';
import { fireOnOrder, movesOn, stepCheckout } from './fire.ts';
import { OrderInput } from './order-input.ts';
import { Order } from './order.ts';
import { renewOrderToken } from './renew-token.ts';
import { writeOrder } from './write-order.ts';

/** An upper bound of the steps of a checkout, so that the loop ends. */
const maximumSteps = 10;

/** What a write made of an order; a refusal is thrown after the commit. Decision: T25, T46. */
interface CheckedOut {
  readonly order: WorkingOrder;
  readonly refusal?: Refused;
}

/**
 * A write of an order that may be refused without undoing what came before: the refusal is thrown after the
 * commit.
 * Decision: T25, T46.
 */
async function inCheckout<T>(
  context: Context,
  work: (write: Write) => Promise<CheckedOut>,
  read: (write: Write, id: bigint) => Promise<T>,
): Promise<T> {
  const { refusal, answer } = await inWrite(context, async (write) => {
    const { order, refusal: refused } = await work(write);
    await saveOrder(write, order);
    return { refusal: refused, answer: await read(write, order.id) };
  });
  if (refusal) throw refusal;
  return answer;
}

/** Takes one step of the checkout of an order; if the step is refused, only prices have changed. */
async function step(write: Write, order: WorkingOrder): Promise<CheckedOut> {
  const prepared = await prepareEvent(write, atPresentPrices(write, order), 'next');
  const stepped = stepCheckout(write, prepared);
  return stepped instanceof Refused ? { order: prepared, refusal: stepped } : { order: stepped };
}

builder.mutationFields((t) => ({
  createOrder: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Creates an order in state `cart` with the given line items. It is yours; if you hold `orders.override`, it is that of a guest unless you send `userId`. You need `orders.create`, which every user has.',
    args: {
      input: t.arg({ type: OrderInput, required: true }),
      merge: t.arg.boolean({ defaultValue: true, description: mergeDescription }),
    },
    resolve: (query, _root, { input, merge }, context) => {
      authorize(context.viewer, 'orders.create');
      return inWrite(context, async (write) => {
        const id = await createOrder(write, context, input, merge !== false);
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id } });
      });
    },
  }),
  updateOrder: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Updates an order without firing an event. You need `orders.update`, unless the order is yours or you send its order token.',
    args: {
      ref: t.arg.string({ required: true }),
      input: t.arg({ type: OrderInput, required: true }),
      merge: t.arg.boolean({ defaultValue: true, description: mergeDescription }),
    },
    resolve: (query, _root, { ref, input, merge }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'orders.update', input.lockVersion);
        await saveOrder(write, await writeOrder(write, context, order, input, merge !== false));
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id: order.id } });
      }),
  }),
  emptyOrder: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Removes all line items, shipments, addresses and adjustments, and returns the stock. The order is a cart again. REFUSED once something has shipped. You need `orders.update`, unless the order is yours or you send its order token.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: (query, _root, { ref }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'orders.update');
        const taken = order.inventoryUnits.filter(({ stockTaken }) => stockTaken);
        const variantIds = taken.map(({ variantId }) => variantId);
        await saveOrder(write, emptyOrder(write, await withStock(write, order, variantIds)));
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id: order.id } });
      }),
  }),
  fireOrderEvent: t.prismaField({
    type: Order,
    nullable: true,
    description: `Fires an event on an order: ${orderEvents.join(', ')}. REFUSED if its state does not allow it; \`allowed\` lists what it allows. If a price has changed since the order was last written, it takes the new price, and what would complete it is REFUSED once. You need \`orders.fire\` or the order token; \`next\`, \`cancel\` and, once nothing is missing, \`complete\` you can also fire on your own orders.`,
    args: { ref: t.arg.string({ required: true }), event: t.arg.string(oneOf(orderEvents)) },
    resolve: (query, _root, { ref, event }, context) => {
      const selection = { ...query };
      return inCheckout(
        context,
        async (write) => {
          const order = await lockOrder(write, ref, { kind: 'order', event });
          const prepared = await prepareEvent(write, atPresentPrices(write, order), event);
          const fired = fireOnOrder(write, prepared, event);
          if (!(fired instanceof Refused)) return { order: fired };
          if (movesOn(event) && prepared.repriced.length > 0) {
            return { order: prepared, refusal: fired };
          }
          throw fired;
        },
        (write, id) => write.tx.order.findUniqueOrThrow({ ...selection, where: { id } }),
      );
    },
  }),
  renewOrderToken: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Replaces the order token: the previous token stops working. You need `orders.override`.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: (query, _root, { ref }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const id = await renewOrderToken(write, ref);
        return write.tx.order.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateCheckout: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Updates an order and advances its checkout by one step. If the step is refused, the update is kept. You need `orders.update`, unless the order is yours or you send its order token.',
    args: {
      ref: t.arg.string({ required: true }),
      input: t.arg({ type: OrderInput, required: true }),
      merge: t.arg.boolean({ defaultValue: true, description: mergeDescription }),
    },
    resolve: (query, _root, { ref, input, merge }, context) => {
      const selection = { ...query };
      return inCheckout(
        context,
        async (write) => {
          const order = await lockOrder(write, ref, 'orders.update');
          if (order.completedAt) return { order };
          requireLockVersion(order, input.lockVersion);
          const written = await writeOrder(write, context, order, input, merge !== false);
          return step(write, settleChanged(write, written));
        },
        (write, id) => write.tx.order.findUniqueOrThrow({ ...selection, where: { id } }),
      );
    },
  }),
  nextCheckout: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Advances the checkout by one step. REFUSED if something is missing, such as an address, and once before completion if a price has changed. You need `orders.update`, unless the order is yours or you send its order token.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: (query, _root, { ref }, context) => {
      const selection = { ...query };
      return inCheckout(
        context,
        async (write) => step(write, await lockOrder(write, ref, 'orders.update')),
        (write, id) => write.tx.order.findUniqueOrThrow({ ...selection, where: { id } }),
      );
    },
  }),
  advanceCheckout: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Advances the checkout as far as possible. Succeeds even if no step can be taken. You need `orders.update`, unless the order is yours or you send its order token.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: (query, _root, { ref }, context) =>
      inWrite(context, async (write) => {
        let order = await lockOrder(write, ref, 'orders.update');
        const { id } = order;
        for (let taken = 0; taken < maximumSteps; taken += 1) {
          const stepped = await step(write, order);
          order = settleChanged(write, stepped.order);
          if (stepped.refusal) break;
        }
        await saveOrder(write, order);
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
}));
