import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { dispatchOf, expectSound } from '../../support/dispatch.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const own = { settings: { ...settings, taxRate: '0.19' } };
const desk = () => deskOf(database.client, adminViewer, own);
const dispatch = () => dispatchOf(database, adminViewer, own);

const goods = async (price: string) =>
  String(await makeVariant(database.client, { price, count: 9 }));

/** A completed order of a piece at each of these prices, in the order of its lines. */
async function sell(...prices: readonly string[]): Promise<string> {
  const lineItems = [];
  for (const price of prices) lineItems.push({ variantId: await goods(price), quantity: 1 });
  const { number } = await desk().create({ lineItems });
  await desk().fire(number, 'complete');
  return number;
}

const discount = (order: string, amount: string) =>
  dispatch().act('createAdjustment', { order, input: { amount, label: 'Discount' } });

/** The unit of the line at this place. */
async function unitOf(number: string, place: number): Promise<string> {
  const { lineItems, shipments } = await desk().read(number);
  const units = shipments.flatMap(({ inventoryUnits }) => inventoryUnits);
  return units.find(({ lineItem }) => lineItem.id === lineItems[place]?.id)?.id ?? '';
}

const ship = async (number: string, place: number) =>
  dispatch().treat(await unitOf(number, place), 'ship');

const takeBack = async (number: string, place: number) =>
  dispatch().treat(await unitOf(number, place), 'return');

/** The total and the tax of an order, and what of its discounts and of its tax each line has. */
async function moneyOf(number: string) {
  const { total, taxTotal, lineItems } = await database.client.order.findUniqueOrThrow({
    where: { number },
    include: { lineItems: { orderBy: { id: 'asc' } } },
  });
  return {
    total: total.toFixed(2),
    tax: taxTotal.toFixed(2),
    lines: lineItems.map((line) => [line.discount.toFixed(2), line.tax.toFixed(2)]),
  };
}

const creditsOf = async (number: string) =>
  (
    await database.client.adjustment.findMany({
      where: { order: { number }, kind: { in: ['return', 'canceled'] }, pieces: { not: null } },
      orderBy: { id: 'asc' },
    })
  ).map(({ amount, discount: share }) => [amount.toFixed(2), share.toFixed(2)]);

describe('A line that has left keeps its share of the discounts with its tax (C26)', () => {
  test.each([
    ['as a line of their own', false],
    ['to a line of theirs, if there is one', true],
  ])('goods that are added later, %s, cost the whole price', async (_title, merge) => {
    const number = await sell('100.00');
    await discount(number, '-10.00');
    expect(await moneyOf(number)).toMatchObject({ total: '107.10', tax: '17.10' });
    await ship(number, 0);
    await desk().add(number, { variantId: await goods('100.00'), quantity: 1 }, merge);
    // 190.00 x 0.19
    expect(await moneyOf(number)).toEqual({
      total: '226.10',
      tax: '36.10',
      lines: [
        ['10.00', '17.10'],
        ['0.00', '19.00'],
      ],
    });
  });

  test.each([
    ['a second line of the same goods', false],
    ['the same line', true],
  ])('the total is the same to the cent, whether %s is added', async (_title, merge) => {
    const number = await sell('100.00');
    await discount(number, '-10.00');
    await ship(number, 0);
    const [line] = (await desk().read(number)).lineItems;
    await desk().add(number, { variantId: String(line?.variant.id), quantity: 1 }, merge);
    expect(await moneyOf(number)).toMatchObject({ total: '226.10', tax: '36.10' });
  });

  test('an exchange ends at the same total, whichever comes first, and gives back what was paid', async () => {
    for (const isAddedFirst of [true, false]) {
      const number = await sell('100.00');
      await discount(number, '-10.00');
      await ship(number, 0);
      const variantId = await goods('100.00');
      if (isAddedFirst) await desk().add(number, { variantId, quantity: 1 });
      await takeBack(number, 0);
      if (!isAddedFirst) await desk().add(number, { variantId, quantity: 1 });
      expect(await creditsOf(number)).toEqual([['-107.10', '10.00']]);
      expect(await moneyOf(number)).toMatchObject({ total: '119.00', tax: '36.10' });
    }
  });

  test('a discount that is given later is for what is still open, and deleting it takes it from there', async () => {
    const number = await sell('100.00', '50.00');
    await discount(number, '-15.00');
    await ship(number, 0);
    const before = await moneyOf(number);
    const { id } = await discount(number, '-10.00');
    // 100.00 less 10.00 have left; 35.00 x 0.19
    expect(await moneyOf(number)).toMatchObject({
      total: '148.75',
      lines: [
        ['10.00', '17.10'],
        ['15.00', '6.65'],
      ],
    });
    await dispatch().act('deleteAdjustment', { id });
    expect(await moneyOf(number)).toEqual(before);
  });

  test('what it is more than the open goods is taken off those that have left, whose tax stays', async () => {
    const number = await sell('100.00', '20.00');
    await ship(number, 0);
    await discount(number, '-50.00');
    // 20.00 of it are all that is open
    expect(await moneyOf(number)).toEqual({
      total: '89.00',
      tax: '19.00',
      lines: [
        ['30.00', '19.00'],
        ['20.00', '0.00'],
      ],
    });
    await desk().add(number, { variantId: await goods('100.00'), quantity: 1 });
    // the new goods cost 119.00, whatever was given before
    expect(await moneyOf(number)).toMatchObject({
      total: '208.00',
      lines: [
        ['30.00', '19.00'],
        ['3.33', '3.17'],
        ['16.67', '15.83'],
      ],
    });
    await takeBack(number, 0);
    expect(await creditsOf(number)).toEqual([['-89.00', '30.00']]);
  });

  test('one that was given before is taken from the open goods first when it is deleted', async () => {
    const number = await sell('100.00', '100.00');
    const { id: first } = await discount(number, '-10.00');
    const { id: second } = await discount(number, '-10.00');
    await ship(number, 0);
    await dispatch().act('deleteAdjustment', { id: second });
    // 190.00 x 0.19
    expect(await moneyOf(number)).toEqual({
      total: '226.10',
      tax: '36.10',
      lines: [
        ['10.00', '17.10'],
        ['0.00', '19.00'],
      ],
    });
    await dispatch().act('deleteAdjustment', { id: first });
    expect(await moneyOf(number)).toMatchObject({
      total: '236.10',
      lines: [
        ['0.00', '17.10'],
        ['0.00', '19.00'],
      ],
    });
  });

  test('open goods that are taken off leave their discount to other open ones, and only without any to what has left', async () => {
    const number = await sell('100.00', '100.00', '100.00');
    await discount(number, '-30.00');
    await ship(number, 0);
    const [, second, third] = (await desk().read(number)).lineItems;
    await desk().remove(number, third?.id ?? '');
    // 170.00 x 0.19
    expect(await moneyOf(number)).toEqual({
      total: '202.30',
      tax: '32.30',
      lines: [
        ['10.00', '17.10'],
        ['20.00', '15.20'],
      ],
    });
    await desk().remove(number, second?.id ?? '');
    expect(await moneyOf(number)).toEqual({
      total: '87.10',
      tax: '17.10',
      lines: [['30.00', '17.10']],
    });
  });

  test('pieces that are taken off a line of which the rest has left give their part of the discount to the others', async () => {
    const lineItems = [
      { variantId: await goods('10.00'), quantity: 3 },
      { variantId: await goods('30.00'), quantity: 1 },
    ];
    const { number } = await desk().create({ lineItems });
    await desk().fire(number, 'complete');
    await discount(number, '-12.00');
    await ship(number, 0);
    const [line] = (await desk().read(number)).lineItems;
    await desk().set(number, line?.id ?? '', { quantity: 1 });
    // 28.00 x 0.19, of which 8.00 have left
    expect(await moneyOf(number)).toEqual({
      total: '33.32',
      tax: '5.32',
      lines: [
        ['2.00', '1.52'],
        ['10.00', '3.80'],
      ],
    });
  });

  test('what joins another line in the same request has room for it, as a new line has', async () => {
    const variants = [await goods('10.00'), await goods('10.00')];
    const after = async (change: (ids: readonly string[]) => readonly object[]) => {
      const lineItems = [2, 1].map((quantity, place) => ({ variantId: variants[place], quantity }));
      const { number } = await desk().create({ lineItems });
      await desk().fire(number, 'complete');
      await discount(number, '-25.00');
      await ship(number, 0);
      const ids = (await desk().read(number)).lineItems.map(({ id }) => id);
      await desk().update(number, { lineItems: [{ id: ids[0], quantity: 1 }, ...change(ids)] });
      const { total, tax, lines } = await moneyOf(number);
      return { total, tax, sent: lines[0] };
    };
    const joined = await after((ids) => [{ id: ids[1], quantity: 5 }]);
    // 8.34 of its 16.67 are for the piece that is sent, so that 1.66 are taxed
    expect(joined.sent).toEqual(['8.34', '0.32']);
    expect(joined).toEqual(await after(() => [{ variantId: variants[1], quantity: 4 }]));
  });

  test('what is canceled keeps it in its credit, and takes it along when it is taken off', async () => {
    const number = await sell('100.00', '100.00');
    await discount(number, '-20.00');
    await ship(number, 0);
    const inventoryUnits = [{ id: await unitOf(number, 1) }];
    const box = await dispatch().act('createShipment', {
      order: number,
      input: { inventoryUnits },
    });
    await dispatch().send(box.id, 'cancel');
    await desk().add(number, { variantId: await goods('100.00'), quantity: 1 });
    expect(await creditsOf(number)).toEqual([['-107.10', '10.00']]);
    expect(await moneyOf(number)).toMatchObject({ total: '226.10', tax: '53.20' });
    await desk().remove(number, (await desk().read(number)).lineItems[1]?.id ?? '');
    expect(await moneyOf(number)).toEqual({
      total: '226.10',
      tax: '36.10',
      lines: [
        ['10.00', '17.10'],
        ['0.00', '19.00'],
      ],
    });
  });
});

describe('Pieces that join a line that has left, and are taken off again, leave every figure as it was (C26)', () => {
  const firstLine = async (number: string) => {
    const [line] = (await desk().read(number)).lineItems;
    if (!line) throw new Error('The order has no line.');
    return line;
  };

  const setPieces = async (number: string, quantity: number) =>
    desk().set(number, (await firstLine(number)).id, { quantity });

  /** So many more pieces of the first line, merged into it as the newer format does. */
  const join = async (number: string, quantity = 1) => {
    const { variant } = await firstLine(number);
    await desk().add(number, { variantId: variant.id, quantity }, true);
  };

  const shipLast = async (number: string) => {
    const { id } = await firstLine(number);
    const units = (await desk().read(number)).shipments.flatMap(
      ({ inventoryUnits }) => inventoryUnits,
    );
    const open = units.findLast(({ lineItem, state }) => lineItem.id === id && state === 'sold');
    await dispatch().treat(open?.id ?? '', 'ship');
  };

  const pasts: readonly (readonly [string, () => Promise<string>, string])[] = [
    [
      'with a discount that was given before',
      async () => {
        const number = await sell('100.00');
        await discount(number, '-10.00');
        await ship(number, 0);
        return number;
      },
      '107.10',
    ],
    [
      'with a discount that was given later',
      async () => {
        const number = await sell('100.00');
        await ship(number, 0);
        await discount(number, '-50.00');
        return number;
      },
      '69.00',
    ],
    [
      'beside goods that were added later',
      async () => {
        const number = await sell('100.00');
        await discount(number, '-10.00');
        await ship(number, 0);
        await desk().add(number, { variantId: await goods('100.00'), quantity: 1 });
        return number;
      },
      '226.10',
    ],
    [
      'of which a piece came back',
      async () => {
        const { number } = await desk().create({
          lineItems: [{ variantId: await goods('33.33'), quantity: 3 }],
        });
        await desk().fire(number, 'complete');
        await discount(number, '-10.00');
        for (let left = 0; left < 3; left += 1) await shipLast(number);
        await takeBack(number, 0);
        return number;
      },
      // two thirds of 99.99 less 10.00, with their tax
      '71.39',
    ],
  ];

  test.each(pasts)('%s', async (_past, make, total) => {
    const number = await make();
    const before = { money: await moneyOf(number), credits: await creditsOf(number) };
    expect(before.money.total).toBe(total);
    const { quantity } = await firstLine(number);

    await join(number);
    await setPieces(number, quantity);
    expect({ money: await moneyOf(number), credits: await creditsOf(number) }).toEqual(before);

    await setPieces(number, quantity + 1);
    await desk().update(number, { specialInstructions: 'Ring twice' });
    await join(number, 2);
    await setPieces(number, quantity + 1);
    await setPieces(number, quantity);
    expect({ money: await moneyOf(number), credits: await creditsOf(number) }).toEqual(before);
  });

  test('what comes back afterwards is credited with what it cost before', async () => {
    const number = await sell('100.00');
    await ship(number, 0);
    await discount(number, '-50.00');
    await join(number);
    await setPieces(number, 1);
    await takeBack(number, 0);
    expect(await creditsOf(number)).toEqual([['-69.00', '50.00']]);
    expect(await moneyOf(number)).toMatchObject({ total: '0.00' });
  });

  test('also if another one of them has left meanwhile', async () => {
    const number = await sell('100.00');
    await discount(number, '-10.00');
    await ship(number, 0);
    await join(number, 2);
    await shipLast(number);
    await setPieces(number, 2);
    expect(await moneyOf(number)).toEqual({
      total: '226.10',
      tax: '36.10',
      lines: [['10.00', '36.10']],
    });
  });

  test('and if the others leave only after they had joined', async () => {
    const number = await sell('100.00');
    await discount(number, '-10.00');
    await join(number);
    await ship(number, 0);
    await setPieces(number, 1);
    expect(await moneyOf(number)).toEqual({
      total: '107.10',
      tax: '17.10',
      lines: [['10.00', '17.10']],
    });
  });

  test('another price, or a return, in between counts for what stays', async () => {
    const number = await sell('100.00');
    await ship(number, 0);
    await discount(number, '-50.00');
    await join(number);
    await desk().set(number, (await firstLine(number)).id, { price: '80.00' });
    await setPieces(number, 1);
    // 30.00 x 0.19
    expect(await moneyOf(number)).toMatchObject({ total: '35.70', tax: '5.70' });

    const other = await sell('100.00');
    await discount(other, '-10.00');
    await ship(other, 0);
    await join(other);
    await takeBack(other, 0);
    const [credited] = await creditsOf(other);
    expect(credited).toEqual(['-113.05', '5.00']);
    expect(await moneyOf(other)).toMatchObject({ total: '113.05' });
  });
});
