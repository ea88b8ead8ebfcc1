import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { forgetOldEntries } from '../../../schema/audit-log/record.ts';
import { noteStartSettings } from '../../../schema/audit-log/start-settings.ts';
import { setUpAdmin } from '../../../schema/index.ts';
import { stockShirt } from '../../support/goods.ts';
import { readPayloads } from '../../support/graphql.ts';
import { openStore } from '../../support/store.ts';
import type { Account, Store } from '../../support/store.ts';
import { openTestDatabase } from '../../support/database.ts';

let database: Database;
let store: Store;
let admin: Account;

const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  store = await openStore({ database });
  admin = await store.account('ada', ['admin']);
}, 300_000);

afterAll(async () => {
  await store.close();
  await database.close();
});

/** The newest entry so far, so that a test sees its own only. */
let before: bigint;
beforeEach(async () => {
  before = (await store.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
});

/** What was logged since the test began: action, subject and changes. */
async function told(): Promise<unknown[]> {
  const entries = await store.db.auditEntry.findMany({
    where: { id: { gt: before } },
    orderBy: { id: 'asc' },
  });
  return entries.map(({ action, subjectType, changes }) => [action, subjectType, changes]);
}

/** Sends GraphQL over HTTP, as clients do. */
async function ask<T>(query: string, variables: object = {}, by = admin): Promise<T> {
  const { body } = await store.newer(by).post('/graphql', { body: { query, variables } });
  const { data, errors } = body as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  const told = readPayloads(data);
  expect(told.errors).toEqual([]);
  return told.data as T;
}

/** The payload of an act, without what was wrong. */
const toldWrong = 'userErrors { code field message allowed lockVersion }';

describe('N76, safety 23: the audit log tells', () => {
  test('who changed a user, a role and a key, by which key and from where, and no secret', async () => {
    const { createUser } = await ask<{ createUser: { id: string } }>(
      'mutation { createUser(input: { email: "eve@shop.test", roles: ["orders_read"] }) { id } }',
    );
    const id = createUser.id;
    await ask(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { name: "Eve", roles: [] }) { user { id } userErrors { code field message allowed lockVersion } } }',
      {
        id,
      },
    );
    const { generateApiKey } = await ask<{
      generateApiKey: { key: string; apiKey: { id: string } };
    }>('mutation ($id: ID!) { generateApiKey(userId: $id, name: "till") { key apiKey { id } } }', {
      id,
    });
    await ask(
      'mutation ($id: ID!) { rotateApiKey(id: $id, overlapSeconds: 60) { key userErrors { code field message allowed lockVersion } } }',
      {
        id: generateApiKey.apiKey.id,
      },
    );
    await ask(
      'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message allowed lockVersion } } }',
      {
        id: generateApiKey.apiKey.id,
      },
    );
    await ask('mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }', { id });
    await ask(
      'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } enableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } }',
      {
        id,
      },
    );
    const { createRole } = await ask<{ createRole: { id: string } }>(
      'mutation { createRole(input: { name: "teller", permissions: ["orders.read"] }) { id } }',
    );
    const role = { id: createRole.id };
    await ask(
      'mutation ($id: ID!) { updateRole(id: $id, input: { permissions: [] }) { role { id } userErrors { code field message allowed lockVersion } } }',
      role,
    );
    await ask(
      'mutation ($id: ID!) { deleteRole(id: $id) { role { id } userErrors { code field message allowed lockVersion } } }',
      role,
    );
    const keyId = generateApiKey.apiKey.id;
    const last = await store.db.apiKey.findFirstOrThrow({
      where: { userId: BigInt(id) },
      orderBy: { id: 'desc' },
    });
    const disabledAt = [null, expect.stringMatching(/Z$/)];
    expect(await told()).toEqual([
      ['users.create', 'User', { email: [null, 'eve@shop.test'], roles: [null, 'orders_read'] }],
      ['users.update', 'User', { name: [null, 'Eve'], roles: ['orders_read', ''] }],
      ['api_keys.create', 'ApiKey', { userId: [null, id], name: [null, 'till'] }],
      [
        'api_keys.rotate',
        'ApiKey',
        {
          userId: [null, id],
          name: [null, 'till'],
          replaced: [null, keyId],
          overlapSeconds: [null, '60'],
        },
      ],
      ['api_keys.revoke', 'ApiKey', { userId: [null, id] }],
      ['api_keys.revoke_all', 'User', { keys: [String(last.id), null] }],
      ['users.disable', 'User', { disabledAt }],
      ['users.enable', 'User', { disabledAt: disabledAt.toReversed() }],
      ['roles.create', 'Role', { name: [null, 'teller'], permissions: [null, 'orders.read'] }],
      ['roles.update', 'Role', { permissions: ['orders.read', ''] }],
      ['roles.delete', 'Role', { name: ['teller', null], permissions: ['', null] }],
    ]);
    const mine = await store.db.apiKey.findFirstOrThrow({ where: { userId: admin.id } });
    const entries = await store.db.auditEntry.findMany({ where: { id: { gt: before } } });
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: 'user', userId: BigInt(admin.id), apiKeyId: mine.id });
      expect(entry.address).toMatch(/127\.0\.0\.1$/);
    }
    expect(JSON.stringify(entries.map(({ changes }) => changes))).not.toContain('osk_');
  });

  test('prices and counts, from and to', async () => {
    const shirt = await stockShirt(store);
    const id = String(shirt.variantId);
    const names = { product: { permalink: shirt.permalink }, id: { id } };
    const update =
      'mutation ($product: ProductBy!, $id: VariantBy!, $input: UpdateVariantInput!) { updateVariant(product: $product, by: $id, input: $input) { variant { id } userErrors { code field message allowed lockVersion } } }';
    await ask(update, { ...names, input: { price: '77.5', costPrice: '12' } });
    await ask(update, { ...names, input: { price: '77.50' } });
    await ask(
      'mutation ($id: ID!) { adjustStock(input: { variantId: $id, quantity: 3 }) { stockItem { id } userErrors { code field message allowed lockVersion } } }',
      { id },
    );
    expect(await told()).toEqual([
      [
        'prices.change',
        'Variant',
        { price: [expect.any(String), '77.5'], costPrice: [null, '12'] },
      ],
      ['stock.change', 'StockItem', { countOnHand: [expect.any(String), expect.any(String)] }],
    ]);
  });

  test('stock locations that are created, renamed and closed', async () => {
    const { createStockLocation } = await ask<{ createStockLocation: { id: string } }>(
      'mutation { createStockLocation(input: { name: "East Quay" }) { stockLocation { id } userErrors { code field message allowed lockVersion } } }',
      {},
    );
    const update =
      'mutation ($id: ID!, $input: UpdateStockLocationInput!) { updateStockLocation(id: $id, input: $input) { stockLocation { id } userErrors { code field message allowed lockVersion } } }';
    const { id } = createStockLocation;
    await ask(update, { id, input: { name: 'West Quay', city: 'Bath' } });
    await ask(update, { id, input: { name: 'West Quay' } });
    await ask(update, { id, input: { active: false } });
    expect(await told()).toEqual([
      ['stock_locations.create', 'StockLocation', { name: [null, 'East Quay'] }],
      [
        'stock_locations.update',
        'StockLocation',
        { name: ['East Quay', 'West Quay'], city: [null, 'Bath'] },
      ],
      ['stock_locations.update', 'StockLocation', { active: ['true', 'false'] }],
    ]);
  });

  test('what the store does to an order, and not what its owner or token does', async () => {
    const shirt = await stockShirt(store);
    const ann = await store.account('ann');
    const { createOrder } = await ask<{ createOrder: { number: string; token: string } }>(
      `mutation ($id: ID!) {
        createOrder(input: { lineItems: [{ variantId: $id, quantity: 1 }] }) { order { number token } userErrors { code field message allowed lockVersion } }
      }`,
      { id: String(shirt.variantId) },
      ann,
    );
    const path = `/api/orders/${createOrder.number}`;
    await store.newer(ann).put(path, { body: { order: { email: 'ann2@shop.test' } } });
    await store.newer(ann).put(`${path}/next`);
    await store.anonymous.put(`${path}?order_token=${createOrder.token}`, {
      body: { order: { special_instructions: 'Ring.' } },
    });
    expect(await told()).toEqual([]);
    await store.newer(admin).put(path, { body: { order: { channel: 'phone' } } });
    await ask(
      `mutation ($ref: OrderBy!) {
        createAdjustment(order: $ref, input: { amount: "-5", label: "Sorry" }) { adjustment { id } userErrors { code field message allowed lockVersion } }
        renewOrderToken(by: $ref) { order { id } userErrors { code field message allowed lockVersion } }
        fireOrderEvent(by: $ref, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } }
      }`,
      { ref: { number: createOrder.number } },
    );
    expect(await told()).toEqual([
      ['orders.override', 'Order', { channel: ['api', 'phone'] }],
      ['orders.override', 'Order', { adjustment: [null, '-5'], label: [null, 'Sorry'] }],
      ['orders.renew_token', 'Order', {}],
      [
        'orders.event',
        'Order',
        { event: [null, 'complete'], state: [expect.any(String), 'complete'] },
      ],
    ]);
  });

  /** An order of this account with one unit, and what it consists of. */
  async function orderOf(by: Account) {
    const { variantId } = await stockShirt(store);
    const { createOrder } = await ask<{ createOrder: { number: string; token: string } }>(
      `mutation ($id: ID!) {
        createOrder(input: { lineItems: [{ variantId: $id, quantity: 1 }] }) { order { number token } ${toldWrong} }
      }`,
      { id: String(variantId) },
      by,
    );
    return createOrder;
  }

  test('events that staff fire on an order of their own', async () => {
    const { number } = await orderOf(admin);
    await store.db.order.update({ where: { number }, data: { userId: BigInt(admin.id) } });
    const { approveOrder } = await ask<{
      approveOrder: { shipments: { id: string; inventoryUnits: { id: string }[] }[] };
    }>(
      `mutation ($ref: OrderBy!) {
        fireOrderEvent(by: $ref, event: COMPLETE) { order { id } ${toldWrong} }
        approveOrder(by: $ref) { order { shipments { id inventoryUnits { id } } } ${toldWrong} }
      }`,
      { ref: { number } },
    );
    const [shipment] = approveOrder.shipments;
    await ask(
      `mutation ($by: ShipmentBy!, $unit: ID!) {
        markShipmentReady(by: $by) { shipment { id } ${toldWrong} }
        shipShipment(by: $by) { shipment { id } ${toldWrong} }
        returnInventoryUnit(id: $unit) { inventoryUnit { id } ${toldWrong} }
      }`,
      { by: { id: shipment?.id }, unit: shipment?.inventoryUnits[0]?.id },
    );
    const entry = (type: string, action: string, event: string, state: unknown[]) => [
      `${action}.event`,
      type,
      { event: [null, event], state },
    ];
    expect(await told()).toEqual([
      entry('Order', 'orders', 'complete', ['cart', 'complete']),
      entry('Order', 'orders', 'approve', ['complete', 'complete']),
      entry('Shipment', 'shipments', 'ready', ['pending', 'ready_to_ship']),
      entry('Shipment', 'shipments', 'ship', ['ready_to_ship', 'shipped']),
      entry('InventoryUnit', 'inventory_units', 'return', ['shipped', 'returned']),
    ]);
  });

  test('that staff emptied an order or a cart, and not that an owner or a token did', async () => {
    const ann = await store.account('ann5');
    const empty = async ({ number }: { number: string }, by: Account) =>
      (await store.newer(by).put(`/api/orders/${number}/empty`)).status;
    const [own, tokens, cart] = [await orderOf(ann), await orderOf(ann), await orderOf(ann)];
    const [done, refused] = [await orderOf(ann), await orderOf(ann)];
    for (const { number } of [tokens, done, refused]) {
      await ask(
        `mutation ($by: OrderBy!) { completeOrder(by: $by) { order { id } ${toldWrong} } }`,
        { by: { number } },
      );
    }
    before = (await store.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
    expect([await empty(own, ann), await empty(refused, ann)]).toEqual([200, 401]);
    const { status } = await store.anonymous.put(
      `/api/orders/${tokens.number}/empty?order_token=${tokens.token}`,
    );
    expect(status).toBe(200);
    expect(await told()).toEqual([]);
    expect(await store.db.order.findUnique({ where: { number: refused.number } })).toMatchObject({
      state: 'complete',
    });
    // the second time there is nothing to empty
    for (const order of [done, done, cart]) expect(await empty(order, admin)).toBe(200);
    const entry = (from: string) => [
      'orders.event',
      'Order',
      { event: [null, 'empty'], state: [from, 'cart'] },
    ];
    expect(await told()).toEqual([entry('complete'), entry('cart')]);
  });

  test('an event that staff fire by the token of the order', async () => {
    const clerk = await store.account('cleo', ['orders_read']);
    const { number, token } = await orderOf(await store.account('ann4'));
    const { status } = await store
      .newer(clerk)
      .put(`/api/orders/${number}/next?order_token=${token}`);
    expect(status).toBe(200);
    expect(await told()).toEqual([
      ['orders.event', 'Order', { event: [null, 'next'], state: ['cart', 'address'] }],
    ]);
  });

  test('no event of an owner or of a token, with a key or without one', async () => {
    const [ann, bob] = [await store.account('ann3'), await store.account('bob3')];
    const [own, tokens, both] = [await orderOf(ann), await orderOf(ann), await orderOf(ann)];
    const inserts = () => statements.filter((sql) => sql.includes('INTO audit_entries')).length;
    const counted = inserts();
    const path = ({ number }: typeof own) => `/api/orders/${number}/next`;
    const answers = [
      await store.newer(ann).put(path(own)),
      await store.anonymous.put(`${path(tokens)}?order_token=${tokens.token}`),
      await store.newer(bob).put(`${path(both)}?order_token=${both.token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await told()).toEqual([]);
    expect(inserts()).toBe(counted);
  });

  test('payments that staff record, change, fail, capture and credit, with the amounts', async () => {
    const { number } = await orderOf(admin);
    const create = async (amount?: string): Promise<string> => {
      const { createPayment } = await ask<{ createPayment: { id: string } }>(
        `mutation ($order: OrderBy!, $amount: Money) {
          createPayment(order: $order, input: { paymentMethod: { name: "Check" }, amount: $amount }) { payment { id } ${toldWrong} }
        }`,
        { order: { number }, ...(amount !== undefined && { amount }) },
      );
      return createPayment.id;
    };
    await ask(
      `mutation ($ref: OrderBy!) { fireOrderEvent(by: $ref, event: COMPLETE) { order { id } ${toldWrong} } }`,
      { ref: { number } },
    );
    before = (await store.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
    await create();
    expect(await told()).toEqual([]);
    const [one, two] = [await create('9'), await create('8')];
    const put = (payment: object) =>
      store.newer(admin).put(`/api/orders/${number}/payments/${one}`, { body: { payment } });
    for (const payment of [{ amount: '7.50' }, { amount: '7.5' }, { state: 'failed' }]) {
      expect((await put(payment)).status).toBe(200);
    }
    await ask(
      `mutation ($id: ID!) {
        capturePayment(id: $id, amount: "6") { payment { id } ${toldWrong} }
        creditPayment(id: $id, amount: "2.5") { payment { id } ${toldWrong} }
      }`,
      { id: two },
    );
    expect(await told()).toEqual([
      ['payments.create', 'Payment', { amount: [expect.any(String), '9'] }],
      ['payments.create', 'Payment', { amount: [expect.any(String), '8'] }],
      ['payments.update', 'Payment', { amount: ['9', '7.5'] }],
      ['payments.event', 'Payment', { event: [null, 'fail'], state: ['checkout', 'failed'] }],
      [
        'payments.event',
        'Payment',
        { event: [null, 'capture'], state: ['checkout', 'completed'], amount: ['8', '6'] },
      ],
      [
        'payments.event',
        'Payment',
        { event: [null, 'credit'], state: ['completed', 'completed'], amount: [null, '2.5'] },
      ],
    ]);
    const { subjectId } = await store.db.auditEntry.findFirstOrThrow({
      where: { id: { gt: before } },
      orderBy: { id: 'asc' },
    });
    expect(subjectId).toBe(BigInt(one));
  });

  test('the cost of a shipment that staff set', async () => {
    const { number } = await orderOf(admin);
    const { fireOrderEvent } = await ask<{ fireOrderEvent: { shipments: { id: string }[] } }>(
      `mutation ($ref: OrderBy!) { fireOrderEvent(by: $ref, event: COMPLETE) { order { shipments { id } } ${toldWrong} } }`,
      { ref: { number } },
    );
    before = (await store.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
    const by = { id: fireOrderEvent.shipments[0]?.id };
    for (const cost of ['3.5', '3.50']) {
      await ask(
        `mutation ($by: ShipmentBy!, $cost: Money) { updateShipment(by: $by, input: { cost: $cost }) { shipment { id } ${toldWrong} } }`,
        { by, cost },
      );
    }
    expect(await told()).toEqual([
      ['shipments.update', 'Shipment', { cost: [expect.any(String), '3.5'] }],
    ]);
  });

  test('prices and counts of new variants, and the counts of those that are deleted', async () => {
    const { createProduct } = await ask<{ createProduct: { permalink: string } }>(
      `mutation { createProduct(input: {
        name: "Buoy", price: "12.5", countOnHand: 4,
        variants: [{ sku: "BUOY-L", price: "15", costPrice: "6", options: [{ name: "Size", value: "L" }] }]
      }) { product { permalink } ${toldWrong} } }`,
    );
    const product = { permalink: createProduct.permalink };
    await ask(
      `mutation ($product: ProductBy!) {
        createVariant(product: $product, input: { sku: "BUOY-M", countOnHand: 7, options: [{ name: "Size", value: "M" }] }) { variant { id } ${toldWrong} }
        deleteVariant(by: { sku: "BUOY-M" }) { variant { id } ${toldWrong} }
        deleteVariant2: deleteVariant(by: { sku: "BUOY-L" }) { variant { id } ${toldWrong} }
        deleteProduct(by: $product) { product { id } ${toldWrong} }
      }`,
      { product },
    );
    const price = (...prices: (string | null)[]) => ['prices.change', 'Variant', { price: prices }];
    const count = (...counts: (string | null)[]) => [
      'stock.change',
      'StockItem',
      { countOnHand: counts },
    ];
    expect(await told()).toEqual([
      price(null, '12.5'),
      count(null, '4'),
      ['prices.change', 'Variant', { price: [null, '15'], costPrice: [null, '6'] }],
      price(null, '12.5'),
      count(null, '7'),
      count('7', null),
      count('4', null),
    ]);
  });

  test('the price of a line that staff set in place of the variant’s', async () => {
    const shirt = await stockShirt(store);
    const { createOrder } = await ask<{
      createOrder: { number: string; lineItems: { id: string; price: string }[] };
    }>(
      `mutation ($id: ID!) {
        createOrder(input: { lineItems: [{ variantId: $id, quantity: 1 }] }) { order { number lineItems { id price } } userErrors { code field message allowed lockVersion } }
      }`,
      { id: String(shirt.variantId) },
    );
    const [line] = createOrder.lineItems;
    const path = `/api/orders/${createOrder.number}/line_items/${String(line?.id)}`;
    for (const price of ['1.5', '1.50', '2.5']) {
      await store.newer(admin).put(path, { body: { line_item: { quantity: 1, price } } });
    }
    const name = `lineItems.${String(line?.id)}`;
    expect(await told()).toEqual([
      [
        'orders.override',
        'Order',
        { [`${name}.price`]: [line?.price, '1.5'], [`${name}.priceIsOwn`]: ['false', 'true'] },
      ],
      ['orders.override', 'Order', { [`${name}.price`]: ['1.5', '2.5'] }],
    ]);
  });

  test('the price of a line that staff set at what it costs already, once', async () => {
    const { variantId } = await stockShirt(store);
    const id = String(variantId);
    type Lined = { number: string; lineItems: { id: string; price: string }[] };
    const lined = `order { number lineItems { id price } } ${toldWrong}`;
    const { createOrder: cart } = await ask<{ createOrder: Lined }>(
      `mutation ($id: ID!) { createOrder(input: { lineItems: [{ variantId: $id, quantity: 1 }] }) { ${lined} } }`,
      { id },
    );
    const price = cart.lineItems[0]?.price;
    const lineId = cart.lineItems[0]?.id;
    const set = (input: object) =>
      ask(
        `mutation ($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) { updateLineItem(order: $order, id: $id, input: $input) { lineItem { id } ${toldWrong} } }`,
        { order: { number: cart.number }, id: lineId, input },
      );
    await set({ quantity: 2 });
    expect(await told()).toEqual([]);
    await set({ quantity: 3, price });
    await set({ quantity: 4, price });
    const { createOrder: made } = await ask<{ createOrder: Lined }>(
      `mutation ($id: ID!, $price: Money) { createOrder(input: { lineItems: [{ variantId: $id, quantity: 1, price: $price }] }) { ${lined} } }`,
      { id, price },
    );
    const { addLineItem } = await ask<{ addLineItem: { id: string } }>(
      `mutation ($order: OrderBy!, $id: ID!, $price: Money) { addLineItem(order: $order, input: { variantId: $id, price: $price }, merge: false) { lineItem { id } ${toldWrong} } }`,
      { order: { number: cart.number }, id, price },
    );
    const lines = [lineId, made.lineItems[0]?.id, addLineItem.id];
    expect(await told()).toEqual(
      lines.map((line) => [
        'orders.override',
        'Order',
        { [`lineItems.${String(line)}.priceIsOwn`]: ['false', 'true'] },
      ]),
    );
  });

  test('the prices of a new order, each by its line', async () => {
    const { variantId } = await stockShirt(store);
    const sent = { variant_id: variantId, quantity: 1 };
    const line_items = [{ ...sent, price: '1.5' }, sent, { ...sent, price: '2.5' }];
    const { body } = await store.older(admin).post('/api/orders.json', {
      body: { order: { line_items } },
    });
    const { order } = body as { order: { line_items: { id: number; price: number }[] } };
    const [first, second, third] = order.line_items;
    expect([first?.price, third?.price]).toEqual([1.5, 2.5]);
    const entryOf = (line: typeof first, price: string) => [
      'orders.override',
      'Order',
      {
        [`lineItems.${String(line?.id)}.price`]: [String(second?.price), price],
        [`lineItems.${String(line?.id)}.priceIsOwn`]: ['false', 'true'],
      },
    ];
    expect(await told()).toEqual([entryOf(first, '1.5'), entryOf(third, '2.5')]);
  });

  test('nothing of a write that is refused', async () => {
    const { body } = await store.newer(admin).post('/graphql', {
      body: {
        query: `mutation { disableUser(by: { id: ${String(admin.id)} }) { user { id } userErrors { code field message allowed lockVersion } } }`,
      },
    });
    expect(readPayloads((body as { data: unknown }).data).errors).toMatchObject([
      { code: 'REFUSED' },
    ]);
    expect(await told()).toEqual([]);
  });

  test('in one statement for a write, and none where there is nothing to tell', async () => {
    const inserts = () => statements.filter((sql) => sql.includes('INTO audit_entries')).length;
    const counted = inserts();
    await ask(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { name: "ada" }) { user { id } userErrors { code field message allowed lockVersion } } }',
      admin,
    );
    expect(inserts() - counted).toBe(0);
    await ask(
      'mutation ($id: ID!) { updateUser(by: { id: $id }, input: { name: "Ada" }) { user { id } userErrors { code field message allowed lockVersion } } }',
      admin,
    );
    expect(inserts() - counted).toBe(1);
  });

  test('settings that differ from those of the last start', async () => {
    await noteStartSettings(store.db, { CURRENCY: 'USD', TAX_RATE: '0' });
    await noteStartSettings(store.db, { CURRENCY: 'USD', TAX_RATE: '0' });
    expect(await told()).toEqual([]);
    await noteStartSettings(store.db, { CURRENCY: 'EUR' });
    expect(await told()).toEqual([
      ['settings.change', 'Settings', { CURRENCY: ['USD', 'EUR'], TAX_RATE: ['0', null] }],
    ]);
  });

  test('the key that a start makes or sets', async () => {
    const start = () => setUpAdmin(store.db, 'a-key-of-an-operator-with-40-characters');
    await start();
    expect(await told()).toEqual([
      ['users.create', 'User', { email: [null, 'admin@example.test'] }],
      ['users.update', 'User', { roles: ['', 'admin'] }],
      ['api_keys.create', 'ApiKey', { userId: [null, expect.any(String)] }],
    ]);
    const { id } = await store.db.user.findFirstOrThrow({ where: { isStartAdmin: true } });
    await ask(
      `mutation ($id: ID!) {
        updateUser(by: { id: $id }, input: { roles: ["orders_read"] }) { user { id } ${toldWrong} }
        revokeApiKey(userId: $id) { id }
      }`,
      { id: String(id) },
    );
    before = (await store.db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0n;
    await start();
    expect(await told()).toEqual([
      ['users.update', 'User', { roles: ['orders_read', 'admin, orders_read'] }],
      [
        'api_keys.create',
        'ApiKey',
        { userId: [null, String(id)], revokedAt: [expect.stringMatching(/Z$/), null] },
      ],
    ]);
  });

  test('that a deleted record loses its name in another system to the next', async () => {
    const [old, fresh] = [await stockShirt(store), await stockShirt(store)];
    const name = (id: number) =>
      ask(
        `mutation ($id: ID!) {
          setExternalRefs(rows: [{ record: { variant: { id: $id } }, source: "erp", value: "A1" }]) { results { userErrors { code } } ${toldWrong} }
        }`,
        { id: String(id) },
      );
    await name(old.variantId);
    await store.db.variant.update({
      where: { id: old.variantId },
      data: { deletedAt: new Date() },
    });
    await name(fresh.variantId);
    const entry = (from: string | null, to: string | null) => [
      'external_refs.change',
      'Variant',
      { erp: [from, to] },
    ];
    expect(await told()).toEqual([entry(null, 'A1'), entry('A1', null), entry(null, 'A1')]);
  });

  test('a key that is revoked, once', async () => {
    const eve = await store.account('eve2');
    const { id } = await store.db.apiKey.findFirstOrThrow({ where: { userId: BigInt(eve.id) } });
    await ask(
      `mutation ($user: ID!, $key: ID!) {
        revokeApiKey(userId: $user) { id }
        again: revokeApiKey(userId: $user) { id }
        revokeOneApiKey(id: $key) { apiKey { id } ${toldWrong} }
      }`,
      { user: eve.id, key: String(id) },
    );
    expect(await told()).toEqual([['api_keys.revoke_all', 'User', { keys: [String(id), null] }]]);
  });
});

describe('N76: entries', () => {
  test('are never changed, and deleted only by age', async () => {
    const { id } = await store.db.auditEntry.findFirstOrThrow();
    const change = store.db.auditEntry.update({ where: { id }, data: { address: 'x' } });
    await expect(change).rejects.toThrow();
    await expect(store.db.auditEntry.delete({ where: { id } })).rejects.toThrow();
    for (const what of ['audit_entries', 'users, audit_entries CASCADE']) {
      const all = store.db.$executeRawUnsafe(`TRUNCATE ${what}`);
      await expect(all).rejects.toThrow('Entries of the audit log are never changed.');
    }
    expect(await store.db.auditEntry.count({ where: { id } })).toBe(1);
    const entry = { actor: 'user', action: 'x', subjectType: 'User', changes: {} };
    const day = (days: number) => new Date(Date.now() - days * 86_400_000);
    await store.db.auditEntry.createMany({
      data: [
        { ...entry, createdAt: day(366) },
        { ...entry, createdAt: day(367) },
        { ...entry, createdAt: day(364) },
      ],
    });
    expect(await forgetOldEntries(store.db, 365, 1)).toBe(1);
    expect(await forgetOldEntries(store.db, 365, 500)).toBe(1);
    expect(await store.db.auditEntry.count({ where: { action: 'x' } })).toBe(1);
  });

  test('tell no cost price to who may not see it on a variant', async () => {
    const shirt = await stockShirt(store);
    await ask(
      `mutation ($id: ID!) { updateVariant(by: { id: $id }, input: { price: "77", costPrice: "4.2" }) { variant { id } ${toldWrong} } }`,
      { id: String(shirt.variantId) },
    );
    await store.db.role.create({
      data: { name: 'auditor', permissions: { create: [{ permission: 'audit_log.read' }] } },
    });
    const reader = await store.account('lea', ['auditor']);
    const query =
      '{ auditLog(first: 1, filter: { action: { eq: "prices.change" } }) { nodes { changes { name to } } } }';
    type Log = { auditLog: { nodes: { changes: unknown[] }[] } };
    const namesFor = async (by: Account) =>
      (await ask<Log>(query, {}, by)).auditLog.nodes[0]?.changes;
    const price = { name: 'price', to: '77' };
    expect(await namesFor(admin)).toEqual([price, { name: 'costPrice', to: '4.2' }]);
    expect(await namesFor(reader)).toEqual([price]);
  });

  test('N76: are searched by what they tell, newest first', async () => {
    const { auditLog } = await ask<{ auditLog: { nodes: { id: string; action: string }[] } }>(
      '{ auditLog(filter: { subjectType: { eq: "Role" } }) { nodes { id action } } }',
    );
    expect(auditLog.nodes.map(({ action }) => action)).toEqual([
      'roles.delete',
      'roles.update',
      'roles.create',
    ]);
  });
});
