import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import { makeProduct, makeVariant } from '../support/catalogue.ts';
import { sendRows } from '../support/bulk.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { overtake } from '../support/lock-waits.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

interface Kind {
  readonly table: string;
  readonly column: string;
  readonly documents: readonly string[];
  readonly make: () => Promise<{ readonly id: string; readonly productId: string }>;
}

const told = 'userErrors { code field message allowed lockVersion }';

const kinds: readonly (readonly [string, Kind])[] = [
  [
    'the permalink of a product',
    {
      table: 'products',
      column: 'permalink',
      documents: [
        `mutation ($by: ProductBy!) { updateProduct(by: $by, input: { name: "Seen" }) { ${told} } }`,
        `mutation ($by: ProductBy!) { deleteProduct(by: $by) { ${told} } }`,
      ],
      make: async () => {
        const { id } = await makeProduct(database);
        return { id, productId: id };
      },
    },
  ],
  [
    'the SKU of a variant',
    {
      table: 'variants',
      column: 'sku',
      documents: [
        `mutation ($by: VariantBy!) { updateVariant(by: $by, input: { price: "77" }) { ${told} } }`,
        `mutation ($by: VariantBy!) { deleteVariant(by: $by) { ${told} } }`,
      ],
      make: async () => {
        const product = await makeProduct(database);
        const { id } = await makeVariant(database, product);
        return { id, productId: product.id };
      },
    },
  ],
];

let names = 0;

const cases = kinds.flatMap(([what, kind]) =>
  kind.documents.flatMap((document) => [
    [`${what} is taken over by another one`, { ...kind, document, isTaken: true }] as const,
    [`${what} is given up`, { ...kind, document, isTaken: false }] as const,
  ]),
);

test.each(cases)(
  'a write that waits while %s leaves the former one alone (T53)',
  async (_what, { table, column, document, make, isTaken }) => {
    names += 1;
    const name = `name-${String(names)}`;
    const [former, next] = [await make(), await make()];
    const rename = (session: Session, id: string, to: string) =>
      session.query(`UPDATE ${table} SET ${column} = $1 WHERE id = $2`, [to, id]);
    await database.session((session) => rename(session, former.id, name));
    const versionOf = async (id: string) =>
      (
        await database.query(`SELECT lock_version, deleted_at FROM ${table} WHERE id = $1`, [id])
      )[0];
    const renaming = async (session: Session): Promise<void> => {
      await session.query('SELECT FROM products WHERE id = $1 FOR NO KEY UPDATE', [
        former.productId,
      ]);
      await rename(session, former.id, `former-${name}`);
      if (isTaken) await rename(session, next.id, name);
    };
    const [was, nextWas] = [await versionOf(former.id), await versionOf(next.id)];
    const { errors } = await overtake(database, renaming, () =>
      run(database.client, adminViewer, document, { by: { [column]: name } }),
    );
    expect(errors).toMatchObject(isTaken ? [] : [{ code: 'NOT_FOUND' }]);
    expect(await versionOf(former.id)).toEqual(was);
    const isSame = JSON.stringify(await versionOf(next.id)) === JSON.stringify(nextWas);
    expect(isSame).toBe(!isTaken);
  },
);

test.each([
  ['is given up', 'UPDATE external_references SET value = $2 WHERE source = $1'],
  [
    'is taken over by another one',
    'UPDATE external_references SET product_id = $2 WHERE source = $1',
  ],
])(
  'a row is NOT_FOUND if the name in another system that it names its record by %s before its lock (V22)',
  async (what, change) => {
    const [former, next] = [await makeProduct(database), await makeProduct(database)];
    await database.client.externalReference.create({
      data: { kind: 'Product', source: what, value: 'moved', productId: BigInt(former.id) },
    });
    const moving = async (session: Session): Promise<void> => {
      await session.script(lockNamed('external_references').sql);
      await session.query(change, [what, next.id]);
    };
    const record = { product: { externalRef: { source: what, value: 'moved' } } };
    const other = { product: { permalink: next.permalink } };
    const rows = [record, other].map((named, place) => ({
      record: named,
      source: 'written',
      value: `${what} ${String(place)}`,
    }));
    const { refused } = await overtake(database, moving, () =>
      sendRows(database, 'setExternalRefs', rows, 'EACH'),
    );
    expect(refused).toEqual({ 0: ['NOT_FOUND record does not exist'] });
    const written = await database.client.externalReference.findMany({
      where: { source: 'written', value: { startsWith: what } },
    });
    expect(written.map(({ productId }) => String(productId))).toEqual([next.id]);
  },
);
