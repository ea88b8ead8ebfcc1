import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../rest/routes.ts';
import type { Account, Store } from '../support/store.ts';
import { openFullStore } from './full-store.ts';
import type { FullStore } from './full-store.ts';

/** A store in another time zone than UTC, so that a time without its offset would show. */
const timeZone = 'America/New_York';

let store: Store;
let admin: Account;
let paths: FullStore['paths'];

beforeAll(async () => {
  ({ store, admin, paths } = await openFullStore(timeZone));
});

afterAll(() => store.close());

type Rows = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Rows =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The content of the only key of a wrapped record; anything else unchanged. */
function unwrap(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [inner, ...others] = Object.values(value);
  return isRecord(inner) && others.length === 0 ? inner : value;
}

/** The records of a response, however they are wrapped. */
function recordsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body.map(unwrap);
  if (isRecord(body) && 'total_count' in body) return Object.values(body).find(Array.isArray) ?? [];
  return [unwrap(body)];
}

const money = /^-?\d+\.\d{1,2}$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A normalised value: amounts as numbers, times as whole seconds. */
function undo(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (money.test(value)) return Number(value);
  return time.test(value) ? Math.floor(Date.parse(value) / 1000) : value;
}

/** What both formats say about one thing, normalised: pairs of values at the same position. */
interface Comparison {
  readonly older: Record<string, unknown>;
  readonly newer: Record<string, unknown>;
}

function compare(older: unknown, newer: unknown, place: string, into: Comparison): Comparison {
  if (isRecord(older) && isRecord(newer)) {
    for (const key of Object.keys(older)) {
      if (key in newer) compare(older[key], newer[key], `${place}.${key}`, into);
    }
  } else if (Array.isArray(older) && Array.isArray(newer)) {
    into.older[`${place}.length`] = older.length;
    into.newer[`${place}.length`] = newer.length;
    older.forEach((entry, at) => {
      compare(entry, newer[at], `${place}[${String(at)}]`, into);
    });
  } else {
    into.older[place] = undo(older);
    into.newer[place] = undo(newer);
  }
  return into;
}

/** Values with other names in one format: a complete order, and the order of a shipment. */
function translate(values: Record<string, unknown>, numbers: ReadonlyMap<unknown, unknown>): Rows {
  return Object.fromEntries(
    Object.entries(values).map(([place, value]) => {
      if (place.endsWith('.state') && value === 'new') return [place, 'complete'];
      const isNumber = place.endsWith('.order_id') && typeof value === 'string';
      return [place, isNumber ? numbers.get(value) : value];
    }),
  );
}

async function readBoth(path: string): Promise<{ older: unknown; newer: unknown }> {
  const target = `${path}?q[s]=id%20asc&per_page=500`;
  const older = await store.older(admin).get(target);
  const newer = await store.newer(admin).get(target);
  expect([older.status, newer.status]).toEqual([200, 200]);
  return { older: recordsOf(older.body), newer: recordsOf(newer.body) };
}

const gets = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);

describe('every record that can be read', () => {
  test('is read here', () => {
    expect(Object.keys(paths).sort()).toEqual([...gets].sort());
  });

  test.each(gets)('GET %s returns the same in both formats', async (route) => {
    const orders = await store.db.order.findMany({ select: { id: true, number: true } });
    const numbers = new Map(orders.map(({ id, number }) => [number, Number(id)]));
    const { older, newer } = await readBoth(paths[route] ?? '');
    const told = compare(older, newer, 'record', { older: {}, newer: {} });
    expect(Object.keys(told.older).length).toBeGreaterThan(3);
    expect(translate(told.older, numbers)).toEqual(translate(told.newer, numbers));
  });
});

/** The keys that only one of two records has, by the key of the record. */
type Alone = Record<string, { older: string[]; newer: string[] }>;

function collectAlone(older: unknown, newer: unknown, place: string, into: Alone): void {
  if (Array.isArray(older) && Array.isArray(newer)) {
    older.forEach((entry, at) => {
      collectAlone(entry, newer[at], place, into);
    });
    return;
  }
  if (!isRecord(older) || !isRecord(newer)) return;
  const lacking = (one: Rows, other: Rows): string[] =>
    Object.keys(one).filter((key) => !(key in other));
  const alone = { older: lacking(older, newer), newer: lacking(newer, older) };
  if (alone.older.length + alone.newer.length > 0) into[place] = alone;
  for (const key of Object.keys(older)) {
    if (key in newer) collectAlone(older[key], newer[key], key, into);
  }
}

test('what only one format returns is what the contract and the decisions give to it alone', async () => {
  const alone: Alone = {};
  const named = {
    order: '/api/orders/:order',
    shipment: '/api/shipments/:shipment',
    inventory_unit: '/inventory_units/:inventory_unit',
    product: '/api/products/:product',
    address: '/api/orders/:order/addresses/:id',
    payment: '/api/orders/:order/payments/:id',
    country: '/api/countries/:country',
    state: '/api/states/:id',
  };
  for (const [name, route] of Object.entries(named)) {
    const { older, newer } = await readBoth(paths[route] ?? '');
    collectAlone(older, newer, name, alone);
  }
  const variant = {
    older: [],
    newer: ['name', 'display_price', 'track_inventory', 'backorderable', 'position', 'updated_at'],
  };
  const address = { older: [], newer: ['full_name', 'company', 'country', 'state'] };
  const shipment = {
    older: ['created_at', 'address_id', 'address', 'shipping_method_id'],
    newer: [
      ...['stock_location_name', 'shipping_rates', 'manifest'],
      ...['selected_shipping_rate', 'shipping_methods', 'display_cost'],
    ],
  };
  expect(alone).toEqual({
    order: {
      older: ['credit_total'],
      newer: [
        ...['payment_total', 'display_item_total', 'display_total', 'email'],
        ...['special_instructions', 'shipment_state', 'payment_state', 'total_quantity'],
        ...['adjustments', 'payments', 'ship_total', 'tax_total', 'display_adjustment_total'],
        ...['display_ship_total', 'display_tax_total', 'channel', 'currency'],
      ],
    },
    bill_address: address,
    ship_address: address,
    address,
    line_items: {
      older: ['order_id', 'description', 'created_at'],
      newer: ['single_display_amount', 'display_total', 'total', 'display_amount'],
    },
    variant,
    master: variant,
    variants: variant,
    option_values: { older: [], newer: ['option_type_presentation'] },
    shipments: shipment,
    shipment: { ...shipment, older: [...shipment.older, 'inventory_units'] },
    shipping_method: {
      older: ['id', 'created_at', 'updated_at'],
      newer: ['shipping_category_id'],
    },
    product: {
      older: ['tax_category_id'],
      newer: ['display_price', 'has_variants', 'option_types', 'taxon_ids', 'product_properties'],
    },
    payment: { older: [], newer: ['display_amount'] },
    country: { older: [], newer: ['states_required', 'states'] },
  });
});
