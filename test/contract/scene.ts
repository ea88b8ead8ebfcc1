import type { Goods } from '../support/goods.ts';
import { stockShirt } from '../support/goods.ts';
import { createClient, keyHeader } from '../support/clients.ts';
import type { Account, Store } from '../support/store.ts';

/** A cart with two pieces of one variant. */
export interface Cart {
  readonly id: number;
  readonly number: string;
  readonly token: string;
  readonly lineId: number;
  readonly goods: Goods;
  readonly owner: Account;
}

/** The store of the examples and the people who call it. */
export interface Scene {
  readonly store: Store;
  readonly admin: Account;
  /** Owns the carts. */
  readonly ann: Account;
  /** Owns nothing. */
  readonly bob: Account;
  /** A key that nobody has. */
  readonly unknown: { readonly key: string };
  readonly goods: (wares?: Parameters<typeof stockShirt>[1]) => Promise<Goods>;
  readonly cart: () => Promise<Cart>;
  /** A cart after these events. */
  readonly ordered: (...events: readonly string[]) => Promise<Cart>;
}

interface MadeOrder {
  readonly id: number;
  readonly number: string;
  readonly token: string;
  readonly line_items: readonly { readonly id: number }[];
}

export async function setScene(store: Store): Promise<Scene> {
  const admin = await store.account('admin', ['admin']);
  const ann = await store.account('ann');
  const bob = await store.account('bob');
  const cart = async (): Promise<Cart> => {
    const goods = await stockShirt(store);
    const client = createClient(store.url, keyHeader(ann.key));
    const lines = [{ variant_id: goods.variantId, quantity: 2 }];
    const { status, body, text } = await client.post('/api/orders', {
      body: { order: { line_items: lines } },
    });
    if (status !== 201) throw new Error(`The cart was not made: ${text}`);
    const { id, number, token, line_items: made } = body as MadeOrder;
    return { id, number, token, lineId: made[0]?.id ?? 0, goods, owner: ann };
  };
  return {
    store,
    admin,
    ann,
    bob,
    unknown: { key: '0'.repeat(64) },
    goods: (wares) => stockShirt(store, wares),
    cart,
    ordered: async (...events) => {
      const made = await cart();
      for (const event of events) {
        await store.ask(
          'mutation ($ref: String!, $event: String) { fireOrderEvent(ref: $ref, event: $event) { id } }',
          { ref: made.number, event },
        );
      }
      return made;
    },
  };
}
