import type { Db } from '../../../schema/index.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import type { Desk, ReadOrder } from '../../support/orders.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

/** What one day works on: its own variants, and the orders created so far. */
export interface Shop {
  readonly db: Db;
  readonly desk: Desk;
  readonly variants: readonly bigint[];
  readonly locations: readonly bigint[];
  /** By number: the order as last returned, or undefined if something may have changed since. */
  readonly orders: Map<string, ReadOrder | undefined>;
  /** Units that were added to stock, by variant: initial, adjusted and filled. */
  readonly supply: Map<bigint, number>;
  /** How many of the variants, from the first, have their stock counted. */
  readonly trackedVariants: number;
  /** The variants that may be sold when there are none. */
  readonly backorderable: ReadonlySet<bigint>;
  /** Whether the second location is in use. */
  annexIsActive: boolean;
  /** A fraction such as 0.19. */
  readonly taxRate: string;
  readonly taxShipping: boolean;
  /** Whether the prices of carts follow those of their variants. */
  readonly carts: DaySettings['cartPrices'];
  /** What each variant costs now, in cents, by its id. */
  readonly prices: Map<string, bigint>;
  /** Lines whose price, or discount, was changed when all of their units had left: their tax stays (C26). */
  readonly keptTaxes: Set<string>;
  /** What lines of which all units had left, whoever has joined them, cost when they were looked at last, by their ids. */
  readonly settled: Map<string, SettledLine>;
  /** Those of them that others have joined, of which none has left since. */
  readonly joined: Set<string>;
  /** The discounts by hand, by the number of their order. */
  readonly discounts: { readonly number: string; readonly id: string }[];
  /** The events that succeeded, each with its order. */
  readonly fired: string[];
}

/** What a line costs, in cents. */
export interface SettledLine {
  readonly pieces: number;
  readonly price: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
  /** How many of its units are shipped, and how many returned or canceled. */
  readonly sent: number;
  readonly gone: number;
}

/** The settings of a day. */
export interface DaySettings {
  readonly requirePaymentToShip: boolean;
  readonly taxRate: string;
  readonly taxShipping: boolean;
  readonly cartPrices: 'follow' | 'keep';
}

/** Little stock, so that orders wait for each other. */
const shelves: readonly {
  readonly count: number;
  readonly backorderable?: boolean;
  readonly trackInventory?: boolean;
}[] = [
  { count: 1 },
  { count: 3, backorderable: false },
  { count: 2 },
  { count: 0, trackInventory: false },
];

/** Creates a shop with four variants and no order. */
export async function openShop(
  db: Db,
  locations: readonly bigint[],
  chosen: DaySettings,
): Promise<Shop> {
  const variants: bigint[] = [];
  for (const shelf of shelves) {
    variants.push(await makeVariant(db, { ...shelf, price: '9.99' }));
  }
  const desk = deskOf(db, adminViewer, { settings: { ...settings, ...chosen } });
  // a day before may have left it closed
  await desk.try.setActive(locations[1] ?? 0n, true);
  return {
    db,
    desk,
    variants,
    locations,
    orders: new Map(),
    trackedVariants: 3,
    backorderable: new Set(
      variants.filter((_id, place) => shelves[place]?.backorderable !== false),
    ),
    annexIsActive: true,
    taxRate: chosen.taxRate,
    taxShipping: chosen.taxShipping,
    carts: chosen.cartPrices,
    fired: [],
    prices: new Map(variants.map((id) => [String(id), 999n])),
    keptTaxes: new Set(),
    settled: new Map(),
    joined: new Set(),
    discounts: [],
    supply: new Map(variants.map((id, place) => [id, shelves[place]?.count ?? 0])),
  };
}

/** The current order; read only if the last response may be out of date. */
export async function present({ desk, orders }: Shop, number: string): Promise<ReadOrder> {
  const order = orders.get(number) ?? (await desk.read(number));
  orders.set(number, order);
  return order;
}
