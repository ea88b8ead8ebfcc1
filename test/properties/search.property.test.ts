import { afterAll, beforeAll, expect } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { property } from '../support/property.ts';
import {
  type Filter,
  meetsFilter,
  operandsFor,
  predicatesOf,
  type Model,
} from '../support/search-model.ts';
import {
  makeSearchRows,
  orderModel,
  type OrderRow,
  readOrderRows,
} from '../support/search-rows.ts';

let database: Database;
let rows: OrderRow[];

beforeAll(async () => {
  database = await openTestDatabase();
  await makeSearchRows(database.client);
  rows = await readOrderRows(database.client);
});
afterAll(() => database.close());

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly totalCount: number;
}

async function ask(variables: Readonly<Record<string, unknown>>): Promise<Page> {
  const { data, errors } = await run(
    database.client,
    adminViewer,
    `query ($filter: OrderFilter, $sort: [OrderSort!], $page: Int, $perPage: Int) {
      orders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes { id } totalCount } }`,
    { perPage: 500, ...variables },
  );
  expect(errors).toEqual([]);
  return (data as { orders: Page }).orders;
}

/**
 * One condition on an attribute. Rows do not exist yet when arbitraries are created, so the operand is
 * generated as an index.
 */
const condition = (model: Model<OrderRow>): fc.Arbitrary<Filter> =>
  fc
    .record({
      name: fc.constantFrom(...Object.keys(model.attributes)),
      predicate: fc.nat(),
      operand: fc.nat(),
    })
    .map((drawn) => ({ drawn }));

const own = condition(orderModel);

/** Conditions on associated records, written out: what matters is how they are combined. */
const matches = fc.constantFrom<Filter>(
  { lineItems: { quantity: { gt: 2 } } },
  { lineItems: { quantity: { lteq: 2 }, variant: { sku: { start: 'tsh' } } } },
  { lineItems: { variant: { sku: { notEq: 'MUG' } } } },
  { lineItems: { variant: { countOnHand: { lt: 0 } }, price: { gteq: '5' } } },
  { lineItems: { id: { null: true } } },
  { lineItems: { variant: { weight: { null: true } } } },
  { shipments: { state: { eq: 'READY_TO_SHIP' } } },
  { shipments: { tracking: { blank: true } } },
  { shipments: { tracking: { cont: '%' }, cost: { lt: '100' } } },
  { shipments: { shippingMethod: { name: { null: true } } } },
  { user: { name: { blank: true } } },
  { user: { email: { notEq: 'BOB@shop.test' } } },
  { billAddress: { city: { cont: 'port' } } },
  { billAddress: { company: { blank: true }, zipcode: { notEq: '1' } } },
);

const level = fc.array(fc.oneof({ weight: 3, arbitrary: own }, { weight: 2, arbitrary: matches }), {
  maxLength: 3,
});

interface Drawn {
  readonly name: string;
  readonly predicate: number;
  readonly operand: number;
}

/** The filter of a level: conditions on one attribute after the other; of equal names the last is used. */
function spell(parts: readonly Filter[]): Filter {
  return Object.assign(
    {},
    ...parts.map((part) => {
      const drawn = part['drawn'] as Drawn | undefined;
      if (!drawn) return part;
      const attribute = orderModel.attributes[drawn.name];
      if (!attribute) throw new Error(`No attribute ${drawn.name}.`);
      const predicates = predicatesOf[attribute.kind];
      const predicate = predicates[drawn.predicate % predicates.length] ?? 'eq';
      const operands = operandsFor(attribute, predicate, rows);
      return { [drawn.name]: { [predicate]: operands[drawn.operand % operands.length] } };
    }),
  ) as Filter;
}

interface Tree {
  readonly level: readonly Filter[];
  readonly and: readonly Tree[];
  readonly or: readonly Tree[];
}

const leaf = level.map((parts): Tree => ({ level: parts, and: [], or: [] }));
const branch = fc.record({
  level,
  and: fc.array(leaf, { maxLength: 2 }),
  or: fc.array(leaf, { maxLength: 2 }),
});

/** Three levels of groups, as deep as clients may nest (S12). */
const groups: fc.Arbitrary<Tree> = fc.record({
  level,
  and: fc.array(leaf, { maxLength: 2 }),
  or: fc.array(fc.oneof(leaf, branch), { maxLength: 3 }),
});

const filterOf = ({ level: parts, and, or }: Tree): Filter => ({
  ...spell(parts),
  ...(and.length > 0 && { and: and.map(filterOf) }),
  ...(or.length > 0 && { or: or.map(filterOf) }),
});

property('any filter finds what a plain filter finds, each row once', groups, async (drawn) => {
  const filter = filterOf(drawn);
  const wanted = rows
    .filter((row) => meetsFilter(orderModel, row, filter))
    .map(({ id }) => Number(id));
  const { nodes, totalCount } = await ask({ filter });
  expect({ filter, found: nodes.map(({ id }) => Number(id)), totalCount }).toEqual({
    filter,
    found: wanted,
    totalCount: wanted.length,
  });
});

/** Sort keys whose order is the same in every collation, with the value they sort by. */
const keys = {
  ID: ({ id }: OrderRow) => Number(id),
  STATE: ({ state }: OrderRow) => state,
  CHANNEL: ({ channel }: OrderRow) => channel,
  TOTAL: ({ total }: OrderRow) => Number(total),
  TOTAL_QUANTITY: ({ totalQuantity }: OrderRow) => Number(totalQuantity),
  CREATED_AT: ({ createdAt }: OrderRow) => createdAt.getTime(),
  COMPLETED_AT: ({ completedAt }: OrderRow) => completedAt?.getTime() ?? null,
  SHIPMENT_STATE: ({ shipmentState }: OrderRow) => shipmentState,
  PAYMENT_STATE: ({ paymentState }: OrderRow) => paymentState,
  USER_ID: ({ userId }: OrderRow) => (userId === null ? null : Number(userId)),
  BILL_ADDRESS_ZIPCODE: ({ billAddress }: OrderRow) => billAddress?.zipcode ?? null,
};

type Key = keyof typeof keys;

function compareBy(field: Key, direction: string, one: OrderRow, other: OrderRow): number {
  const [a, b] = [keys[field](one), keys[field](other)];
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return (a < b ? -1 : 1) * (direction === 'DESC' ? -1 : 1);
}

property(
  'any sort keys order the rows, NULL last and equals by id; its pages hold every row once',
  fc.array(
    fc.record({
      field: fc.constantFrom(...(Object.keys(keys) as Key[])),
      direction: fc.constantFrom('ASC', 'DESC'),
    }),
    { maxLength: 4 },
  ),
  fc.integer({ min: 1, max: 31 }),
  async (sort, perPage) => {
    const wanted = [...rows]
      .sort(
        (one, other) =>
          sort
            .map(({ field, direction }) => compareBy(field, direction, one, other))
            .find((order) => order !== 0) ?? Number(one.id - other.id),
      )
      .map(({ id }) => Number(id));
    const found: number[] = [];
    for (let page = 1; page <= Math.ceil(rows.length / perPage); page += 1) {
      const { nodes, totalCount } = await ask({ sort, page, perPage });
      expect(totalCount).toBe(rows.length);
      found.push(...nodes.map(({ id }) => Number(id)));
    }
    expect(found).toEqual(wanted);
  },
);
