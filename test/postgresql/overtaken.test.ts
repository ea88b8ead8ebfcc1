import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { patiently } from '../support/waiting.ts';
import {
  accepted,
  invalid,
  makeProduct,
  makeVariant as addVariant,
  mutate,
} from '../support/catalogue.ts';
import { openTestDatabase } from '../support/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  makeLocation,
  putStock,
} from '../support/dispatch.ts';
import { updateLocation } from '../../schema/stock/location-actions.ts';
import { inWrite } from '../../schema/write.ts';
import { adminViewer, nobody, run, settings } from '../support/graphql.ts';
import { overtake, whenHeldUp, whenWaiting } from '../support/lock-waits.ts';
import { deskOf, statesOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import { openStore } from '../support/store.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

describe('P6: a holder whose token is renewed while he waits for the order', () => {
  async function completed() {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 1 });
    const { number } = await desk.cartOf([variantId, 1]);
    const order = await desk.fire(number, 'complete');
    const shipment = order.shipments[0];
    const unit = shipment?.inventoryUnits[0];
    if (!shipment || !unit) throw new Error('A completed order has a shipment with its unit.');
    const holder = dispatchOf(database, { ...nobody, orderToken: order.token });
    return { order, shipment, unit, holder };
  }

  const renewing = (orderId: string) => (session: Session) =>
    session.query(`UPDATE orders SET token = 'renewed' || id WHERE id = $1`, [orderId]);

  const denied = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

  const acts: readonly (readonly [
    what: string,
    fire: (
      holder: Dispatch,
      ids: { shipment: string; unit: string },
    ) => ReturnType<Dispatch['ask']>,
  ])[] = [
    [
      'a shipment',
      (holder, { shipment }) => holder.ask('fireShipmentEvent', { ref: shipment, event: 'ready' }),
    ],
    [
      'an inventory unit',
      (holder, { unit }) => holder.ask('fireInventoryUnitEvent', { id: unit, event: 'ship' }),
    ],
  ];

  test.each(acts)('fires nothing on %s', async (_what, fire) => {
    const { order, shipment, unit, holder } = await completed();
    const ids = { shipment: shipment.id, unit: unit.id };
    const { errors } = await overtake(database, renewing(order.id), () => fire(holder, ids));
    expect(errors).toEqual(denied);
    const desk = deskOf(database.client, adminViewer);
    const { shipments, lockVersion } = await desk.read(order.number);
    expect({ shipments, lockVersion }).toEqual({
      shipments: order.shipments,
      lockVersion: order.lockVersion,
    });
  });
});

describe('A picture whose variant changes while its product is waited for', () => {
  const file = {
    attachmentFileName: 'shirt.png',
    attachmentContentType: 'image/png',
    attachmentWidth: 600,
    attachmentHeight: 800,
  };

  const picturesOf = (variantId: string): Promise<number> =>
    database.client.image.count({ where: { variantId: BigInt(variantId) } });

  const locking = (session: Session, productId: string) =>
    session.query('SELECT id FROM products WHERE id = $1 FOR NO KEY UPDATE', [productId]);

  test('is not recorded for a variant that is deleted (C5)', async () => {
    const product = await makeProduct(database);
    const { id: variantId } = await addVariant(database, product);
    const deleting = async (session: Session): Promise<void> => {
      await locking(session, product.id);
      await session.query('UPDATE variants SET deleted_at = now() WHERE id = $1', [variantId]);
    };
    const { errors } = await overtake(database, deleting, () =>
      mutate(database, 'createImage', { input: { variantId, ...file } }),
    );
    expect(errors).toEqual(invalid({ variantId: ['is invalid'] }));
    expect(await picturesOf(variantId)).toBe(0);
  });

  test('is not moved to a variant of another product that is full by then (P75)', async () => {
    const [from, to] = [await makeProduct(database), await makeProduct(database)];
    const input = { variantId: from.master.id, ...file };
    const { id } = await accepted(database, 'createImage', { input });
    const filling = async (session: Session): Promise<void> => {
      await locking(session, to.id);
      await session.query(
        `INSERT INTO images (variant_id, attachment_file_name, attachment_content_type,
           attachment_width, attachment_height, position, created_at, updated_at)
         SELECT $1, 'shirt.png', 'image/png', 600, 800, place, now(), now()
         FROM generate_series(1, 20) place`,
        [to.master.id],
      );
    };
    const { errors } = await overtake(database, filling, () =>
      mutate(database, 'updateImage', { id, input: { variantId: to.master.id } }),
    );
    expect(errors).toEqual(invalid({ images: ['is too long (maximum is 20 entries)'] }));
    expect(await picturesOf(to.master.id)).toBe(20);
    expect(await picturesOf(from.master.id)).toBe(1);
  });

  test('is not moved to a variant of another product that is deleted by then (C5)', async () => {
    const [from, to] = [await makeProduct(database), await makeProduct(database)];
    const { id: variantId } = await addVariant(database, to);
    const input = { variantId: from.master.id, ...file };
    const { id } = await accepted(database, 'createImage', { input });
    const deleting = async (session: Session): Promise<void> => {
      await locking(session, to.id);
      await session.query('UPDATE variants SET deleted_at = now() WHERE id = $1', [variantId]);
    };
    const { errors } = await overtake(database, deleting, () =>
      mutate(database, 'updateImage', { id, input: { variantId } }),
    );
    expect(errors).toEqual(invalid({ variantId: ['is invalid'] }));
    expect(await picturesOf(from.master.id)).toBe(1);
  });

  test('is not written before the product is locked that it was moved to (T53)', async () => {
    const [from, to] = [await makeProduct(database), await makeProduct(database)];
    const input = { variantId: from.master.id, ...file };
    const { id } = await accepted(database, 'createImage', { input });
    const moving = async (session: Session): Promise<void> => {
      await locking(session, from.id);
      await session.query('UPDATE images SET variant_id = $1 WHERE id = $2', [to.master.id, id]);
    };
    const { errors } = await database.session(async (holder) => {
      await holder.script('BEGIN');
      await locking(holder, to.id);
      const written = overtake(database, moving, () =>
        mutate(database, 'updateImage', { id, input: { alt: 'Front' } }),
      );
      await whenHeldUp(database, holder);
      await holder.query('SELECT FROM images WHERE id = $1 FOR UPDATE NOWAIT', [id]);
      await holder.script('COMMIT');
      return written;
    });
    expect(errors).toEqual([]);
    expect(await picturesOf(to.master.id)).toBe(1);
  });
});

describe('A variant that is deleted while a change of its stock waits (C5)', () => {
  test('is not known to it', async () => {
    const variantId = String(await makeVariant(database.client, { count: 4 }));
    const deleting = async (session: Session): Promise<void> => {
      await session.query('SELECT FROM stock_items WHERE variant_id = $1 FOR NO KEY UPDATE', [
        variantId,
      ]);
      await session.query('UPDATE variants SET deleted_at = now() WHERE id = $1', [variantId]);
    };
    const { errors } = await overtake(database, deleting, () =>
      mutate(database, 'adjustStock', { input: { variantId, quantity: 1 } }),
    );
    expect(errors).toEqual(invalid({ variantId: ['is invalid'] }));
    expect(await countOf(database, BigInt(variantId))).toBe(4);
  });
});

describe('A variant that is tracked no more once an order that waits for its stock completes (T35)', () => {
  test('is sold, and not owed', async () => {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client);
    const { number } = await desk.cartOf([variantId, 1]);
    const switching = async (session: Session): Promise<void> => {
      await session.query('SELECT FROM stock_items WHERE variant_id = $1 FOR NO KEY UPDATE', [
        variantId,
      ]);
      await session.query('UPDATE variants SET track_inventory = false WHERE id = $1', [variantId]);
    };
    const order = await overtake(database, switching, () => desk.fire(number, 'complete'));
    expect(statesOf(order).units).toEqual(['sold']);
    expect(await countOf(database, variantId)).toBe(0);
  });
});

describe('A variant that is deleted while an order that sells it waits for its stock (T13)', () => {
  const deleting = (variantId: bigint) => async (session: Session) => {
    await session.query('SELECT FROM stock_items WHERE variant_id = $1 FOR NO KEY UPDATE', [
      variantId,
    ]);
    await session.query('UPDATE variants SET deleted_at = now() WHERE id = $1', [variantId]);
  };
  const unavailable = {
    fields: { quantity: [expect.stringMatching(/^Selected quantity of ".*" is not available\.$/)] },
  };

  test('is not sold by completing the order', async () => {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { count: 1 });
    const { number } = await desk.cartOf([variantId, 1]);
    const refused = await overtake(database, deleting(variantId), () =>
      desk.try.fire(number, 'complete'),
    );
    expect(refused.errors).toMatchObject([{ code: 'EVENT_REFUSED', ...unavailable }]);
    expect(await countOf(database, variantId)).toBe(1);
  });

  test('is not added to an open order', async () => {
    const desk = deskOf(database.client, adminViewer);
    const [sold, variantId] = [
      await makeVariant(database.client, { count: 1 }),
      await makeVariant(database.client, { count: 1 }),
    ];
    const { number } = await desk.cartOf([sold, 1]);
    await desk.fire(number, 'complete');
    const refused = await overtake(database, deleting(variantId), () =>
      desk.try.update(number, { lineItems: [{ variantId: String(variantId), quantity: 1 }] }),
    );
    expect(refused.errors).toMatchObject([{ code: 'INVALID', ...unavailable }]);
    expect(await countOf(database, variantId)).toBe(1);
  });
});

describe('A stock item that is made while a write of its variant waits for its stock (T53)', () => {
  const adding = (variantId: string, annex: bigint) => async (session: Session) => {
    await session.query('SELECT FROM stock_items WHERE variant_id = $1 FOR NO KEY UPDATE', [
      variantId,
    ]);
    await session.query(
      `WITH made AS (
         INSERT INTO stock_items (variant_id, stock_location_id, count_on_hand)
         VALUES ($1, $2, 3) RETURNING id)
       INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after)
       SELECT id, 'set', 3, 3 FROM made`,
      [variantId, annex],
    );
    await session.query(
      'UPDATE stock_items SET count_elsewhere = 3 WHERE variant_id = $1 AND stock_location_id <> $2',
      [variantId, annex],
    );
  };

  test('gets the flag and is in the sum that are written', async () => {
    const annex = await makeLocation(database);
    const product = await makeProduct(database);
    const { id } = await addVariant(database, product);
    const input = { backorderable: false, countOnHand: 7 };
    const { data, errors } = await overtake(database, adding(id, annex), () =>
      mutate(database, 'updateVariant', { product: product.permalink, id, input }),
    );
    expect([data, errors]).toMatchObject([
      { answer: { backorderable: false, countOnHand: 7 } },
      [],
    ]);
  });
});

describe('A location that is closed while a write waits that sends it back as active', () => {
  test('is made active under the locks of orders and stock, with its stock in the sums', async () => {
    const annex = await makeLocation(database);
    const variantId = await makeVariant(database.client, { count: 1 });
    await putStock(database, variantId, annex, 4);
    const document = `mutation ($id: ID!) { updateStockLocation(id: $id, input: { active: true }) {
      stockLocation { active } userErrors { message } } }`;
    const { data } = await overtake(
      database,
      async (session) => {
        await session.query('UPDATE stock_locations SET active = false WHERE id = $1', [annex]);
        await session.query(
          'UPDATE stock_items SET count_elsewhere = 0 WHERE variant_id = $1 AND count_elsewhere = 4',
          [variantId],
        );
      },
      () => run(database.client, adminViewer, document, { id: String(annex) }),
    );
    expect(data).toMatchObject({ updateStockLocation: { active: true } });
    expect(await deskOf(database.client, adminViewer).stockOf(variantId)).toMatchObject({
      countOnHand: 5,
    });
  });
});

describe('A location that is closed while a write with If-Match waits (C43, T53)', () => {
  test('gets no units by it', async () => {
    const store = await openStore({ database });
    const client = store.newer(await store.account('sender', ['admin']));
    const annex = await makeLocation(database);
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { trackInventory: false });
    const order = await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
    const path = `/api/shipments/${String(order.shipments[0]?.number)}`;
    const { headers } = await client.get(path);
    const closing = async (session: Session): Promise<void> => {
      await session.script('LOCK TABLE orders, stock_items IN EXCLUSIVE MODE');
      await session.query('UPDATE stock_locations SET active = false WHERE id = $1', [annex]);
    };
    const { status, body } = await overtake(database, closing, () =>
      client.put(path, {
        body: { shipment: { stock_location_id: Number(annex) } },
        headers: { 'if-match': headers.get('etag') ?? '' },
      }),
    );
    expect([status, body]).toMatchObject([422, { errors: { stock_location_id: ['is invalid'] } }]);
    await store.close();
  });
});

describe('A location that is closed while orders are written (C43, T53)', () => {
  const document = `mutation ($id: ID!) { updateStockLocation(id: $id, input: { active: false }) {
    stockLocation { active } userErrors { code field message allowed lockVersion } } }`;

  const close = (id: bigint) => run(database.client, adminViewer, document, { id: String(id) });

  const isActive = async (id: bigint): Promise<boolean> =>
    (await database.client.stockLocation.findUniqueOrThrow({ where: { id } })).active;

  const refused = [
    {
      code: 'REFUSED',
      fields: { active: ['Units that are sold from the location have not left it.'] },
    },
  ];

  /** A completed order, and the shipment of its unit, which no count tells of. */
  async function sale() {
    const desk = deskOf(database.client, adminViewer);
    const variantId = await makeVariant(database.client, { trackInventory: false });
    const order = await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
    return { orderId: order.id, shipmentId: order.shipments[0]?.id };
  }

  const writing = (session: Session, orderId: string) =>
    session.query('SELECT id FROM orders WHERE id = $1 FOR UPDATE', [orderId]);

  const sendingFrom = (session: Session, annex: bigint, shipmentId: string | undefined) =>
    session.query('UPDATE shipments SET stock_location_id = $1 WHERE id = $2', [annex, shipmentId]);

  /** The tables that writes wait to lock. */
  const waitingFor = async (): Promise<readonly unknown[]> => {
    const rows = await database.query(
      `SELECT relation::regclass::text AS name FROM pg_locks
       WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       ORDER BY name`,
    );
    return rows.map(({ name }) => name);
  };

  test('is refused without waiting for them if units are promised from it', async () => {
    const annex = await makeLocation(database);
    const { orderId, shipmentId } = await sale();
    await database.session((session) => sendingFrom(session, annex, shipmentId));
    const { errors } = await database.session(async (session) => {
      await session.script('BEGIN');
      await writing(session, orderId);
      const answer = await close(annex);
      await session.script('ROLLBACK');
      return answer;
    });
    expect(errors).toEqual(refused);
    expect(await isActive(annex)).toBe(true);
  });

  test('is refused if units are promised from it when they have ended', async () => {
    const annex = await makeLocation(database);
    const { orderId, shipmentId } = await sale();
    const promising = async (session: Session): Promise<void> => {
      await writing(session, orderId);
      await sendingFrom(session, annex, shipmentId);
    };
    expect((await overtake(database, promising, () => close(annex))).errors).toEqual(refused);
    expect(await isActive(annex)).toBe(true);
  });

  test('waits for them alone: another one waits for its turn', async () => {
    const [annex, other] = [await makeLocation(database), await makeLocation(database)];
    const { orderId } = await sale();
    const answers = await database.session(async (session) => {
      await session.script('BEGIN');
      await writing(session, orderId);
      const closing = [close(annex), close(other)];
      await patiently('one waits for orders, the other for its turn', 300_000, async () =>
        isDeepStrictEqual(await waitingFor(), ['orders', 'stock_locations']),
      );
      await session.script('COMMIT');
      return Promise.all(closing);
    });
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect([await isActive(annex), await isActive(other)]).toEqual([false, false]);
  });

  test('lets those pass that come while it waits, tries again, and gives up', async () => {
    const annex = await makeLocation(database);
    const [{ orderId }, { orderId: other }] = [await sale(), await sale()];
    const ended: string[] = [];
    await database.session(async (session) => {
      await session.script('BEGIN');
      await writing(session, orderId);
      const closing = close(annex).then(({ errors }) => {
        expect(errors).toMatchObject([{ code: 'UNAVAILABLE' }]);
        ended.push('closing');
      });
      await whenWaiting(database, 'it waits');
      await database.query('SELECT id FROM orders WHERE id = $1 FOR UPDATE', [other]);
      ended.push('another order');
      await closing;
      await session.script('ROLLBACK');
    });
    expect(ended).toEqual(['another order', 'closing']);
    expect(await isActive(annex)).toBe(true);
  });

  test('waits long enough for an autovacuum to give way', async () => {
    const annex = await makeLocation(database);
    const { errors } = await database.session(async (session) => {
      await session.script('BEGIN; LOCK TABLE orders IN SHARE UPDATE EXCLUSIVE MODE');
      const closing = close(annex);
      // longer than all its attempts without that
      await session.script('SELECT pg_sleep(2.5)');
      await session.script('COMMIT');
      return closing;
    });
    expect(errors).toEqual([]);
    expect(await isActive(annex)).toBe(false);
  });

  test('waits for its other locks as long as any write', async () => {
    const id = await makeLocation(database);
    const context = { db: database.client, viewer: adminViewer, now: () => new Date(), settings };
    const show = 'SHOW lock_timeout';
    const shown = await inWrite({ ...context, requestId: 'test' }, async (write) => {
      const before = await write.tx.$queryRawUnsafe(show);
      await updateLocation(write, id, { active: false });
      return [before, await write.tx.$queryRawUnsafe(show)];
    });
    expect(shown).toEqual([[{ lock_timeout: '1min' }], [{ lock_timeout: '1min' }]]);
  });
});
