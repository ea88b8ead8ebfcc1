import { Prisma } from '../../prisma/generated/client/client.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { mostShippingCategories } from '../domain/list-bounds.ts';
import { words } from '../domain/messages.ts';
import { isBlank, parseTrimmedText } from '../domain/text.ts';
import { soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { ProductAttributes } from './product-input.ts';

/** The category of products without one. */
export async function defaultShippingCategoryId({ tx }: Write): Promise<bigint> {
  const { id } = await tx.shippingCategory.findFirstOrThrow({
    where: { isDefault: true },
    select: { id: true },
  });
  return id;
}

/** The shipping category that an input names, by id or name; undefined if it names none, or after adding a message. */
export async function readShippingCategory(
  write: Write,
  reader: AttributeReader,
  { shippingCategoryId, shippingCategory }: ProductAttributes,
): Promise<bigint | undefined> {
  if (!isBlank(shippingCategoryId)) {
    const id = soughtId(shippingCategoryId);
    const known = await write.tx.shippingCategory.findUnique({
      where: { id },
      select: { id: true },
    });
    if (!known) reader.note('shippingCategoryId', words.invalid);
    return known?.id;
  }
  const name = reader.read('shippingCategory', parseTrimmedText(shippingCategory));
  return name == null ? undefined : ensureShippingCategory(write, reader, name);
}

/** The category with this name, ignoring case. */
async function findShippingCategory({ tx }: Write, name: string): Promise<bigint | undefined> {
  const [known] = await tx.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM shipping_categories WHERE lower(name) = lower(${name}::text)`,
  );
  return known?.id;
}

/**
 * The category with this name, ignoring case. Created if there is none, with copies of the default category's active
 * methods, so that its products can be shipped; undefined, after adding a message, if the store has as many as it may.
 * The lock lets one write at a time count them; each changes the default one, so that a write whose snapshot is older
 * than that starts over. Decision: C1, T23, P75.
 */
async function ensureShippingCategory(
  write: Write,
  reader: AttributeReader,
  name: string,
): Promise<bigint | undefined> {
  const known = await findShippingCategory(write, name);
  if (known !== undefined) return known;
  const { tx } = write;
  await tx.$executeRaw(Prisma.sql`LOCK TABLE shipping_categories IN SHARE ROW EXCLUSIVE MODE`);
  write.hasLocked();
  const now = write.now.toISOString();
  const [made] = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    WITH seen AS (UPDATE shipping_categories SET is_default = true WHERE is_default)
    INSERT INTO shipping_categories (name, is_default, created_at, updated_at)
    SELECT ${name}::text, false, ${now}::timestamptz, ${now}::timestamptz
    WHERE (SELECT count(*) FROM shipping_categories) < ${mostShippingCategories}::integer
    ON CONFLICT (lower(name)) DO NOTHING
    RETURNING id`);
  if (!made) {
    const madeMeanwhile = await findShippingCategory(write, name);
    if (madeMeanwhile === undefined) {
      reader.note('shippingCategory', words.noRoomForAnother(mostShippingCategories));
    }
    return madeMeanwhile;
  }
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO shipping_methods
      (name, zone_id, shipping_category_id, base_cost, item_cost, active, created_at, updated_at)
    SELECT m.name, m.zone_id, ${made.id}::bigint, m.base_cost, m.item_cost, true, ${now}::timestamptz, ${now}::timestamptz
    FROM shipping_methods m
    JOIN shipping_categories c ON c.id = m.shipping_category_id AND c.is_default
    WHERE m.active
    ORDER BY m.id`);
  return made.id;
}
