import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { customerViewer, nobody, run } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

const document = '{ shippingMethods { name baseCost zone { name } shippingCategory { name } } }';

test('every caller with a key sees the shipping methods that are offered, as they were made', async () => {
  const { client } = database;
  const { zoneId, shippingCategoryId } = await client.shippingMethod.findFirstOrThrow();
  await client.shippingMethod.create({
    data: { name: 'Pigeon', zoneId, shippingCategoryId, active: false },
  });
  const everywhere = { zone: { name: 'Everywhere' }, shippingCategory: { name: 'Default' } };
  expect(await run(client, customerViewer(null), document)).toEqual({
    data: {
      shippingMethods: [
        { name: 'Standard', baseCost: '5.0', ...everywhere },
        { name: 'Express', baseCost: '15.0', ...everywhere },
      ],
    },
    errors: [],
  });
});

test('without a key no shipping method is shown', async () => {
  expect((await run(database.client, nobody, document)).errors).toEqual([
    { code: 'UNAUTHENTICATED', reason: 'missing_key' },
  ]);
});
