import type { Goods } from '../support/goods.ts';
import { stockShirt } from '../support/goods.ts';
import { createClient, keyHeader } from '../support/clients.ts';
import type { Account, Store } from '../support/store.ts';

/** A cart with two units of one variant. */
export interface Cart {
  readonly id: number;
  readonly number: string;
  readonly token: string;
  readonly lineId: number;
  readonly goods: Goods;
  readonly owner: Account;
}

/** A completed order of two units in one pending shipment. */
export interface Sale extends Cart {
  readonly shipmentId: number;
  readonly shipmentNumber: string;
  readonly unitIds: readonly [number, number];
}

/** A cart with bill and ship address. */
export interface AddressedCart extends Cart {
  readonly billAddressId: number;
  readonly shipAddressId: number;
}

/** The attributes of a complete address. */
export const maine = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: 'US',
  state_name: 'Maine',
};

/** The store of the examples and its users. */
export interface Scene {
  readonly store: Store;
  readonly admin: Account;
  /** Owner of the carts. */
  readonly ann: Account;
  /** Owner of nothing. */
  readonly bob: Account;
  /** A key that nobody has. */
  readonly unknown: { readonly key: string };
  readonly goods: (wares?: Wares) => Promise<Goods>;
  readonly cart: () => Promise<Cart>;
  /** A cart after these events. */
  readonly ordered: (...events: readonly string[]) => Promise<Cart>;
  /** A completed order after these events of its shipment; of goods that may be out of stock. */
  readonly sold: (events?: readonly string[], wares?: Wares) => Promise<Sale>;
  readonly addressed: () => Promise<AddressedCart>;
  /** A payment by check of a completed order, after these events; it pays for 39.80. */
  readonly paid: (...verbs: readonly string[]) => Promise<Cart & { readonly paymentId: number }>;
}

type Wares = Parameters<typeof stockShirt>[1];

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
  const client = createClient(store.url, keyHeader(ann.key));
  const cart = async (wares?: Wares): Promise<Cart> => {
    const goods = await stockShirt(store, wares);
    const lines = [{ variant_id: goods.variantId, quantity: 2 }];
    const { status, body, text } = await client.post('/api/orders', {
      body: { order: { line_items: lines } },
    });
    if (status !== 201) throw new Error(`The cart was not made: ${text}`);
    const { id, number, token, line_items: made } = body as MadeOrder;
    return { id, number, token, lineId: made[0]?.id ?? 0, goods, owner: ann };
  };
  const fire = (kind: 'Order' | 'Shipment', number: string, event: string) =>
    store.ask(
      `mutation ($by: ${kind}By!, $event: ${kind}Event!) {
        fire${kind}Event(by: $by, event: $event) { userErrors { code field message } }
      }`,
      { by: { number }, event: event.toUpperCase() },
    );
  const ordered = async (events: readonly string[], wares?: Wares): Promise<Cart> => {
    const made = await cart(wares);
    for (const event of events) {
      await fire('Order', made.number, event);
    }
    return made;
  };
  return {
    store,
    admin,
    ann,
    bob,
    unknown: { key: '0'.repeat(64) },
    goods: (wares) => stockShirt(store, wares),
    cart: () => cart(),
    ordered: (...events) => ordered(events),
    sold: async (events = [], wares = {}) => {
      const made = await ordered(['complete'], wares);
      const { id, number } = await store.db.shipment.findFirstOrThrow({
        where: { orderId: BigInt(made.id) },
      });
      const units = await store.db.inventoryUnit.findMany({
        where: { shipmentId: id },
        orderBy: { id: 'asc' },
      });
      const [one = 0, other = 0] = units.map((unit) => Number(unit.id));
      for (const event of events) {
        await fire('Shipment', number, event);
      }
      return { ...made, shipmentId: Number(id), shipmentNumber: number, unitIds: [one, other] };
    },
    addressed: async () => {
      const made = await cart();
      await client.put(`/api/orders/${made.number}`, {
        body: { order: { bill_address: maine, use_billing: true } },
      });
      const { billAddressId, shipAddressId } = await store.db.order.findUniqueOrThrow({
        where: { id: BigInt(made.id) },
      });
      return {
        ...made,
        billAddressId: Number(billAddressId),
        shipAddressId: Number(shipAddressId),
      };
    },
    paid: async (...verbs) => {
      const made = await ordered(['complete']);
      const { createPayment } = (await store.ask(
        `mutation ($order: OrderBy!) {
          createPayment(order: $order, input: { paymentMethod: { name: "Check" } }) { payment { id } userErrors { code field message allowed lockVersion } }
        }`,
        { order: { number: made.number } },
      )) as { createPayment: { id: string } };
      for (const verb of verbs) {
        await store.ask(
          `mutation ($id: ID!, $event: PaymentEvent!) {
            firePaymentEvent(id: $id, event: $event) { payment { id } userErrors { code field message allowed lockVersion } }
          }`,
          { id: createPayment.id, event: verb.toUpperCase() },
        );
      }
      return { ...made, paymentId: Number(createPayment.id) };
    },
  };
}
