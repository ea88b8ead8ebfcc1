import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, badKeyViewer, nobody, run, viewerWith } from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

const ask = (viewer = adminViewer) =>
  run(database.client, viewer, '{ stockLocations { name isDefault active country { iso } } }');

test('every store has the stock location of default', async () => {
  expect(await ask()).toEqual({
    data: {
      stockLocations: [{ name: 'default', isDefault: true, active: true, country: null }],
    },
    errors: [],
  });
});

describe('stock locations are shown', () => {
  test('to nobody without a good key', async () => {
    expect((await ask(nobody)).errors).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'missing_key' },
    ]);
    expect((await ask(badKeyViewer)).errors).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    ]);
  });

  test.each(['shipments.index', 'shipments.create', 'variants.update'])(
    'to whoever has %s',
    async (permission) => {
      expect((await ask(viewerWith(null, permission))).errors).toEqual([]);
    },
  );

  test('to nobody else', async () => {
    expect((await ask(viewerWith(null, 'orders.*', 'users.*'))).errors).toEqual([
      { code: 'UNAUTHORIZED', reason: 'insufficient_rights' },
    ]);
  });
});
