import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { createOlder } from '../../rest/forms/older.ts';
import { formatMoney, parseMoney, priceBounds, sumAmounts } from '../../schema/domain/money.ts';
import type { OrderAmounts } from '../../schema/domain/totals.ts';
import { spread, taxOf } from '../../schema/domain/taxes.ts';
import { computeTotals, lineTotal } from '../../schema/domain/totals.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, run, settings } from '../support/graphql.ts';
import { makeVariant } from '../support/records.ts';
import { longProperty, shareOf } from '../support/property.ts';
import type { Cart } from './till/whole-cents.ts';
import { addUp, spellCents } from './till/whole-cents.ts';

const older = createOlder('UTC');

/** Usual prices, and those at the bounds. */
const anyPrice = fc.oneof(
  fc.bigInt({ min: 0n, max: 99_999n }),
  fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  fc.constantFrom(0n, 1n, 5n, 10n, 99n, 9_999_999_999n),
);
const anyAmount = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });

const anyCart = (most: number): fc.Arbitrary<Cart> =>
  fc.record({
    lines: fc.array(
      fc.record({
        price: anyPrice,
        quantity: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: most })),
      }),
      { maxLength: 8 },
    ),
    shipping: fc.array(anyPrice, { maxLength: 3 }),
    manual: fc.array(fc.record({ amount: anyAmount, eligible: fc.boolean() }), { maxLength: 4 }),
    rate: fc.oneof(
      fc.constantFrom(0n, 70_000n, 190_000n, 88_750n, 1_000_000n),
      fc.bigInt({ min: 1n, max: 999_999n }),
    ),
  });

const decimal = (cents: bigint): Decimal => new Decimal(spellCents(cents));
const rateText = (millionths: bigint): string =>
  `${String(millionths / 1_000_000n)}.${String(millionths % 1_000_000n).padStart(6, '0')}`;

/** What the store's own arithmetic says of a cart, as the newer format writes it. */
function totalsOf({ lines, shipping, manual, rate }: Cart) {
  const priced = lines.map(({ price, quantity }) => ({ price: decimal(price), quantity }));
  const adjustments: OrderAmounts['adjustments'][number][] = [
    ...shipping.map(
      (cost) => ({ kind: 'shipping', amount: decimal(cost), eligible: true }) as const,
    ),
    ...manual.map(
      ({ amount, eligible }) => ({ kind: 'manual', amount: decimal(amount), eligible }) as const,
    ),
  ];
  const values = priced.map(lineTotal);
  const discounts = manual.filter(({ amount, eligible }) => eligible && amount < 0n);
  const discount = Decimal.min(
    sumAmounts(discounts.map(({ amount }) => decimal(-amount))),
    sumAmounts(values),
  );
  const shares = spread(discount, values, 'USD');
  const taxes = values.map((value, place) => {
    const amount = value.minus(shares[place] ?? 0);
    const untaxed = { standing: 'open', tax: new Decimal(0), taxRate: new Decimal(0) } as const;
    return taxOf({ ...untaxed, amount }, new Decimal(rateText(rate)), 'USD').tax;
  });
  adjustments.push({ kind: 'tax', amount: sumAmounts(taxes), eligible: true });
  const { paymentTotal, totalQuantity, ...totals } = computeTotals({
    lines: priced,
    adjustments,
    payments: [],
  });
  expect(formatMoney(paymentTotal)).toBe('0.0');
  return {
    ...Object.fromEntries(Object.entries(totals).map(([name, one]) => [name, formatMoney(one)])),
    totalQuantity,
  };
}

longProperty(
  10_000,
  'a cart costs what a till counts in whole cents, to the cent',
  anyCart(1_000),
  (cart) => {
    expect(totalsOf(cart)).toEqual(addUp(cart));
  },
);

test('a hundred thousand pieces at 0.10 cost exactly 10,000.00', () => {
  const cart = { lines: [{ price: 10n, quantity: 100_000 }], shipping: [], manual: [], rate: 0n };
  expect(totalsOf(cart)).toMatchObject({ itemTotal: '10000.0', total: '10000.0' });
});

longProperty(
  10_000,
  'the number of the older form reads back as the same decimal',
  fc.bigInt({ min: -99_999_999_999_999n, max: 99_999_999_999_999n }),
  (cents) => {
    const { amount } = JSON.parse(JSON.stringify({ amount: older.money(spellCents(cents)) })) as {
      amount: number;
    };
    expect(spellCents(cents)).toBe(formatMoney(new Decimal(String(amount))));
    expect(new Decimal(amount).times(100).toFixed()).toBe(String(cents));
  },
);

test.each([
  ['99999999.99', '99999999.99'],
  ['100000000', 'must be less than or equal to 99999999.99'],
  ['99999999.991', 'must have at most 2 decimal places'],
  ['0.005', 'must have at most 2 decimal places'],
  [0.005, 'must have at most 2 decimal places'],
  [99999999.99, '99999999.99'],
])('a price of %s is %s', (price, expected) => {
  const reading = parseMoney(price, 'USD', priceBounds);
  expect(reading.ok ? formatMoney(reading.value) : reading.message).toBe(expected);
});

describe('On the database', () => {
  let database: Database;
  let variants: string[];

  beforeAll(async () => {
    database = await openTestDatabase();
    variants = [];
    for (let made = 0; made < 8; made += 1) {
      variants.push(String(await makeVariant(database.client, { trackInventory: false })));
    }
  });
  afterAll(() => database.close());

  const create = `mutation ($input: CreateOrderInput!) { createOrder(input: $input, merge: false) { order {
    itemTotal adjustmentTotal total totalQuantity adjustments { kind amount } lineItems { price total quantity } } userErrors { code field message allowed lockVersion } } }`;

  longProperty(
    shareOf(400),
    'a stored cart costs what a till counts in whole cents',
    anyCart(100),
    async ({ lines, rate }) => {
      const cart: Cart = { lines, shipping: [], manual: [], rate };
      const { itemTotal, adjustmentTotal, total, totalQuantity, taxTotal } = addUp(cart);
      const lineItems = lines.map(({ price, quantity }, place) => ({
        variantId: variants[place],
        quantity,
        price: spellCents(price),
      }));
      const { data, errors } = await run(
        database.client,
        adminViewer,
        create,
        { input: { lineItems } },
        { settings: { ...settings, taxRate: rateText(rate) } },
      );
      expect(errors).toEqual([]);
      expect(data).toEqual({
        createOrder: {
          itemTotal,
          adjustmentTotal,
          total,
          totalQuantity,
          adjustments: lines.length > 0 && rate > 0n ? [{ kind: 'TAX', amount: taxTotal }] : [],
          lineItems: lines.map(({ price, quantity }) => ({
            price: spellCents(price),
            total: spellCents(price * BigInt(quantity)),
            quantity,
          })),
        },
      });
    },
  );
});
