import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { patiently } from '../reliability/waiting.ts';
import { openTestDatabase } from '../support/database.ts';
import { type Dispatch, dispatchOf, expectSound } from '../support/dispatch.ts';
import { adminViewer, nobody } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const isAnybodyWaiting = async (): Promise<boolean> => {
  const waiting = await database.query(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return waiting.length > 0;
};

/** What a write answers that comes to wait for a transaction which then changes what it looked at. */
function overtake<T>(change: (session: Session) => Promise<unknown>, write: () => Promise<T>) {
  return database.session(async (session) => {
    await session.script('BEGIN');
    await change(session);
    const answer = write();
    await patiently('the write waits', 2_000, isAnybodyWaiting);
    await session.script('COMMIT');
    return answer;
  });
}

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

  const renewing = (orderId: number) => (session: Session) =>
    session.query(`UPDATE orders SET token = 'renewed' || id WHERE id = $1`, [orderId]);

  const denied = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

  const acts: readonly (readonly [
    what: string,
    fire: (
      holder: Dispatch,
      ids: { shipment: number; unit: number },
    ) => ReturnType<Dispatch['ask']>,
  ])[] = [
    [
      'a shipment',
      (holder, { shipment }) =>
        holder.ask('fireShipmentEvent', { ref: String(shipment), event: 'ready' }),
    ],
    [
      'an inventory unit',
      (holder, { unit }) => holder.ask('fireInventoryUnitEvent', { id: unit, event: 'ship' }),
    ],
  ];

  test.each(acts)('fires nothing on %s', async (_what, fire) => {
    const { order, shipment, unit, holder } = await completed();
    const ids = { shipment: shipment.id, unit: unit.id };
    const { errors } = await overtake(renewing(order.id), () => fire(holder, ids));
    expect(errors).toEqual(denied);
    const desk = deskOf(database.client, adminViewer);
    const { shipments, lockVersion } = await desk.read(order.number);
    expect({ shipments, lockVersion }).toEqual({
      shipments: order.shipments,
      lockVersion: order.lockVersion,
    });
  });
});
