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
}

/** Records in the database that requests choose from. */
export interface Material {
  readonly numbers: readonly string[];
  readonly variantIds: readonly number[];
}

/** The jobs, in this order: the one that writes comes last. */
export const jobs = {
  order: { title: 'order read' },
  orders: { title: '25 orders' },
  variants: { title: '25 variants' },
  create: { title: 'order create' },
} as const satisfies Readonly<Record<string, { readonly title: string }>>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

/** Clients mostly read the first pages of lists. */
const pagesRead = 10;

/** A random integer below the bound. */
const drawAtRandom = (bound: number): number => Math.floor(Math.random() * bound);

/**
 * A random request; `draw` returns an integer below its bound.
 * Throws an Error if there is nothing to choose from.
 */
export function drawWish(
  { numbers, variantIds }: Material,
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
  };
}

function at<Value>(values: readonly Value[], place: number): Value {
  const value = values[place];
  if (value === undefined) throw new Error('There is nothing to draw a request from.');
  return value;
}

/** Reads from the database what the requests name. */
export async function readMaterial(database: pg.Client): Promise<Material> {
  const orders = await database.query<{ number: string }>('SELECT number FROM orders ORDER BY id');
  const variants = await database.query<{ id: string }>(
    'SELECT id FROM variants WHERE NOT is_master AND deleted_at IS NULL ORDER BY id',
  );
  return {
    numbers: orders.rows.map(({ number }) => number),
    variantIds: variants.rows.map(({ id }) => Number(id)),
  };
}
