import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../rest/routes.ts';
import { vocabulary } from '../../schema/permissions.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { readState } from './database-state.ts';
import { maine, setScene } from './scene.ts';
import type { Scene } from './scene.ts';

const forms = ['older', 'newer'] as const;
const unauthorized = { error: 'You are not authorized to perform that action.' };

let store: Store;
let scene: Scene;
/** What the paths of the routes name. */
let named: Readonly<Record<string, string | number>>;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  const { number, paymentId, goods, lineId } = await scene.paid();
  const { billAddressId, number: addressed } = await scene.addressed();
  const where = { orderId: (await store.db.order.findUniqueOrThrow({ where: { number } })).id };
  const { id: shipment } = await store.db.shipment.findFirstOrThrow({ where });
  const { id: unit } = await store.db.inventoryUnit.findFirstOrThrow({ where });
  const { product } = await store.db.variant.findUniqueOrThrow({
    where: { id: goods.variantId },
    select: { product: true },
  });
  named = {
    order: number,
    shipment: Number(shipment),
    inventory_unit: Number(unit),
    product: product.permalink,
    'line_items/:id': lineId,
    'payments/:id': paymentId,
    'variants/:id': goods.variantId,
    'addresses/:id': billAddressId,
    addressed,
  };
});
afterAll(() => store.close());

/** A user who has these permissions, beside those of every user. */
async function holderOf(name: string, permissions: readonly string[]): Promise<Account> {
  await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { name } }', {
    input: { name, permissions },
  });
  return store.account(name, [name]);
}

const everything = Object.entries(vocabulary).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}.${action}`),
);

/** The permission that each route asks for which writes attributes; those of `orders.create` every user has. */
function permissionOf(method: string, path: string): string {
  const event = /\/(?:event|ready|pend|ship|cancel|resume|return|fill_backorder)$/.test(path);
  const [, resource = ''] = /(orders|shipments|inventory_units)\/:\w+(?:\/\w+)?$/.exec(path) ?? [];
  if (event) return `${resource}.fire`;
  if (path.startsWith('/api/checkouts')) return 'orders.update';
  if (/\/(?:capture|credit)$/.test(path)) return 'payments.update';
  const last = path
    .replace(/\/:\w+$/, '')
    .split('/')
    .at(-1);
  return `${String(last)}.${method === 'POST' ? 'create' : 'update'}`;
}

const writing = routes.flatMap(({ method, path, writes }) =>
  writes
    ? [{ method, path, writes, resource: writes.resource, right: permissionOf(method, path) }]
    : [],
);
const rights = [...new Set(writing.map(({ right }) => right))];

describe('A24: a value of a wrong type is told after a missing permission (A12)', () => {
  const holders = new Map<string, { readonly with: Account; readonly without: Account }>();

  beforeAll(async () => {
    for (const [at, right] of rights.entries()) {
      const others = everything.filter((word) => word !== right);
      holders.set(right, {
        with: await holderOf(`only_${String(at)}`, [right]),
        without: await holderOf(`all_but_${String(at)}`, others),
      });
    }
  });

  const send = async (
    { method, path, resource }: (typeof writing)[number],
    form: 'older' | 'newer',
    account: Account,
  ) => {
    const at = path
      .replace(
        /(line_items|payments|variants|addresses)\/:id/,
        (part, list: string) => `${list}/${String(named[part])}`,
      )
      .replace(/:(\w+)/g, (_, name: string) =>
        String(/addresses|checkouts/.test(path) ? named.addressed : named[name]),
      );
    const call = store[form](account)[method === 'POST' ? 'post' : 'put'];
    return call(at, { body: { [resource]: 'of no type' } });
  };

  test.each(writing)('$method $path asks for $right', async (route) => {
    const { with: one, without: other } = holders.get(route.right) ?? {};
    if (!one || !other) throw new Error('Nobody has the right.');
    const before = await readState(store.db);
    for (const form of forms) {
      if (route.right !== 'orders.create') {
        const refused = await send(route, form, other);
        expect([refused.status, refused.body]).toEqual([401, unauthorized]);
        expect(await readState(store.db)).toEqual(before);
      }
      // events are fired without the attributes: see below, and damaged-orders.test.ts
      if (route.right === 'shipments.fire' || route.writes.ignoresOther) continue;
      const told = await send(route, form, one);
      expect(told.body).toMatchObject({
        error: 'Invalid resource. Please fix errors and try again.',
      });
      expect(await readState(store.db)).toEqual(before);
    }
  });

  test.each(forms)(
    'F34: who may fire an event of a shipment but not update it fires it without the attributes, in the %s format',
    async (form) => {
      const { shipmentId } = await scene.sold();
      const account = holders.get('shipments.fire')?.with;
      if (!account) throw new Error('Nobody has the right.');
      const path = `/api/shipments/${String(shipmentId)}/ready`;
      const body = { shipment: { address: 5, tracking: '1Z9' } };
      expect((await store[form](account).put(path, { body })).status).toBe(200);
      const { state, tracking } = await store.db.shipment.findUniqueOrThrow({
        where: { id: shipmentId },
      });
      expect([state, tracking]).toEqual(['ready_to_ship', null]);
      const before = await readState(store.db);
      const refused = await store[form](account).put(path.replace('ready', 'resume'), { body });
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { error: expect.stringMatching(/^Valid event name but not allowed/) },
      ]);
      expect(await readState(store.db)).toEqual(before);
    },
  );

  test.each(forms)(
    'F15: no event of a shipment is fired if the lock_version is no number, in the %s format',
    async (form) => {
      const { shipmentId, token } = await scene.sold(['ready']);
      const account = holders.get('shipments.fire')?.with;
      if (!account) throw new Error('Nobody has the right.');
      const guest = store.client({ 'x-serviceordertoken': token });
      const clients = form === 'newer' ? [store.newer(account), guest] : [store.older(account)];
      const before = await readState(store.db);
      for (const client of clients) {
        for (const body of [{ lock_version: 'old' }, { shipment: { lock_version: '1 or 2' } }]) {
          const { status, body: told } = await client.put(
            `/api/shipments/${String(shipmentId)}/ship`,
            { body },
          );
          const errors =
            form === 'older'
              ? ['Lock version is not a number']
              : { lock_version: ['is not a number'] };
          const error = 'Invalid resource. Please fix errors and try again.';
          expect([status, told]).toEqual([422, { error, errors }]);
        }
      }
      expect(await readState(store.db)).toEqual(before);
    },
  );

  test.each(forms)(
    'F34: why a shipment cannot be opened again is told to who may only fire its events, in the %s format',
    async (form) => {
      const { number, shipmentId } = await scene.sold(['cancel']);
      const { db } = store;
      const name = `By road, ${form}`;
      const { id: shippingCategoryId } = await db.shippingCategory.create({
        data: { name, isDefault: false },
      });
      const { id: zoneId } = await db.zone.create({ data: { name } });
      const { id: countryId } = await db.country.findUniqueOrThrow({ where: { iso: 'US' } });
      await db.zoneMember.create({ data: { zoneId, countryId } });
      const { id: shippingMethodId } = await db.shippingMethod.create({
        data: { name, zoneId, shippingCategoryId, baseCost: '5', itemCost: '1' },
      });
      await db.shipment.update({ where: { id: shipmentId }, data: { shippingMethodId } });
      const { firstname, lastname, address1, city, zipcode, phone } = maine;
      const { id: shipAddressId } = await db.address.create({
        data: {
          ...{ firstname, lastname, address1, city, zipcode, phone },
          country: { connect: { iso: 'SE' } },
          order: { connect: { number } },
        },
      });
      await db.order.update({ where: { number }, data: { shipAddressId } });
      const account = holders.get('shipments.fire')?.with;
      if (!account) throw new Error('Nobody has the right.');
      const before = await readState(db);
      const { status, body } = await store[form](account).put(
        `/api/shipments/${String(shipmentId)}/resume`,
        { body: { shipment: { address: 5 } } },
      );
      const reason = 'The shipping method of a shipment does not deliver there.';
      const error = 'Valid event name but not allowed for this object, no event is possible now';
      const state = 'cannot transition via "resume"';
      const errors =
        form === 'older' ? [`State ${state}`, reason] : { state: [state], base: [reason] };
      expect([status, body]).toEqual([422, { error, errors }]);
      expect(await readState(db)).toEqual(before);
    },
  );

  test.each(forms)(
    'who may update a shipment is told of the value, and no event is fired, in the %s format',
    async (form) => {
      const { shipmentId } = await scene.sold();
      const before = await readState(store.db);
      for (const verb of ['ready', 'cancel', 'event?e=pend']) {
        const { status, body } = await store[form](scene.admin).put(
          `/api/shipments/${String(shipmentId)}/${verb}`,
          { body: { shipment: { address: 5 } } },
        );
        const errors = form === 'older' ? ['Address is invalid'] : { address: ['is invalid'] };
        const error = 'Invalid resource. Please fix errors and try again.';
        expect([status, body]).toEqual([422, { error, errors }]);
      }
      expect(await readState(store.db)).toEqual(before);
    },
  );

  test('F33: a shipment that is named by a value of a wrong type is told only to who may update it', async () => {
    const { number } = await scene.sold();
    const path = `/api/orders/${number}/shipments`;
    const body = { shipment: { id: { a: 1 }, number: ['x'] } };
    const stranger = await store.newer(scene.bob).put(path, { body });
    expect([stranger.status, stranger.body]).toEqual([401, unauthorized]);
    const told = await store.newer(scene.admin).put(path, { body });
    expect([told.status, told.body]).toMatchObject([
      422,
      { errors: { id: ['is invalid'], number: ['is invalid'] } },
    ]);
  });

  test('A22: a shipment that the order lacks is missing, whatever else is sent', async () => {
    const { number } = await scene.sold();
    const { status } = await store.newer(scene.admin).put(`/api/orders/${number}/shipments`, {
      body: { shipment: { number: 'H0', tracking: ['x'] } },
    });
    expect(status).toBe(404);
  });

  test('T25: a completed order is returned by its checkout, and the body is not read', async () => {
    const { number } = await scene.sold();
    const before = await readState(store.db);
    const { status } = await store.newer(scene.admin).put(`/api/checkouts/${number}`, {
      body: { order: { email: ['x'], lock_version: 0 } },
    });
    expect(status).toBe(200);
    expect(await readState(store.db)).toEqual(before);
  });
});

describe.each(forms)('A24, A28: in the %s format a stale lock_version is a conflict', (form) => {
  const conflict = {
    error: 'The record was changed by someone else. Fetch it again and retry.',
  };

  test('although another value has the wrong type', async () => {
    const { goods, number, shipmentId, unitIds } = await scene.sold();
    const cart = await scene.cart();
    const product = `/api/products/${goods.permalink}`;
    const stale = { lock_version: 999 };
    const writes = [
      [product, { product: { ...stale, variants: 5 } }],
      [
        `${product}/variants/${String(goods.variantId)}`,
        { variant: { ...stale, track_inventory: 'maybe' } },
      ],
      [`/api/orders/${number}`, { order: { ...stale, email: ['x'] } }],
      [`/api/orders/${number}`, { ...stale, order: 5 }],
      [`/api/checkouts/${cart.number}`, { order: { ...stale, email: ['x'] } }],
      [`/api/orders/${number}/shipments`, { shipment: { ...stale, address: 5 } }],
      [`/api/shipments/${String(shipmentId)}`, { shipment: { ...stale, address: 5 } }],
      [`/api/shipments/${String(shipmentId)}/cancel`, { shipment: { ...stale, address: 5 } }],
      [
        `/api/shipments/${String(shipmentId)}/event`,
        { e: 'ready', shipment: { ...stale, address: 5 } },
      ],
      [
        `/inventory_units/${String(unitIds[0])}`,
        { inventory_unit: { ...stale, shipment: 'x', restock: 'maybe' } },
      ],
    ] as const;
    const before = await readState(store.db);
    for (const [path, body] of writes) {
      const reply = await store[form](scene.admin).put(path, { body });
      expect([path, reply.status, reply.body]).toEqual([path, 409, conflict]);
    }
    expect(await readState(store.db)).toEqual(before);
  });

  test('but not for who may not write, and not if it is no number itself', async () => {
    const { number } = await scene.sold();
    const path = `/api/orders/${number}`;
    const before = await readState(store.db);
    const body = { order: { lock_version: 999, email: ['x'] } };
    const stranger = await store[form](scene.bob).put(path, { body });
    expect([stranger.status, stranger.body]).toEqual([401, unauthorized]);
    const order = { lock_version: 'old', email: ['x'] };
    const { status, body: told } = await store[form](scene.admin).put(path, { body: { order } });
    const errors =
      form === 'older'
        ? ['Email is invalid', 'Lock version is not a number']
        : { lock_version: ['is not a number'], email: ['is invalid'] };
    expect([status, told]).toEqual([
      form === 'older' ? 500 : 422,
      { error: 'Invalid resource. Please fix errors and try again.', errors },
    ]);
    expect(await readState(store.db)).toEqual(before);
  });
});
