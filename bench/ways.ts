import { documents } from './graphql-documents.ts';
import type { JobName, Wish } from './jobs.ts';

/** The key of the benchmark's requests: the admin's. */
export const adminKey = 'bench-0123456789abcdef0123456789abcdef';

/** A request as it is sent. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status of a success. */
  readonly status: number;
}

type Spelling = Readonly<Record<JobName, (wish: Wish) => BenchRequest>>;

const json = { Accept: 'application/json', 'Content-Type': 'application/json' };
const keyHeader = { ...json, 'X-ServiceAPIKey': adminKey };
const basicHeader = {
  ...json,
  Authorization: `Basic ${Buffer.from(`${adminKey}:x`).toString('base64')}`,
};

const get = (path: string, headers = keyHeader as BenchRequest['headers']): BenchRequest => ({
  method: 'GET',
  path,
  headers,
  status: 200,
});

const post = (
  path: string,
  body: object,
  status: number,
  headers = keyHeader as BenchRequest['headers'],
): BenchRequest => ({ method: 'POST', path, headers, body: JSON.stringify(body), status });

const put = (path: string, headers = keyHeader as BenchRequest['headers']): BenchRequest => ({
  method: 'PUT',
  path,
  headers,
  status: 200,
});

const newLine = ({ lines: [{ variantId, quantity }] }: Wish): object => ({
  line_item: { variant_id: variantId, quantity },
});

const newOrder = ({ lines }: Wish): object => ({
  order: {
    line_items: lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })),
  },
});

const ask = (query: string, variables: object): BenchRequest =>
  post('/graphql', { query, variables }, 200);

/** The request of each job, by way; the floor gets that of the newer format. */
export const ways = {
  newer: {
    order: ({ number }) => get(`/api/orders/${number}`),
    orders: ({ page }) => get(`/api/orders?page=${page}&per_page=25`),
    variants: ({ page }) => get(`/api/variants?page=${page}&per_page=25`),
    create: (wish) => post('/api/orders', newOrder(wish), 201),
    addLine: (wish) => post(`/api/orders/${wish.cart}/line_items`, newLine(wish), 201),
    complete: ({ open }) => put(`/api/orders/${open}/event?e=complete`),
  },
  older: {
    order: ({ number }) => get(`/api/orders/${number}.json`, basicHeader),
    orders: ({ page }) => get(`/api/orders.json?page=${page}&per_page=25`, basicHeader),
    variants: ({ page }) => get(`/api/variants.json?page=${page}&per_page=25`, basicHeader),
    create: (wish) => post('/api/orders.json', newOrder(wish), 201, basicHeader),
    addLine: (wish) =>
      post(`/api/orders/${wish.cart}/line_items.json`, newLine(wish), 201, basicHeader),
    complete: ({ open }) => put(`/api/orders/${open}/event.json?e=complete`, basicHeader),
  },
  graphql: {
    order: ({ number }) => ask(documents.order, { number }),
    orders: ({ page }) => ask(documents.orders, { page }),
    variants: ({ page }) => ask(documents.variants, { page }),
    create: ({ lines }) => ask(documents.create, { lines }),
    addLine: ({ cart, lines: [input] }) => ask(documents.addLine, { cart, input }),
    complete: ({ open }) => ask(documents.complete, { open }),
  },
} as const satisfies Readonly<Record<string, Spelling>>;

export type WayName = keyof typeof ways;
export const wayNames = Object.keys(ways) as WayName[];

/** Who is measured: the floor, or the service requested in one way. */
export type RivalName = 'floor' | WayName;

export type ServerName = 'floor' | 'service';
export const serverOf = (rival: RivalName): ServerName => (rival === 'floor' ? 'floor' : 'service');

/** The request of a job to a rival. */
export const requestOf = (rival: RivalName, job: JobName, wish: Wish): BenchRequest =>
  ways[rival === 'floor' ? 'newer' : rival][job](wish);
