import { setTimeout as pause } from 'node:timers/promises';
import { basic, createClient, keyHeader } from '../test/support/clients.ts';
import type { Reply } from '../test/support/clients.ts';
import type { Setting } from './scenario.ts';

/** A variant on sale, as the routes name it. */
export interface Ware {
  readonly id: number;
  readonly path: string;
}

/** A cart, and the token by which its buyer calls. */
export interface Cart {
  readonly number: string;
  readonly token: string;
}

/** An order as the races look at it. */
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

/** Where the store is reached, in however many processes, and who may fill its shelves. */
export interface Address {
  readonly urls: readonly string[];
  readonly adminKey: string;
}

/** Everything the races do, over HTTP alone; callers take turns at the processes. */
export type Counter = ReturnType<typeof openCounter>;

let opened = 0;

/** Opens a counter: shelves are filled with the admin's key, buyers call with the token of their cart. */
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
    /** The body of an answer; a refusal that nobody expected is thrown. */
    sure,
    admin,
    buyer,
    read,
    /** Puts so many pieces of a new variant, at 10.00 each, on the shelf. */
    stock: async (count: number, backorderable = false): Promise<Ware> => {
      made += 1;
      const product = await sure<{ id: number }>(
        admin().post('/api/products', {
          body: { product: { name: `${shop}, ${String(made)}`, description: '.', price: '10.00' } },
        }),
      );
      const path = `/api/products/${String(product.id)}/variants`;
      const variant = await sure<{ id: number }>(
        admin().post(path, {
          body: { variant: { price: '10.00', count_on_hand: count, backorderable } },
        }),
      );
      return { id: variant.id, path: `${path}/${String(variant.id)}` };
    },
    countOf: async ({ path }: Ware): Promise<number> =>
      (await sure<{ count_on_hand: number }>(admin().get(path))).count_on_hand,
    cart: async (...wanted: readonly (readonly [Ware, number])[]): Promise<Cart> => {
      const { number, token } = await sure<SeenOrder>(
        admin().post('/api/orders', {
          body: {
            order: {
              line_items: wanted.map(([{ id }, quantity]) => ({ variant_id: id, quantity })),
            },
          },
        }),
      );
      return { number, token };
    },
    /** Fires an event of an order as its buyer, in the newer form or the older. */
    fire: ({ number, token }: Cart, event: string, form: Form = 'newer'): Promise<Reply> => {
      const suffix = form === 'older' ? '.json' : '';
      return buyer().put(`/api/orders/${number}/event${suffix}?e=${event}&order_token=${token}`);
    },
  };
}

/** The counter of a scenario's store. */
export const counterOf = ({ urls, key }: Pick<Setting, 'urls' | 'key'>): Counter =>
  openCounter({ urls, adminKey: key });

/** Asks again while the store has no time, as it tells clients to (A34, A41). */
export async function insist(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask();
    const wait = reply.headers.get('retry-after');
    if (wait === null) return reply;
    await pause(Number(wait) * 1_000);
  }
}

/** Which of the two forms a buyer speaks. */
export type Form = 'older' | 'newer';

/** So many calls at once; each is told its place. */
export const atOnce = <Result>(
  count: number,
  call: (place: number) => Promise<Result>,
): Promise<Result[]> => Promise.all(Array.from({ length: count }, (_, place) => call(place)));

/** How often each status was answered, such as `{200: 20, 422: 180}`. */
export function tally(replies: readonly Pick<Reply, 'status'>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
