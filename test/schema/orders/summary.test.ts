import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute, parse } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { createExecutor, schema } from '../../../schema/index.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, settings, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});
afterAll(() => database.close());

const document = `query ($from: DateTime!, $to: DateTime!, $by: PeriodUnit!, $filter: OrderFilter) {
  orderSummary(from: $from, to: $to, by: $by, filter: $filter) {
    start end currency orderCount canceledCount turnover units refunds } }`;

interface Row {
  readonly start: string;
  readonly end: string;
  readonly currency: string;
  readonly orderCount: number;
  readonly canceledCount: number;
  readonly turnover: string;
  readonly units: number;
  readonly refunds: string;
}

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly by: 'DAY' | 'WEEK' | 'MONTH';
  readonly filter?: Readonly<Record<string, unknown>>;
}

async function summarize(asked: Asked): Promise<readonly Row[]> {
  const { data, errors } = await run(database.client, adminViewer, document, { ...asked });
  expect(errors).toEqual([]);
  return (data as { orderSummary: Row[] }).orderSummary;
}

/** A row as one line: a day, then all figures. */
const line = (row: Row): string =>
  [
    row.start.slice(0, 10),
    row.currency,
    row.orderCount,
    row.canceledCount,
    row.turnover,
    row.units,
    row.refunds,
  ].join(' ');

/** What staff does at a time, in a currency. */
function at(time: string, currency = 'USD'): Desk {
  return deskOf(database.client, adminViewer, {
    now: () => new Date(time),
    settings: { ...settings, currency },
  });
}

/** An order of so many mugs at 12.50, completed at a time. */
async function sell(time: string, quantity: number, currency = 'USD') {
  const variantId = await makeVariant(database.client, { price: '12.50', count: 50 });
  const { number } = await at(time, currency).cartOf([variantId, quantity]);
  return at(time, currency).fire(number, 'complete');
}

describe('a week in spring, with figures written by hand', () => {
  beforeAll(async () => {
    // Monday: 2 mugs in its first moment, 1 mug in its last
    await sell('2026-03-30T00:00:00.000Z', 2);
    await sell('2026-03-30T23:59:59.999Z', 1);
    // Tuesday: 3 mugs, 2 of which are canceled on Friday; 4 mugs
    const canceled = await sell('2026-03-31T09:00:00.000Z', 2);
    await at('2026-04-03T09:00:00Z').fire(canceled.number, 'cancel');
    await sell('2026-03-31T12:00:00.000Z', 4);
    // Thursday: 3 mugs, paid; on Friday one comes back and its money is given back
    const returned = await sell('2026-04-02T08:00:00.000Z', 3);
    const desk = at('2026-04-02T09:00:00Z');
    const paid = await desk.pay(returned.number, { paymentMethod: { name: 'Check' } });
    await desk.firePayment(returned.number, paid.id, 'capture');
    const [parcel] = returned.shipments;
    await desk.fireShipment(String(parcel?.id), 'ready');
    await desk.fireShipment(String(parcel?.id), 'ship');
    const friday = at('2026-04-03T10:00:00Z');
    await friday.fireUnit(String(parcel?.inventoryUnits[0]?.id), 'return');
    const credit = `mutation { creditPayment(order: { number: "${returned.number}" }, id: "${paid.id}", amount: "12.50") { refund { amount } userErrors { code field message allowed lockVersion } } }`;
    expect((await run(database.client, adminViewer, credit)).errors).toEqual([]);
    // Sunday: 1 mug for euros; a cart does not count
    await sell('2026-04-05T23:00:00.000Z', 1, 'EUR');
    await at('2026-04-05T12:00:00Z').cartOf([await makeVariant(database.client), 7]);
  });

  test('by day: a canceled order and a return change the day of the sale, and days without orders are zeros', async () => {
    const rows = await summarize({ from: '2026-03-30', to: '2026-04-04', by: 'DAY' });
    expect(rows.map(line)).toEqual([
      '2026-03-30 USD 2 0 37.5 3 0.0',
      '2026-03-31 USD 2 1 50.0 4 0.0',
      '2026-04-01 USD 0 0 0.0 0 0.0',
      '2026-04-02 USD 1 0 25.0 2 12.5',
      '2026-04-03 USD 0 0 0.0 0 0.0',
    ]);
    expect(rows[0]).toMatchObject({
      start: '2026-03-30T00:00:00.000Z',
      end: '2026-03-31T00:00:00.000Z',
    });
  });

  test('by week: each currency that occurs has a row in every week, from Monday to Monday', async () => {
    const rows = await summarize({ from: '2026-03-23', to: '2026-04-06', by: 'WEEK' });
    expect(rows.map(line)).toEqual([
      '2026-03-23 EUR 0 0 0.0 0 0.0',
      '2026-03-23 USD 0 0 0.0 0 0.0',
      '2026-03-30 EUR 1 0 12.5 1 0.0',
      '2026-03-30 USD 5 1 112.5 9 12.5',
    ]);
  });

  test('by month: the first and the last one are cut where the request cuts them', async () => {
    const rows = await summarize({
      from: '2026-03-30T12:00:00Z',
      to: '2026-04-02T08:00:00Z',
      by: 'MONTH',
    });
    expect(rows.map(line)).toEqual([
      '2026-03-30 USD 3 1 62.5 5 0.0',
      '2026-04-01 USD 0 0 0.0 0 0.0',
    ]);
    expect(rows.map(({ start, end }) => [start, end])).toEqual([
      ['2026-03-30T12:00:00.000Z', '2026-04-01T00:00:00.000Z'],
      ['2026-04-01T00:00:00.000Z', '2026-04-02T08:00:00.000Z'],
    ]);
  });

  test('a filter counts the orders that the list finds with it', async () => {
    const filter = { total: { gteq: '30.00' } };
    const rows = await summarize({ from: '2026-03-30', to: '2026-04-06', by: 'WEEK', filter });
    expect(rows.map(line)).toEqual(['2026-03-30 USD 1 0 50.0 4 0.0']);
    const lines = { lineItems: { quantity: { eq: 2 } }, state: { eq: 'CANCELED' } };
    const others = await summarize({
      from: '2026-03-30',
      to: '2026-04-06',
      by: 'WEEK',
      filter: lines,
    });
    expect(others.map(line)).toEqual(['2026-03-30 USD 1 1 0.0 0 0.0']);
  });

  test('a row adds up what the list says of its orders', async () => {
    const list = `query ($filter: OrderFilter) { orders(filter: $filter, first: 500) { nodes {
      state total payments { amount state } shipments { inventoryUnits { state } } } } }`;
    interface Listed {
      state: string;
      total: string;
      payments: { amount: string; state: string }[];
      shipments: { inventoryUnits: { state: string }[] }[];
    }
    for (const by of ['DAY', 'WEEK', 'MONTH'] as const) {
      for (const row of await summarize({ from: '2026-03-01', to: '2026-05-01', by })) {
        const filter = {
          completedAt: { gteq: row.start, lt: row.end },
          currency: { eq: row.currency },
        };
        const { data } = await run(database.client, adminViewer, list, { filter });
        const { nodes } = (data as { orders: { nodes: Listed[] } }).orders;
        const kept = nodes.filter(({ state }) => state !== 'CANCELED');
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        const paidBack = nodes
          .flatMap(({ payments }) => payments)
          .filter(({ amount, state }) => state === 'COMPLETED' && Number(amount) < 0);
        const sold = nodes
          .flatMap(({ shipments }) => shipments.flatMap(({ inventoryUnits }) => inventoryUnits))
          .filter(({ state }) => ['SOLD', 'BACKORDERED', 'SHIPPED'].includes(state));
        expect({
          orderCount: row.orderCount,
          canceledCount: row.canceledCount,
          turnover: Number(row.turnover),
          units: row.units,
          refunds: Number(row.refunds),
        }).toEqual({
          orderCount: nodes.length,
          canceledCount: nodes.length - kept.length,
          turnover: sum(kept.map(({ total }) => Number(total))),
          units: sold.length,
          refunds: sum(paidBack.map(({ amount }) => -Number(amount))),
        });
      }
    }
  });

  test('a summary is one statement, whatever the number of periods, with either executor', async () => {
    const contextValue = {
      db: database.client,
      viewer: adminViewer,
      now: () => new Date(),
      requestId: 'test',
      settings,
    };
    const results: unknown[] = [];
    for (const executor of [createExecutor(schema), execute]) {
      for (const to of ['2026-04-01', '2027-04-01']) {
        statements.length = 0;
        const variableValues = { from: '2026-03-30', to, by: 'DAY' };
        results.push(
          await executor({ schema, document: parse(document), contextValue, variableValues }),
        );
        expect(statements).toHaveLength(1);
      }
    }
    expect(results.slice(0, 2)).toEqual(results.slice(2));
    expect(results).toMatchObject([
      { data: { orderSummary: { length: 2 } } },
      { data: { orderSummary: { length: 734 } } },
      {},
      {},
    ]);
  });
});

describe('what is refused reads nothing', () => {
  beforeEach(() => {
    statements.length = 0;
  });

  const refusals: readonly (readonly [string, Asked, Readonly<Record<string, string[]>>])[] = [
    [
      'more than 400 periods',
      { from: '2026-01-01', to: '2027-02-05T00:00:00.001Z', by: 'DAY' },
      { to: ['is more than 400 periods away'] },
    ],
    [
      'an end that is not after the start',
      { from: '2026-01-01', to: '2026-01-01', by: 'DAY' },
      { to: ['must be after from'] },
    ],
    [
      'a filter that cannot be read',
      {
        from: '2026-01-01',
        to: '2026-02-01',
        by: 'DAY',
        filter: { total: { eq: asSent('much') } },
      },
      { 'filter.total.eq': ['is not a number'] },
    ],
  ];
  test.each(refusals)('%s is INVALID', async (_name, asked, fields) => {
    const { errors } = await run(database.client, adminViewer, document, { ...asked });
    expect(errors).toEqual([{ code: 'INVALID', fields }]);
    expect(statements).toEqual([]);
  });

  test('400 days are a year and a month of rows', async () => {
    const rows = await summarize({ from: '2030-01-01', to: '2031-02-05', by: 'DAY' });
    expect(rows).toHaveLength(400);
    expect(line(rows[399] as Row)).toBe('2031-02-04 USD 0 0 0.0 0 0.0');
  });

  test('a caller without `orders.index` is refused', async () => {
    const user = await makeUser(database.client, 'reader@harbour.test');
    statements.length = 0;
    const asked = { from: '2026-01-01', to: '2026-02-01', by: 'DAY' };
    const reader = viewerWith(user, 'orders.read');
    const { errors } = await run(database.client, reader, document, asked);
    expect(errors).toMatchObject([{ code: 'UNAUTHORIZED' }]);
    expect(statements).toEqual([]);
  });
});
