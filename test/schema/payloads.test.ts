import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { accepted, makeProduct } from '../support/catalogue.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** The records of a payload by field. */
async function recordsOf(document: string): Promise<unknown> {
  const { data, errors } = await run(database.client, adminViewer, `mutation { ${document} }`);
  expect(errors).toEqual([]);
  return Object.values(data as object)[0] as unknown;
}

const readOrder = 'order { shipTotal shipmentState shipments { cost state } } userErrors { code }';

test('what is written to a shipment is answered with its order as it is then', async () => {
  const desk = deskOf(database.client, adminViewer);
  const variantId = await makeVariant(database.client, { count: 5 });
  const { number } = await desk.cartOf([variantId, 1]);
  const { shipments } = await desk.fire(number, 'complete');
  const id = String(shipments[0]?.id);

  expect(
    await recordsOf(
      `updateShipment(by: { id: "${id}" }, input: { cost: "4.50" }) { shipment { cost } ${readOrder} }`,
    ),
  ).toEqual({
    shipment: { cost: '4.5' },
    order: {
      shipTotal: '4.5',
      shipmentState: 'PENDING',
      shipments: [{ cost: '4.5', state: 'PENDING' }],
    },
  });
  expect(
    await recordsOf(
      `updateOrderShipment(order: { number: "${number}" }, input: { cost: "6" }) { shipment { cost } ${readOrder} }`,
    ),
  ).toEqual({
    shipment: { cost: '6.0' },
    order: {
      shipTotal: '6.0',
      shipmentState: 'PENDING',
      shipments: [{ cost: '6.0', state: 'PENDING' }],
    },
  });
  expect(
    await recordsOf(
      `fireShipmentEvent(by: { id: "${id}" }, event: READY) { shipment { state } ${readOrder} }`,
    ),
  ).toEqual({
    shipment: { state: 'READY_TO_SHIP' },
    order: {
      shipTotal: '6.0',
      shipmentState: 'READY',
      shipments: [{ cost: '6.0', state: 'READY_TO_SHIP' }],
    },
  });
});

test('what is written to an image is answered with its variant as it is then', async () => {
  const { master } = await makeProduct(database);
  const made = await accepted(database, 'createImage', {
    input: {
      variantId: master.id,
      attachmentFileName: 'shirt.png',
      attachmentContentType: 'image/png',
      attachmentWidth: 600,
      attachmentHeight: 800,
    },
  });
  expect(
    await recordsOf(
      `updateImage(id: "${made.id}", input: { alt: "A shirt" }) { image { alt } variant { id images { alt } } userErrors { code } }`,
    ),
  ).toEqual({
    image: { alt: 'A shirt' },
    variant: { id: master.id, images: [{ alt: 'A shirt' }] },
  });
  expect(
    await recordsOf(
      `deleteImage(id: "${made.id}") { image { alt } variant { id images { alt } } userErrors { code } }`,
    ),
  ).toEqual({ image: { alt: 'A shirt' }, variant: { id: master.id, images: [] } });
});

test('an image that moves is answered with the variant that had it and the one that has it', async () => {
  const [{ master: from }, { master: to }] = [
    await makeProduct(database),
    await makeProduct(database),
  ];
  const file = {
    attachmentFileName: 'shirt.png',
    attachmentContentType: 'image/png',
    attachmentWidth: 600,
    attachmentHeight: 800,
  };
  const { id } = await accepted(database, 'createImage', {
    input: { variantId: from.id, ...file },
  });
  const both =
    'variant { id images { id } } previousVariant { id images { id } } userErrors { code }';
  expect(
    await recordsOf(`updateImage(id: "${id}", input: { variantId: "${to.id}" }) { ${both} }`),
  ).toEqual({
    variant: { id: to.id, images: [{ id }] },
    previousVariant: { id: from.id, images: [] },
  });
  const stays = { id: to.id, images: [{ id }] };
  expect(await recordsOf(`updateImage(id: "${id}", input: { alt: "A" }) { ${both} }`)).toEqual({
    variant: stays,
    previousVariant: stays,
  });
});
