import { expect } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { decimalsOf } from '../../schema/domain/currencies.ts';
import {
  noBounds,
  displayMoney,
  formatMoney,
  parseMoney,
  roundShare,
} from '../../schema/domain/money.ts';
import { property } from '../support/property.ts';

const anyCents = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });
const toAmount = (cents: bigint): Decimal => new Decimal(String(cents)).div(100);

property('money text reads back as the same amount', anyCents, (cents) => {
  const amount = toAmount(cents);
  const reading = parseMoney(formatMoney(amount), 'USD', noBounds);
  expect(reading.ok && reading.value.equals(amount)).toBe(true);
});

property('displayed money reads back as the same amount', anyCents, (cents) => {
  const amount = toAmount(cents);
  const reading = parseMoney(displayMoney(amount, 'USD'), 'USD', noBounds);
  expect(reading.ok && reading.value.equals(amount)).toBe(true);
});

property('a JSON number reads back as the same amount', anyCents, (cents) => {
  const amount = toAmount(cents);
  const reading = parseMoney(JSON.parse(amount.toFixed()), 'USD', noBounds);
  expect(reading.ok && reading.value.equals(amount)).toBe(true);
});

property('money text is the shortest with at least one decimal', anyCents, (cents) => {
  expect(formatMoney(toAmount(cents))).toMatch(/^(?:-(?!0\.0$))?(?:0|[1-9]\d*)\.(?:\d|\d[1-9])$/);
});

property('displayed money has the shape of the contract', anyCents, (cents) => {
  expect(displayMoney(toAmount(cents), 'USD')).toMatch(
    /^(?:-(?!\$0\.00$))?\$(?:0|[1-9]\d{0,2}(?:,\d{3})*)\.\d{2}$/,
  );
});

property('any text is read or refused with a word of the vocabulary', fc.string(), (text) => {
  const reading = parseMoney(text, 'USD', noBounds);
  const words = [
    "can't be blank",
    'is not a number',
    'must have at most 2 decimal places',
    'must be greater than or equal to -99999999.99',
    'must be less than or equal to 99999999.99',
  ];
  expect(reading.ok || words.includes(reading.message)).toBe(true);
});

property(
  'a share is rounded by at most half a cent, alike on both sides of zero',
  fc.integer({ min: -10_000_000, max: 10_000_000 }),
  (thousandths) => {
    const share = new Decimal(thousandths).div(1000);
    const cents = roundShare(share, 'USD');
    expect(cents.decimalPlaces()).toBeLessThanOrEqual(2);
    expect(cents.minus(share).abs().lessThanOrEqualTo('0.005')).toBe(true);
    expect(roundShare(share.negated(), 'USD').equals(cents.negated())).toBe(true);
  },
);

property(
  'whatever the currency, displayed money reads back as the same amount',
  anyCents,
  fc.constantFrom('JPY', 'USD', 'HUF', 'KWD', 'EUR', 'TND'),
  (units, currency) => {
    const amount = new Decimal(String(units)).div(10 ** decimalsOf(currency));
    const reading = parseMoney(displayMoney(amount, currency), currency, {
      min: '-1e12',
      max: '1e12',
      zeroIsAllowed: true,
    });
    expect(reading.ok && reading.value.equals(amount)).toBe(true);
  },
);
