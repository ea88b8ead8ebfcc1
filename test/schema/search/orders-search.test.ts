import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema, type Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { deskOf, maineAddress } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';
import { type Filter, meetsFilter, operandsFor, predicatesOf } from '../../support/search-model.ts';
import {
  addressModel,
  makeSearchRows,
  orderModel,
  type OrderRow,
  readOrderRows,
} from '../../support/search-rows.ts';

let database: Database;
let rows: OrderRow[];
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  await makeSearchRows(database.client);
  rows = await readOrderRows(database.client);
});
afterAll(() => database.close());

const document = `query ($filter: OrderFilter, $sort: [OrderSort!], $page: Int, $perPage: Int) {
  orders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
    nodes { id number } count totalCount pages currentPage perPage } }`;

interface Answered {
  readonly nodes: readonly { readonly id: string; readonly number: string }[];
  readonly count: number;
  readonly totalCount: number;
  readonly pages: number;
  readonly currentPage: number;
  readonly perPage: number;
}

async function ask(
  variables: Readonly<Record<string, unknown>>,
  viewer: Viewer = adminViewer,
): Promise<{ page: Answered; errors: readonly unknown[] }> {
  const { data, errors } = await run(database.client, viewer, document, {
    perPage: 500,
    ...variables,
  });
  return { page: (data as { orders: Answered } | null)?.orders as Answered, errors };
}

async function find(filter: Filter): Promise<number[]> {
  const { page, errors } = await ask({ filter });
  expect(errors).toEqual([]);
  return page.nodes.map(({ id }) => Number(id));
}

const numbersOf = async (filter: Filter): Promise<string[]> =>
  (await ask({ filter })).page.nodes.map(({ number }) => number);

const expected = (filter: Filter): number[] =>
  rows.filter((row) => meetsFilter(orderModel, row, filter)).map(({ id }) => Number(id));

test('An e-mail address is found as it was given, also in capitals that are folded in several ways (S14).', async () => {
  const email = 'ΝΙΚΟΣ@shop.gr';
  const { number } = await deskOf(database.client, adminViewer).create({ email });
  for (const operands of [{ eq: email }, { in: ['ada@harbour.test', email] }])
    expect(await numbersOf({ email: operands })).toEqual([number]);
  for (const operands of [{ notEq: email }, { notIn: [email] }])
    expect(await numbersOf({ email: operands })).not.toContain(number);
  await database.client.order.delete({ where: { number } });
});

describe('Every predicate of an attribute agrees with a plain filter (S13, S14, S15)', () => {
  test.each(Object.entries(orderModel.attributes))('%s', async (name, attribute) => {
    for (const predicate of predicatesOf[attribute.kind]) {
      for (const operand of operandsFor(attribute, predicate, rows)) {
        const filter = { [name]: { [predicate]: operand } };
        expect({ filter, found: await find(filter) }).toEqual({ filter, found: expected(filter) });
      }
    }
  });

  test('through to-one associations, where a missing record counts as NULL', async () => {
    for (const match of [
      { user: { email: { eq: 'ANN@SHOP.TEST' } } },
      { user: { name: { null: true } } },
      { user: { name: { blank: true } } },
      { user: { name: { notEq: 'Ann Ode' } } },
      { user: { id: { null: true } } },
      { billAddress: { city: { cont: 'PORT' } } },
      { billAddress: { city: { notCont: '%' } } },
      { billAddress: { lastname: { end: '_e' }, zipcode: { in: ['0', '1'] } } },
      { billAddress: { company: { blank: true } } },
      { billAddress: { company: { blank: false } } },
    ]) {
      expect({ match, found: await find(match) }).toEqual({ match, found: expected(match) });
    }
  });
});

test('An address is found by the name of its state that it shows, listed or not (S20)', async () => {
  const { stateName } = addressModel.attributes;
  const addresses = rows.flatMap(({ billAddress }) => billAddress ?? []);
  for (const predicate of predicatesOf.text) {
    for (const operand of operandsFor(stateName, predicate, addresses)) {
      const filter = { billAddress: { stateName: { [predicate]: operand } } };
      expect({ filter, found: await find(filter) }).toEqual({ filter, found: expected(filter) });
    }
  }
  const inMaine = await find({ billAddress: { stateName: { eq: 'Maine' } } });
  expect(inMaine.length).toBeGreaterThan(0);
});

describe('Through to-many associations (S11)', () => {
  const sku = (word: string) => ({ lineItems: { variant: { sku: { eq: word } } } });

  test('an order is listed and counted once, however many records match', async () => {
    const { page } = await ask({ filter: { lineItems: { quantity: { gteq: 1 } } } });
    const ids = page.nodes.map(({ id }) => Number(id));
    expect(ids).toEqual(expected({ lineItems: { quantity: { gteq: 1 } } }));
    expect(new Set(ids).size).toBe(ids.length);
    expect(page.totalCount).toBe(ids.length);
  });

  test('(a) conditions of one level are met by one and the same record', async () => {
    const filter = {
      lineItems: { quantity: { gt: 2 }, variant: { sku: { eq: 'MUG' }, inStock: { eq: true } } },
    };
    const found = await find(filter);
    expect(found).toEqual(expected(filter));
    const apart = {
      and: [
        { lineItems: { quantity: { gt: 2 } } },
        { lineItems: { variant: { sku: { eq: 'MUG' } } } },
      ],
    };
    expect(found.length).toBeLessThan((await find(apart)).length);
  });

  test('(b) groups choose their own record', async () => {
    const both = { and: [sku('TSH-1'), sku('MUG%')] };
    expect(await find(both)).toEqual(expected(both));
    expect(expected(both).length).toBeGreaterThan(0);
    expect(await find({ or: [sku('TSH-1'), sku('MUG%')] })).toEqual(
      expected({ or: [sku('TSH-1'), sku('MUG%')] }),
    );
  });

  test('(c) a negative predicate matches a record that differs', async () => {
    const filter = { lineItems: { variant: { sku: { notEq: 'TSH-1' } } } };
    expect(await find(filter)).toEqual(expected(filter));
    const both = { and: [sku('TSH-1'), filter] };
    expect((await find(both)).length).toBeGreaterThan(0);
    expect(await find(both)).toEqual(expected(both));
  });

  test('(d) without any record its attributes count as NULL', async () => {
    for (const filter of [
      { shipments: { id: { null: true } } },
      { shipments: { id: { null: false } } },
      { shipments: { tracking: { blank: true } } },
      { shipments: { tracking: { null: true } } },
      { shipments: { shippingMethod: { name: { null: true } } } },
      { shipments: { tracking: { null: true }, state: { eq: 'PENDING' } } },
      { lineItems: { id: { null: true }, variant: { sku: { null: true } } } },
    ]) {
      expect({ filter, found: await find(filter) }).toEqual({ filter, found: expected(filter) });
    }
    expect(await find({ shipments: { id: { null: true } } })).toEqual(
      rows.filter(({ shipments }) => shipments.length === 0).map(({ id }) => Number(id)),
    );
  });

  test('an order is found by the number of its children’s order id (S18)', async () => {
    const [row] = rows.filter(({ lineItems }) => lineItems.length > 0);
    const id = Number(row?.id);
    for (const asked of [
      { eq: row?.number.toLowerCase() },
      { eq: String(id) },
      { in: [row?.number, '999999'] },
    ]) {
      expect(await find({ lineItems: { orderId: asked } })).toEqual([id]);
    }
    const others = rows.filter((row) => row.lineItems.length > 0 && Number(row.id) !== id);
    for (const asked of [{ notEq: row?.number }, { notIn: [row?.number, '999999'] }]) {
      expect(await find({ lineItems: { orderId: asked } })).toEqual(
        others.map(({ id }) => Number(id)),
      );
    }
  });
});

describe('Groups (S8, S33)', () => {
  test('fields of a level are all met, one of `or`, every one of `and`', async () => {
    const filter = {
      totalQuantity: { lt: 5 },
      or: [{ completedAt: { null: true } }, { total: { gteq: '100' } }],
      and: [{ channel: { notEq: 'api' } }, { or: [{ id: { lt: 20 } }, { id: { gt: 25 } }] }],
    };
    expect(await find(filter)).toEqual(expected(filter));
    expect(expected(filter).length).toBeGreaterThan(0);
  });

  test('what says nothing is no condition', async () => {
    const everything = expected({});
    for (const filter of [
      {},
      { or: [] },
      { and: [{}] },
      { or: [{}, { id: {} }] },
      { email: {} },
      { email: null },
      { lineItems: {} },
      { user: { email: {} } },
    ]) {
      expect(await find(filter)).toEqual(everything);
    }
  });

  test.each([
    ['eq', { email: { eq: null } }, 'filter.email.eq'],
    ['in', { state: { in: null } }, 'filter.state.in'],
    ['gteq', { or: [{ total: { gteq: null } }] }, 'filter.or.0.total.gteq'],
    [
      'a flag',
      { lineItems: { variant: { sku: { null: null } } } },
      'filter.lineItems.variant.sku.null',
    ],
  ])('null is no value to compare with: %s', async (_what, filter, path) => {
    const { errors } = await ask({ filter });
    const message = 'cannot be null; {null: true} finds what has no value';
    expect(errors).toEqual([{ code: 'INVALID', fields: { [path]: [message] } }]);
  });

  test('an empty text and an empty list are conditions', async () => {
    expect(await find({ email: { eq: '' } })).toEqual(expected({ email: { eq: '' } }));
    expect(await find({ email: { in: [] } })).toEqual([]);
    expect(await find({ state: { in: [] } })).toEqual([]);
  });
});

describe('Bounds (S12)', () => {
  const refusal = (path: string, message: string) => [
    { code: 'INVALID', fields: { [path]: [message] } },
  ];

  test('50 conditions are accepted, 51 are not', async () => {
    const group = (count: number) => ({
      or: Array.from({ length: count }, (_, place) => ({ id: { eq: String(place) } })),
    });
    expect((await ask({ filter: group(50) })).errors).toEqual([]);
    expect((await ask({ filter: group(51) })).errors).toEqual(
      refusal('filter.or.50.id', 'has too many conditions'),
    );
  });

  test('6 levels of groups are accepted, 7 are not', async () => {
    const nested = (levels: number): object =>
      levels === 0 ? { id: { eq: '1' } } : { and: [nested(levels - 1)] };
    expect((await ask({ filter: nested(6) })).errors).toEqual([]);
    expect((await ask({ filter: nested(7) })).errors).toEqual(
      refusal(`filter${'.and.0'.repeat(7)}`, 'is nested too deep'),
    );
  });

  test('500 values of a list are accepted, 501 are not', async () => {
    const list = (count: number) => ({ id: { in: Array.from({ length: count }, () => '1') } });
    expect((await ask({ filter: list(500) })).errors).toEqual([]);
    expect((await ask({ filter: list(501) })).errors).toEqual(
      refusal('filter.id.in', 'is too long'),
    );
  });

  test('1,000 characters of a value are accepted, 1,001 are not', async () => {
    const text = (length: number) => ({ email: { eq: 'x'.repeat(length) } });
    expect((await ask({ filter: text(1000) })).errors).toEqual([]);
    expect((await ask({ filter: text(1001) })).errors).toEqual(
      refusal('filter.email.eq', 'is too long'),
    );
  });

  describe('safety 9: patterns (N30, N31)', () => {
    test.each(['cont', 'notStart', 'end', 'matches'])(
      '%s takes 100 characters, not 101',
      async (predicate) => {
        const text = (length: number) => ({ email: { [predicate]: 'x'.repeat(length) } });
        expect((await ask({ filter: text(100) })).errors).toEqual([]);
        expect((await ask({ filter: text(101) })).errors).toEqual(
          refusal(`filter.email.${predicate}`, 'is too long'),
        );
      },
    );

    test('a long text is searched for words, never by patterns', () => {
      const filters = Object.values(schema.getTypeMap())
        .filter(isInputObjectType)
        .filter(({ name }) => name.endsWith('Filter'));
      const typesOf = (field: string) =>
        filters.flatMap((filter) => filter.getFields()[field]?.type.toString() ?? []);
      expect(typesOf('description')).toEqual(['LongTextFilter', 'LongTextFilter']);
      expect(typesOf('specialInstructions')).toEqual(['LongTextFilter']);
      const predicates = filters
        .filter(({ name }) => name === 'LongTextFilter')
        .flatMap((filter) => Object.keys(filter.getFields()));
      expect(predicates).toContain('cont');
      expect(predicates).not.toContain('matches');
    });

    test('a pattern has 4 live wildcards, not 5', async () => {
      expect((await ask({ filter: { email: { matches: '%a_b%c\\%_' } } })).errors).toEqual([]);
      expect((await ask({ filter: { email: { matches: '%a_b%c%_' } } })).errors).toEqual(
        refusal('filter.email.matches', 'has too many wildcards'),
      );
      expect((await ask({ filter: { email: { cont: '%'.repeat(100) } } })).errors).toEqual([]);
    });

    test('the patterns of a search have 1,000 characters together, not more', async () => {
      const group = (last: string) => ({
        or: [...Array<string>(9).fill('x'.repeat(100)), last].map((text) => ({
          email: { cont: text },
        })),
      });
      expect((await ask({ filter: group('x'.repeat(100)) })).errors).toEqual([]);
      const { errors } = await ask({ filter: { and: [group('x'.repeat(100)), group('x')] } });
      expect(errors).toEqual(refusal('filter.and.1.or.0.email.cont', 'has too many conditions'));
    });

    test('long texts take words, which the database looks for in linear time, and no patterns', async () => {
      const document = '{ orders(filter: { specialInstructions: { matches: "%a%" } }) { count } }';
      await expect(run(database.client, adminViewer, document, {})).rejects.toThrow(
        'Field "matches" is not defined by type "LongTextFilter".',
      );
      statements.length = 0;
      await ask({ filter: { specialInstructions: { cont: 'bell' } } });
      expect(statements.join()).toContain('~*');
      expect(statements.join()).not.toContain('LIKE');
    });
  });

  test('10 sort keys are accepted, 11 are not', async () => {
    const keys = (count: number) =>
      Array.from({ length: count }, () => ({ field: 'NUMBER', direction: 'DESC' }));
    expect((await ask({ sort: keys(10) })).errors).toEqual([]);
    expect((await ask({ sort: keys(11) })).errors).toEqual(refusal('sort', 'is too long'));
  });

  test.each([
    ['total', 'eq', '1.005', 'must have at most 2 decimal places'],
    ['id', 'eq', 'R1', 'is not a number'],
    ['id', 'eq', '-1', 'is not a number'],
    ['id', 'eq', '9223372036854775808', 'is out of range'],
    ['id', 'eq', '9'.repeat(31), 'is out of range'],
    ['email', 'eq', 'a\u0000b', 'is invalid'],
    ['email', 'eq', '\ud800', 'is invalid'],
    ['state', 'cont', 'a\u0000', 'is invalid'],
  ])(
    '%s %s %j is told, and asks the database nothing',
    async (name, predicate, operand, message) => {
      statements.length = 0;
      const { errors } = await ask({ filter: { [name]: { [predicate]: operand } } });
      expect(errors).toEqual(refusal(`filter.${name}.${predicate}`, message));
      expect(statements).toEqual([]);
    },
  );

  test.each([
    ['total', 'eq', 'nine'],
    ['total', 'gt', '1e3'],
    ['totalQuantity', 'lt', 2.5],
    ['totalQuantity', 'lt', '2'],
    ['totalQuantity', 'lt', 2147483648],
    ['createdAt', 'gt', '2014-02-30'],
    ['createdAt', 'gt', '31/01/2014'],
    ['createdAt', 'gt', 1391126400],
  ])(
    '%s %s %j is no value of its type: the request is refused, and the database asked nothing (V6)',
    async (name, predicate, operand) => {
      statements.length = 0;
      const { errors } = await ask({ filter: { [name]: { [predicate]: operand } } });
      expect(errors).toEqual([{ code: 'BAD_USER_INPUT' }]);
      expect(statements).toEqual([]);
    },
  );
});

describe('Order (S24 to S27)', () => {
  const sorted = async (...sort: readonly Readonly<Record<string, string>>[]) =>
    (await ask({ sort })).page.nodes.map(({ id }) => Number(id));

  test('NULL comes last in both directions, equals by id', async () => {
    const byCompletion = (direction: 1 | -1) =>
      [...rows]
        .sort((a, b) => {
          const [one, other] = [a.completedAt?.getTime(), b.completedAt?.getTime()];
          if (one === other) return Number(a.id - b.id);
          if (one === undefined) return 1;
          if (other === undefined) return -1;
          return (one - other) * direction;
        })
        .map(({ id }) => Number(id));
    expect(await sorted({ field: 'COMPLETED_AT' })).toEqual(byCompletion(1));
    expect(await sorted({ field: 'COMPLETED_AT', direction: 'DESC' })).toEqual(byCompletion(-1));
  });

  test('missing associated records come last in both directions', async () => {
    const withAddress = rows.filter(({ billAddress }) => billAddress).length;
    for (const direction of ['ASC', 'DESC']) {
      const ids = await sorted({ field: 'BILL_ADDRESS_LASTNAME', direction });
      const missing = ids
        .map((id) => rows.find((row) => Number(row.id) === id)?.billAddress == null)
        .indexOf(true);
      expect(missing).toBe(withAddress);
    }
  });

  test('keys apply one after the other; the second mention of a key is dropped', async () => {
    const wanted = [...rows]
      .sort(
        (a, b) =>
          a.channel.localeCompare(b.channel) ||
          Number(b.totalQuantity - a.totalQuantity) ||
          Number(a.id - b.id),
      )
      .map(({ id }) => Number(id));
    expect(
      await sorted(
        { field: 'CHANNEL' },
        { field: 'TOTAL_QUANTITY', direction: 'DESC' },
        { field: 'CHANNEL', direction: 'DESC' },
      ),
    ).toEqual(wanted);
  });

  test('without keys orders come by id', async () => {
    expect((await ask({})).page.nodes.map(({ id }) => Number(id))).toEqual(expected({}));
    expect((await ask({ sort: [] })).page.nodes.map(({ id }) => Number(id))).toEqual(expected({}));
  });
});

describe('Pages (S29 to S32)', () => {
  const all = () => rows.length;
  const cost = async (variables: Readonly<Record<string, unknown>>) => {
    statements.length = 0;
    const { page } = await ask(variables);
    return { page, statements: statements.length };
  };

  test('together hold every row once, in order', async () => {
    const sort = [{ field: 'STATE' }];
    const whole = (await ask({ sort })).page.nodes.map(({ id }) => Number(id));
    const parts: number[] = [];
    for (let page = 1; page <= Math.ceil(all() / 7); page += 1) {
      parts.push(...(await ask({ sort, page, perPage: 7 })).page.nodes.map(({ id }) => Number(id)));
    }
    expect(parts).toEqual(whole);
  });

  test('tell their figures', async () => {
    const { page } = await ask({ page: 2, perPage: 7 });
    expect(page).toMatchObject({
      count: 7,
      totalCount: all(),
      pages: Math.ceil(all() / 7),
      currentPage: 2,
      perPage: 7,
    });
  });

  test.each([
    [{ perPage: null }, 25, 1],
    [{ perPage: 5, page: null }, 5, 1],
    [{ perPage: 500, page: 2147483647 }, 500, 2147483647],
  ])('are of this size and number: %j', async (variables, perPage, currentPage) => {
    expect((await ask(variables)).page).toMatchObject({ perPage, currentPage });
  });

  test('nothing found is no page', async () => {
    expect((await ask({ filter: { id: { eq: '0' } } })).page).toEqual({
      nodes: [],
      count: 0,
      totalCount: 0,
      pages: 0,
      currentPage: 1,
      perPage: 500,
    });
  });

  test('the total costs a statement only behind the last page', async () => {
    // Records with their total, which is counted only if the page is full.
    expect(await cost({})).toMatchObject({ statements: 1, page: { totalCount: all() } });
    expect(await cost({ filter: { id: { eq: '0' } } })).toMatchObject({ statements: 1 });
    expect(await cost({ perPage: 7 })).toMatchObject({
      statements: 1,
      page: { totalCount: all() },
    });
    const last = Math.ceil(all() / 7);
    expect(await cost({ perPage: 7, page: last })).toMatchObject({
      statements: 1,
      page: { totalCount: all(), pages: last },
    });
    expect(await cost({ perPage: 7, page: last + 1 })).toMatchObject({
      statements: 2,
      page: { nodes: [], count: 0, totalCount: all(), currentPage: last + 1 },
    });
  });

  test('the total is not counted unless it is selected', async () => {
    statements.length = 0;
    await run(database.client, adminViewer, '{ orders(perPage: 7) { nodes { id } count } }');
    expect(statements).toHaveLength(1);
    statements.length = 0;
    await run(database.client, adminViewer, '{ orders(perPage: 7) { count currentPage } }');
    expect(statements).toHaveLength(1);
  });
});

describe('Scope and visibility (S2, S20)', () => {
  test('no group reaches past the caller’s own orders', async () => {
    const user = await database.client.user.findFirstOrThrow({ where: { name: 'Ann Ode' } });
    const { data } = await run(
      database.client,
      customerViewer(user),
      `{ myOrders(perPage: 500, filter: { or: [{ id: { gteq: 0 } }, { userId: { null: true } }] }) {
        nodes { userId } totalCount } }`,
    );
    const { myOrders } = data as { myOrders: { nodes: { userId: number }[]; totalCount: number } };
    expect(myOrders.totalCount).toBe(rows.filter(({ userId }) => userId === user.id).length);
    expect(new Set(myOrders.nodes.map(({ userId }) => userId))).toEqual(new Set([String(user.id)]));
  });

  test('own orders come newest first (S28)', async () => {
    const user = await database.client.user.findFirstOrThrow({ where: { name: 'Ann Ode' } });
    const { data } = await run(
      database.client,
      customerViewer(user),
      '{ myOrders(perPage: 500) { nodes { id } } }',
    );
    const wanted = rows
      .filter(({ userId }) => userId === user.id)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || Number(b.id - a.id))
      .map(({ id }) => ({ id: String(id) }));
    expect(data).toEqual({ myOrders: { nodes: wanted } });
  });

  test('response codes are searched by those who may see them (R10)', async () => {
    const filter = { payments: { responseCode: { null: false } } };
    expect((await ask({ filter })).errors).toEqual([]);
    expect((await ask({ filter }, viewerWith(null, 'orders.index'))).errors).toEqual([
      {
        code: 'INVALID',
        fields: { 'filter.payments.responseCode': ['is not searchable'] },
      },
    ]);
    expect((await ask({ filter }, viewerWith(null, 'orders.index', 'payments.*'))).errors).toEqual(
      [],
    );
  });

  test('a state is a value of its enum: another word is refused before anything runs (O24)', async () => {
    const complete = rows.filter(({ state }) => state === 'complete').map(({ number }) => number);
    expect(await numbersOf({ state: { eq: 'COMPLETE' } })).toEqual(complete);
    for (const word of ['compleet', 'complete', 'NEW', '']) {
      const { errors } = await ask({ filter: { state: { eq: word } } });
      expect(errors).toEqual([{ code: 'BAD_USER_INPUT' }]);
    }
    expect(await numbersOf({ shipmentState: { in: ['READY'] } })).toEqual(
      rows.filter(({ shipmentState }) => shipmentState === 'ready').map(({ number }) => number),
    );
    expect(await numbersOf({ state: { cont: 'COMP' } })).toEqual(complete);
  });
});

test('An order is found by what the variants and shipments in it show: name, permalink, option, address (S35)', async () => {
  const desk = deskOf(database.client, adminViewer);
  const variantId = await makeVariant(database.client, { name: 'Nested Lamp', count: 5 });
  const { product } = await database.client.variant.findUniqueOrThrow({
    where: { id: variantId },
    select: { product: true },
  });
  const type = await database.client.optionType.create({
    data: { name: 'nested-hue', presentation: 'Hue', position: 99 },
  });
  const value = await database.client.optionValue.create({
    data: { optionTypeId: type.id, name: 'nested-teal', presentation: 'Nested Teal', position: 1 },
  });
  await database.client.variantOptionValue.create({
    data: { variantId, optionTypeId: type.id, optionValueId: value.id },
  });
  const { number } = await desk.cartOf([variantId, 1]);
  await desk.update(number, { shipAddress: { ...maineAddress, city: 'Nestedport' } });
  const { shipments } = await desk.fire(number, 'complete');
  for (const variant of [
    { name: { cont: 'nested l' } },
    { permalink: { eq: product.permalink } },
    { optionValues: { presentation: { eq: 'Nested Teal' } } },
  ]) {
    expect(await numbersOf({ lineItems: { variant } })).toEqual([number]);
  }
  const byCity = (city: string) => numbersOf({ shipments: { address: { city: { eq: city } } } });
  expect(await byCity('Nestedport')).toEqual([number]);
  await desk.try.writeShipment(String(shipments[0]?.id), { address: { city: 'Ownport' } });
  expect([await byCity('Nestedport'), await byCity('Ownport')]).toEqual([[], [number]]);
});
