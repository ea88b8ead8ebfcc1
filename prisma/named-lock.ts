import { Prisma } from './generated/client/client.ts';

/** What is locked beside rows: writes to users, roles and keys; a customer's carts; a permalink; names in other systems. */
type LockName = 'access' | 'carts' | 'permalink' | 'external_references';

const keyOf = (name: LockName, part: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(hashtext(${Prisma.raw(`'${name}'`)}), ${part})`;

const whole = Prisma.sql`0`;

/**
 * The statement that takes a lock which stands for no row, until the transaction ends; of one part, an integer, where not
 * all of it is locked. The key has two numbers, so that no part that a client names is the key of another lock.
 */
export const lockNamed = (name: LockName, part = whole): Prisma.Sql =>
  Prisma.sql`SELECT pg_advisory_xact_lock${keyOf(name, part)}`;

/** The same for who shares it. Whoever comes behind one that waits for all of it waits, too: sharers of a row pass it by. */
export const shareNamed = (name: LockName, part = whole): Prisma.Sql =>
  Prisma.sql`SELECT pg_advisory_xact_lock_shared${keyOf(name, part)}`;
