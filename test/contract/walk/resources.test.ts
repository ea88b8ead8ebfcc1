import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import type { Goods } from '../../support/goods.ts';
import { maine } from '../scene.ts';
import * as tables from './field-tables.ts';
import type { Field } from './field-tables.ts';
import { kindOf } from './json-types.ts';
import { forms, inBothForms, listedIn, openWalk, recordIn } from './walk.ts';
import type { Row } from './walk.ts';

/** Five hours behind UTC all year, so that the older format's times show their offset. */
const walk = openWalk({ timeZone: 'America/Bogota' });

/** The orders that are read: one with all its parts, and one with null wherever it is allowed. */
const full = { number: '', variantPath: '' };
const bare = { number: '', variantPath: '' };

const admin = () => walk.admin('newer');

async function addImage(goods: Goods, alt: string | null): Promise<number> {
  const { createImage } = (await walk.scene.store.ask(
    'mutation ($input: CreateImageInput!) { createImage(input: $input) { image { id } userErrors { code field message allowed lockVersion } } }',
    {
      input: {
        variantId: goods.variantId,
        alt,
        attachmentFileName: 'shirt.png',
        attachmentContentType: 'image/png',
        attachmentWidth: 600,
        attachmentHeight: 800,
      },
    },
  )) as { createImage: { id: number } };
  return createImage.id;
}

/** A variant with options and images, with or without measures. */
async function makeVariant(measures: Row): Promise<{ goods: Goods; path: string }> {
  const goods = await walk.scene.goods();
  const path = `/api/products/${goods.permalink}/variants/${String(goods.variantId)}`;
  const options = [{ name: 'Size', value: 'Large' }];
  const variant = { cost_price: '7.10', options, ...measures };
  await admin().put(path, { body: { variant } });
  await addImage(goods, 'A shirt');
  const id = await addImage(goods, null);
  const data = { attachmentUpdatedAt: null };
  await walk.scene.store.db.image.update({ where: { id }, data });
  return { goods, path };
}

/** An order of a variant in delivery. */
async function reachDelivery(goods: Goods, attributes: Row): Promise<string> {
  const line = { variant_id: goods.variantId, quantity: 2 };
  const body = { order: { line_items: [line], ...attributes } };
  const { number } = recordIn('newer', 'order', await admin().post('/api/orders', { body }));
  await admin().put(`/api/checkouts/${String(number)}/advance`);
  return String(number);
}

async function makeFull(): Promise<void> {
  const { goods, path } = await makeVariant({ weight: 0.35, height: 2, width: 3.5, depth: 1 });
  const bill_address = { ...maine, alternative_phone: '207-555-0199' };
  const special_instructions = 'Ring twice.';
  const number = await reachDelivery(goods, {
    user_id: walk.scene.admin.id,
    special_instructions,
    bill_address,
    ship_address: maine,
  });
  await walk.scene.store.ask(
    `mutation ($order: OrderBy!) {
      createAdjustment(order: $order, input: { amount: "-12.50", label: "Goodwill" }) { adjustment { id } userErrors { code field message allowed lockVersion } }
    }`,
    { order: { number } },
  );
  await admin().put(`/api/checkouts/${number}`);
  const payments_attributes = [{ payment_method_id: 1 }];
  await admin().put(`/api/checkouts/${number}`, { body: { order: { payments_attributes } } });
  const [shipment] = recordIn('newer', 'order', await admin().get(`/api/orders/${number}`))
    .shipments as Row[];
  const at = `/api/shipments/${String(shipment?.id)}`;
  await admin().put(`${at}/ready`, { body: { shipment: { tracking: '1Z204' } } });
  await admin().put(`${at}/ship`);
  await admin().delete(path);
  Object.assign(full, { number, variantPath: path });
}

async function makeBare(): Promise<void> {
  const { goods, path } = await makeVariant({});
  const number = await reachDelivery(goods, {
    email: 'guest@harbour.example',
    bill_address: maine,
    use_billing: true,
  });
  const payment = { payment_method_id: 1 };
  await admin().post(`/api/orders/${number}/payments`, { body: { payment } });
  // The checkout required an e-mail address; a guest's order may be without.
  await admin().put(`/api/orders/${number}`, { body: { order: { user_id: null, email: null } } });
  Object.assign(bare, { number, variantPath: path });
}

beforeAll(async () => {
  await makeFull();
  await makeBare();
});

/** Both orders; the bare one is read by a user who may not see its token. */
async function readOrders(form: FormName): Promise<readonly Row[]> {
  const reader = await walk.scene.store.account(`reader-${form}-${String(Math.random())}`, [
    'orders_read',
  ]);
  return [
    recordIn(form, 'order', await walk.admin(form).get(`/api/orders/${full.number}`)),
    recordIn(form, 'order', await walk.as(form, reader).get(`/api/orders/${bare.number}`)),
  ];
}

const within =
  (read: (form: FormName) => Promise<readonly Row[]>, key: string) =>
  async (form: FormName): Promise<readonly Row[]> =>
    (await read(form)).flatMap((record) => [record[key] as Row | Row[]].flat());

const readShipments = within(readOrders, 'shipments');

const readVariants = (form: FormName): Promise<readonly Row[]> =>
  Promise.all(
    [full, bare].map(async ({ variantPath }) =>
      recordIn(form, 'variant', await walk.admin(form).get(`${variantPath}?show_deleted=true`)),
    ),
  );

/** Addresses of which one has its state by name only. */
async function readStateNames(form: FormName): Promise<readonly Row[]> {
  const { number } = await walk.scene.cart();
  const elsewhere = { ...maine, country: 'SG', state_name: 'Queenstown' };
  const order = { bill_address: elsewhere, ship_address: maine };
  const body = recordIn(
    form,
    'order',
    await walk.admin(form).put(`/api/orders/${number}`, { body: { order } }),
  );
  return [body.bill_address as Row, body.ship_address as Row];
}

/** Every field of a table has its type in every record, and is null in some where the table says so. */
function describeRecord(
  name: string,
  table: readonly Field[],
  read: (form: FormName) => Promise<readonly Row[]>,
): void {
  const rowsOf = (form: FormName) => table.filter((field) => (field.form ?? form) === form);
  const told = forms.filter((form) => rowsOf(form).length > 0);
  describe.each(told)(`${name} in the %s form`, (form) => {
    let records: readonly Row[] = [];

    beforeAll(async () => {
      records = await read(form);
    });

    for (const { name: field, type } of rowsOf(form)) {
      test(`${field}: ${type.name}${type.nullable ? ', nullable' : ''}`, () => {
        const kinds = new Set(records.map((shown) => kindOf(shown[field], type, form)));
        expect([...kinds].sort()).toEqual([type.name, ...(type.nullable ? ['null'] : [])].sort());
      });
    }
  });
}

describe('Resources and their fields', () => {
  describeRecord('Order', tables.order, readOrders);

  inBothForms('Order number: can be used in place of id in paths.', async (form) => {
    const { id, number } = await walk.scene.cart();
    const read = (ref: string) => walk.admin(form).get(`/api/orders/${ref}`);
    expect((await read(number)).body).toEqual((await read(String(id))).body);
  });

  inBothForms('Order adjustment_total: may be negative.', async (form) => {
    const [order] = await readOrders(form);
    expect(order?.adjustment_total).toBe(form === 'older' ? -7.5 : '-7.5');
  });

  inBothForms('Order token: usable as `order_token`.', async (form) => {
    const { number, token } = await walk.scene.cart();
    const path = `/api/orders/${number}?order_token=${token}`;
    const reply = await walk.as(form, walk.scene.bob).get(path);
    expect(recordIn(form, 'order', reply)).toMatchObject({ number, token });
  });

  describeRecord('LineItem', tables.lineItem, within(readOrders, 'line_items'));
  describeRecord('Shipment', tables.shipment, readShipments);
  describeRecord('ShippingMethod', tables.shippingMethod, within(readShipments, 'shipping_method'));
  describeRecord('ShippingRate', tables.shippingRate, within(readShipments, 'shipping_rates'));
  describeRecord('ManifestEntry', tables.manifestEntry, within(readShipments, 'manifest'));

  test('ManifestEntry states: the key `on_hand` occurs', async () => {
    const states = (await within(readShipments, 'manifest')('newer')).map((entry) => entry.states);
    expect(states).toEqual([{ on_hand: 0, shipped: 2 }, { on_hand: 2 }]);
  });

  describeRecord('Address', tables.addressFields, async (form) => {
    const [order] = await readOrders(form);
    return [order?.bill_address as Row, order?.ship_address as Row];
  });
  describeRecord('Address', tables.stateName, readStateNames);
  describeRecord('Variant', tables.variantFields, readVariants);

  inBothForms('Variant deleted_at: set when the variant is deleted.', async (form) => {
    const { permalink, variantId } = await walk.scene.goods();
    const path = `/api/products/${permalink}/variants/${String(variantId)}`;
    const read = async () =>
      recordIn(form, 'variant', await walk.admin(form).get(`${path}?show_deleted=true`)).deleted_at;
    const before = await read();
    await walk.admin(form).delete(path);
    expect([before, await read()]).toEqual([null, expect.any(String)]);
  });

  inBothForms('Variant permalink: permalink of the product.', async (form) => {
    const { permalink, variantId } = await walk.scene.goods();
    const reply = await walk.admin(form).get(`/api/variants/${String(variantId)}`);
    expect(recordIn(form, 'variant', reply).permalink).toBe(permalink);
  });

  inBothForms('Variant options_text: human-readable option summary.', async (form) => {
    const [variant] = await readVariants(form);
    expect(variant?.options_text).toBe('Size: Large');
  });

  describeRecord('OptionValue', tables.optionValue, within(readVariants, 'option_values'));
  describeRecord('Image', tables.image, within(readVariants, 'images'));

  describe('Paginated list wrapper (newer form)', () => {
    test.each(['orders', 'variants'])(
      'List responses for %s are objects with: the collection under a plural key, `count`, `pages`, `current_page`.',
      async (plural) => {
        expect((await admin().get(`/api/${plural}?per_page=1`)).body).toMatchObject({
          [plural]: [{ id: expect.any(Number) }],
          count: 1,
          pages: await totalOf(plural),
          current_page: 1,
        });
      },
    );
  });
});

/** Number of entries of a list, counted by reading all of it. */
async function totalOf(plural: string): Promise<number> {
  const reply = await admin().get(`/api/${plural}?per_page=500`);
  return listedIn('newer', plural === 'orders' ? 'order' : 'variant', reply).length;
}
