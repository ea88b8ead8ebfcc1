import type pg from 'pg';

interface Line {
  readonly variantId: number;
  readonly quantity: number;
}

/** The parameters of one request, in whichever format: each job uses what it needs. */
export interface Wish {
  readonly number: string;
  /** A page of 25 records, from 1. */
  readonly page: number;
  readonly lines: readonly [Line, Line];
  /** A cart, by its number. */
  readonly cart: string;
  /** An order that nobody has completed, by its number. */
  readonly open: string;
}

/** Records in the database that requests choose from. */
export interface Material {
  readonly numbers: readonly string[];
  readonly variantIds: readonly number[];
  readonly carts: readonly string[];
  /** Orders before completion: each can be completed once between two resets. */
  readonly open: readonly string[];
}

/** The jobs, in this order: those that write come last. */
export const jobs = {
  order: { title: 'order read' },
  orders: { title: '25 orders' },
  variants: { title: '25 variants' },
  create: { title: 'order create' },
  addLine: { title: 'line add' },
  complete: { title: 'order complete' },
} as const satisfies Readonly<Record<string, { readonly title: string }>>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

/** Clients mostly read the first pages of lists. */
const pagesRead = 10;

/** A random integer below the bound. */
const drawAtRandom = (bound: number): number => Math.floor(Math.random() * bound);

/**
 * A random request; `draw` returns an integer below its bound. The `nth` one names the nth open order.
 * Throws an Error if there is nothing to choose from.
 */
export function drawWish(
  { numbers, variantIds, carts, open }: Material,
  nth: number,
  draw: (bound: number) => number = drawAtRandom,
): Wish {
  const first = draw(variantIds.length);
  const second = (first + 1 + draw(variantIds.length - 1)) % variantIds.length;
  const lineOf = (place: number): Line => ({
    variantId: at(variantIds, place),
    quantity: 1 + draw(3),
  });
  return {
    number: at(numbers, draw(numbers.length)),
    page: 1 + draw(pagesRead),
    lines: [lineOf(first), lineOf(second)],
    cart: at(carts, draw(carts.length)),
    open: at(open, nth % open.length),
  };
}

function at<Value>(values: readonly Value[], place: number): Value {
  const value = values[place];
  if (value === undefined) throw new Error('There is nothing to draw a request from.');
  return value;
}

/** Reads from the database what the requests name. */
export async function readMaterial(database: pg.Client): Promise<Material> {
  const orders = await database.query<{ number: string; state: string }>(
    'SELECT number, state FROM orders ORDER BY id',
  );
  const inState = (state: string): readonly string[] =>
    orders.rows.filter((order) => order.state === state).map(({ number }) => number);
  const variants = await database.query<{ id: string }>(
    'SELECT id FROM variants WHERE NOT is_master AND deleted_at IS NULL ORDER BY id',
  );
  return {
    numbers: orders.rows.map(({ number }) => number),
    variantIds: variants.rows.map(({ id }) => Number(id)),
    carts: inState('cart'),
    open: inState('delivery'),
  };
}
