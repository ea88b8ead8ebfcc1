/**
 * Order arithmetic in whole cents, without any decimal number, to compare the store's own arithmetic with. It
 * shares no code with it.
 */

/** Cents as the newer format writes them: `79.95`, `100.0`, `-0.05`. */
export function spellCents(cents: bigint): string {
  const distance = cents < 0n ? -cents : cents;
  const digits = distance.toString().padStart(3, '0');
  const [whole, fraction] = [digits.slice(0, -2), digits.slice(-2)];
  return `${cents < 0n ? '-' : ''}${whole}.${fraction.endsWith('0') ? fraction.slice(0, 1) : fraction}`;
}

/** A share of an amount in millionths, in cents, rounded half away from zero. */
export function shareOfCents(cents: bigint, millionths: bigint): bigint {
  const product = cents * millionths;
  const distance = product < 0n ? -product : product;
  const rounded = (distance * 2n + 1_000_000n) / 2_000_000n;
  return product < 0n ? -rounded : rounded;
}

export const sum = (numbers: readonly bigint[]): bigint =>
  numbers.reduce((all, one) => all + one, 0n);

/** The contents of a cart, in cents. */
export interface Cart {
  readonly lines: readonly { readonly price: bigint; readonly quantity: number }[];
  readonly shipping: readonly bigint[];
  readonly manual: readonly { readonly amount: bigint; readonly eligible: boolean }[];
  /** The tax rate, in millionths. */
  readonly rate: bigint;
}

/** The totals of the cart, as the newer format writes them. */
export function addUp({ lines, shipping, manual, rate }: Cart) {
  const items = sum(lines.map(({ price, quantity }) => price * BigInt(quantity)));
  const tax = lines.length > 0 && rate > 0n ? shareOfCents(items, rate) : 0n;
  const eligible = manual.filter((one) => one.eligible).map(({ amount }) => amount);
  const adjustments = sum(shipping) + tax + sum(eligible);
  return {
    itemTotal: spellCents(items),
    taxTotal: spellCents(tax),
    shipTotal: spellCents(sum(shipping)),
    adjustmentTotal: spellCents(adjustments),
    creditTotal: spellCents(-sum(eligible.filter((amount) => amount < 0n))),
    total: spellCents(items + adjustments),
    totalQuantity: lines.reduce((all, { quantity }) => all + quantity, 0),
  };
}
