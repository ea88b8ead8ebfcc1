import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { dispatchOf, expectSound, makeLocation, putStock } from '../../support/dispatch.ts';
import { adminViewer } from '../../support/graphql.ts';
import { deskOf, maineAddress } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

test.each([
  ['alone if that goes to a third person', { ...maineAddress, firstname: 'Bea' }, 2],
  ['with it if that goes to the customer', undefined, 1],
])(
  'a unit of no box that comes from where another box does goes %s (T30)',
  async (_how, address, boxes) => {
    const desk = deskOf(database.client, adminViewer);
    const dispatch = dispatchOf(database, adminViewer);
    const annex = await makeLocation(database);
    const [scarce, other] = [
      await makeVariant(database.client, { count: 1, backorderable: false }),
      await makeVariant(database.client, { count: 1 }),
    ];
    for (const id of [scarce, other]) await putStock(database, id, annex, 1);
    const { number } = await desk.cartOf([scarce, 1], [other, 1]);
    const [first] = (await desk.fire(number, 'complete')).shipments;
    const [loose, sent] = first?.inventoryUnits ?? [];
    const { id: box } = await dispatch.act('createShipment', {
      order: number,
      input: { inventoryUnitIds: [sent?.id], stockLocationId: String(annex), address },
    });
    const aside = { shipmentId: null };
    expect((await desk.try.writeUnit(loose?.id ?? '', aside)).errors).toEqual([]);
    await desk.fire(number, 'cancel');
    await desk.adjust(scarce, -1);

    const { shipments } = await desk.fire(number, 'resume');
    expect(shipments).toHaveLength(boxes);
    const holding = shipments.find(({ inventoryUnits }) =>
      inventoryUnits.some(({ id }) => id === loose?.id),
    );
    expect(holding?.id === box).toBe(boxes === 1);
    expect(await dispatch.act('shipment', { ref: holding?.id })).toMatchObject({
      address: null,
      stockLocationId: String(annex),
    });
  },
);
