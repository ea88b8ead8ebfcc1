import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';
import { dispatchOf, makeLocation, putStock } from '../support/dispatch.ts';
import { adminViewer } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
let migration: string;
beforeAll(async () => {
  database = await openTestDatabase();
  migration = await readFile(
    'prisma/migrations/20261127193500_repaired_taxes_states_and_flags/migration.sql',
    'utf8',
  );
});
afterAll(() => database.close());

const desk = () => deskOf(database.client, adminViewer);

/** The number of a completed order of a piece at each of these prices, paid in full. */
async function sell(...prices: readonly string[]): Promise<string> {
  const variantIds = [];
  for (const price of prices) {
    variantIds.push(await makeVariant(database.client, { price, count: 9 }));
  }
  const { number } = await desk().cartOf(...variantIds.map((id) => [id, 1] as const));
  const { total } = await desk().fire(number, 'complete');
  const method = await database.client.paymentMethod.findFirstOrThrow();
  const { id } = await desk().pay(number, { amount: total, paymentMethodId: String(method.id) });
  await desk().firePayment(number, id, 'purchase');
  return number;
}

/** Stores a tax that was paid and that no line has, as the migration `line_taxes_and_credits` left it. */
const chargeTax = (number: string, tax: string) =>
  database.script(`
    INSERT INTO adjustments (order_id, kind, amount, label, mandatory)
    SELECT id, 'tax', ${tax}, 'Tax', true FROM orders WHERE number = '${number}';
    UPDATE payments SET amount = amount + ${tax}
    WHERE order_id = (SELECT id FROM orders WHERE number = '${number}');
    UPDATE orders SET tax_total = ${tax}, adjustment_total = adjustment_total + ${tax},
      total = total + ${tax}, payment_total = payment_total + ${tax}, payment_state = 'paid'
    WHERE number = '${number}';`);

const orderOf = (number: string) =>
  database.client.order.findUniqueOrThrow({
    where: { number },
    include: { lineItems: { orderBy: { id: 'asc' } } },
  });

/** What an order says of money, with the taxes of its lines. */
async function moneyOf(number: string) {
  const { taxTotal, total, paymentState, lineItems } = await orderOf(number);
  const taxes = lineItems.map(({ tax }) => tax.toFixed());
  return { taxTotal: taxTotal.toFixed(), total: total.toFixed(), paymentState, taxes };
}

/** Runs the migration, after which nothing violates an invariant and another run changes nothing. */
async function repair(number: string): Promise<void> {
  expect(await findViolations(database)).not.toEqual([]);
  await database.script("UPDATE orders SET updated_at = '2026-01-05'");
  const before = await orderOf(number);
  await database.script(migration);
  expect(await findViolations(database)).toEqual([]);
  const after = await orderOf(number);
  expect(after.lockVersion).toBe(before.lockVersion + 1);
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  await database.script(migration);
  expect(await orderOf(number)).toEqual(after);
}

test('A tax of which the lines got more than the order has is spread again to the cent, and the total stays (C26).', async () => {
  const number = await sell('0.05', '0.05', '0.05', '0.05');
  await chargeTax(number, '0.02');
  await database.script(`
    UPDATE line_items SET tax = 0.01, tax_rate = 0.1
    WHERE id IN (SELECT id FROM line_items ORDER BY id DESC LIMIT 3)`);
  expect(await moneyOf(number)).toMatchObject({ taxes: ['0', '0.01', '0.01', '0.01'] });
  await repair(number);
  expect(await moneyOf(number)).toEqual({
    taxTotal: '0.02',
    total: '0.22',
    paymentState: 'paid',
    taxes: ['0.01', '0', '0.01', '0'],
  });
});

test('A tax of a whole amount is spread again by the decimals that prices of the store have.', async () => {
  await sell('9.95');
  const number = await sell('10', '10', '10', '10');
  await chargeTax(number, '2');
  await database.script(`
    UPDATE line_items SET tax = 1, tax_rate = 0.05
    WHERE id IN (SELECT id FROM line_items ORDER BY id DESC LIMIT 3)`);
  await repair(number);
  expect(await moneyOf(number)).toMatchObject({
    taxTotal: '2',
    taxes: ['0.5', '0.5', '0.5', '0.5'],
  });
});

test('An order whose goods were made free after completion keeps the tax that was paid, by pieces (C26).', async () => {
  const number = await sell('0', '0', '0');
  await chargeTax(number, '18.25');
  await repair(number);
  expect(await moneyOf(number)).toEqual({
    taxTotal: '18.25',
    total: '18.25',
    paymentState: 'paid',
    taxes: ['6.08', '6.09', '6.08'],
  });
});

test('An order whose last line was removed after completion has no tax, and what was paid for it is owed (C26).', async () => {
  const number = await sell('96.00');
  const [line] = (await desk().read(number)).lineItems;
  await desk().remove(number, line?.id ?? '');
  await chargeTax(number, '18.24');
  await database.script(
    `UPDATE orders SET payment_state = 'credit_owed' WHERE number = '${number}'`,
  );
  await repair(number);
  expect(await moneyOf(number)).toEqual({
    taxTotal: '0',
    total: '0',
    paymentState: 'credit_owed',
    taxes: [],
  });
});

test('An order of which a piece has left in no shipment is not canceled, and one of which a piece waits in none is not shipped (T41).', async () => {
  const dispatch = dispatchOf(database, adminViewer);
  const [left, waiting] = [await sell('10.00', '10.00'), await sell('10.00', '10.00')];
  for (const number of [left, waiting]) {
    const [parcel] = (await desk().read(number)).shipments;
    const id = parcel?.inventoryUnits[0]?.id ?? '';
    await dispatch.act('updateInventoryUnit', { id, input: { shipmentId: null } });
    if (number === left) {
      await dispatch.treat(id, 'ship');
      await dispatch.send(parcel?.id ?? '', 'cancel');
    } else {
      await desk().fireShipment(parcel?.id ?? '', 'ready');
      await desk().fireShipment(parcel?.id ?? '', 'ship');
    }
  }
  await database.script(`
    UPDATE orders SET shipment_state = CASE number WHEN '${left}' THEN 'canceled' ELSE 'shipped' END
    WHERE number IN ('${left}', '${waiting}')`);
  await repair(left);
  expect((await orderOf(left)).shipmentState).toBe('partial');
  expect((await orderOf(waiting)).shipmentState).toBe('partial');
});

test('All stock items of a variant get the flag of the default location, unless goods are owed at one (T50).', async () => {
  const [on, off, owing, untouched] = await Promise.all(
    [true, false, false, false].map((backorderable) =>
      makeVariant(database.client, { backorderable }),
    ),
  );
  const annex = await makeLocation(database);
  for (const id of [on, off, untouched]) await putStock(database, id ?? 0n, annex, 1);
  await putStock(database, owing ?? 0n, annex, 0);
  await database.script(`
    UPDATE stock_items SET backorderable = NOT backorderable
    WHERE stock_location_id = ${String(annex)} AND variant_id <> ${String(untouched)};
    UPDATE stock_items SET count_on_hand = -1
    WHERE stock_location_id = ${String(annex)} AND variant_id = ${String(owing)};
    UPDATE stock_items SET count_elsewhere = -1
    WHERE stock_location_id <> ${String(annex)} AND variant_id = ${String(owing)};
    INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after)
    SELECT id, 'set', -1, -1 FROM stock_items
    WHERE stock_location_id = ${String(annex)} AND variant_id = ${String(owing)};`);
  expect(await findViolations(database)).toHaveLength(3);
  await database.script(migration);
  expect(await findViolations(database)).toEqual([]);
  const variants = [on, off, owing, untouched].map((id) =>
    database.client.variant.findUniqueOrThrow({
      where: { id: id ?? 0n },
      select: { lockVersion: true, stockItems: { select: { backorderable: true } } },
    }),
  );
  const [yes, no] = [{ backorderable: true }, { backorderable: false }];
  expect(await Promise.all(variants)).toEqual([
    { lockVersion: 1, stockItems: [yes, yes] },
    { lockVersion: 1, stockItems: [no, no] },
    { lockVersion: 1, stockItems: [yes, yes] },
    { lockVersion: 0, stockItems: [no, no] },
  ]);
});
