import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { auditEntry } from '../domain/audit.ts';
import { sentences } from '../domain/messages.ts';
import { adjustmentBounds, parseMoney, toDecimal } from '../domain/money.ts';
import { parseRequiredText } from '../domain/text.ts';
import { Refused } from '../errors.ts';
import { requireVersion } from '../if-version.ts';
import { noteRoom } from '../list-room.ts';
import { isInCredits } from '../order-desk/discounts.ts';
import { lockOrder, lockOrderById } from '../order-desk/load.ts';
import { addedTo } from '../order-desk/order-parts.ts';
import { saveOrder } from '../order-desk/save.ts';
import { newAdjustment } from '../order-desk/settle.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { defineMutation } from '../payload.ts';
import { byId, toOrder } from '../record-arguments.ts';
import { existing, soughtId } from '../refs.ts';
import { Adjustment } from './adjustment.ts';
import { Order } from './order.ts';

const CreateAdjustmentInput = builder.inputType('CreateAdjustmentInput', {
  description: 'A manual adjustment.',
  fields: (t) => ({
    amount: t.field({ type: 'Money', required: true, description: 'Negative for a discount.' }),
    label: t.string({
      required: true,
      description: 'What the amount is for, such as "Goodwill".',
    }),
  }),
});

const manualOf = ({ adjustments }: WorkingOrder) =>
  adjustments.filter(({ kind }) => kind === 'manual');

const records = { shows: { adjustment: Adjustment }, beside: { order: Order } };

defineMutation('createAdjustment', {
  description:
    'Adds a manual adjustment to an order; a negative amount is a discount. You need `orders.override`.',
  ...records,
  args: (arg) => ({ ...toOrder(arg), input: arg({ type: CreateAdjustmentInput, required: true }) }),
  write: async (write, { order: by, input, ifVersion }) => {
    const order = await lockOrder(write, by, 'orders.override', ifVersion);
    const reader = new AttributeReader();
    const { currency } = write.settings;
    const amount = reader.read('amount', parseMoney(input.amount, currency, adjustmentBounds));
    const label = reader.read('label', parseRequiredText(input.label));
    noteRoom(reader, 'adjustments', manualOf(order).length, 'base');
    reader.check();
    const row = newAdjustment(write, order, {
      kind: 'manual',
      amount: amount ?? 0,
      label: label ?? '',
      mandatory: false,
      userId: write.userId,
    });
    const made = { adjustment: amount?.toFixed(), label };
    write.audit(auditEntry('orders.override', order.id, {}, made));
    const added = { ...order, adjustments: [...order.adjustments, row] };
    const saved = await saveOrder(write, added);
    return { adjustment: addedTo(order.adjustments, manualOf(saved)), order: order.id };
  },
});

defineMutation('deleteAdjustment', {
  description:
    'Deletes a manual adjustment; others cannot be deleted. REFUSED for a discount of which a credit contains a share. You need `orders.override`.',
  ...records,
  args: (arg) => byId(arg, 'the order'),
  needs: 'orders.override',
  write: async (write, args, show) => {
    const id = soughtId(args.id);
    const present = await write.tx.adjustment.findUnique({
      where: { id },
      select: { orderId: true, kind: true },
    });
    const { orderId, kind } = existing(present);
    // what an adjustment is for never changes, so it need not be read again under the lock
    if (kind !== 'manual') throw Refused.act({ base: [sentences.notManual] });
    const order = await lockOrderById(write, orderId);
    requireVersion(order, args.ifVersion);
    const locked = existing(order.adjustments.find((row) => row.id === id));
    if (isInCredits(order, locked)) throw Refused.act({ base: [sentences.discountCredited] });
    const deleted = await show({ adjustment: id, order: null });
    const before = { adjustment: toDecimal(locked.amount).toFixed(), label: locked.label };
    const gone = { adjustment: null, label: null };
    write.audit(auditEntry('orders.override', orderId, before, gone));
    const adjustments = order.adjustments.filter((row) => row.id !== id);
    await saveOrder(write, { ...order, adjustments });
    return { removed: deleted, adjustment: null, order: order.id };
  },
});
