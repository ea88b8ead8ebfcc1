import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize } from '../abilities.ts';
import type { Db, Transaction, Viewer } from '../context.ts';
import { soughtText } from '../domain/text.ts';
import { type ByEmail, userWhere } from '../look-up.ts';
import { existing, none } from '../refs.ts';
import type { Write } from '../write.ts';

/** The id of the user with this e-mail address, `none` if nobody has it; case does not matter. */
export async function idByEmail(db: Db | Transaction, email: string): Promise<bigint> {
  const sought = soughtText(email);
  if (sought === '') return none;
  const [found] = await db.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM users WHERE lower(email) = lower(${sought}::text)`,
  );
  return found?.id ?? none;
}

/** What finds a user by one of its names. One statement for an e-mail address, none for another name. */
export async function namedUser(db: Db | Transaction, viewer: Viewer, by: ByEmail) {
  return by.email == null ? userWhere(viewer, by) : { id: await idByEmail(db, by.email) };
}

/**
 * Checks the right to change users, and that to read them from who names a user by e-mail address or writes one: who finds
 * a user by it, or hears that it has been taken, learns whose address it is.
 * Throws Unauthorized.
 * Decision: A20, V5.
 */
export function mayChange(
  viewer: Viewer,
  by: ByEmail,
  input: { readonly email?: string | null | undefined } = {},
): void {
  authorize(viewer, 'users.update');
  if (by.email != null || input.email !== undefined) authorize(viewer, 'users.read');
}

/**
 * The id of the user that a write names.
 * Throws NotFound.
 */
export async function findUserId({ tx, viewer }: Write, by: ByEmail): Promise<bigint> {
  const where = await namedUser(tx, viewer, by);
  return existing(await tx.user.findFirst({ where, select: { id: true } })).id;
}
