import type { Database } from '../../prisma/database.ts';
import { byIdOrPermalink } from '../../rest/variables/names.ts';
import { schema } from '../../schema/index.ts';
import type { Viewer } from '../../schema/index.ts';
import { inputAsSent } from './as-sent.ts';
import type { Answer } from './graphql.ts';
import { adminViewer, run } from './graphql.ts';

type Variables = Readonly<Record<string, unknown>>;

/** A variant as a response shows it. */
export interface ShownVariant {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A product as a response shows it. */
export interface ShownProduct {
  readonly id: string;
  readonly permalink: string;
  readonly master: ShownVariant;
  readonly variants: readonly ShownVariant[];
  readonly [field: string]: unknown;
}

const variantFields = `
  id productId sku price costPrice weight height width depth isMaster position trackInventory
  backorderable countOnHand inStock optionsText optionValues { id name presentation optionType { name } }
  lockVersion deletedAt createdAt updatedAt`;

const productFields = `
  id name description permalink price countOnHand hasVariants shippingCategory { id } availableOn
  metaDescription metaKeywords optionTypes { name presentation } lockVersion deletedAt
  createdAt updatedAt master { ${variantFields} } variants { ${variantFields} }`;

const documents = {
  createProduct: `mutation ($input: CreateProductInput!) { answer: createProduct(input: $input) { product { ${productFields} } userErrors { code field message allowed lockVersion } } }`,
  updateProduct: `mutation ($ref: ProductBy!, $input: UpdateProductInput!, $ifVersion: Int) { answer: updateProduct(by: $ref, input: $input, ifVersion: $ifVersion) { product { ${productFields} } userErrors { code field message allowed lockVersion } } }`,
  deleteProduct: `mutation ($ref: ProductBy!) { answer: deleteProduct(by: $ref) { product { ${productFields} } userErrors { code field message allowed lockVersion } } }`,
  createVariant: `mutation ($product: ProductBy!, $input: CreateVariantInput!) { answer: createVariant(product: $product, input: $input) { variant { ${variantFields} } userErrors { code field message allowed lockVersion } } }`,
  updateVariant: `mutation ($product: ProductBy!, $id: VariantBy!, $input: UpdateVariantInput!, $ifVersion: Int) { answer: updateVariant(product: $product, by: $id, input: $input, ifVersion: $ifVersion) { variant { ${variantFields} } userErrors { code field message allowed lockVersion } } }`,
  deleteVariant: `mutation ($product: ProductBy!, $id: VariantBy!) { answer: deleteVariant(product: $product, by: $id) { variant { ${variantFields} } userErrors { code field message allowed lockVersion } } }`,
  createImage: `mutation ($input: CreateImageInput!) { answer: createImage(input: $input) { image { ...I } userErrors { code field message allowed lockVersion } } } fragment I on Image { id position attachmentContentType attachmentFileName attachmentUpdatedAt attachmentWidth attachmentHeight alt variantId }`,
  updateImage: `mutation ($id: ID!, $input: UpdateImageInput!) { answer: updateImage(id: $id, input: $input) { image { ...I } userErrors { code field message allowed lockVersion } } } fragment I on Image { id position attachmentContentType attachmentFileName attachmentUpdatedAt attachmentWidth attachmentHeight alt variantId }`,
  deleteImage: `mutation ($id: ID!) { answer: deleteImage(id: $id) { image { id } userErrors { code field message allowed lockVersion } } }`,
  adjustStock: `mutation ($input: AdjustStockInput!) { answer: adjustStock(input: $input) { stockItem { id variantId stockLocation { id name } countOnHand backorderable } userErrors { code field message allowed lockVersion } } }`,
} as const;

export type CatalogueMutation = keyof typeof documents;

/** The variables of a mutation from how tests name records and from inputs as REST hands them. */
function named(mutation: CatalogueMutation, variables: Variables): Variables {
  const isOfVariant = mutation === 'updateVariant' || mutation === 'deleteVariant';
  const convert = (name: string, value: unknown): unknown => {
    if (name === 'ref' || name === 'product') return byIdOrPermalink(value);
    if (name === 'id' && isOfVariant) return { id: value };
    const argument = schema
      .getMutationType()
      ?.getFields()
      [mutation]?.args.find((one) => one.name === name);
    return argument && name === 'input' ? inputAsSent(argument.type, value) : value;
  };
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, convert(name, value)]),
  );
}

/** Runs one mutation of the catalogue. Inputs can hold what a client of GraphQL cannot send. */
export const mutate = (
  { client }: Database,
  mutation: CatalogueMutation,
  variables: Variables,
  viewer: Viewer = adminViewer,
): Promise<Answer> => run(client, viewer, documents[mutation], named(mutation, variables));

/** The result of a mutation; a refusal fails the test. */
export async function accepted<Shown = ShownVariant>(
  database: Database,
  mutation: CatalogueMutation,
  variables: Variables,
  viewer: Viewer = adminViewer,
): Promise<Shown> {
  const { data, errors } = await mutate(database, mutation, variables, viewer);
  if (errors.length > 0) throw new Error(`${mutation}: ${JSON.stringify(errors)}`);
  return (data as { answer: Shown }).answer;
}

/** The errors of a mutation, after checking that the database is unchanged. */
export async function refused(
  database: Database,
  mutation: CatalogueMutation,
  variables: Variables,
  viewer: Viewer = adminViewer,
): Promise<Answer['errors']> {
  const before = await snapshot(database);
  const { errors } = await mutate(database, mutation, variables, viewer);
  const after = await snapshot(database);
  if (after !== before) throw new Error(`${mutation} was refused and changed the database.`);
  return errors;
}

/** The messages of an invalid write, as `refused` returns them. */
export const invalid = (fields: Readonly<Record<string, readonly string[]>>) => [
  { code: 'INVALID', fields },
];

/** A product for tests that are about something else. */
export const makeProduct = (database: Database, input: Variables = {}): Promise<ShownProduct> =>
  accepted<ShownProduct>(database, 'createProduct', {
    input: { name: 'Shirt', price: '19.90', ...input },
  });

/** A variant of a product. */
export const makeVariant = (
  database: Database,
  product: ShownProduct,
  input: Variables = {},
): Promise<ShownVariant> =>
  accepted(database, 'createVariant', { product: product.permalink, input });

/**
 * Empties the catalogue and what refers to it, and restarts its ids: faster than a new database, and on a server than
 * TRUNCATE, which makes new files and waits for the disk.
 */
export const emptyCatalogue = (database: Database): Promise<void> =>
  database.script(`
    DO $$ DECLARE reached oid[]; one oid; BEGIN
      SET LOCAL session_replication_role = replica;
      WITH RECURSIVE referring AS (
        SELECT unnest('{products, variants, option_types, orders}'::regclass[])::oid AS id
        UNION SELECT conrelid FROM pg_constraint, referring WHERE confrelid = id
      )
      SELECT array_agg(id) INTO reached FROM referring;
      FOREACH one IN ARRAY reached LOOP EXECUTE format('DELETE FROM %s', one::regclass); END LOOP;
      PERFORM setval(s.oid::regclass, 1, false)
        FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i')
        WHERE s.relkind = 'S' AND d.refobjid = ANY(reached);
    END $$;
    DELETE FROM shipping_methods m USING shipping_categories c
      WHERE c.id = m.shipping_category_id AND NOT c.is_default;
    DELETE FROM shipping_categories WHERE NOT is_default;
    DELETE FROM stock_locations WHERE NOT is_default`);

/** Quantities and types of a variant's stock movements, oldest first. */
export async function ledgerOf(database: Database, variantId: string) {
  const rows = await database.client.stockMovement.findMany({
    where: { stockItem: { variantId: BigInt(variantId) } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ kind, quantity, countAfter }) => ({ kind, quantity, countAfter }));
}

const tables = [
  'products',
  'variants',
  'stock_items',
  'stock_movements',
  'option_types',
  'option_values',
  'product_option_types',
  'variant_option_values',
  'images',
  'shipping_categories',
  'shipping_methods',
  'orders',
  'inventory_units',
] as const;

/** All rows of the catalogue as one text. */
export async function snapshot(database: Database): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) =>
      database.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`),
    ),
  );
  return JSON.stringify(rows.map((of) => of.map(({ row }) => row)));
}
