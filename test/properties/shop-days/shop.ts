import type { Db } from '../../../schema/index.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import type { Desk, ReadOrder } from '../../support/orders.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

/** What one day works on: variants of its own, and the orders made so far. */
export interface Shop {
  readonly desk: Desk;
  readonly variants: readonly bigint[];
  readonly locations: readonly bigint[];
  /** By number: the order as last answered, or undefined where something may have changed since. */
  readonly orders: Map<string, ReadOrder | undefined>;
  /** Pieces that came into the store, by variant: what was there, what was brought, what was filled. */
  readonly supply: Map<bigint, number>;
  /** How many of the variants, from the first, have their stock counted. */
  readonly trackedVariants: number;
  /** The events that succeeded, each with its order. */
  readonly fired: string[];
}

/** The settings a day is run with. */
export interface DaySettings {
  readonly requirePaymentToShip: boolean;
  readonly taxRate: string;
}

/** Little of everything, so that orders wait for each other. */
const shelves = [
  { count: 1 },
  { count: 3, backorderable: false },
  { count: 2 },
  { count: 0, trackInventory: false },
];

/** Opens a shop with four variants in it and no order. */
export async function openShop(
  db: Db,
  locations: readonly bigint[],
  chosen: DaySettings,
): Promise<Shop> {
  const variants: bigint[] = [];
  for (const shelf of shelves) variants.push(await makeVariant(db, shelf));
  return {
    desk: deskOf(db, adminViewer, { settings: { ...settings, ...chosen } }),
    variants,
    locations,
    orders: new Map(),
    trackedVariants: 3,
    fired: [],
    supply: new Map(variants.map((id, place) => [id, shelves[place]?.count ?? 0])),
  };
}

/** The order as it is now; asked for only where the last answer may be out of date. */
export async function present({ desk, orders }: Shop, number: string): Promise<ReadOrder> {
  const order = orders.get(number) ?? (await desk.read(number));
  orders.set(number, order);
  return order;
}
