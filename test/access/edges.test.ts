import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import type { GraphQLInputObjectType } from 'graphql';
import { schema } from '../../schema/index.ts';
import type { Viewer } from '../../schema/index.ts';
import type { Sale } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { run, viewerWith } from '../support/graphql.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

/**
 * Safety 26: what each single permission can search by, beyond the record's own attributes: the accepted paths
 * through associations. `*` means every attribute of the associated record.
 */
const heard: Readonly<Record<string, readonly string[]>> = {
  'orders.index': [
    ...['billAddress.*', 'billAddress.country.*', 'billAddress.state.*'],
    ...['shipAddress.*', 'shipAddress.country.*', 'shipAddress.state.*'],
    ...['lineItems.*', 'lineItems.variant.*', 'payments.*', 'externalRefs.*'],
    ...['lineItems.variant.product.id', 'lineItems.variant.product.name'],
    ...['lineItems.variant.product.permalink', 'lineItems.variant.product.description'],
    ...['lineItems.variant.optionValues.*', 'lineItems.variant.optionValues.optionType.*'],
    ...['shipments.*', 'shipments.shippingMethod.*', 'user.*', 'shipments.address.*'],
    ...['shipments.address.country.*', 'shipments.address.state.*'],
  ],
  'shipments.index': [
    ...['order.id', 'order.number', 'shippingMethod.*'],
    ...['address.*', 'address.country.*', 'address.state.*'],
  ],
  'inventory_units.index': [
    ...['order.id', 'order.number', 'shipment.id', 'variant.*'],
    ...['variant.product.id', 'variant.product.name'],
    ...['variant.product.permalink', 'variant.product.description'],
    ...['variant.optionValues.*', 'variant.optionValues.optionType.*'],
  ],
};

/** What is always hidden from these roles. */
const hidden = new Set([
  'costPrice',
  'responseCode',
  'avsResponse',
  'email of user',
  'name of user',
]);

const lists: Readonly<Record<string, string>> = {
  'orders.index': 'orders',
  'shipments.index': 'shipments',
  'inventory_units.index': 'inventoryUnits',
};

let store: Store;
let sale: Sale;
const accounts = new Map<string, Account>();

beforeAll(async () => {
  store = await openStore();
  const scene = await setScene(store);
  sale = await scene.sold();
  for (const permission of Object.keys(heard)) {
    const name = permission.replace('.', '_');
    await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
      input: { name, permissions: [permission] },
    });
    accounts.set(permission, await store.account(name, [name]));
  }
}, 300_000);

afterAll(() => store.close());

const filters: Readonly<Record<string, string>> = {
  orders: 'OrderFilter',
  shipments: 'ShipmentFilter',
  inventoryUnits: 'InventoryUnitFilter',
};

function inputOf(list: string): GraphQLInputObjectType {
  const type = schema.getType(filters[list] ?? '');
  if (!isInputObjectType(type)) throw new Error(`The list ${list} has no filter.`);
  return type;
}

/** Every path through associations to an attribute. */
function pathsIn(type: GraphQLInputObjectType, above: readonly string[] = []): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isInputObjectType(inner) || field.name === 'and' || field.name === 'or') return [];
    const path = [...above, field.name];
    if (inner.name.endsWith('Match')) return pathsIn(inner, path);
    return above.length > 0 ? [path.join('.')] : [];
  });
}

/** A filter with a condition on one attribute. */
const filterOf = (path: string, predicate: object): object =>
  path.split('.').reduceRight<object>((inner, step) => ({ [step]: inner }), predicate);

function isHeard(permission: string, path: string): boolean {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const isHidden = hidden.has(last) || hidden.has(`${last} of ${steps.at(-1) ?? ''}`);
  const rows = heard[permission] ?? [];
  return !isHidden && (rows.includes(path) || rows.includes([...steps, '*'].join('.')));
}

const viewerOf = (permission: string): Viewer => viewerWith(null, permission);

async function isRefused(permission: string, filter: object): Promise<boolean> {
  const list = lists[permission] ?? '';
  const name = inputOf(list).name;
  const { errors } = await run(
    store.db,
    viewerOf(permission),
    `query ($filter: ${name}) { ${list}(filter: $filter) { count totalCount } }`,
    { filter },
  );
  const [error] = errors;
  if (error) expect(JSON.stringify(error)).toContain('is not searchable');
  return error !== undefined;
}

const named = Object.keys(heard).map((permission) => ({ permission }));

/** The other filters that lead to other records, and who may read those. */
const led: Readonly<Record<string, string>> = {
  CountryFilter: 'everybody reads states',
  CountryStateFilter: 'everybody reads countries',
  LineItemFilter: 'the list is below an order that the caller reads, with its parts',
  PaymentFilter: 'the list is below an order that the caller reads',
  ProductFilter: 'every user reads variants and option types',
  UserFilter: 'names in other systems are parts of a user',
  VariantFilter: 'every user reads products and option values',
};

test('safety 26: every filter that leads to other records has a table here, or leads to what its list shows', () => {
  const leading = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLInputObjectType =>
      isInputObjectType(type) && type.name.endsWith('Filter') && pathsIn(type).length > 0,
  );
  expect(leading.map(({ name }) => name).toSorted()).toEqual(
    [...Object.values(filters), ...Object.keys(led)].toSorted(),
  );
});

describe('safety 26: no filter reaches what the caller may not read', () => {
  test.each(named)('with $permission alone, by every path', async ({ permission }) => {
    const paths = pathsIn(inputOf(lists[permission] ?? ''));
    const found: string[] = [];
    for (const path of paths) {
      if (!(await isRefused(permission, filterOf(path, {})))) found.push(path);
    }
    expect(found.toSorted()).toEqual(paths.filter((path) => isHeard(permission, path)).toSorted());
  });

  test.each([
    ['orders.index', 'inventoryUnits.state'],
    ['shipments.index', 'order.email'],
    ['inventory_units.index', 'shipment.state'],
  ])('with %s alone, %s is not there inside groups either', async (permission, path) => {
    const filter = filterOf(path, { cont: 'x' });
    for (const group of [{ or: [filter] }, { and: [{ or: [{ id: { gt: '0' } }, filter] }] }]) {
      expect(await isRefused(permission, group)).toBe(true);
    }
  });

  test.each([
    ['shipments.index', 'shipments', 'ORDER_EMAIL', true],
    ['shipments.index', 'shipments', 'ORDER_COMPLETED_AT', true],
    ['shipments.index', 'shipments', 'ORDER_NUMBER', false],
    ['shipments.index', 'shipments', 'ORDER_USER_EMAIL', true],
    ['shipments.index', 'shipments', 'ADDRESS_CITY', false],
    ['inventory_units.index', 'inventoryUnits', 'SHIPMENT_STATE', true],
    ['inventory_units.index', 'inventoryUnits', 'VARIANT_PRODUCT_NAME', false],
    ['inventory_units.index', 'inventoryUnits', 'VARIANT_PRODUCT_AVAILABLE_ON', true],
    ['inventory_units.index', 'inventoryUnits', 'VARIANT_COST_PRICE', true],
    ['orders.index', 'orders', 'USER_EMAIL', true],
    ['orders.index', 'orders', 'BILL_ADDRESS_LASTNAME', false],
  ])('with %s alone, %s sorted by %s', async (permission, list, field, refused) => {
    const query = `{ ${list}(sort: [{ field: ${field} }]) { count } }`;
    const { errors } = await run(store.db, viewerOf(permission), query, {});
    expect(JSON.stringify(errors).includes('is not sortable')).toBe(refused);
  });

  test('a caller who may read orders as well can search by them', async () => {
    const both = viewerWith(null, 'shipments.index', 'orders.read');
    const query = '{ shipments(filter: { order: { email: { start: "ann" } } }) { totalCount } }';
    expect(await run(store.db, both, query, {})).toEqual({
      data: { shipments: { totalCount: 1 } },
      errors: [],
    });
  });
});

describe('safety 26: over REST it is as if it did not exist', () => {
  const client = (permission: string, form: 'older' | 'newer') =>
    store[form](accounts.get(permission) ?? { id: 0, email: '', key: '' });

  test.each(['a', 'zzz'])('a guess of %s changes nothing', async (guess) => {
    const newer = client('shipments.index', 'newer');
    const all = (await newer.get('/api/shipments')).body;
    const told = await newer.get(
      `/api/shipments?q[order_email_start]=${guess}&q[order_total_gt]=1&q[s]=order_email%20desc&q[tracking_null]=true`,
    );
    expect([told.status, told.body]).toEqual([200, all]);
    expect(told.headers.get('x-search-ignored')).toBe(
      'q[order_email_start], q[order_total_gt], q[s]=order_email',
    );
    const older = client('shipments.index', 'older');
    const refused = await older.get(`/api/shipments.json?search[order_email_start]=${guess}`);
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { errors: ['search[order_email_start] is not searchable'] },
    ]);
  });

  test('every sort key that is hidden is named, and the others sort', async () => {
    const newer = client('shipments.index', 'newer');
    const sent = 'order_total,order_user_name desc,address_city,id';
    const told = await newer.get(`/api/shipments?q[s]=${encodeURIComponent(sent)}`);
    expect([told.status, told.headers.get('x-search-ignored')]).toEqual([
      200,
      'q[s]=order_total, q[s]=order_user_name',
    ]);
  });

  test.each([
    ['shipments.index', 'shipments', 'order_user_email_start'],
    ['orders.index', 'orders', 'inventory_units_variant_sku_eq'],
  ])('with %s alone, %s are not searched by %s', async (permission, list, condition) => {
    const newer = client(permission, 'newer');
    const all = (await newer.get(`/api/${list}`)).body;
    const told = await newer.get(`/api/${list}?q[${condition}]=a`);
    expect([told.status, told.body]).toEqual([200, all]);
    expect(told.headers.get('x-search-ignored')).toBe(`q[${condition}]`);
    const older = await client(permission, 'older').get(`/api/${list}.json?search[${condition}]=a`);
    expect([older.status, older.body]).toMatchObject([
      422,
      { errors: [`search[${condition}] is not searchable`] },
    ]);
  });

  test('an attribute of the record itself can be searched beside a hidden one of the same name', async () => {
    const told = await client('orders.index', 'newer').get(
      '/api/orders?q[user_email_start]=a&q[email_start]=zzz',
    );
    expect(told.headers.get('x-search-ignored')).toBe('q[user_email_start]');
    expect(told.body).toMatchObject({ orders: [] });
  });

  test('a shipment does not show its units to callers who may not list them', async () => {
    const [{ shipment }] = (await client('shipments.index', 'older').get('/api/shipments.json'))
      .body as [{ shipment: Record<string, unknown> }];
    expect(shipment).toMatchObject({ number: sale.shipmentNumber, inventory_units: null });
    const { body } = await client('orders.index', 'newer').get('/api/orders');
    expect(body).toMatchObject({
      orders: [{ line_items: [{}], shipments: [{ manifest: [{}] }], payments: [] }],
    });
  });
});

test('safety 24: the cost price is returned over REST as in the contract, and not in GraphQL', async () => {
  const query = '{ variants(filter: { costPrice: { gt: "1" } }) { count } }';
  const customer = viewerWith(null);
  const { errors } = await run(store.db, customer, query, {});
  expect(JSON.stringify(errors)).toContain('filter.costPrice');
  for (const right of ['variants.show_cost', 'variants.update']) {
    expect((await run(store.db, viewerWith(null, right), query, {})).errors).toEqual([]);
  }
  await store.db.variant.updateMany({ data: { costPrice: '7.31' } });
  const path = `/api/variants/${String(sale.goods.variantId)}`;
  const told = await store.newer(accounts.get('orders.index') ?? sale.owner).get(path);
  expect(told.body).toMatchObject({ cost_price: '7.31' });
});
