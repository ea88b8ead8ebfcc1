import { Decimal } from 'decimal.js';
import { accept, type Reading, refuse, words } from './messages.ts';
import { decimalsOf } from './currencies.ts';
import { keepingRecent, remembering, type Stored } from './remembering.ts';
import { isBlank, textLength } from './text.ts';

/** The range of amounts, both ends included, and whether zero is accepted. */
interface MoneyBounds {
  readonly min: string;
  readonly max: string;
  readonly zeroIsAllowed: boolean;
}

/** Prices, cost prices and costs. */
export const priceBounds: MoneyBounds = { min: '0', max: '99999999.99', zeroIsAllowed: true };

export const adjustmentBounds: MoneyBounds = {
  min: '-99999999.99',
  max: '99999999.99',
  zeroIsAllowed: false,
};

export const maximumItemTotal = '999999999999.99';

export const paymentBounds: MoneyBounds = { min: '0', max: maximumItemTotal, zeroIsAllowed: true };

/** Any amount that may be stored: sums of an order are bounded by its size. */
export const noBounds: MoneyBounds = { min: '-Infinity', max: 'Infinity', zeroIsAllowed: true };

const amountText = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)?(\.\d+)?$/u;

/**
 * Reads a client's amount from its decimal text. Surrounding blanks, one `$` or sign of the currency with the blank
 * beside it, and well-formed thousands separators are removed; more decimals than the currency has, other than zeros, are refused, never rounded. A
 * blank is refused: for attributes that may be cleared, check `isBlank` first.
 * Decision: C14, R2, A29
 */
export function parseMoney(
  value: unknown,
  currency: string,
  bounds: MoneyBounds = priceBounds,
): Reading<Decimal> {
  if (isBlank(value)) return refuse(words.blank);
  const amount = readAmount(value, signOf(currency));
  if (amount === null) return refuse(words.notNumber);
  const decimals = decimalsOf(currency);
  if (amount.decimalPlaces() > decimals) return refuse(words.decimals(decimals));
  if (amount.isZero() && !bounds.zeroIsAllowed) return refuse(words.notZero);
  if (amount.lessThan(bounds.min)) return refuse(words.atLeast(bounds.min));
  if (amount.greaterThan(bounds.max)) return refuse(words.atMost(bounds.max));
  // adding zero turns -0 into 0
  return accept(amount.isZero() ? new Decimal(0) : amount);
}

/** Whether a client's amount is the stored one, which may have more decimals than the currency. */
export const isAmount = (value: unknown, currency: string, stored: Stored): boolean =>
  readAmount(value, signOf(currency))?.equals(toDecimal(stored)) === true;

/** A client's amount in place of a stored one, which may be sent back as it is. */
export const parseNextMoney = (
  value: unknown,
  currency: string,
  stored: Stored | null | undefined,
): Reading<Decimal> =>
  stored != null && isAmount(value, currency, stored)
    ? accept(toDecimal(stored))
    : parseMoney(value, currency);

function readAmount(value: unknown, ownSign: string): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value) : null;
  // `isDecimal` also believes a client's object that calls itself one
  if (value instanceof Decimal) return value.isFinite() ? value : null;
  if (typeof value !== 'string' || value.length > textLength) return null;
  const [, minus = '', whole = '', fraction = ''] =
    amountText.exec(withoutSign(value.trim(), ownSign.trim())) ?? [];
  if (whole === '' && fraction === '') return null;
  return new Decimal(`${minus}${whole.replaceAll(',', '')}${fraction}`);
}

/** The amount beside its sign: `$ 5`, `-KWD 5` and `5 €` without sign and blank. */
function withoutSign(text: string, ownSign: string): string {
  const sign = [ownSign, '$'].find((one) => text.includes(one));
  if (sign === undefined) return text;
  const [before = '', ...others] = text.split(sign);
  const after = others.join(sign);
  if (before === '' || before === '-') return before + after.trimStart();
  return after === '' ? before.trimEnd() : text;
}

const copyOf = remembering((stored) => new Decimal(stored.toString()));

/** A stored amount as a decimal, whatever class or text the database layer returns. */
export const toDecimal = (stored: Stored): Decimal =>
  stored instanceof Decimal ? stored : copyOf(stored);

/**
 * An amount in the newer format: plain notation, shortest with at least one decimal (`79.95`, `100.0`), never a
 * negative zero. Decision: R1
 */
export const formatMoney = remembering((stored) => {
  const amount = toDecimal(stored);
  if (amount.isZero()) return '0.0';
  const text = amount.toFixed();
  return text.includes('.') ? text : `${text}.0`;
});

const signs = new Map<string, string>();

/** The text before the digits of an amount: `$`, or a code and a no-break space. */
function signOf(currency: string): string {
  const known = signs.get(currency);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  const figures = parts.findIndex(({ type }) => type === 'integer');
  const made = parts
    .slice(0, figures)
    .map(({ value }) => value)
    .join('');
  signs.set(currency, made);
  return made;
}

const displays = new Map<string, (amount: Stored) => string>();

const mostDecimals = 20;

/**
 * An amount for people, with the decimals of its currency: `$1,234.50`, `-$12.00`, `¥1,200`. An amount that has
 * more, from before the currency's own were kept, is shown as it is.
 * Contract: Resources / Order.
 */
export function displayMoney(amount: Stored, currency: string): string {
  let display = displays.get(currency);
  if (display === undefined) {
    const format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimalsOf(currency),
      maximumFractionDigits: mostDecimals,
    });
    // as text: a float cannot hold every amount
    const spell = keepingRecent((text: string) => format.format(text as `${number}`));
    display = remembering((one) => spell(toDecimal(one).toFixed()));
    displays.set(currency, display);
  }
  return display(amount);
}

/**
 * A computed share in the smallest unit of its currency, rounded half away from zero: in cents `0.125` is
 * `0.13`, `-0.125` is `-0.13`.
 */
export function roundShare(share: Decimal, currency: string): Decimal {
  return share.toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_HALF_UP);
}

/** The sum of amounts; zero for none. */
export function sumAmounts(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
}
