import { authorize } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { auditChanges } from '../domain/audit.ts';
import { words } from '../domain/messages.ts';
import { adjustmentBounds, parseMoney } from '../domain/money.ts';
import { parseRequiredText } from '../domain/text.ts';
import { NotFound, Refused } from '../errors.ts';
import { noteRoom } from '../list-room.ts';
import { parseId } from '../refs.ts';
import { inWrite } from '../write.ts';
import { Adjustment } from './adjustment.ts';
import { recalculateTouched } from './recalculate.ts';
import { lockOrder } from './working-order.ts';

/** Attributes of a manual adjustment. Decision: C26. */
const AdjustmentInput = builder.inputType('AdjustmentInput', {
  description: 'A manual adjustment.',
  fields: (t) => ({
    orderId: t.id({
      required: true,
      description: 'Id or number of the order, such as `R100000041`.',
    }),
    amount: t.field({ type: 'Money' }),
    label: t.string({ description: 'What the amount is for, such as "Goodwill". Required.' }),
  }),
});

builder.mutationFields((t) => ({
  createAdjustment: t.prismaField({
    type: Adjustment,
    nullable: true,
    description:
      'Adds a manual adjustment to an order; a negative amount is a credit. You need `orders.override`.',
    args: { input: t.arg({ type: AdjustmentInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      return inWrite(context, async (write) => {
        const order = await lockOrder(write, input.orderId, 'orders.override');
        const reader = new AttributeReader();
        const amount = reader.read(
          'amount',
          parseMoney(input.amount, write.settings.currency, adjustmentBounds),
        );
        const label = reader.read('label', parseRequiredText(input.label));
        const present = await write.tx.adjustment.count({ where: { orderId: order.id } });
        noteRoom(reader, 'adjustments', present, 'base');
        reader.check();
        const { id } = await write.tx.adjustment.create({
          data: {
            orderId: order.id,
            kind: 'manual',
            amount: amount ?? 0,
            label: label ?? '',
            mandatory: false,
            userId: write.userId,
            createdAt: write.now,
            updatedAt: write.now,
          },
          select: { id: true },
        });
        const changes = auditChanges({}, { adjustment: amount?.toFixed(), label });
        write.audit({ action: 'orders.override', subject: 'Order', id: order.id, changes });
        write.touch(order.id);
        await recalculateTouched(write);
        return write.tx.adjustment.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  deleteAdjustment: t.prismaField({
    type: Adjustment,
    nullable: true,
    description:
      'Deletes a manual adjustment; shipping and tax cannot be deleted. You need `orders.override`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'orders.override');
      return inWrite(context, async (write) => {
        const id = parseId(args.id);
        if (id === undefined) throw new NotFound();
        const found = await write.tx.adjustment.findUnique({
          where: { id },
          select: { orderId: true, kind: true, amount: true, label: true },
        });
        if (!found) throw new NotFound();
        // what an adjustment is for never changes, so it need not be read again under the lock
        if (found.kind !== 'manual') throw Refused.act({ kind: [words.invalid] });
        await write.lockOrders([found.orderId]);
        const adjustment = await write.tx.adjustment.findUnique({ ...selection, where: { id } });
        if (!adjustment) throw new NotFound();
        await write.tx.adjustment.delete({ where: { id }, select: { id: true } });
        const before = { adjustment: found.amount, label: found.label };
        const changes = auditChanges(before, { adjustment: null, label: null });
        write.audit({ action: 'orders.override', subject: 'Order', id: found.orderId, changes });
        write.touch(found.orderId);
        await recalculateTouched(write);
        return adjustment;
      });
    },
  }),
}));
