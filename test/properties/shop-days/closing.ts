import { expect } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { ReadOrder } from '../../support/orders.ts';
import { readCents, sum } from '../till/whole-cents.ts';
import { expectBooksToAgree } from './books.ts';
import { expectFiguresToAgree } from './figures.ts';
import { shelvesOf } from './shelves.ts';
import { expectShippingToAgree } from './shipping-books.ts';
import { present, type Shop } from './shop.ts';

/** The totals of an order, computed independently in whole cents. */
const totalsOf = ({ lineItems, adjustments, payments }: ReadOrder) => {
  const itemTotal = sum(
    lineItems.map(({ price, quantity }) => readCents(price) * BigInt(quantity)),
  );
  const adjustmentTotal = sum(adjustments.map(({ amount }) => readCents(amount)));
  return {
    itemTotal,
    adjustmentTotal,
    total: itemTotal + adjustmentTotal,
    paymentTotal: sum(
      payments.filter(({ state }) => state === 'completed').map(({ amount }) => readCents(amount)),
    ),
    pieces: lineItems.reduce((all, { quantity }) => all + quantity, 0),
  };
};

/** What a variant shows must equal what its active locations have. */
async function expectCountsToAgree(shop: Shop): Promise<void> {
  for (const id of shop.variants) {
    const shelves = await shelvesOf(shop, id);
    const shown = shelves.reduce((all, { units, active }) => all + (active ? units : 0), 0);
    expect((await shop.desk.stockOf(id)).countOnHand).toBe(shown);
  }
}

/** The stock left, plus what units hold, must equal what was added. */
async function expectStockToAgree(database: Database, shop: Shop): Promise<void> {
  const tracked = shop.variants.slice(0, shop.trackedVariants);
  const rows = await database.query(
    `SELECT variant_id,
            sum(count_on_hand)::integer
            + (SELECT count(*)::integer FROM inventory_units u WHERE u.variant_id = i.variant_id
               AND state IN ('sold', 'backordered', 'shipped')) AS pieces
     FROM stock_items i WHERE variant_id = ANY($1::bigint[])
     GROUP BY variant_id ORDER BY variant_id`,
    [tracked.map(String)],
  );
  const counted = rows.map(({ variant_id: id, pieces }) => [id, pieces]);
  expect(counted).toEqual(tracked.map((id) => [id, shop.supply.get(id)]));
}

/** Each successful event stored one row of history, and each row of history one outbox event. */
async function expectOneOutcomePerEvent(database: Database, shop: Shop): Promise<void> {
  const rows = await database.query(
    `SELECT o.number || ' ' || c.event AS fired FROM state_changes c JOIN orders o ON o.id = c.stateful_id
     WHERE c.stateful_type = 'Order' AND c.event <> 'next' AND o.number = ANY($1) ORDER BY c.id`,
    [[...shop.orders.keys()]],
  );
  const events = new Set(shop.fired.map((line) => line.split(' ')[1]));
  const recorded = rows.map(({ fired }) => String(fired));
  expect(recorded.filter((line) => events.has(line.split(' ')[1]))).toEqual(shop.fired);
  const unequal = await database.query(
    `SELECT stateful_type, stateful_id, event, previous_state, next_state, count(*)
     FROM state_changes GROUP BY 1, 2, 3, 4, 5
     EXCEPT
     SELECT resource_type, resource_id, payload->>'event', payload->>'previousState',
            payload->>'nextState', count(*)
     FROM outbox_events GROUP BY 1, 2, 3, 4, 5`,
  );
  expect(unequal).toEqual([]);
}

/** What must hold at the end of a day, in the database and in the model. */
export async function closeBooks(database: Database, shop: Shop): Promise<void> {
  expect(await findViolations(database)).toEqual([]);
  for (const number of shop.orders.keys()) {
    const order = await present(shop, number);
    expect({
      itemTotal: readCents(order.itemTotal),
      adjustmentTotal: readCents(order.adjustmentTotal),
      total: readCents(order.total),
      paymentTotal: readCents(order.paymentTotal),
      pieces: order.totalQuantity,
    }).toEqual(totalsOf(order));
  }
  await expectBooksToAgree(database, shop);
  await expectShippingToAgree(database, shop);
  await expectFiguresToAgree(database, shop);
  await expectStockToAgree(database, shop);
  await expectCountsToAgree(shop);
  await expectOneOutcomePerEvent(database, shop);
}
