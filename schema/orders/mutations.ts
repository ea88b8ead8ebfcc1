import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { orderEvents } from '../domain/order-machine.ts';
import type { Refused } from '../errors.ts';
import { oneOf } from '../one-of.ts';
import { requireLockVersion } from '../shipments/lock-shipment.ts';
import { inWrite, type Write } from '../write.ts';
import { createOrder } from './create-order.ts';
import { emptyOrder } from './empty-order.ts';
import { fireOnOrder, stepCheckout } from './fire.ts';
import { OrderInput } from './order-input.ts';
import { Order } from './order.ts';
import { recalculateTouched } from './recalculate.ts';
import { renewOrderToken } from './renew-token.ts';
import { lockOrder, readOrder } from './working-order.ts';
import { writeOrder } from './write-order.ts';

const mergeDescription =
  'If the variant is in the order already: true adds the quantity to its line item, false creates a second line item.';

/** An upper bound of the steps of a checkout, so that the loop ends. */
const maximumSteps = 10;

/**
 * A write of an order that may be refused without undoing what came before: the refusal is thrown after the
 * commit.
 * Decision: T25.
 */
async function inCheckout<T>(
  context: Context,
  work: (write: Write) => Promise<Refused | undefined>,
  read: (write: Write) => Promise<T>,
): Promise<T> {
  const { refusal, answer } = await inWrite(context, async (write) => {
    const refused = await work(write);
    await recalculateTouched(write);
    return { refusal: refused, answer: await read(write) };
  });
  if (refusal) throw refusal;
  return answer;
}

builder.mutationFields((t) => ({
  createOrder: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Creates an order in state `cart`, owned by you, with the given line items. You need `orders.create`, which every user has.',
    args: {
      input: t.arg({ type: OrderInput, required: true }),
      merge: t.arg.boolean({ defaultValue: true, description: mergeDescription }),
    },
    resolve: (query, _root, { input, merge }, context) => {
      authorize(context.viewer, 'orders.create');
      return inWrite(context, async (write) => {
        const id = await createOrder(write, context, input, merge !== false);
        await recalculateTouched(write);
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
        await writeOrder(write, context, order, input, merge !== false);
        await recalculateTouched(write);
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
        await emptyOrder(write, order);
        await recalculateTouched(write);
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id: order.id } });
      }),
  }),
  fireOrderEvent: t.prismaField({
    type: Order,
    nullable: true,
    description: `Fires an event on an order: ${orderEvents.join(', ')}. REFUSED if its state does not allow it; \`allowed\` lists what it allows. You need \`orders.fire\` or the order token; \`next\` and \`cancel\` you can also fire on your own orders.`,
    args: { ref: t.arg.string({ required: true }), event: t.arg.string(oneOf(orderEvents)) },
    resolve: (query, _root, { ref, event }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, { kind: 'order', event });
        await fireOnOrder(write, order, event);
        await recalculateTouched(write);
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id: order.id } });
      }),
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
      let id = 0n;
      return inCheckout(
        context,
        async (write) => {
          const order = await lockOrder(write, ref, 'orders.update');
          id = order.id;
          if (order.completedAt) return undefined;
          requireLockVersion(order, input.lockVersion);
          await writeOrder(write, context, order, input, merge !== false);
          await recalculateTouched(write);
          return stepCheckout(write, await readOrder(write.tx, id));
        },
        (write) => write.tx.order.findUniqueOrThrow({ ...selection, where: { id } }),
      );
    },
  }),
  nextCheckout: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Advances the checkout by one step. REFUSED if something is missing, such as an address. You need `orders.update`, unless the order is yours or you send its order token.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: (query, _root, { ref }, context) => {
      const selection = { ...query };
      let id = 0n;
      return inCheckout(
        context,
        async (write) => {
          const order = await lockOrder(write, ref, 'orders.update');
          id = order.id;
          return stepCheckout(write, order);
        },
        (write) => write.tx.order.findUniqueOrThrow({ ...selection, where: { id } }),
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
        for (let step = 0; step < maximumSteps; step += 1) {
          if (await stepCheckout(write, order)) break;
          await recalculateTouched(write);
          order = await readOrder(write.tx, id);
        }
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
}));
