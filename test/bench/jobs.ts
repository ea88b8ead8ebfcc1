import type pg from 'pg';

/** A request as both servers understand it. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** What requests are made from: records that are in the database. */
export interface Material {
  readonly numbers: readonly string[];
  readonly variantIds: readonly number[];
}

interface Job {
  readonly title: string;
  /** Status of a success. */
  readonly status: number;
  /** One request; `draw` gives a random whole number below its bound. */
  readonly request: (material: Material, draw: (bound: number) => number) => BenchRequest;
}

/** Lists are read on their first pages, as clients do. */
const pagesRead = 10;

const drawFrom = <Value>(values: readonly Value[], draw: (bound: number) => number): Value => {
  const value = values[draw(values.length)];
  if (value === undefined) throw new Error('There is nothing to draw a request from.');
  return value;
};

const get = (path: string): BenchRequest => ({ method: 'GET', path });

/** What is measured, in this order: the job that writes comes last. */
export const jobs = {
  order: {
    title: 'order read',
    status: 200,
    request: ({ numbers }, draw) => get(`/api/orders/${drawFrom(numbers, draw)}`),
  },
  orders: {
    title: '25 orders',
    status: 200,
    request: (_material, draw) => get(`/api/orders?page=${draw(pagesRead) + 1}&per_page=25`),
  },
  variants: {
    title: '25 variants',
    status: 200,
    request: (_material, draw) => get(`/api/variants?page=${draw(pagesRead) + 1}&per_page=25`),
  },
  create: {
    title: 'order create',
    status: 201,
    request: ({ variantIds }, draw) => {
      const first = draw(variantIds.length);
      const second = (first + 1 + draw(variantIds.length - 1)) % variantIds.length;
      const lines = [first, second].map((place) => ({
        variant_id: variantIds[place],
        quantity: 1 + draw(3),
      }));
      return {
        method: 'POST',
        path: '/api/orders',
        body: JSON.stringify({ order: { line_items: lines } }),
      };
    },
  },
} as const satisfies Readonly<Record<string, Job>>;

export type JobName = keyof typeof jobs;
export const jobNames = Object.keys(jobs) as JobName[];

/** A random whole number below the bound. */
export const drawAtRandom = (bound: number): number => Math.floor(Math.random() * bound);

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
