import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { auditAttributes } from '../../../schema/audit-log/audit-attributes.ts';
import { externalRefAttributes } from '../../../schema/external-refs/external-ref-attributes.ts';
import { inventoryUnitAttributes } from '../../../schema/inventory-units/inventory-unit-attributes.ts';
import { lineItemAttributes } from '../../../schema/line-items/line-item-attributes.ts';
import { orderAttributes } from '../../../schema/orders/order-attributes.ts';
import { paymentAttributes } from '../../../schema/payments/payment-attributes.ts';
import { addressAttributes } from '../../../schema/places/place-attributes.ts';
import { productAttributes } from '../../../schema/products/product-attributes.ts';
import { shipmentAttributes } from '../../../schema/shipments/shipment-attributes.ts';
import { userList } from '../../../schema/users/user-attributes.ts';
import { variantAttributes } from '../../../schema/variants/variant-attributes.ts';
import { openTestDatabase } from '../../support/database.ts';

/** The tables that grow with the business. */
const lists = [
  orderAttributes,
  shipmentAttributes,
  inventoryUnitAttributes,
  lineItemAttributes,
  paymentAttributes,
  addressAttributes,
  variantAttributes,
  productAttributes,
  userList,
  auditAttributes,
  externalRefAttributes,
];

/** Searchable columns without an index of their own, and what limits such a search instead. Decision: Q41. */
const withoutIndex: Readonly<Record<string, string>> = {
  'orders.channel (trigram)': 'few words, found by equality',
  'orders.currency (trigram)': 'few words, found by equality',
  'inventory_units.lock_version': 'beside another condition',
  'line_items.quantity': 'below one order, or beside a condition of the order',
  'line_items.price': 'below one order, or beside a condition of the order',
  'line_items.created_at': 'below one order',
  'line_items.updated_at': 'below one order',
  'payments.payment_method_id': 'below one order, or beside a condition of the order',
  'payments.amount': 'below one order, or beside a condition of the order',
  'payments.state': 'below one order, or beside a condition of the order',
  'payments.source_type (trigram)': 'below one order, or beside a condition of the order',
  'payments.response_code (trigram)': 'below one order, or beside a condition of the order',
  'payments.avs_response (trigram)': 'below one order, or beside a condition of the order',
  'payments.created_at': 'below one order, or beside a condition of the order',
  'payments.updated_at': 'below one order, or beside a condition of the order',
  'addresses.company (trigram)': 'beside another condition',
  'addresses.address1 (trigram)': 'beside another condition',
  'addresses.address2 (trigram)': 'beside another condition',
  'addresses.phone (trigram)': 'beside another condition',
  'stock_items.count_on_hand': 'the catalogue',
  'stock_locations.name (trigram)': 'few rows',
  'variants.weight': 'the catalogue',
  'variants.height': 'the catalogue',
  'variants.width': 'the catalogue',
  'variants.depth': 'the catalogue',
  'variants.description (trigram)': 'the index of what variants show of their product, below',
  'variants.is_master': 'half of all rows',
  'variants.track_inventory': 'most rows',
  'stock_items.backorderable': 'most rows',
  'variants.position': 'the catalogue',
  'variants.deleted_at': 'the catalogue',
  'products.deleted_at': 'the catalogue',
  'products.meta_description (trigram)': 'the catalogue',
  'products.meta_keywords (trigram)': 'the catalogue',
  'audit_entries.actor': 'nearly all rows',
  'audit_entries.subject_type': 'beside the id of the subject, or its actions',
  'external_references.source (trigram)': 'few words, found by equality',
  'users.email (trigram)': 'found by equality; by part through the display name',
  'users.name (trigram)': 'through the display name',
};

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** `table.column` of each index's first key; with ` (trigram)` if it supports parts of a text. */
async function readFirstKeys(): Promise<ReadonlySet<string>> {
  const rows = await database.query(
    `SELECT DISTINCT i.indrelid::regclass::text AS "table",
            substring(pg_get_indexdef(i.indexrelid, 1, true) FROM '^(?:lower\\()?"?([a-z0-9_]+)') AS "column",
            am.amname = 'gin' AS trigram
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
     WHERE c.relnamespace = 'public'::regnamespace AND i.indpred IS NULL`,
  );
  return new Set(
    rows.map(
      (row) =>
        `${String(row['table'])}.${String(row['column'])}${row['trigram'] ? ' (trigram)' : ''}`,
    ),
  );
}

const wanted = lists.flatMap((list) =>
  Object.values(list.attributes)
    .filter(({ through }) => through.every(({ always }) => always))
    .map(
      ({ column, kind, through }) =>
        `${through.at(-1)?.table ?? list.table}.${column}${['text', 'longText'].includes(kind) ? ' (trigram)' : ''}`,
    ),
);

test('Every searchable column of a growing table leads an index, or is listed with what bounds it (S34, Q41).', async () => {
  const present = await readFirstKeys();
  const missing = wanted.filter((name) => !present.has(name) && !(name in withoutIndex));
  expect(missing).toEqual([]);
});

test('No column is listed as without an index that has one, or that nobody searches.', async () => {
  const present = await readFirstKeys();
  const listed = Object.keys(withoutIndex);
  expect(listed.filter((name) => present.has(name))).toEqual([]);
  expect(listed.filter((name) => !wanted.includes(name))).toEqual([]);
});

test('Parts of the description that variants show are found by an index (S20, Q41).', async () => {
  const plan = await database.client.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRaw`
      EXPLAIN SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
      WHERE COALESCE(p.description, '') ILIKE '%linen%'`;
  });
  expect(JSON.stringify(plan)).toContain('products_shown_description_trgm');
});
