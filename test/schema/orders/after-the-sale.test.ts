import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Settings } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Dispatch, dispatchOf, expectSound, refusedBy } from '../../support/dispatch.ts';
import { adminViewer, run, settings } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';
import { inStoredWords } from '../../support/stored-words.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

interface Shop {
  readonly desk: Desk;
  readonly dispatch: Dispatch;
  /** An order of so many pieces of variants at these prices, completed without a checkout. */
  readonly sell: (
    ...lines: readonly (readonly [price: string, quantity: number])[]
  ) => Promise<string>;
  readonly discount: (order: string, amount: string) => Promise<void>;
}

/** A shop that taxes its sales. */
function shopWith(changed: Partial<Settings> = {}): Shop {
  const own = { settings: { ...settings, taxRate: '0.19', ...changed } };
  const desk = deskOf(database.client, adminViewer, own);
  const dispatch = dispatchOf(database, adminViewer, own);
  return {
    desk,
    dispatch,
    async sell(...lines) {
      const lineItems = [];
      for (const [price, quantity] of lines) {
        const variantId = await makeVariant(database.client, { price, count: 500 });
        lineItems.push({ variantId: String(variantId), quantity });
      }
      const { number } = await desk.create({ lineItems });
      await desk.fire(number, 'complete');
      return number;
    },
    async discount(order, amount) {
      await dispatch.act('createAdjustment', { order, input: { amount, label: 'Discount' } });
    },
  };
}

/** What the order says of money. */
async function moneyOf(number: string) {
  const { data } = await run(
    database.client,
    adminViewer,
    `query ($ref: OrderBy!) { order(by: $ref) { itemTotal taxTotal total paymentState shipmentState
      lineItems { tax taxRate } adjustments { kind label amount pieces } } }`,
    { ref: { number } },
  );
  const read = inStoredWords(data) as {
    order: Record<string, unknown> & { adjustments: { kind: string }[] };
  };
  return read.order;
}

const creditsOf = async (number: string) =>
  (await moneyOf(number)).adjustments.filter(
    ({ kind }) => kind === 'return' || kind === 'canceled',
  );

describe('Tax follows the order (C26)', () => {
  test('a completed order that grows is taxed on all it costs', async () => {
    const { desk, sell } = shopWith();
    const number = await sell(['32.00', 3]);
    expect(await moneyOf(number)).toMatchObject({ itemTotal: '96.0', taxTotal: '18.24' });
    const variantId = await makeVariant(database.client, { price: '24.50', count: 9 });
    await desk.add(number, { variantId: String(variantId), quantity: 2 });
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '145.0',
      taxTotal: '27.55',
      total: '172.55',
      lineItems: [
        { tax: '18.24', taxRate: '0.19' },
        { tax: '9.31', taxRate: '0.19' },
      ],
    });
  });

  test('a discount by hand lowers the tax, each line by its part', async () => {
    const { sell, discount } = shopWith();
    const single = await sell(['32.00', 2]);
    expect(await moneyOf(single)).toMatchObject({ taxTotal: '12.16' });
    await discount(single, '-32.00');
    expect(await moneyOf(single)).toMatchObject({ taxTotal: '6.08', total: '38.08' });

    const number = await sell(['10.00', 3], ['60.00', 1], ['10.00', 1]);
    await discount(number, '-10.00');
    expect(await moneyOf(number)).toMatchObject({
      taxTotal: '17.1',
      total: '107.1',
      lineItems: [{ tax: '5.13' }, { tax: '10.26' }, { tax: '1.71' }],
    });
  });

  test('a discount is at most what the order costs, and one taken back is taxed again', async () => {
    const { dispatch, sell } = shopWith();
    const number = await sell(['10.00', 1]);
    const input = { amount: '-25.00', label: 'Too kind' };
    const { id } = await dispatch.act('createAdjustment', { order: number, input });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '0.0', total: '-15.0' });
    await dispatch.act('deleteAdjustment', { id });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.9', total: '11.9' });
  });

  test('a surcharge by hand is not taxed', async () => {
    const { sell, discount } = shopWith();
    const number = await sell(['10.00', 1]);
    await discount(number, '5.00');
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.9', total: '16.9' });
  });

  test('what has been shipped keeps its tax, and its rate when it was shipped in part', async () => {
    const { desk, dispatch, sell, discount } = shopWith();
    const number = await sell(['10.00', 2], ['50.00', 1]);
    const [parcel] = (await desk.read(number)).shipments;
    const [first, , last] = parcel?.inventoryUnits ?? [];
    await dispatch.treat(first?.id ?? '', 'ship');
    await dispatch.treat(last?.id ?? '', 'ship');
    await discount(number, '-7.00');
    const later = shopWith({ taxRate: '0.07' });
    await later.desk.update(number, { specialInstructions: 'Ring twice' });
    expect(await moneyOf(number)).toMatchObject({
      // 13.00 after the discount at the rate of the sale; all of the other has left
      lineItems: [
        { tax: '2.47', taxRate: '0.19' },
        { tax: '9.5', taxRate: '0.19' },
      ],
      taxTotal: '11.97',
    });
  });

  test('pieces that are taken off a line take their tax along, when the rest has been shipped', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 3]);
    const { lineItems, shipments } = await desk.read(number);
    await dispatch.treat(shipments[0]?.inventoryUnits[0]?.id ?? '', 'ship');
    await desk.set(number, lineItems[0]?.id ?? '', { quantity: 1 });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.9', total: '11.9' });
  });

  test('a line that was shipped keeps its tax when one request adds to it and takes it off again', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['9.99', 3]);
    const { lineItems, shipments } = await desk.read(number);
    for (const { id } of shipments[0]?.inventoryUnits ?? []) await dispatch.treat(id, 'ship');
    const before = await moneyOf(number);
    const [line] = lineItems;
    await desk.update(number, {
      lineItems: [
        { variantId: line?.variant.id, quantity: 4 },
        { id: line?.id, quantity: 3 },
      ],
    });
    expect(before).toMatchObject({ taxTotal: '5.69', total: '35.66' });
    expect(await moneyOf(number)).toEqual(before);
  });

  test('a line of which a box was canceled keeps its rate, as the credit does', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    const inventoryUnits = [{ id: parcel?.inventoryUnits[1]?.id }];
    const box = await dispatch.act('createShipment', { order: number, input: { inventoryUnits } });
    await dispatch.send(box.id, 'cancel');
    const later = shopWith({ taxRate: '0.07' });
    await later.desk.update(number, { specialInstructions: 'Ring twice' });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '3.8', total: '11.9' });
    await later.dispatch.send(box.id, 'resume');
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.4', total: '21.4' });
  });

  test('an order without lines is not taxed', async () => {
    const { desk, sell } = shopWith();
    const number = await sell(['10.00', 2]);
    const [line] = (await desk.read(number)).lineItems;
    await desk.set(number, line?.id ?? '', { quantity: 0 });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '0.0', total: '0.0' });
  });

  test('shipping is taxed where the shop says so', async () => {
    const { desk, dispatch, sell } = shopWith({ taxShipping: true });
    const number = await sell(['10.00', 1]);
    const [parcel] = (await desk.read(number)).shipments;
    await dispatch.act('updateShipment', { ref: String(parcel?.id), input: { cost: '5.00' } });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '2.85', total: '17.85' });
  });

  test('a box whose units have all been sent keeps the tax on its shipping, whichever event sends it', async () => {
    const shop = shopWith({ taxShipping: true });
    const later = shopWith({ taxShipping: true, taxRate: '0.07' });
    /** An order whose box was packed at one rate and is sent at another. */
    async function sentLater(send: (box: string, unit: string) => Promise<unknown>) {
      const number = await shop.sell(['10.00', 1]);
      const [parcel] = (await shop.desk.read(number)).shipments;
      const ref = String(parcel?.id);
      await shop.dispatch.act('updateShipment', { ref, input: { cost: '5.00' } });
      await shop.desk.pay(number, { amount: '17.85', paymentMethod: { name: 'Check' } });
      const [payment] = (await shop.desk.read(number)).payments;
      await shop.desk.firePayment(number, payment?.id ?? '', 'capture');
      await shop.dispatch.send(ref, 'ready');
      await send(ref, parcel?.inventoryUnits[0]?.id ?? '');
      return moneyOf(number);
    }
    const whole = await sentLater((box) => later.dispatch.send(box, 'ship'));
    const byUnit = await sentLater((_box, unit) => later.dispatch.treat(unit, 'ship'));
    expect(whole).toMatchObject({ taxTotal: '2.85', total: '17.85', paymentState: 'paid' });
    expect(byUnit).toEqual(whole);
  });

  test('a box that is shipped by what takes off its last unit is taxed on the cost it gets with it, at its own rate', async () => {
    const { desk, dispatch, sell } = shopWith({ taxShipping: true });
    const number = await sell(['10.00', 2]);
    const { lineItems, shipments } = await desk.read(number);
    const [parcel] = shipments;
    await dispatch.act('updateShipment', { ref: String(parcel?.id), input: { cost: '5.00' } });
    await dispatch.treat(parcel?.inventoryUnits[0]?.id ?? '', 'ship');
    const later = shopWith({ taxShipping: true, taxRate: '0.07' });
    await later.desk.update(number, {
      shipments: [{ id: parcel?.id, cost: '10.00' }],
      lineItems: [{ id: lineItems[0]?.id, quantity: 1 }],
    });
    // 190 cents for the line, 190 for its box
    expect(await moneyOf(number)).toMatchObject({
      taxTotal: '3.8',
      total: '23.8',
      shipmentState: 'shipped',
    });
  });

  test('a returned order keeps its tax, also that of a box that was sent in part', async () => {
    const { desk, dispatch, sell } = shopWith({ taxShipping: true });
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    await dispatch.act('updateShipment', { ref: String(parcel?.id), input: { cost: '5.00' } });
    await dispatch.treat(parcel?.inventoryUnits[0]?.id ?? '', 'ship');
    await desk.fire(number, 'authorize_return');
    await desk.fire(number, 'return');
    const returned = await moneyOf(number);
    expect(returned).toMatchObject({ taxTotal: '4.75', total: '5.95' });
    const later = shopWith({ taxRate: '0.07', taxShipping: true });
    await later.desk.update(number, { specialInstructions: 'Ring twice' });
    expect(await moneyOf(number)).toEqual(returned);
  });
});

describe('What comes back is credited (C42)', () => {
  test('a returned piece takes off what it cost with its tax and its share of discounts', async () => {
    const { desk, dispatch, sell, discount } = shopWith();
    const number = await sell(['32.00', 3]);
    await discount(number, '-9.00');
    // 87.00 and 16.53
    await desk.pay(number, { amount: '103.53', paymentMethod: { name: 'Check' } });
    const [payment] = (await desk.read(number)).payments;
    await desk.firePayment(number, payment?.id ?? '', 'capture');
    const [parcel] = (await desk.read(number)).shipments;
    await dispatch.send(parcel?.id ?? '', 'ready');
    await dispatch.send(parcel?.id ?? '', 'ship');
    expect(await moneyOf(number)).toMatchObject({ total: '103.53', paymentState: 'paid' });

    const [first, second, third] = parcel?.inventoryUnits ?? [];
    await dispatch.treat(first?.id ?? '', 'return');
    expect(await moneyOf(number)).toMatchObject({ total: '69.02', paymentState: 'credit_owed' });
    expect(await creditsOf(number)).toEqual([
      { kind: 'return', label: 'Return', amount: '-34.51', pieces: 1 },
    ]);
    const id = payment?.id;
    const credit = { order: number, id, event: 'credit', amount: '34.51' };
    await dispatch.act('firePaymentEvent', credit);
    expect(await moneyOf(number)).toMatchObject({ total: '69.02', paymentState: 'paid' });

    await dispatch.treat(second?.id ?? '', 'return');
    await dispatch.treat(third?.id ?? '', 'return');
    expect(await moneyOf(number)).toMatchObject({ total: '0.0', paymentState: 'credit_owed' });
    expect(await creditsOf(number)).toEqual([
      { kind: 'return', label: 'Return', amount: '-103.53', pieces: 3 },
    ]);
  });

  test('money owed back never holds another box', async () => {
    const { desk, dispatch, sell } = shopWith({ requirePaymentToShip: true });
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    const [first, second] = parcel?.inventoryUnits ?? [];
    const box = await dispatch.act('createShipment', {
      order: number,
      input: { inventoryUnits: [{ id: second?.id }] },
    });
    await desk.pay(number, { amount: '23.80', paymentMethod: { name: 'Check' } });
    const [payment] = (await desk.read(number)).payments;
    await desk.firePayment(number, payment?.id ?? '', 'capture');
    await dispatch.send(parcel?.id ?? '', 'ship');
    await dispatch.treat(first?.id ?? '', 'return');
    const id = payment?.id;
    await dispatch.act('firePaymentEvent', { order: number, id, event: 'credit', amount: '11.90' });
    expect(await moneyOf(number)).toMatchObject({ total: '11.9', paymentState: 'paid' });
    expect(await dispatch.send(box.id, 'ship')).toMatchObject({ state: 'shipped' });
  });

  test('an order that is returned whole costs its shipping', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    await dispatch.act('updateShipment', { ref: String(parcel?.id), input: { cost: '5.00' } });
    await dispatch.send(parcel?.id ?? '', 'ready');
    await dispatch.send(parcel?.id ?? '', 'ship');
    await desk.fire(number, 'authorize_return');
    await desk.fire(number, 'return');
    expect(await moneyOf(number)).toMatchObject({ total: '5.0', paymentState: 'balance_due' });
    expect(await creditsOf(number)).toEqual([
      { kind: 'return', label: 'Return', amount: '-23.8', pieces: 2 },
    ]);
  });

  test('what an order that is returned never sent is not charged', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 3]);
    const [parcel] = (await desk.read(number)).shipments;
    const [first] = parcel?.inventoryUnits ?? [];
    await dispatch.treat(first?.id ?? '', 'ship');
    await desk.fire(number, 'authorize_return');
    await desk.fire(number, 'return');
    expect(await moneyOf(number)).toMatchObject({ total: '0.0', paymentState: 'paid' });
    expect(await creditsOf(number)).toEqual([
      { kind: 'return', label: 'Return', amount: '-11.9', pieces: 1 },
      { kind: 'canceled', label: 'Canceled', amount: '-23.8', pieces: 2 },
    ]);
  });
});

describe('A canceled box is not charged (C42)', () => {
  test('its pieces, their tax and its shipping come off, until it is resumed', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 3]);
    const [parcel] = (await desk.read(number)).shipments;
    const units = parcel?.inventoryUnits ?? [];
    const box = await dispatch.act('createShipment', {
      order: number,
      input: { inventoryUnits: [{ id: units[2]?.id }] },
    });
    await dispatch.act('updateShipment', { ref: box.id, input: { cost: '5.00' } });
    await dispatch.send(parcel?.id ?? '', 'ready');
    await dispatch.send(parcel?.id ?? '', 'ship');
    expect(await moneyOf(number)).toMatchObject({ total: '40.7', shipmentState: 'partial' });

    await dispatch.send(box.id, 'cancel');
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '30.0',
      taxTotal: '5.7',
      total: '23.8',
      shipmentState: 'partial',
    });
    expect(await creditsOf(number)).toEqual([
      { kind: 'canceled', label: 'Canceled', amount: '-11.9', pieces: 1 },
      { kind: 'canceled', label: 'Canceled', amount: '-5.0', pieces: null },
    ]);

    await dispatch.send(box.id, 'resume');
    expect(await moneyOf(number)).toMatchObject({ total: '40.7', shipmentState: 'partial' });
    expect(await creditsOf(number)).toEqual([]);
  });

  test('an order of which nothing will be sent is canceled in all but its own state', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 1]);
    const [parcel] = (await desk.read(number)).shipments;
    await dispatch.send(parcel?.id ?? '', 'cancel');
    expect(await moneyOf(number)).toMatchObject({
      total: '0.0',
      paymentState: 'paid',
      shipmentState: 'canceled',
    });
  });

  test('an order of which a piece was sent in no box is not canceled with its box', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    const unit = parcel?.inventoryUnits[0]?.id ?? '';
    await dispatch.act('updateInventoryUnit', { id: unit, input: { shipmentId: null } });
    await dispatch.treat(unit, 'ship');
    await dispatch.send(parcel?.id ?? '', 'cancel');
    expect(await moneyOf(number)).toMatchObject({ total: '11.9', shipmentState: 'partial' });
    const other = parcel?.inventoryUnits[1]?.id ?? '';
    await dispatch.act('updateInventoryUnit', { id: other, input: { shipmentId: null } });
    await dispatch.treat(other, 'ship');
    expect(await moneyOf(number)).toMatchObject({ total: '23.8', shipmentState: 'shipped' });
  });

  test('a canceled order costs what it cost, and nothing is credited twice when it and its box are resumed', async () => {
    const { desk, dispatch, sell } = shopWith();
    const number = await sell(['10.00', 2]);
    const [parcel] = (await desk.read(number)).shipments;
    const units = parcel?.inventoryUnits ?? [];
    const box = await dispatch.act('createShipment', {
      order: number,
      input: { inventoryUnits: [{ id: units[1]?.id }] },
    });
    await dispatch.send(box.id, 'cancel');
    expect(await moneyOf(number)).toMatchObject({ total: '11.9' });
    await desk.fire(number, 'cancel');
    expect(await moneyOf(number)).toMatchObject({ total: '11.9', paymentState: 'void' });
    await desk.fire(number, 'resume');
    expect(await moneyOf(number)).toMatchObject({ total: '11.9', shipmentState: 'pending' });
    await dispatch.send(box.id, 'resume');
    expect(await moneyOf(number)).toMatchObject({ total: '23.8', shipmentState: 'pending' });
    expect(await creditsOf(number)).toEqual([]);
  });
});

describe('Credits and discounts together (C42)', () => {
  /** An order of two lines, completed and shipped. */
  async function sent(shop: Shop, ...lines: readonly (readonly [string, number])[]) {
    const number = await shop.sell(...lines);
    const [parcel] = (await shop.desk.read(number)).shipments;
    await shop.dispatch.send(parcel?.id ?? '', 'ready');
    await shop.dispatch.send(parcel?.id ?? '', 'ship');
    return { number, units: parcel?.inventoryUnits ?? [] };
  }

  test('a discount after a return is spread over what stayed', async () => {
    const shop = shopWith();
    const { number, units } = await sent(shop, ['100.00', 1], ['50.00', 1]);
    await shop.dispatch.treat(units[0]?.id ?? '', 'return');
    expect(await moneyOf(number)).toMatchObject({ total: '59.5' });
    await shop.discount(number, '-30.00');
    await shop.dispatch.treat(units[1]?.id ?? '', 'return');
    // all of it was shipped, so the tax stays: 9.50 of the second line came back with its 20.00
    expect(await moneyOf(number)).toMatchObject({ total: '0.0', taxTotal: '28.5' });
  });

  test('what is added after a return costs its own price', async () => {
    const shop = shopWith();
    const number = await shop.sell(['100.00', 1]);
    await shop.discount(number, '-10.00');
    const [parcel] = (await shop.desk.read(number)).shipments;
    await shop.dispatch.treat(parcel?.inventoryUnits[0]?.id ?? '', 'ship');
    await shop.dispatch.treat(parcel?.inventoryUnits[0]?.id ?? '', 'return');
    const variantId = String(await makeVariant(database.client, { price: '100.00', count: 9 }));
    await shop.desk.add(number, { variantId, quantity: 1 });
    expect(await moneyOf(number)).toMatchObject({ total: '119.0' });
  });

  test('what came back before credits were booked is not credited later', async () => {
    const shop = shopWith();
    const { number, units } = await sent(shop, ['10.00', 2]);
    await shop.dispatch.treat(units[0]?.id ?? '', 'return');
    const order = await shop.desk.read(number);
    // as the migration leaves it
    await database.query(
      `UPDATE adjustments SET eligible = false WHERE order_id = $1 AND kind = 'return'`,
      [order.id],
    );
    await shop.dispatch.treat(units[1]?.id ?? '', 'return');
    expect(await creditsOf(number)).toEqual([
      { kind: 'return', label: 'Return', amount: '-11.9', pieces: 1 },
      { kind: 'return', label: 'Return', amount: '-11.9', pieces: 1 },
    ]);
    expect(await moneyOf(number)).toMatchObject({ total: '11.9' });
  });

  test('what was canceled before credits were booked is cut to whole cents', async () => {
    const shop = shopWith();
    const number = await shop.sell(['9.99', 3]);
    const order = await shop.desk.read(number);
    const [parcel] = order.shipments;
    await shop.dispatch.send(parcel?.id ?? '', 'cancel');
    // as the migration leaves it
    await database.query(
      `UPDATE adjustments SET eligible = false WHERE order_id = $1 AND kind = 'canceled'`,
      [order.id],
    );
    const inventoryUnits = [{ id: parcel?.inventoryUnits[0]?.id }];
    await shop.dispatch.act('createShipment', { order: number, input: { inventoryUnits } });
    expect(await creditsOf(number)).toContainEqual({
      kind: 'canceled',
      label: 'Canceled',
      amount: '-23.77',
      pieces: 2,
    });
  });
});

describe('A line whose box was canceled is changed (C42)', () => {
  /** Packs the last units of the first box of an order into one of their own and cancels it. */
  async function cancelLast({ desk, dispatch }: Shop, number: string, pieces: number) {
    const [parcel] = (await desk.read(number)).shipments;
    const inventoryUnits = (parcel?.inventoryUnits ?? []).slice(-pieces).map(({ id }) => ({ id }));
    const box = await dispatch.act('createShipment', { order: number, input: { inventoryUnits } });
    await dispatch.send(box.id, 'cancel');
  }

  const lineOf = async ({ desk }: Shop, number: string, place: number): Promise<string> =>
    (await desk.read(number)).lineItems[place]?.id ?? '';

  /** The credits for units; the boxes of these orders cost nothing. */
  const unitCreditsOf = async (number: string) =>
    ((await creditsOf(number)) as { kind: string; amount?: string; pieces?: number | null }[])
      .filter(({ pieces }) => pieces !== null)
      .map(({ kind, amount, pieces }) => [kind, amount, pieces]);

  /** What is taken off by hand. */
  const discountsOf = async (number: string) =>
    ((await moneyOf(number)).adjustments as { kind: string; amount?: string }[])
      .filter(({ kind }) => kind === 'manual')
      .map(({ amount }) => amount);

  test('lowering it, or removing it, leaves the tax of the others as it is', async () => {
    const shop = shopWith();
    const { desk } = shop;
    const number = await shop.sell(['9.99', 1], ['10.00', 1]);
    const variantId = String((await desk.read(number)).lineItems[1]?.variant.id);
    await desk.add(number, { variantId, quantity: 2 }, false);
    await cancelLast(shop, number, 2);
    await desk.set(number, await lineOf(shop, number, 0), { quantity: 4 });
    // 3996 + 1000 + 2000 cents; taxes of 759, 190 and 380; 2000 + 380 credited
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '69.96',
      taxTotal: '13.29',
      total: '59.45',
      lineItems: [{ tax: '7.59' }, { tax: '1.9' }, { tax: '3.8' }],
    });
    expect(await unitCreditsOf(number)).toEqual([['canceled', '-23.8', 2]]);

    const canceled = await lineOf(shop, number, 2);
    await desk.set(number, canceled, { quantity: 1 });
    // 3996 + 1000 + 1000 cents; taxes of 759, 190 and 190; 1000 + 190 credited
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '59.96',
      taxTotal: '11.39',
      total: '59.45',
      lineItems: [{ tax: '7.59' }, { tax: '1.9' }, { tax: '1.9' }],
    });
    expect(await unitCreditsOf(number)).toEqual([['canceled', '-11.9', 1]]);

    await desk.remove(number, canceled);
    // 3996 + 1000 cents; taxes of 759 and 190; nothing credited
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '49.96',
      taxTotal: '9.49',
      total: '59.45',
      lineItems: [{ tax: '7.59' }, { tax: '1.9' }],
    });
    expect(await unitCreditsOf(number)).toEqual([]);
  });

  test('the share of a discount leaves with the piece that was credited with it, and nobody else gets it', async () => {
    const shop = shopWith();
    const number = await shop.sell(['40.00', 1], ['10.00', 2]);
    await shop.discount(number, '-6.00');
    await cancelLast(shop, number, 2);
    // 3600 + 684 cents stay; 1800 + 342 are credited
    expect(await moneyOf(number)).toMatchObject({
      total: '42.84',
      lineItems: [{ tax: '6.84' }, { tax: '3.42' }],
    });
    await shop.desk.set(number, await lineOf(shop, number, 1), { quantity: 1 });
    // 900 + 171 are credited, with 100 of the discount; of the other 400 nothing has changed
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '50.0',
      taxTotal: '8.55',
      total: '42.84',
      lineItems: [{ tax: '6.84' }, { tax: '1.71' }],
    });
    expect(await unitCreditsOf(number)).toEqual([['canceled', '-10.71', 1]]);
    expect(await discountsOf(number)).toEqual(['-5.0']);
    await shop.desk.update(number, { specialInstructions: 'Ring twice' });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '8.55', total: '42.84' });
    await shop.desk.remove(number, await lineOf(shop, number, 1));
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '40.0',
      taxTotal: '6.84',
      total: '42.84',
    });
    expect(await discountsOf(number)).toEqual(['-4.0']);
  });

  test('an order of which all was canceled and taken off owes nobody its discounts', async () => {
    const shop = shopWith();
    const number = await shop.sell(['10.00', 2]);
    await shop.discount(number, '-3.00');
    await shop.discount(number, '-1.00');
    const { shipments } = await shop.desk.read(number);
    await shop.dispatch.send(shipments[0]?.id ?? '', 'cancel');
    // 2000 - 400 + 304 cents are credited
    expect(await unitCreditsOf(number)).toEqual([['canceled', '-19.04', 2]]);
    const line = await lineOf(shop, number, 0);
    await shop.desk.set(number, line, { quantity: 1 });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.52', total: '0.0' });
    // the older one is lowered first
    expect(await discountsOf(number)).toEqual(['-1.0', '-1.0']);
    await shop.desk.remove(number, line);
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '0.0',
      taxTotal: '0.0',
      total: '0.0',
    });
    expect(await discountsOf(number)).toEqual([]);
  });

  test('a piece that is taken off without having been canceled leaves the discount to the others', async () => {
    const shop = shopWith();
    const number = await shop.sell(['10.00', 3]);
    await shop.discount(number, '-6.00');
    await cancelLast(shop, number, 1);
    // 3000 - 600 + 456 cents, of which a third is credited
    expect(await moneyOf(number)).toMatchObject({ total: '19.04' });
    await shop.desk.set(number, await lineOf(shop, number, 0), { quantity: 1 });
    // 1000 - 400 + 114 cents
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '1.14', total: '7.14' });
    expect(await discountsOf(number)).toEqual(['-4.0']);
  });

  test('the cents of a discount are shared again at once, and not by the next write', async () => {
    const shop = shopWith();
    const number = await shop.sell(['9.99', 1], ['7.77', 4]);
    await shop.discount(number, '-3.31');
    // shares of 81 and 250 cents
    expect(await moneyOf(number)).toMatchObject({ lineItems: [{ tax: '1.74' }, { tax: '5.43' }] });
    await cancelLast(shop, number, 1);
    // 777 - 63 + 136 cents are credited; the other 268 of the discount are shared as 80 and 188
    expect(await unitCreditsOf(number)).toEqual([['canceled', '-8.5', 1]]);
    const money = { total: '36.44', lineItems: [{ tax: '1.75' }, { tax: '5.43' }] };
    expect(await moneyOf(number)).toMatchObject(money);
    await shop.desk.update(number, { specialInstructions: 'Ring twice' });
    expect(await moneyOf(number)).toMatchObject(money);
  });

  test('a discount that was given after the cancellation goes to what stays alone', async () => {
    const shop = shopWith();
    const number = await shop.sell(['10.00', 2], ['20.00', 1]);
    const { shipments } = await shop.desk.read(number);
    const first = shipments[0]?.inventoryUnits[0]?.id ?? '';
    const input = { inventoryUnits: [{ id: first }] };
    const box = await shop.dispatch.act('createShipment', { order: number, input });
    await shop.dispatch.send(box.id, 'cancel');
    await shop.discount(number, '-6.00');
    // 1000 - 200 and 2000 - 400 cents stay
    expect(await moneyOf(number)).toMatchObject({
      total: '28.56',
      lineItems: [{ tax: '3.42' }, { tax: '3.04' }],
    });
    await shop.desk.set(number, await lineOf(shop, number, 0), { quantity: 1 });
    expect(await moneyOf(number)).toMatchObject({
      total: '28.56',
      lineItems: [{ tax: '1.52' }, { tax: '3.04' }],
    });
    expect(await discountsOf(number)).toEqual(['-6.0']);
  });

  test('lowering it to a piece that came back leaves the credit of that piece alone', async () => {
    const shop = shopWith();
    const number = await shop.sell(['40.00', 1], ['10.00', 3]);
    const [parcel] = (await shop.desk.read(number)).shipments;
    const first = parcel?.inventoryUnits[1]?.id ?? '';
    await shop.dispatch.treat(first, 'ship');
    await shop.dispatch.treat(first, 'return');
    await cancelLast(shop, number, 2);
    expect(await unitCreditsOf(number)).toEqual([
      ['return', '-11.9', 1],
      ['canceled', '-23.8', 2],
    ]);
    await shop.desk.set(number, await lineOf(shop, number, 1), { quantity: 1 });
    // 4000 + 760 cents stay; 1000 + 190 came back
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '50.0',
      taxTotal: '9.5',
      total: '47.6',
      lineItems: [{ tax: '7.6' }, { tax: '1.9' }],
    });
    expect(await unitCreditsOf(number)).toEqual([['return', '-11.9', 1]]);
  });

  test('another variant is charged and taxed, and nothing of it is credited', async () => {
    const shop = shopWith();
    const number = await shop.sell(['40.00', 1], ['10.00', 2]);
    await shop.discount(number, '-7.00');
    await cancelLast(shop, number, 2);
    const variantId = String(await makeVariant(database.client, { price: '15.00', count: 9 }));
    await shop.desk.set(number, await lineOf(shop, number, 1), { variantId });
    // 233 of the discount are gone; 4000 - 267 and 3000 - 200 cents; taxes of 709 and 532
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '70.0',
      taxTotal: '12.41',
      total: '77.74',
      lineItems: [{ tax: '7.09' }, { tax: '5.32' }],
    });
    expect(await unitCreditsOf(number)).toEqual([]);
  });

  test('a discount that is in its credit stays; one given afterwards can be taken back', async () => {
    const shop = shopWith();
    const { dispatch } = shop;
    const number = await shop.sell(['10.00', 2]);
    const take = (amount: string) =>
      dispatch.act('createAdjustment', { order: number, input: { amount, label: 'Discount' } });
    const { id } = await take('-4.00');
    await cancelLast(shop, number, 1);
    // 1600 + 304 cents; half of it is credited
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '3.04', total: '9.52' });
    const says = 'The discount cannot be deleted because a credit contains a share of it.';
    expect(await refusedBy(database, dispatch, 'deleteAdjustment', { id })).toEqual([
      { code: 'REFUSED', fields: { base: [says] } },
    ]);
    const later = await take('-2.00');
    await dispatch.act('deleteAdjustment', { id: later.id });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '3.04', total: '9.52' });
    // without the credit it can be deleted
    const { shipments } = await shop.desk.read(number);
    const canceled = shipments.find(({ state }) => state === 'canceled');
    await dispatch.send(canceled?.id ?? '', 'resume');
    await dispatch.act('deleteAdjustment', { id });
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '3.8', total: '23.8' });
  });

  test('its price cannot be changed any more, nor while a single unit of it is credited', async () => {
    const shop = shopWith();
    const { desk } = shop;
    const number = await shop.sell(['40.00', 1], ['10.00', 2]);
    await cancelLast(shop, number, 1);
    const line = await lineOf(shop, number, 1);
    for (const price of ['5.00', '20.00']) {
      const before = await desk.read(number);
      for (const { errors } of [
        await desk.try.set(number, line, { price }),
        await desk.try.set(number, line, { price, quantity: 3 }),
      ]) {
        const words = ['cannot be changed after a return or cancellation'];
        expect(errors).toEqual([{ code: 'INVALID', fields: { price: words } }]);
      }
      expect(await desk.read(number)).toEqual(before);
    }
    const nested = { lineItems: [{ id: line, price: '5.00' }] };
    expect((await desk.try.update(number, nested)).errors[0]).toHaveProperty([
      'fields',
      'lineItems.0.price',
    ]);
    // the present price is none that changes, and without the canceled unit the other has a new one
    await desk.set(number, line, { price: '10.00' });
    await desk.set(number, line, { price: '20.00', quantity: 1 });
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '60.0',
      taxTotal: '11.4',
      total: '71.4',
    });
  });

  test('lowered box by box, it costs nothing to the cent, whatever the boxes were credited', async () => {
    const shop = shopWith();
    const number = await shop.sell(['9.99', 5]);
    for (let box = 0; box < 4; box += 1) await cancelLast(shop, number, 1);
    const { shipments } = await shop.desk.read(number);
    await shop.dispatch.send(shipments[0]?.id ?? '', 'cancel');
    // 4995 cents and 949 of tax; every box its part: 1189, 1189, 1188, 1189, 1189
    const credits = (await unitCreditsOf(number)).map(([, amount]) => amount);
    expect(credits).toEqual(['-11.89', '-11.89', '-11.88', '-11.89', '-11.89']);
    expect(await moneyOf(number)).toMatchObject({ taxTotal: '9.49', total: '0.0' });
    const line = await lineOf(shop, number, 0);
    for (const [quantity, taxTotal] of [
      [4, '7.59'],
      [3, '5.69'],
      // 1189 cents twice, a cent more than two fifths of all
      [2, '3.8'],
      [1, '1.9'],
    ] as const) {
      await shop.desk.set(number, line, { quantity });
      expect(await moneyOf(number)).toMatchObject({ taxTotal, total: '0.0' });
    }
  });

  test('a discount given after a return is all that is left of a line lowered to what came back', async () => {
    const shop = shopWith();
    const number = await shop.sell(['9.99', 3]);
    const [parcel] = (await shop.desk.read(number)).shipments;
    for (const { id } of (parcel?.inventoryUnits ?? []).slice(0, 2)) {
      await shop.dispatch.treat(id, 'ship');
      await shop.dispatch.treat(id, 'return');
    }
    await shop.discount(number, '-4.00');
    await shop.desk.set(number, await lineOf(shop, number, 0), { quantity: 2 });
    expect(await moneyOf(number)).toMatchObject({
      itemTotal: '19.98',
      taxTotal: '3.79',
      total: '-4.0',
    });
  });
});
