import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { orderEvents } from '../domain/order-machine.ts';
import type { Refused } from '../errors.ts';
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

const mergeDescription = 'Whether adding a variant that is there already joins its line.';

/** The most steps a checkout has: it ends long before. */
const maximumSteps = 10;

/**
 * One write of an order that may be refused without undoing what came before it: the refusal is
 * thrown after the commit.
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
    description: 'Makes a cart with its line items, owned by the caller.',
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
    description: 'Writes attributes of an order; fires no event.',
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
    description: 'Removes everything from an order and gives its stock back; it is a cart again.',
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
    description: `Fires an event on an order: ${orderEvents.join(', ')}.`,
    args: { ref: t.arg.string({ required: true }), event: t.arg.string() },
    resolve: (query, _root, { ref, event }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'orders.fire');
        await fireOnOrder(write, order, event);
        await recalculateTouched(write);
        return write.tx.order.findUniqueOrThrow({ ...query, where: { id: order.id } });
      }),
  }),
  renewOrderToken: t.prismaField({
    type: Order,
    nullable: true,
    description:
      'Gives an order a new token: the former one opens nothing any more. Takes the permission orders.override.',
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
      'Writes attributes of an order and takes one step; a refused step keeps the attributes.',
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
    description: 'Takes one step of the checkout.',
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
    description: 'Takes as many steps of the checkout as succeed, none included.',
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
