import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { isStorable } from '../domain/text.ts';
import { visibilityOf, visibleProductSql } from '../products/visibility.ts';
import { parseId } from '../refs.ts';
import { findNamedVariants, type VariantName } from '../variants/named-variants.ts';
import type { Write } from '../write.ts';

/** A record, by the names of its kind: exactly one field is set. */
export interface RecordName {
  readonly order?: ById<'number'> | null | undefined;
  readonly product?: ById<'permalink'> | null | undefined;
  readonly variant?: VariantName | null | undefined;
  readonly user?: ById<'email'> | null | undefined;
}

type ById<Name extends string> = { readonly id?: string | null | undefined } & {
  readonly [Key in Name]?: string | null | undefined;
};

/** A record by id, or by another name as it is compared. */
interface Named {
  readonly id: string | null | undefined;
  readonly name: string | null | undefined;
}

type Find = (named: Named) => bigint | undefined;

/** Finds records of a table by id or name, and keeps them from being removed. One statement, none for no names. */
async function findIn(
  { tx }: Write,
  names: readonly (Named | null | undefined)[],
  table: string,
  name: string,
  conditions: readonly Prisma.Sql[] = [],
): Promise<Find> {
  const ids = names.flatMap((one) => parseId(one?.id) ?? []).map(String);
  const texts = names.flatMap((one) => (one?.name && isStorable(one.name) ? one.name : []));
  if (ids.length + texts.length === 0) return () => undefined;
  const [from, column] = [Prisma.raw(table), Prisma.raw(name)];
  const where = [
    Prisma.sql`(r.id = ANY(${ids}::bigint[]) OR ${column} = ANY(${texts}::text[]))`,
    ...conditions,
  ];
  const found = await tx.$queryRaw<{ id: bigint; name: string }[]>(Prisma.sql`
    SELECT r.id, ${column} AS name FROM ${from} r WHERE ${Prisma.join(where, ' AND ')}
    ORDER BY r.id FOR KEY SHARE`);
  const byName = new Map(found.map((one) => [one.name, one.id]));
  const byId = new Set(found.map(({ id }) => id));
  return (named) => {
    const id = parseId(named.id);
    if (named.name != null) return byName.get(named.name);
    return id !== undefined && byId.has(id) ? id : undefined;
  };
}

/**
 * The records that names stand for, in their order; undefined where there is none, or none that the caller sees. At
 * most one statement for each kind.
 */
export async function findRecords(
  write: Write,
  context: Context,
  names: readonly RecordName[],
): Promise<readonly (bigint | undefined)[]> {
  const orders = names.map(
    ({ order }) => order && { id: order.id, name: order.number?.trim().toUpperCase() },
  );
  const products = names.map(
    ({ product }) => product && { id: product.id, name: product.permalink?.toLowerCase() },
  );
  const users = names.map(
    ({ user }) => user && { id: user.id, name: user.email?.trim().toLowerCase() },
  );
  const order = await findIn(write, orders, 'orders', 'r.number');
  const visible = visibleProductSql(visibilityOf(context, 'products', false), 'r');
  const product = await findIn(write, products, 'products', 'r.permalink', visible);
  const user = await findIn(write, users, 'users', 'lower(r.email)');
  const variants = names.flatMap(({ variant }) => variant ?? []);
  const found =
    variants.length === 0
      ? []
      : await findNamedVariants(write.tx, variants, visibilityOf(context, 'variants', false));
  const byName = new Map(variants.map((name, place) => [name, found[place]?.id]));
  return names.map(({ variant }, index) => {
    if (variant) return byName.get(variant);
    const [asOrder, asProduct, asUser] = [orders[index], products[index], users[index]];
    if (asOrder) return order(asOrder);
    if (asProduct) return product(asProduct);
    return asUser ? user(asUser) : undefined;
  });
}
