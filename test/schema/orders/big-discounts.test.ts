import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Settings } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Boxed, sellBoxed } from '../../support/boxed-orders.ts';
import { expectSound, refusedBy } from '../../support/dispatch.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const untaxed: Partial<Settings> = { taxRate: '0' };
const goodsTaxed: Partial<Settings> = { taxRate: '0.19' };
const allTaxed: Partial<Settings> = { taxRate: '0.19', taxShipping: true };

const sell = (changed: Partial<Settings>, goods: Boxed) => sellBoxed(database, changed, goods);

describe('A discount of more than the goods is taken off the shipping next (C26, C42)', () => {
  test.each([
    // 500 + 650 - 650 cents; with a tax on shipping of 124, 1.235 rounded
    ['untaxed', untaxed, '5.0', -500],
    ['with taxed goods', goodsTaxed, '5.0', -500],
    ['with taxed shipping', allTaxed, '6.24', -624],
  ])(
    'a canceled box gives back what was paid and no more, %s',
    async (_title, shop, paid, credit) => {
      const { desk, number, adjust, cancel, resume, credits } = await sell(shop, {
        boxes: [[1, '6.50']],
      });
      await adjust('-6.50');
      await desk.pay(number, { amount: paid, paymentMethod: { name: 'Check' } });
      const [payment] = (await desk.read(number)).payments;
      await desk.firePayment(number, payment?.id ?? '', 'capture');
      expect(await desk.read(number)).toMatchObject({ total: paid, paymentState: 'paid' });
      await cancel(0);
      expect(await credits()).toEqual([
        [1, 0, 500],
        ['shipping', credit, 150],
      ]);
      expect(await desk.read(number)).toMatchObject({ total: '0.0', paymentState: 'credit_owed' });
      await desk.try.refund(payment?.id ?? '', null);
      expect(await desk.read(number)).toMatchObject({ total: '0.0', paymentState: 'paid' });
      await resume(0);
      expect(await credits()).toEqual([]);
      expect(await desk.read(number)).toMatchObject({ total: paid, paymentState: 'balance_due' });
    },
  );

  test.each([
    // 2 x 500 + 400 + 200 - 1300 cents: 200 and 100 are taken off the shipping
    ['untaxed', untaxed, '3.0', '2.0', '1.0', [-200, -100]],
    // taxes of 76 and 38; 300 cents over 476 and 238
    ['with taxed shipping', allTaxed, '4.14', '2.76', '1.38', [-276, -138]],
  ])(
    'box by box, in any order, an order ends at nothing, %s',
    async (_title, shop, before, first, second, shipping) => {
      const boxes = [
        [1, '4.00'],
        [1, '2.00'],
      ] as const;
      for (const [places, left] of [
        [[0, 1], second],
        [[1, 0], first],
      ] as const) {
        const { adjust, cancel, total, credits } = await sell(shop, { boxes });
        await adjust('-13.00');
        expect(await total()).toBe(before);
        await cancel(places[0]);
        expect(await total()).toBe(left);
        await cancel(places[1]);
        expect(await total()).toBe('0.0');
        const amounts = (await credits()).flatMap(([what, amount]) =>
          what === 'shipping' ? [amount] : [],
        );
        expect(amounts).toEqual(places.map((place) => shipping[place]));
      }
      const { desk, number, adjust, total } = await sell(shop, { boxes });
      await adjust('-13.00');
      await desk.fire(number, 'authorize_return');
      await desk.fire(number, 'return');
      expect(await total()).toBe('0.0');
    },
  );

  test('what is canceled of a box is credited with the goods alone, the shipping with the rest', async () => {
    const { desk, dispatch, number, adjust, cancel, total, credits } = await sell(untaxed, {
      boxes: [[3, '6.50']],
    });
    await adjust('-20.00');
    // 1500 + 650 - 2000 cents
    expect(await total()).toBe('1.5');
    const { lineItems, shipments } = await desk.read(number);
    const inventoryUnits = [{ id: shipments[0]?.inventoryUnits[0]?.id }];
    const box = await dispatch.act('createShipment', { order: number, input: { inventoryUnits } });
    await dispatch.send(box.id, 'cancel');
    expect(await credits()).toEqual([
      [1, 0, 500],
      ['shipping', 0, 0],
    ]);
    expect(await total()).toBe('1.5');
    await desk.set(number, lineItems[0]?.id ?? '', { quantity: 2 });
    expect(await total()).toBe('1.5');
    await cancel(0);
    expect(await credits()).toEqual([
      ['shipping', 0, 0],
      [2, 0, 1000],
      ['shipping', -150, 500],
    ]);
    expect(await total()).toBe('0.0');
  });

  test('returned pieces leave the shipping of what was sent charged, less the rest of the discount', async () => {
    const { dispatch, adjust, send, total, credits } = await sell(goodsTaxed, {
      boxes: [[2, '6.50']],
    });
    await adjust('-11.50');
    // 1000 + 650 - 1150 cents, and no tax
    expect(await total()).toBe('5.0');
    const [first, second] = await send(0);
    await dispatch.treat(first?.id ?? '', 'return');
    expect(await credits()).toEqual([[1, 0, 500]]);
    await dispatch.treat(second?.id ?? '', 'return');
    expect(await credits()).toEqual([[2, 0, 1000]]);
    expect(await total()).toBe('5.0');
  });

  test('one that is given once the goods are sent is also taken off their tax, which stays', async () => {
    const alone = await sell(goodsTaxed, { boxes: [[2, '0.00']] });
    const [first, second] = await alone.send(0);
    await alone.adjust('-11.00');
    // 1000 + 190 - 1100 cents
    expect(await alone.total()).toBe('0.9');
    await alone.dispatch.treat(first?.id ?? '', 'return');
    expect(await alone.credits()).toEqual([[1, -45, 550]]);
    await alone.dispatch.treat(second?.id ?? '', 'return');
    expect(await alone.credits()).toEqual([[2, -90, 1100]]);
    expect(await alone.total()).toBe('0.0');

    const shipped = await sell(goodsTaxed, { boxes: [[1, '6.50']] });
    const [unit] = await shipped.send(0);
    await shipped.adjust('-5.50');
    // 500 + 95 + 650 - 550 cents; of the 50 beyond the goods 6 are the tax's, 44 the shipping's
    expect(await shipped.total()).toBe('6.95');
    await shipped.dispatch.treat(unit?.id ?? '', 'return');
    expect(await shipped.credits()).toEqual([[1, -89, 506]]);
    expect(await shipped.total()).toBe('6.06');
  });

  test('one that is given after a box was canceled is taken off the goods and the shipping that stay', async () => {
    const { adjust, cancel, total, credits } = await sell(untaxed, {
      boxes: [
        [1, '3.00'],
        [1, '3.00'],
      ],
    });
    await cancel(0);
    expect(await total()).toBe('8.0');
    await adjust('-7.00');
    expect(await total()).toBe('1.0');
    await cancel(1);
    expect(await credits()).toEqual([
      [1, -500, 0],
      ['shipping', -300, 0],
      [1, 0, 500],
      ['shipping', -100, 200],
    ]);
    expect(await total()).toBe('0.0');
  });

  test('what is more than goods and shipping stays, and no cancellation adds to it', async () => {
    const { adjust, cancel, total } = await sell(allTaxed, { boxes: [[1, '6.50']] });
    await adjust('-20.00');
    // 500 + 650 + 124 - 2000 cents
    expect(await total()).toBe('-7.26');
    await cancel(0);
    expect(await total()).toBe('-7.26');
  });

  test('it takes nothing off a surcharge by hand, which stays charged', async () => {
    const { adjust, cancel, total } = await sell(untaxed, { boxes: [[1, '4.00']] });
    await adjust('3.00');
    await adjust('-8.00');
    // 500 + 400 + 300 - 800 cents
    expect(await total()).toBe('4.0');
    await cancel(0);
    expect(await total()).toBe('3.0');
  });

  test('it cannot be deleted while the credit of a shipment contains a share of it', async () => {
    const { dispatch, adjust, cancel, resume, total } = await sell(untaxed, {
      boxes: [
        [1, '4.00'],
        [1, '2.00'],
      ],
    });
    await adjust('-12.00');
    const { id } = await adjust('-1.00');
    await cancel(0);
    await cancel(1);
    // 200 + 100 of the shipping and all goods are needed
    const says = 'The discount cannot be deleted because a credit contains a share of it.';
    expect(await refusedBy(database, dispatch, 'deleteAdjustment', { id })).toEqual([
      { code: 'REFUSED', fields: { base: [says] } },
    ]);
    await resume(1);
    await dispatch.act('deleteAdjustment', { id });
    // 500 + 200 cents less the 500 that are left of 1200
    expect(await total()).toBe('2.0');
  });
});

describe('The cents of a tax that was credited in part (C42)', () => {
  test('a discount of all that stays leaves no cent below nothing', async () => {
    const { adjust, cancel, total, credits } = await sell(goodsTaxed, {
      price: '2.65',
      boxes: [
        [1, '0.00'],
        [1, '0.00'],
      ],
    });
    // 530 cents with 101 of tax, half of which is 51, rounded
    await cancel(0);
    expect(await credits()).toEqual([
      [1, -316, 0],
      ['shipping', 0, 0],
    ]);
    await adjust('-2.65');
    expect(await total()).toBe('0.0');
    await cancel(1);
    expect(await total()).toBe('0.0');
  });
});
