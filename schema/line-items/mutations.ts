import { AttributeReader } from '../attribute-reader.ts';
import { sentences } from '../domain/messages.ts';
import { isClosed } from '../domain/order-states.ts';
import { groupForLowering, planLowering } from '../domain/stock.ts';
import { NotFound, Refused } from '../errors.ts';
import { lockOrder } from '../order-desk/load.ts';
import { lockPart } from '../order-desk/lock-part.ts';
import { saveOrder } from '../order-desk/save.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { Order } from '../orders/order.ts';
import { defineMutation } from '../payload.ts';
import { byPart, toOrder } from '../record-arguments.ts';
import type { Told } from '../told-records.ts';
import type { Write } from '../write.ts';
import { changeLines, withStockOfLines } from './change.ts';
import {
  AddLineItemInput,
  findVariants,
  mergeDescription,
  readChangedLine,
  readNewLine,
  UpdateLineItemInput,
} from './input.ts';
import type { LineChange } from './line-change.ts';
import { LineItem } from './line-item.ts';

async function saveLineChange(
  write: Write,
  order: WorkingOrder,
  change: LineChange,
): Promise<void> {
  const stocked = await withStockOfLines(write, order, [change]);
  await saveOrder(write, changeLines(write, stocked, [change], false).order);
}

/** A line item that was removed, as it was last, without units. */
const emptied = ({ lineItem }: Told<'lineItem'>): Told<'lineItem'> =>
  typeof lineItem === 'object' && lineItem ? { lineItem: { ...lineItem, quantity: 0 } } : {};

const records = { shows: { lineItem: LineItem }, beside: { order: Order } };

defineMutation('addLineItem', {
  description:
    'Adds units of a variant to an order. You need `line_items.create`, unless the order is yours and not completed, or you send its order token.',
  ...records,
  args: (arg) => ({
    ...toOrder(arg),
    input: arg({ type: AddLineItemInput, required: true }),
    merge: arg.boolean({ defaultValue: true, description: mergeDescription }),
  }),
  write: async (write, { order: by, input, merge, ifVersion }) => {
    write.linesToAdd = 1;
    const [order, variantOf] = await Promise.all([
      lockOrder(write, by, { contentsBy: 'line_items.create' }, ifVersion),
      findVariants(write, [input]),
    ]);
    const reader = new AttributeReader();
    const change = readNewLine(reader, write, input, variantOf(input));
    reader.check();
    if (!change) throw new NotFound();
    const stocked = await withStockOfLines(write, order, [change]);
    const changed = changeLines(write, stocked, [change], merge !== false);
    const place = changed.order.lineItems.findIndex(({ id }) => id === changed.ids[0]);
    const saved = await saveOrder(write, changed.order);
    const id = saved.lineItems[place]?.id;
    if (id === undefined) throw new NotFound();
    return { lineItem: id, order: order.id };
  },
});

defineMutation('updateLineItem', {
  description:
    'Updates a line item. Quantity 0 removes it, and it is returned once more with quantity 0. You need `line_items.update`, unless the order is yours and not completed, or you send its order token.',
  ...records,
  args: (arg) => ({ ...byPart(arg), input: arg({ type: UpdateLineItemInput, required: true }) }),
  write: async (write, { input, ...named }, show) => {
    const [{ order, part: line }, variantOf] = await Promise.all([
      lockPart(write, 'lineItems', named, { contentsBy: 'line_items.update' }),
      findVariants(write, [input]),
    ]);
    const reader = new AttributeReader();
    const change = readChangedLine(reader, write, line, input, variantOf(input));
    reader.check();
    const isRemoved = change?.quantity === 0;
    const removed = isRemoved ? await show({ lineItem: line.id, order: null }) : undefined;
    if (change) await saveLineChange(write, order, change);
    if (removed) return { removed: emptied(removed), lineItem: null, order: order.id };
    return { lineItem: line.id, order: order.id };
  },
});

defineMutation('removeLineItem', {
  description:
    'Removes a line item and returns its stock. REFUSED once something of it has shipped. You need `line_items.delete`, unless the order is yours and not completed, or you send its order token.',
  ...records,
  args: byPart,
  write: async (write, named, show) => {
    const right = { contentsBy: 'line_items.delete' } as const;
    const { order, part: line } = await lockPart(write, 'lineItems', named, right);
    const units = order.inventoryUnits.filter(({ lineItemId }) => lineItemId === line.id);
    if (!planLowering(groupForLowering(units), 0).ok)
      throw Refused.act({ base: [sentences.lineShipped] });
    if (isClosed(order.state)) throw Refused.act({ base: [sentences.closed] });
    const removed = await show({ lineItem: line.id, order: null });
    const set = { kind: 'set', line, quantity: 0, variant: null, price: null, key: '' } as const;
    await saveLineChange(write, order, set);
    return { removed: emptied(removed), lineItem: null, order: order.id };
  },
});
