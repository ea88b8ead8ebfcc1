import { Prisma } from '../../prisma/generated/client/client.ts';
import { isPermitted } from '../abilities.ts';
import { newRights } from '../access/key-makers.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { parseEmail } from '../domain/email.ts';
import { auditDifference, auditEntry } from '../domain/audit.ts';
import { mostInOneWrite } from '../domain/list-bounds.ts';
import { accept, type Reading, refuse, words } from '../domain/messages.ts';
import { parseTrimmedText } from '../domain/text.ts';
import { Unauthorized } from '../errors.ts';
import { requireVersion } from '../if-version.ts';
import type { Permission } from '../permissions.ts';
import { none } from '../refs.ts';
import type { Write } from '../write.ts';
import { idByEmail } from './find-user.ts';
import { revokeOthersKeys } from './key-actions.ts';
import { lockRoles, requireAllRights, rightsOfRoles, rightsOfUser, rolesOf } from './principals.ts';
import { isRoleName } from './role-actions.ts';
import { endSessions, lockUser } from '../access/stored-keys.ts';

/** Attributes of a user from a client. An absent one leaves the stored value. */
interface UserInput {
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly roles?: readonly string[] | null | undefined;
}

function readEmail(value: unknown): Reading<string> {
  const email = parseEmail(value);
  if (!email.ok) return email;
  return email.value === null ? refuse(words.blank) : accept(email.value);
}

/** Who is told that a name is of no role. */
const readsRoles: readonly Permission[] = ['roles.index', 'roles.read'];

/** The existing roles that an input names, and the message if one does not exist. */
interface NamedRoles {
  readonly ids: readonly bigint[];
  readonly message?: string;
}

/**
 * Throws Unauthorized for a name of no role from callers who may not read roles, as for one that allows more than they may.
 * Decision: A20.
 */
async function findRoles({ tx, viewer }: Write, names: readonly string[]): Promise<NamedRoles> {
  if (names.length > mostInOneWrite) {
    return { ids: [], message: words.tooManyEntries(mostInOneWrite) };
  }
  const wanted = [...new Set(names)];
  const ids = await lockRoles(tx, wanted.filter(isRoleName));
  if (ids.length === wanted.length) return { ids };
  if (!readsRoles.some((right) => isPermitted(viewer, right))) throw new Unauthorized();
  return { ids, message: words.invalid };
}

/** The columns that were sent; adds messages for what is wrong, and for an address that another user has. */
async function readColumns(
  write: Write,
  reader: AttributeReader,
  input: UserInput,
  userId: bigint | null,
): Promise<{ readonly email?: string; readonly name?: string | null }> {
  const email =
    input.email === undefined ? undefined : reader.read('email', readEmail(input.email));
  const holder = email === undefined ? none : await idByEmail(write.tx, email);
  if (holder !== none && holder !== userId) reader.note('email', words.taken);
  const name =
    input.name === undefined ? undefined : reader.read('name', parseTrimmedText(input.name));
  return { ...(email !== undefined && { email }), ...(name !== undefined && { name }) };
}

/**
 * Creates a user with roles; returns the id.
 * Throws Unauthorized if a role has permissions that the caller lacks, or is unknown to who may not read roles, else Invalid.
 * Decision: A20, A29, N70.
 */
export async function createUser(write: Write, input: UserInput): Promise<bigint> {
  const { tx, now, viewer } = write;
  const reader = new AttributeReader();
  const roles = await findRoles(write, input.roles ?? []);
  requireAllRights(viewer, await rightsOfRoles(tx, roles.ids));
  const columns = await readColumns(write, reader, { ...input, email: input.email ?? null }, null);
  if (roles.message !== undefined) reader.note('roles', roles.message);
  reader.check();
  const { email = '', name = null } = columns;
  const { id } = await tx.user.create({
    data: {
      email,
      name,
      createdAt: now,
      updatedAt: now,
      roles: { create: roles.ids.map((roleId) => ({ roleId })) },
    },
    select: { id: true },
  });
  const made = { email, name, roles: [...new Set(input.roles ?? [])] };
  write.audit(auditEntry('users.create', id, {}, made));
  return id;
}

/**
 * Updates a user, if anything differs. The given roles replace the previous ones; those that give more end keys that
 * others made.
 * Throws NotFound, Unauthorized where the previous or the new roles have permissions that the caller lacks, Conflict, else
 * Invalid.
 * Decision: A24, A29, N70.
 */
export async function updateUser(
  write: Write,
  userId: bigint,
  input: UserInput,
  ifVersion?: number | null,
): Promise<void> {
  const { tx, now, viewer } = write;
  const before = await lockUser(tx, userId);
  const stored = await rolesOf(tx, userId);
  const former = stored.map(({ id }) => id);
  const roles: NamedRoles =
    input.roles == null ? { ids: former } : await findRoles(write, input.roles);
  const added = roles.ids.filter((id) => !former.includes(id));
  const removed = former.filter((id) => !roles.ids.includes(id));
  const [had, given] = [await rightsOfRoles(tx, former), await rightsOfRoles(tx, added)];
  requireAllRights(viewer, [...had, ...given]);
  requireVersion(before, ifVersion);
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, input, userId);
  if (roles.message !== undefined) reader.note('roles', roles.message);
  reader.check();
  const entry = auditDifference(
    'users.update',
    userId,
    { email: before.email, name: before.name, roles: stored.map(({ name }) => name) },
    { ...columns, ...(input.roles != null && { roles: [...new Set(input.roles)] }) },
  );
  if (!entry) return;
  if (removed.length > 0) {
    await tx.userRole.deleteMany({ where: { userId, roleId: { in: removed } } });
  }
  if (added.length > 0) {
    await tx.userRole.createMany({ data: added.map((roleId) => ({ userId, roleId })) });
  }
  await tx.user.update({
    where: { id: userId },
    data: { ...columns, updatedAt: now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  write.audit(entry);
  if (newRights(had, given).length > 0) await revokeOthersKeys(write, Prisma.sql`${userId}`);
}

/**
 * Disables a user, whose keys stop working, or enables the user again, with the rights of before. Repeating it keeps the
 * time.
 * Throws NotFound, Unauthorized if the user has permissions that the caller lacks, Conflict.
 * Decision: A8, A24, N70.
 */
export async function setDisabled(
  write: Write,
  userId: bigint,
  isDisabled: boolean,
  ifVersion?: number | null,
): Promise<void> {
  const { tx, now, viewer } = write;
  const user = await lockUser(tx, userId);
  requireAllRights(viewer, await rightsOfUser(tx, userId));
  requireVersion(user, ifVersion);
  const { count } = await tx.user.updateMany({
    where: { id: userId, disabledAt: isDisabled ? null : { not: null } },
    data: {
      disabledAt: isDisabled ? now : null,
      updatedAt: now,
      lockVersion: { increment: 1 },
    },
  });
  if (count === 0) return;
  if (isDisabled) await endSessions(tx, Prisma.sql`k.user_id = ${userId}`);
  const action = isDisabled ? 'users.disable' : 'users.enable';
  const { disabledAt } = user;
  write.audit(auditEntry(action, userId, { disabledAt }, { disabledAt: isDisabled ? now : null }));
}
