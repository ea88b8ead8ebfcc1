import type { Cart, Counter } from './counter.ts';
import { atOnce, tally } from './counter.ts';

/** The result of a race for stock. */
export interface SaleOutcome {
  /** How often each status was returned. */
  readonly answers: Readonly<Record<number, number>>;
  /** Units left in each stock item. */
  readonly left: readonly number[];
  /** The longest response time of a buyer, in milliseconds. */
  readonly slowest: number;
}

interface Race {
  readonly buyers: number;
  readonly stock: number;
  /** Units that each buyer orders. */
  readonly quantity: number;
}

/** Completes a cart; every other buyer uses the older format. */
async function buy(counter: Counter, cart: Cart, place: number) {
  const start = performance.now();
  const { status } = await counter.fire(cart, 'complete', place % 2 === 0 ? 'newer' : 'older');
  return { status, took: performance.now() - start };
}

const outcomeOf = async (
  bought: readonly { readonly status: number; readonly took: number }[],
  left: Promise<readonly number[]>,
): Promise<SaleOutcome> => ({
  answers: tally(bought),
  left: await left,
  slowest: Math.round(Math.max(...bought.map(({ took }) => took))),
});

/** Carts are created a few at a time: the race is for the stock, not for the carts. */
async function cartsFor(
  count: number,
  make: (place: number) => Promise<Cart>,
): Promise<readonly Cart[]> {
  const carts: Cart[] = [];
  while (carts.length < count) {
    const made = carts.length;
    carts.push(...(await atOnce(Math.min(8, count - made), (place) => make(made + place))));
  }
  return carts;
}

/** Buyers who each order so many units of a variant that is not backorderable. */
export async function raceForOne(counter: Counter, race: Race): Promise<SaleOutcome> {
  const ware = await counter.stock(race.stock);
  const carts = await cartsFor(race.buyers, () => counter.cart([ware, race.quantity]));
  const bought = await Promise.all(carts.map((cart, place) => buy(counter, cart, place)));
  return outcomeOf(bought, Promise.all([counter.countOf(ware)]));
}

/** Buyers who order two variants, half of them in reverse order. */
export async function raceForTwo(counter: Counter, race: Race): Promise<SaleOutcome> {
  const [one, other] = [await counter.stock(race.stock), await counter.stock(race.stock)];
  const carts = await cartsFor(race.buyers, (place) =>
    place % 2 === 0
      ? counter.cart([one, race.quantity], [other, race.quantity])
      : counter.cart([other, race.quantity], [one, race.quantity]),
  );
  const bought = await Promise.all(carts.map((cart, place) => buy(counter, cart, place)));
  return outcomeOf(bought, Promise.all([counter.countOf(one), counter.countOf(other)]));
}

/** The result of a race in which orders are canceled while others buy. */
export interface ChurnOutcome extends SaleOutcome {
  readonly cancels: Readonly<Record<number, number>>;
}

/**
 * Half the stock is sold before; those orders are canceled while the others buy, so that units are returned in
 * the middle of the race.
 */
export async function raceWithCancels(counter: Counter, race: Race): Promise<ChurnOutcome> {
  const ware = await counter.stock(race.stock);
  const early = await cartsFor(Math.floor(race.stock / 2 / race.quantity), () =>
    counter.cart([ware, race.quantity]),
  );
  for (const [place, cart] of early.entries()) await buy(counter, cart, place);
  const carts = await cartsFor(race.buyers, () => counter.cart([ware, race.quantity]));
  const [bought, canceled] = await Promise.all([
    Promise.all(carts.map((cart, place) => buy(counter, cart, place))),
    Promise.all(early.map((cart) => counter.fire(cart, 'cancel'))),
  ]);
  return {
    ...(await outcomeOf(bought, Promise.all([counter.countOf(ware)]))),
    cancels: tally(canceled),
  };
}
