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

/** The range of each product, and the statements that reading them took. */
async function ranges(perPage = 25) {
  statements.length = 0;
  const { data, errors } = await run(
    database.client,
    adminViewer,
    `{ products(perPage: ${String(perPage)}) {
       nodes { name hasVariants countOnHand priceRange { lowest highest } } } }`,
  );
  expect(errors).toEqual([]);
  const { nodes } = (data as { products: { nodes: { name: string; priceRange: unknown }[] } })
    .products;
  return {
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
  expect([Object.keys(one.shown), Object.keys(all.shown)]).toMatchObject([
    { length: 1 },
    { length: 4 },
  ]);
  expect(all.cost).toBe(one.cost);
});
