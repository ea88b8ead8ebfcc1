import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});
afterAll(() => database.close());

test('a product shows the images of its master variant, then those of the others, by position', async () => {
  const { client } = database;
  const masterId = await makeVariant(client, { sku: 'APR', name: 'Apron' });
  const { productId } = await client.variant.findUniqueOrThrow({ where: { id: masterId } });
  const variantOf = async (sku: string, position: number, deletedAt: Date | null) => {
    const data = { productId, sku, position, deletedAt, isMaster: false, price: '1' };
    return (await client.variant.create({ data })).id;
  };
  const medium = await variantOf('APR-M', 3, null);
  const small = await variantOf('APR-S', 2, null);
  const gone = await variantOf('APR-L', 1, new Date());
  for (const [variantId, attachmentFileName, position] of [
    [medium, 'm.png', 1],
    [small, 's-back.png', 2],
    [small, 's-front.png', 1],
    [gone, 'l.png', 1],
    [masterId, 'all.png', 1],
  ] as const) {
    await client.image.create({
      data: {
        variantId,
        attachmentFileName,
        position,
        attachmentContentType: 'image/png',
        attachmentWidth: 1,
        attachmentHeight: 1,
      },
    });
  }
  statements.length = 0;
  const query =
    '{ products { nodes { images { attachmentFileName variant { sku } } variants { images { id } } } } }';
  expect(await run(client, adminViewer, query)).toMatchObject({
    data: {
      products: {
        nodes: [
          {
            images: [
              { attachmentFileName: 'all.png', variant: { sku: 'APR' } },
              { attachmentFileName: 's-front.png', variant: { sku: 'APR-S' } },
              { attachmentFileName: 's-back.png', variant: { sku: 'APR-S' } },
              { attachmentFileName: 'm.png', variant: { sku: 'APR-M' } },
            ],
            variants: [{ images: [{}, {}] }, { images: [{}] }],
          },
        ],
      },
    },
    errors: [],
  });
  expect(statements).toHaveLength(1);
});
