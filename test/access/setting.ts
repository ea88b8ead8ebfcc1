import type { Account, Store } from '../support/store.ts';
import { setScene } from '../contract/scene.ts';
import type { Column } from './acts.ts';

/** Credentials that a caller sends. */
export interface Credentials {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credentials in the query string. */
  readonly query?: string;
}

/** A caller, and the columns of the table whose best verdict applies. */
export interface Caller {
  readonly title: string;
  readonly credentials: Credentials;
  readonly columns: readonly Column[];
  /** Other credentials for the same columns: used where a token is accepted. */
  readonly variation?: true;
  /** An invalid key: B in place of K or U. Decision: A3. */
  readonly badKey?: true;
}

/** One record of each type, and all callers. */
export interface Setting {
  readonly records: Readonly<Record<string, string>>;
  readonly callers: readonly Caller[];
}

type People = Readonly<Record<'ann' | 'bob' | 'reader' | 'admin', Account>>;

const tokenHeader = (token: string): Credentials => ({ headers: { 'x-serviceordertoken': token } });

/** Callers without a key, with tokens of every shape, and with valid keys. */
function goodCallers({ ann, bob, reader, admin }: People, token: string, wrong: string): Caller[] {
  const caller = (title: string, credentials: Credentials, ...columns: Column[]): Caller => ({
    title,
    credentials,
    columns,
  });
  const other = (title: string, credentials: Credentials, ...columns: Column[]): Caller => ({
    ...caller(title, credentials, ...columns),
    variation: true,
  });
  return [
    caller('no key', {}, 'none'),
    caller('the token in the header', tokenHeader(token), 'token'),
    other('the token in the query', { query: `order_token=${token}` }, 'token'),
    caller('the token of another order', tokenHeader(wrong), 'wrong'),
    other('a token of none', { query: 'order_token=null' }, 'wrong'),
    other('an empty token', { query: 'order_token=' }, 'none'),
    other('a blank token', { query: 'order_token=%20%09' }, 'none'),
    other('a list as token', { query: `order_token[]=${token}` }, 'none'),
    other('a record as token', { query: `order_token[not]=x` }, 'none'),
    caller('a stranger', { key: bob.key }, 'stranger'),
    other(
      'a stranger with the token',
      { key: bob.key, ...tokenHeader(token) },
      'stranger',
      'token',
    ),
    other('a stranger with a wrong token', { key: bob.key, ...tokenHeader(wrong) }, 'stranger'),
    caller('the owner', { key: ann.key }, 'owner'),
    caller('a reader', { key: reader.key }, 'reader'),
    caller('an admin', { key: admin.key }, 'admin'),
    other('an admin with a wrong token', { key: admin.key, ...tokenHeader(wrong) }, 'admin'),
  ];
}

/** Keys that an admin once had or nobody ever, alone and with tokens. */
async function badCallers(store: Store, token: string, wrong: string): Promise<Caller[]> {
  const revoked = await store.account('revoked', ['admin']);
  const expired = await store.account('expired', ['admin']);
  const now = new Date();
  const ofUser = ({ id }: Account) => ({ where: { userId: BigInt(id) } });
  await store.db.apiKey.updateMany({ ...ofUser(revoked), data: { revokedAt: now } });
  await store.db.apiKey.updateMany({ ...ofUser(expired), data: { expiresAt: now } });
  const keys = {
    unknown: '0'.repeat(64),
    mistyped: `${revoked.key}x`,
    revoked: revoked.key,
    expired: expired.key,
  };
  return Object.entries(keys).flatMap(([word, key]): Caller[] => [
    {
      title: `a key that is ${word}`,
      credentials: { key },
      columns: ['none'],
      badKey: true,
      ...(word !== 'revoked' && { variation: true }),
    },
    ...(word === 'revoked'
      ? [
          {
            title: 'a revoked key and the token',
            credentials: { key, ...tokenHeader(token) },
            columns: ['token'],
            badKey: true,
            variation: true,
          } as const,
          {
            title: 'a revoked key and a wrong token',
            credentials: { key, ...tokenHeader(wrong) },
            columns: ['wrong'],
            badKey: true,
            variation: true,
          } as const,
        ]
      : []),
  ]);
}

/** A shipped order of ann's with all its parts, and the callers of the matrix. */
export async function setSetting(store: Store): Promise<Setting> {
  const scene = await setScene(store);
  const { ann, bob, admin } = scene;
  const reader = await store.account('reader', ['orders_read']);
  const cart = await scene.addressed();
  const other = await scene.cart();
  const order = cart.number;
  await store.ask(
    'mutation ($order: OrderBy!) { fireOrderEvent(by: $order, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } } }',
    { order: { number: order } },
  );
  const made = (await store.ask(
    `mutation ($order: OrderBy!) {
      createPayment(order: $order, input: { paymentMethod: { name: "Check" } }) { payment { id } userErrors { code field message allowed lockVersion } }
    }`,
    { order: { number: order } },
  )) as { createPayment: { id: string } };
  const shipment = await store.db.shipment.findFirstOrThrow({
    where: { orderId: BigInt(cart.id) },
    include: { inventoryUnits: true },
  });
  for (const event of ['READY', 'SHIP']) {
    await store.ask(
      'mutation ($ref: ShipmentBy!, $event: ShipmentEvent!) { fireShipmentEvent(by: $ref, event: $event) { shipment { id } userErrors { code field message allowed lockVersion } } }',
      { ref: { number: shipment.number }, event },
    );
  }
  const role = await store.db.role.findUniqueOrThrow({ where: { name: 'orders_read' } });
  const state = await store.db.state.findFirstOrThrow({ where: { country: { iso: 'US' } } });
  return {
    records: {
      order,
      line: String(cart.lineId),
      shipment: shipment.number,
      shipmentId: String(shipment.id),
      inventory_unit: String(shipment.inventoryUnits[0]?.id),
      payment: made.createPayment.id,
      address: String(cart.billAddressId),
      product: cart.goods.permalink,
      variant: String(cart.goods.variantId),
      country: 'US',
      state: String(state.id),
      user: String(bob.id),
      role: String(role.id),
      nothing: '999999999',
    },
    callers: [
      ...goodCallers({ ann, bob, reader, admin }, cart.token, other.token),
      ...(await badCallers(store, cart.token, other.token)),
    ],
  };
}
