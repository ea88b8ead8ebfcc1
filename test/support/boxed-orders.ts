import type { Database } from '../../prisma/database.ts';
import type { Settings } from '../../schema/index.ts';
import { dispatchOf } from './dispatch.ts';
import { adminViewer, settings } from './graphql.ts';
import { deskOf } from './orders.ts';
import { makeVariant } from './records.ts';

/** The pieces of an order: their price, how many are in each box, and its shipping. */
export interface Boxed {
  readonly price?: string;
  readonly boxes: readonly (readonly [pieces: number, cost: string])[];
}

/** A completed order of so many pieces at one price, each box of which costs its shipping. */
export async function sellBoxed(
  database: Database,
  changed: Partial<Settings>,
  { price = '5.00', boxes }: Boxed,
) {
  const own = { settings: { ...settings, ...changed } };
  const desk = deskOf(database.client, adminViewer, own);
  const dispatch = dispatchOf(database, adminViewer, own);
  const variantId = String(await makeVariant(database.client, { price, count: 99 }));
  const quantity = boxes.reduce((all, [pieces]) => all + pieces, 0);
  const { number } = await desk.create({ lineItems: [{ variantId, quantity }] });
  await desk.fire(number, 'complete');
  const [whole] = (await desk.read(number)).shipments;
  const ids: string[] = [];
  let left = whole?.inventoryUnits ?? [];
  for (const [pieces, cost] of boxes) {
    const inventoryUnits = left.slice(0, pieces).map(({ id }) => ({ id }));
    left = left.slice(pieces);
    const isLast = left.length === 0;
    const box = isLast
      ? (whole?.id ?? '')
      : (await dispatch.act('createShipment', { order: number, input: { inventoryUnits } })).id;
    await dispatch.act('updateShipment', { ref: box, input: { cost } });
    ids.push(box);
  }
  const order = {
    desk,
    dispatch,
    number,
    boxes: ids,
    adjust: (amount: string) =>
      dispatch.act('createAdjustment', { order: number, input: { amount, label: 'Sorry' } }),
    cancel: (place: number) => dispatch.send(ids[place] ?? '', 'cancel'),
    resume: (place: number) => dispatch.send(ids[place] ?? '', 'resume'),
    total: async () => (await desk.read(number)).total,
    /** The credits: what each is for, its amount and its share of the discounts, in cents. */
    credits: async () => {
      const rows = await database.client.adjustment.findMany({
        where: { order: { number }, kind: { in: ['return', 'canceled'] } },
        orderBy: { id: 'asc' },
      });
      return rows.map(({ pieces, amount, discount }) => [
        pieces === null ? 'shipping' : pieces,
        Number(amount.times(100)),
        Number(discount.times(100)),
      ]);
    },
    send: async (place: number) => {
      await dispatch.send(ids[place] ?? '', 'ready');
      await dispatch.send(ids[place] ?? '', 'ship');
      const { shipments } = await desk.read(number);
      return shipments.find(({ id }) => id === ids[place])?.inventoryUnits ?? [];
    },
  };
  return order;
}
