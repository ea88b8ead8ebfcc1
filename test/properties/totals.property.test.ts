import { expect } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { wordsOf } from '../../schema/domain/meanings.ts';
import { paymentStates } from '../../schema/domain/payment-machine.ts';
import { spread, taxOf } from '../../schema/domain/taxes.ts';
import { adjustmentKinds, computeTotals } from '../../schema/domain/totals.ts';
import { property } from '../support/property.ts';

const amountIn = (min: number, max: number): fc.Arbitrary<Decimal> =>
  fc.integer({ min, max }).map((cents) => new Decimal(cents).div(100));

const anyAmounts = fc.record({
  lines: fc.array(
    fc.record({ price: amountIn(0, 999_999_999), quantity: fc.integer({ min: 1, max: 1000 }) }),
    { maxLength: 6 },
  ),
  adjustments: fc.array(
    fc.record({
      kind: fc.constantFrom(...wordsOf(adjustmentKinds)),
      amount: amountIn(-999_999_999, 999_999_999),
      eligible: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
  payments: fc.array(
    fc.record({
      state: fc.constantFrom(...wordsOf(paymentStates)),
      amount: amountIn(-999_999_999, 999_999_999),
    }),
    { maxLength: 6 },
  ),
});

const cents = (amount: Decimal): bigint => BigInt(amount.times(100).toFixed(0));
const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);

property('totals agree with a sum of whole cents', anyAmounts, (amounts) => {
  const totals = computeTotals(amounts);
  const eligible = amounts.adjustments.filter((adjustment) => adjustment.eligible);
  const items = sum(amounts.lines.map((line) => cents(line.price) * BigInt(line.quantity)));
  const adjustments = eligible.map(({ amount }) => cents(amount));
  expect(cents(totals.itemTotal)).toBe(items);
  expect(cents(totals.adjustmentTotal)).toBe(sum(adjustments));
  expect(cents(totals.total)).toBe(items + sum(adjustments));
  expect(cents(totals.creditTotal)).toBe(-sum(adjustments.filter((amount) => amount < 0n)));
  expect(cents(totals.paymentTotal)).toBe(
    sum(
      amounts.payments
        .filter(({ state }) => state === 'completed')
        .map(({ amount }) => cents(amount)),
    ),
  );
});

property('shipping, tax and the rest make up the adjustments', anyAmounts, (amounts) => {
  const totals = computeTotals(amounts);
  const manual = computeTotals({
    ...amounts,
    adjustments: amounts.adjustments.filter(({ kind }) => kind !== 'shipping' && kind !== 'tax'),
  });
  expect(
    totals.shipTotal
      .plus(totals.taxTotal)
      .plus(manual.adjustmentTotal)
      .equals(totals.adjustmentTotal),
  ).toBe(true);
});

property('computing again, in any order, changes nothing', anyAmounts, (amounts) => {
  const again = computeTotals({
    lines: amounts.lines.toReversed(),
    adjustments: amounts.adjustments.toReversed(),
    payments: amounts.payments.toReversed(),
  });
  expect(again).toEqual(computeTotals(amounts));
});

property('a credit total is never negative', anyAmounts, (amounts) => {
  expect(computeTotals(amounts).creditTotal.greaterThanOrEqualTo(0)).toBe(true);
});

property(
  'tax is whole cents, within half a cent of the exact share',
  amountIn(0, 999_999_999),
  fc.integer({ min: 1, max: 999_999 }),
  (itemTotal, millionths) => {
    const rate = new Decimal(millionths).div(1_000_000);
    const line = { amount: itemTotal, tax: new Decimal(7), taxRate: new Decimal(0) };
    const { tax } = taxOf({ ...line, standing: 'open' }, rate, 'USD');
    expect(tax.decimalPlaces()).toBeLessThanOrEqual(2);
    expect(tax.minus(itemTotal.times(rate)).abs().lessThanOrEqualTo('0.005')).toBe(true);
  },
);

property(
  'a discount is spread to the cent, and no line gives more than it costs',
  fc.array(amountIn(0, 99_999), { maxLength: 9 }),
  fc.integer({ min: 0, max: 1_000 }),
  (values, thousandths) => {
    const all = values.reduce((sum, value) => sum.plus(value), new Decimal(0));
    const discount = all.times(thousandths).div(1_000).toDecimalPlaces(2, Decimal.ROUND_DOWN);
    const shares = spread(discount, values, 'USD');
    expect(sum(shares.map(cents))).toBe(cents(discount));
    shares.forEach((share, place) => {
      expect(share.isNegative() && !share.isZero()).toBe(false);
      expect(share.lessThanOrEqualTo(values[place] ?? 0)).toBe(true);
      expect(share.decimalPlaces()).toBeLessThanOrEqual(2);
    });
  },
);
