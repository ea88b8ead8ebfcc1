import { Prisma } from '../../prisma/generated/client/client.ts';
import { isExactly } from '../bulk/is-exactly.ts';
import { builder } from '../builder.ts';
import { soughtText } from '../domain/text.ts';
import { visibilityIn, visibleProductSql } from '../products/visibility.ts';
import { parseId, soughtId } from '../refs.ts';
import { isAscii } from '../search/operands.ts';
import {
  type ByEmail,
  type ByOrder,
  type ByPermalink,
  numberOf,
  OrderBy,
  ProductBy,
  UserBy,
  VariantBy,
} from '../look-up.ts';
import { findNamedVariants } from '../variants/named-variants.ts';
import type { Write } from '../write.ts';
import type { ReferredKind } from './kinds.ts';
import { withIds } from './names.ts';

export const ReferredBy = builder.inputType('ReferredBy', {
  description: 'Names a record that other systems have names for: exactly one field.',
  isOneOf: true,
  fields: (t) => ({
    order: t.field({ type: OrderBy }),
    product: t.field({ type: ProductBy }),
    variant: t.field({ type: VariantBy }),
    user: t.field({ type: UserBy }),
  }),
});

/** A record, by the names of its kind: exactly one field is set. */
export type RecordName = typeof ReferredBy.$inferInput;

interface Table<Row> {
  readonly kind: ReferredKind;
  readonly table: string;
  readonly column: string;
  /** The name as it is compared; empty if no record can have it. */
  readonly nameOf: (row: Row) => string;
  /** Whether the column is without its case. */
  readonly isFolded?: boolean;
  readonly conditions?: readonly Prisma.Sql[];
}

/** Names without their case, by the database, which folds some letters in its own way. No statement for ASCII alone. */
async function folded(
  { tx }: Write,
  names: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const texts = names.flatMap((name) => name ?? []);
  if (texts.every(isAscii)) return names.map((name) => name?.toLowerCase());
  const rows = await tx.$queryRaw<{ name: string; folded: string }[]>(
    Prisma.sql`SELECT name, lower(name) AS folded FROM unnest(${texts}::text[]) AS name`,
  );
  const byName = new Map(rows.map((row) => [row.name, row.folded]));
  return names.map((name) => name && byName.get(name));
}

const keptFromRemoval = Prisma.sql`FOR KEY SHARE`;

/**
 * Finds records of a table, and keeps them from being removed. One statement, none for no names, one more for names in
 * other systems, and one for names that only the database can fold.
 */
async function findIn<Row extends ByOrder | ByPermalink | ByEmail>(
  write: Write,
  rows: readonly Row[],
  lock: Prisma.Sql,
  { kind, table, column, nameOf, isFolded = false, conditions = [] }: Table<Row>,
): Promise<ReadonlyMap<object, bigint | undefined>> {
  const named = await withIds(write, kind, rows);
  const asked = rows.map((row) => nameOf(row) || undefined);
  const names = isFolded ? await folded(write, asked) : asked;
  const ids = named.flatMap(({ id }) => parseId(id) ?? []).map(String);
  const texts = names.flatMap((name) => name ?? []);
  if (ids.length + texts.length === 0) return new Map();
  const other = Prisma.raw(column);
  const sought = Prisma.sql`
    SELECT r.id FROM unnest(${texts}::text[]) AS sought(name)
    JOIN ${Prisma.raw(table)} r ON ${isExactly(column, 'sought.name')}`;
  const where = [
    Prisma.sql`(r.id = ANY(${ids}::bigint[]) OR r.id = ANY(ARRAY(${sought})))`,
    ...conditions,
  ];
  const found = await write.tx.$queryRaw<{ id: bigint; name: string }[]>(Prisma.sql`
    SELECT r.id, ${other} AS name FROM ${Prisma.raw(table)} r WHERE ${Prisma.join(where, ' AND ')}
    ORDER BY r.id ${lock}`);
  const byName = new Map(found.map(({ id, name }) => [name, id]));
  const byId = new Map(found.map(({ id }) => [id, id]));
  return new Map(
    rows.map((row, index) => {
      const name = names[index];
      return [row, name === undefined ? byId.get(soughtId(named[index]?.id)) : byName.get(name)];
    }),
  );
}

/**
 * The records that names stand for, in their order; undefined where there is none, or none that the caller sees. At
 * most three statements for each kind.
 */
export async function findRecords(
  write: Write,
  names: readonly RecordName[],
  lock = keptFromRemoval,
): Promise<readonly (bigint | undefined)[]> {
  const given = <Row>(rows: readonly (Row | null | undefined)[]): readonly Row[] =>
    rows.flatMap((row) => row ?? []);
  const orders = await findIn(write, given(names.map(({ order }) => order)), lock, {
    kind: 'Order',
    table: 'orders',
    column: 'r.number',
    nameOf: ({ number }) => numberOf(soughtText(number)),
  });
  const products = await findIn(write, given(names.map(({ product }) => product)), lock, {
    kind: 'Product',
    table: 'products',
    column: 'r.permalink',
    nameOf: ({ permalink }) => soughtText(permalink).toLowerCase(),
    conditions: visibleProductSql(visibilityIn(write, 'products'), 'r'),
  });
  const users = await findIn(write, given(names.map(({ user }) => user)), lock, {
    kind: 'User',
    table: 'users',
    column: 'lower(r.email)',
    nameOf: ({ email }) => soughtText(email),
    isFolded: true,
  });
  const variants = given(names.map(({ variant }) => variant));
  const found = variants.length === 0 ? [] : await findNamedVariants(write, variants);
  const byVariant = new Map(variants.map((name, place) => [name, found[place]?.id]));
  return names.map(({ order, product, variant, user }) => {
    if (order) return orders.get(order);
    if (product) return products.get(product);
    if (variant) return byVariant.get(variant);
    return users.get(user);
  });
}
