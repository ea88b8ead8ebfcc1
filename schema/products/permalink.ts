import { Prisma } from '../../prisma/generated/client/client.ts';
import { derivePermalink, freePermalink } from '../domain/permalink.ts';
import type { Write } from '../write.ts';

/**
 * A free permalink from a name. Writes that want the same one wait for each other, so that each sees what the
 * previous one took. If a client chose the same permalink in between, the unique index refuses it and the write
 * runs again.
 * Decision: C3, C37.
 */
export async function choosePermalink({ tx }: Write, name: string): Promise<string> {
  const wanted = derivePermalink(name);
  await tx.$executeRaw(
    Prisma.sql`SELECT pg_advisory_xact_lock(hashtext(${`products.permalink ${wanted}`}::text))`,
  );
  const rows = await tx.$queryRaw<{ permalink: string }[]>(Prisma.sql`
    SELECT permalink FROM products
    WHERE deleted_at IS NULL
      AND (permalink = ${wanted}::text
           OR starts_with(permalink, ${`${wanted}-`}::text)
              AND substr(permalink, length(${wanted}::text) + 2) ~ '^[0-9]+$')`);
  return freePermalink(wanted, new Set(rows.map(({ permalink }) => permalink)));
}

/** Whether another live product has the permalink. Decision: C3. */
export async function isPermalinkTaken(
  { tx }: Write,
  permalink: string,
  productId: bigint | null,
): Promise<boolean> {
  const holder = await tx.product.findFirst({
    where: { permalink, deletedAt: null, ...(productId !== null && { id: { not: productId } }) },
    select: { id: true },
  });
  return holder !== null;
}
