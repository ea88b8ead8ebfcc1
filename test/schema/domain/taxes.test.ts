import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { spread, taxOf } from '../../../schema/domain/taxes.ts';

const amount = (text: string) => new Decimal(text);
const untaxed = { standing: 'open', tax: amount('0'), taxRate: amount('0') } as const;

test.each([
  ['100', '0.19', '19'],
  ['0.5', '0.25', '0.13'],
  ['0.1', '0.049', '0'],
  ['999999999999.99', '0.0833333333333333', '83333333333.33'],
  // just below half a cent, which only shows in the 21st digit
  ['123456789012.35', '0.81000309445924', '100000381132'],
])('C26: the tax on %s at %s is %s', (itemTotal, rate, tax) => {
  expect(taxOf({ ...untaxed, amount: amount(itemTotal) }, amount(rate), 'USD').tax.toFixed()).toBe(
    tax,
  );
});

test('C26: what has left keeps its tax, and what is still to leave of it the rate', () => {
  const line = { amount: amount('50'), tax: amount('9.5'), taxRate: amount('0.19') };
  const taxAs = (standing: 'open' | 'partly' | 'closed') =>
    taxOf({ ...line, standing }, amount('0.07'), 'USD');
  expect(taxAs('open')).toEqual({ tax: amount('3.5'), taxRate: amount('0.07') });
  expect(taxAs('partly')).toEqual({ tax: amount('9.5'), taxRate: amount('0.19') });
  expect(taxOf({ ...line, amount: amount('20'), standing: 'partly' }, amount('0'), 'USD')).toEqual({
    tax: amount('3.8'),
    taxRate: amount('0.19'),
  });
  expect(taxOf({ ...line, amount: amount('20'), standing: 'closed' }, amount('0'), 'USD')).toEqual({
    tax: amount('9.5'),
    taxRate: amount('0.19'),
  });
});

test.each([
  ['10', ['30', '60', '10'], ['3', '6', '1']],
  ['10', ['10', '10', '10'], ['3.34', '3.33', '3.33']],
  ['0.02', ['0.01', '0.01', '0.01'], ['0', '0.01', '0.01']],
  ['0.01', ['5', '5'], ['0', '0.01']],
  ['0', ['5'], ['0']],
  ['0', ['0', '0'], ['0', '0']],
])('C26: a discount of %s on lines of %j takes %j off them', (discount, values, shares) => {
  const spreadShares = spread(amount(discount), values.map(amount), 'USD');
  expect(spreadShares.map((share) => share.toFixed())).toEqual(shares);
});

test('C26: yen have no cents to spread', () => {
  const shares = spread(amount('100'), [amount('500'), amount('1000')], 'JPY');
  expect(shares.map((share) => share.toFixed())).toEqual(['33', '67']);
});
