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

/** Cents of an amount as GraphQL writes it: `9.99`, `100.0`, `-0.05`. */
export function readCents(amount: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)\.(\d{1,2})$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`);
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

/**
 * What the lines cost after a discount: each gives its part by value, rounded; the cents over or short are given
 * by the lines of the largest value, as far as they go.
 */
export function takeOff(discount: bigint, values: readonly bigint[]): readonly bigint[] {
  const all = sum(values);
  if (all === 0n) return values;
  const given = discount > all ? all : discount;
  const parts = values.map((value) => (given * value * 2n + all) / (all * 2n));
  let over = given - sum(parts);
  const places = [...values.keys()];
  places.sort((one, other) => {
    const distance = (values[other] ?? 0n) - (values[one] ?? 0n);
    return distance === 0n ? one - other : distance > 0n ? 1 : -1;
  });
  for (const place of places) {
    const part = parts[place] ?? 0n;
    const room = over > 0n ? (values[place] ?? 0n) - part : part;
    const size = over > 0n ? over : -over;
    const moved = size < room ? size : room;
    parts[place] = over > 0n ? part + moved : part - moved;
    over = over > 0n ? over - moved : over + moved;
  }
  return values.map((value, place) => value - (parts[place] ?? 0n));
}

/** The totals of the cart, as the newer format writes them. */
export function addUp({ lines, shipping, manual, rate }: Cart) {
  const values = lines.map(({ price, quantity }) => price * BigInt(quantity));
  const items = sum(values);
  const discounts = manual.filter((one) => one.eligible && one.amount < 0n);
  const taxed = takeOff(-sum(discounts.map(({ amount }) => amount)), values);
  const tax = sum(taxed.map((cents) => shareOfCents(cents, rate)));
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
