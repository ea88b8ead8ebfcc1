import { setTimeout as pause } from 'node:timers/promises';
import { basic, createClient, keyHeader } from '../test/support/clients.ts';
import type { Reply } from '../test/support/clients.ts';
import type { Setting } from './scenario.ts';
import { askAgain } from './traffic.ts';

/** A variant on sale, as the routes name it. */
export interface Ware {
  readonly id: number;
  readonly path: string;
}

/** A cart, and the token with which its buyer sends requests. */
export interface Cart {
  readonly number: string;
  readonly token: string;
}

/** An order, as far as the races need it. */
interface SeenOrder {
  readonly id: number;
  readonly number: string;
  readonly token: string;
  readonly state: string;
  readonly total_quantity: number;
  readonly item_total: string;
  readonly line_items: readonly { readonly id: number; readonly quantity: number }[];
  readonly shipments: readonly { readonly number: string; readonly state: string }[];
}

/** The store's URLs, one for each process, and the key that may add stock. */
export interface Address {
  readonly urls: readonly string[];
  readonly adminKey: string;
}

/** Everything that the races do, over HTTP; callers take turns at the processes. */
export type Counter = ReturnType<typeof openCounter>;

let opened = 0;

/** Creates a counter: stock is added with the admin's key, buyers send the token of their cart. */
export function openCounter({ urls, adminKey }: Address) {
  opened += 1;
  const shop = `Race ${String(opened)} ${String(Date.now())}`;
  let turn = 0;
  let made = 0;
  const nextUrl = (): string => {
    turn += 1;
    return urls[turn % urls.length] ?? '';
  };
  const admin = (form: Form = 'newer') =>
    createClient(nextUrl(), form === 'older' ? basic(adminKey) : keyHeader(adminKey));
  const buyer = () => createClient(nextUrl(), {});

  async function sure<Body>(asked: Promise<Reply>): Promise<Body> {
    const { status, body, text } = await asked;
    if (status >= 300) throw new Error(`The store answered ${String(status)}: ${text}`);
    return body as Body;
  }

  const read = (number: string): Promise<SeenOrder> =>
    sure<SeenOrder>(admin().get(`/api/orders/${number}`));

  return {
    /** The body of a response; throws if it is an unexpected refusal. */
    sure,
    admin,
    buyer,
    read,
    /** Creates a variant with so many units in stock, at 10.00 each. */
    stock: async (count: number, backorderable = false): Promise<Ware> => {
      made += 1;
      const product = await sure<{ id: number }>(
        askAgain(() =>
          admin().post('/api/products', {
            body: {
              product: { name: `${shop}, ${String(made)}`, description: '.', price: '10.00' },
            },
          }),
        ),
      );
      const path = `/api/products/${String(product.id)}/variants`;
      const variant = await sure<{ id: number }>(
        askAgain(() =>
          admin().post(path, {
            body: { variant: { price: '10.00', count_on_hand: count, backorderable } },
          }),
        ),
      );
      return { id: variant.id, path: `${path}/${String(variant.id)}` };
    },
    countOf: async ({ path }: Ware): Promise<number> =>
      (await sure<{ count_on_hand: number }>(admin().get(path))).count_on_hand,
    cart: async (...wanted: readonly (readonly [Ware, number])[]): Promise<Cart> => {
      const { number, token } = await sure<SeenOrder>(
        askAgain(() =>
          admin().post('/api/orders', {
            body: {
              order: {
                line_items: wanted.map(([{ id }, quantity]) => ({ variant_id: id, quantity })),
              },
            },
          }),
        ),
      );
      return { number, token };
    },
    /** Fires an event of an order as its buyer, in the newer or the older format. */
    fire: ({ number, token }: Cart, event: string, form: Form = 'newer'): Promise<Reply> => {
      const suffix = form === 'older' ? '.json' : '';
      return buyer().put(`/api/orders/${number}/event${suffix}?e=${event}&order_token=${token}`);
    },
  };
}

/** The counter of a scenario's store. */
export const counterOf = ({ urls, key }: Pick<Setting, 'urls' | 'key'>): Counter =>
  openCounter({ urls, adminKey: key });

/** Retries while the store is overloaded, as it tells clients to (A34, A41). */
export async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    const wait = reply.headers.get('retry-after');
    if (wait === null) return reply;
    await pause(Number(wait) * 1_000);
  }
}

/** The format of a buyer's requests. */
export type Form = 'older' | 'newer';

/** So many concurrent calls; each gets its index. */
export const atOnce = <Result>(
  count: number,
  call: (place: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: count }, (_, place) => call(place)));

/** How often each status was returned, such as `{200: 20, 422: 180}`. */
export function tally(replies: readonly Pick<Reply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
