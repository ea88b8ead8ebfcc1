import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStore, type Store } from '../support/store.ts';

let store: Store;

beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

test('safety 17: with a token alone, a mutation that succeeded beside one that was refused is 200', async () => {
  const customer = await store.account('tess');
  const { body: made } = await store
    .newer(customer)
    .post('/api/orders', { body: { order: { special_instructions: 'before' } } });
  const { number, token } = made as { readonly number: string; readonly token: string };
  const query = `mutation {
    first: updateOrder(by: { number: "${number}" }, input: { specialInstructions: "after" }) {
      order { specialInstructions }
    }
    second: createProduct(input: { name: "Lamp", price: "1", shippingCategory: "Default" }) {
      product { id }
    }
  }`;
  const { status, body } = await store
    .client({ 'x-serviceordertoken': token })
    .post('/graphql', { body: { query } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data: { first: { order: { specialInstructions: 'after' } } },
    errors: [{ path: ['second'] }],
  });
  expect(await store.db.product.count({ where: { name: 'Lamp' } })).toBe(0);
});
