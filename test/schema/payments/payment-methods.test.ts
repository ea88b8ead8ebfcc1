import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { customerViewer, nobody, run } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

const document = '{ paymentMethods { name kind } }';

test('every caller with a key sees the payment methods that may be used, by their position', async () => {
  const { client } = database;
  await client.paymentMethod.createMany({
    data: [
      { name: 'Card', kind: 'card', position: 0 },
      { name: 'Voucher', kind: 'check', position: 2, active: false },
    ],
  });
  expect(await run(client, customerViewer(null), document)).toEqual({
    data: {
      paymentMethods: [
        { name: 'Card', kind: 'card' },
        { name: 'Check', kind: 'check' },
      ],
    },
    errors: [],
  });
});

test('without a key no payment method is shown', async () => {
  expect((await run(database.client, nobody, document)).errors).toEqual([
    { code: 'UNAUTHENTICATED', reason: 'missing_key' },
  ]);
});
