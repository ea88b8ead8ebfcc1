import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  accepted,
  emptyCatalogue,
  makeProduct,
  makeVariant,
  type ShownProduct,
} from '../../support/catalogue.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});
beforeEach(() => emptyCatalogue(database));
afterAll(() => database.close());

/** The range of each product, and the statements that reading them took, with what else is shown. */
async function ranges(perPage = 25, also = '') {
  statements.length = 0;
  const { data, errors } = await run(
    database.client,
    adminViewer,
    `{ products(perPage: ${String(perPage)}) {
       nodes { name hasVariants countOnHand priceRange { lowest highest } ${also} } } }`,
  );
  expect(errors).toEqual([]);
  interface Node {
    readonly name: string;
    readonly hasVariants: boolean;
    readonly countOnHand: number;
    readonly priceRange: unknown;
  }
  const { nodes } = (data as { products: { nodes: readonly Node[] } }).products;
  return {
    counts: nodes.map(({ hasVariants, countOnHand }) => [hasVariants, countOnHand]),
    shown: Object.fromEntries(nodes.map(({ name, priceRange }) => [name, priceRange])),
    cost: statements.length,
  };
}

const priced = (product: ShownProduct, prices: readonly string[]) =>
  Promise.all(prices.map((price) => makeVariant(database, product, { price })));

test('Decision R23: a product tells the lowest and the highest price of its variants', async () => {
  const shirt = await makeProduct(database, { price: '25' });
  await makeProduct(database, { name: 'Hat', price: '9' });
  expect((await ranges()).shown).toEqual({
    Shirt: { lowest: '25.0', highest: '25.0' },
    Hat: { lowest: '9.0', highest: '9.0' },
  });
  await priced(shirt, ['19.90', '100', '19.95']);
  expect((await ranges()).shown).toMatchObject({ Shirt: { lowest: '19.9', highest: '100.0' } });
});

test('Decision R23: deleted variants do not count', async () => {
  const shirt = await makeProduct(database, { price: '25' });
  const variants = await priced(shirt, ['10', '20', '30']);
  for (const { id } of [variants[0], variants[2]].flatMap((one) => one ?? [])) {
    await accepted(database, 'deleteVariant', { product: 'shirt', id });
  }
  expect((await ranges()).shown).toEqual({ Shirt: { lowest: '20.0', highest: '20.0' } });
  await accepted(database, 'deleteVariant', { product: 'shirt', id: variants[1]?.id });
  expect((await ranges()).shown).toEqual({ Shirt: { lowest: '25.0', highest: '25.0' } });
});

test('Decision R23: the ranges of a page cost as many statements as that of one product', async () => {
  for (const name of ['Shirt', 'Hat', 'Scarf', 'Glove']) {
    await priced(await makeProduct(database, { name }), ['10', '20']);
  }
  const one = await ranges(1);
  const all = await ranges(4);
  // the page, and the figures of all its products
  expect(one.cost).toBe(2);
  expect([Object.keys(one.shown), Object.keys(all.shown)]).toMatchObject([
    { length: 1 },
    { length: 4 },
  ]);
  expect(all.cost).toBe(one.cost);
});

test('what variants come to is the same, by one statement less, where they are shown as well', async () => {
  const shirt = await makeProduct(database, { price: '25' });
  await makeProduct(database, { name: 'Hat', price: '9' });
  await priced(shirt, ['19.90', '100']);
  await makeVariant(database, shirt, { countOnHand: 3 });
  const alone = await ranges();
  expect(alone.counts).toEqual([
    [true, 3],
    [false, 0],
  ]);
  const whole = await ranges(25, 'variants { price countOnHand }');
  expect(whole).toEqual({ ...alone, cost: 1 });
  for (const part of ['sku', 'price', 'countOnHand', 'price backorderable', 'images { id }']) {
    expect(await ranges(25, `variants { ${part} }`)).toEqual(alone);
  }
});
