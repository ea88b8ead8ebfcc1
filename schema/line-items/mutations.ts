import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { planLowering } from '../domain/stock.ts';
import { sentences } from '../domain/messages.ts';
import { isClosed } from '../domain/order-states.ts';
import { NotFound, Refused } from '../errors.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder } from '../order-desk/load.ts';
import { ownRecord, type WorkingOrder } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import { inWrite, type Write } from '../write.ts';
import { changeLines, type LineChange, withStockOfLines } from './change.ts';
import {
  findVariants,
  LineItemInput,
  mergeDescription,
  readChangedLine,
  readNewLine,
} from './input.ts';
import { LineItem } from './line-item.ts';

async function saveLineChange(
  write: Write,
  order: WorkingOrder,
  change: LineChange,
): Promise<void> {
  const stocked = await withStockOfLines(write, order, [change]);
  await saveOrder(write, changeLines(write, stocked, [change], false).order);
}

builder.mutationFields((t) => ({
  addLineItem: t.prismaField({
    type: LineItem,
    nullable: true,
    description:
      'Adds units of a variant to an order. You need `line_items.create`, unless the order is yours or you send its order token.',
    args: {
      order: t.arg.string({ required: true }),
      input: t.arg({ type: LineItemInput, required: true }),
      merge: t.arg.boolean({ defaultValue: true, description: mergeDescription }),
    },
    resolve: (query, _root, { order: ref, input, merge }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'line_items.create');
        const reader = new AttributeReader();
        const variantOf = await findVariants(write, context, [input]);
        const change = readNewLine(reader, write, input, variantOf(input));
        reader.check();
        if (!change) throw new NotFound();
        const stocked = await withStockOfLines(write, order, [change]);
        const changed = changeLines(write, stocked, [change], merge !== false);
        const place = changed.order.lineItems.findIndex(({ id }) => id === changed.ids[0]);
        const saved = await saveOrder(write, changed.order);
        const id = saved.lineItems[place]?.id;
        if (id === undefined) throw new NotFound();
        return write.tx.lineItem.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
  updateLineItem: t.prismaField({
    type: LineItem,
    nullable: true,
    description:
      'Updates a line item. Quantity 0 removes it, and it is returned once more with quantity 0. You need `line_items.update`, unless the order is yours or you send its order token.',
    args: {
      order: t.arg.string({ required: true }),
      id: t.arg.id({ required: true }),
      input: t.arg({ type: LineItemInput, required: true }),
    },
    resolve: (query, _root, { order: ref, id, input }, context) =>
      inWrite(context, async (write) => {
        const selection = { ...query };
        const order = await lockOrder(write, ref, 'line_items.update');
        const line = ownRecord(order.lineItems, parseId(id));
        const reader = new AttributeReader();
        const variantOf = await findVariants(write, context, [input]);
        const change = readChangedLine(reader, write, line, input, variantOf(input));
        reader.check();
        const removed =
          change?.kind === 'set' && change.quantity === 0
            ? await write.tx.lineItem.findUniqueOrThrow({ ...selection, where: { id: line.id } })
            : undefined;
        if (change) await saveLineChange(write, order, change);
        if (removed) return { ...removed, quantity: 0 };
        return write.tx.lineItem.findUniqueOrThrow({ ...selection, where: { id: line.id } });
      }),
  }),
  removeLineItem: t.prismaField({
    type: LineItem,
    nullable: true,
    description:
      'Removes a line item and returns its stock. REFUSED once something of it has shipped. You need `line_items.delete`, unless the order is yours or you send its order token.',
    args: { order: t.arg.string({ required: true }), id: t.arg.id({ required: true }) },
    resolve: (query, _root, { order: ref, id }, context) =>
      inWrite(context, async (write) => {
        const order = await lockOrder(write, ref, 'line_items.delete');
        const line = ownRecord(order.lineItems, parseId(id));
        const units = order.inventoryUnits.filter(({ lineItemId }) => lineItemId === line.id);
        if (!planLowering(units, 0).ok) throw Refused.act({ base: [sentences.lineShipped] });
        if (isClosed(order.state)) throw Refused.act({ base: [sentences.closed] });
        const removed = await write.tx.lineItem.findUniqueOrThrow({
          ...query,
          where: { id: line.id },
        });
        const change = {
          kind: 'set',
          line,
          quantity: 0,
          variant: null,
          price: null,
          key: '',
        } as const;
        await saveLineChange(write, order, change);
        return { ...removed, quantity: 0 };
      }),
  }),
}));
