import { Prisma } from '../../prisma/generated/client/client.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import { derivePermalink, reservedPermalinks } from '../domain/permalink.ts';
import type { Write } from '../write.ts';

/**
 * A free permalink from a name: the first of `shirt`, `shirt-1`, `shirt-2` that no live product has and no path
 * needs, tried one by one through the unique index. Writes that want the same one wait for each other, so that each sees what the
 * previous one took. If a client chose the same permalink in between, the unique index refuses it and the write
 * runs again.
 */
export async function choosePermalink({ tx }: Write, name: string): Promise<string> {
  const wanted = derivePermalink(name);
  await tx.$executeRaw(lockNamed('permalink', Prisma.sql`hashtext(${wanted}::text)`));
  const [free] = await tx.$queryRaw<{ permalink: string }[]>(Prisma.sql`
    WITH RECURSIVE tried (suffix, permalink) AS (
      SELECT 0, ${wanted}::text
      UNION ALL
      SELECT suffix + 1, ${wanted}::text || '-' || (suffix + 1) FROM tried
      WHERE permalink = ANY(${reservedPermalinks}::text[])
        OR EXISTS (SELECT 1 FROM products p WHERE p.permalink = tried.permalink AND p.deleted_at IS NULL)
    )
    SELECT permalink FROM tried ORDER BY suffix DESC LIMIT 1`);
  return free?.permalink ?? wanted;
}
