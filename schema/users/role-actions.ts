import { Prisma } from '../../prisma/generated/client/client.ts';
import { gainers, newRights } from '../access/key-makers.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { auditDifference, auditEntry } from '../domain/audit.ts';
import { mostInOneWrite } from '../domain/list-bounds.ts';
import { type Reading, accept, refuse, words } from '../domain/messages.ts';
import { parseRequiredText } from '../domain/text.ts';
import { NotFound, Refused } from '../errors.ts';
import { requireVersion } from '../if-version.ts';
import { isPermission } from '../permissions.ts';
import type { Write } from '../write.ts';
import { revokeOthersKeys } from './key-actions.ts';
import { requireAllRights, rightsOfHolders } from './principals.ts';

/** Attributes of a role from a client. An absent one leaves the stored value. */
export interface RoleInput {
  readonly name?: string | null | undefined;
  readonly permissions?: readonly string[] | null | undefined;
}

const nameLength = 50;

/** The name for what every user may do without a role. Decision: A13. */
const impliedRole = 'customer';

const sentences = {
  builtIn: 'A built-in role cannot be changed.',
  inUse: 'The role cannot be deleted because users have it.',
} as const;

export const isRoleName = (text: string): boolean => /^[a-z0-9_]{1,50}$/.test(text);

function readName(value: unknown): Reading<string> {
  const name = parseRequiredText(value, nameLength);
  if (!name.ok) return name;
  if (name.value === impliedRole) return refuse(words.reserved);
  return isRoleName(name.value) ? accept(name.value) : refuse(words.invalid);
}

function readPermissions(permissions: readonly string[]): Reading<readonly string[]> {
  if (permissions.length > mostInOneWrite) return refuse(words.tooManyEntries(mostInOneWrite));
  return permissions.every(isPermission)
    ? accept([...new Set(permissions)])
    : refuse(words.notListed);
}

/** The columns that were sent; adds messages for what is wrong, and for a name that another role has. */
async function readColumns(
  { tx }: Write,
  reader: AttributeReader,
  input: RoleInput,
  roleId: bigint | null,
): Promise<{ readonly name?: string; readonly permissions?: readonly string[] }> {
  const name = input.name === undefined ? undefined : reader.read('name', readName(input.name));
  const holder =
    name === undefined ? null : await tx.role.findUnique({ where: { name }, select: { id: true } });
  if (holder && holder.id !== roleId) reader.note('name', words.taken);
  const permissions =
    input.permissions == null
      ? undefined
      : reader.read('permissions', readPermissions(input.permissions));
  return { ...(name !== undefined && { name }), ...(permissions && { permissions }) };
}

/**
 * Creates a role; returns the id.
 * Throws Unauthorized if it has permissions that the caller lacks, else Invalid.
 * Decision: A11, A12, N70.
 */
export async function createRole(write: Write, input: RoleInput): Promise<bigint> {
  const { tx, now, viewer } = write;
  requireAllRights(viewer, (input.permissions ?? []).filter(isPermission));
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, { ...input, name: input.name ?? null }, null);
  reader.check();
  const { name = '', permissions = [] } = columns;
  const { id } = await tx.role.create({
    data: {
      name,
      createdAt: now,
      updatedAt: now,
      permissions: { create: permissions.map((permission) => ({ permission })) },
    },
    select: { id: true },
  });
  write.audit(auditEntry('roles.create', id, {}, { name, permissions }));
  return id;
}

/**
 * Locks a role that may be edited, and gets these permissions; returns its name, with all permissions of those who have it.
 * Throws NotFound; Unauthorized if there are permissions among them that the caller lacks; Conflict for a stale version;
 * Refused for a built-in one.
 * Decision: A24, N70.
 */
async function lockOwnRole(
  { tx, viewer }: Write,
  roleId: bigint,
  ifVersion: number | null | undefined,
  added: readonly string[] = [],
): Promise<{ readonly name: string; readonly rights: readonly string[] }> {
  const [role] = await tx.$queryRaw<
    { name: string; builtIn: boolean; lockVersion: number }[]
  >(Prisma.sql`
    SELECT name, built_in AS "builtIn", lock_version AS "lockVersion"
    FROM roles WHERE id = ${roleId} FOR UPDATE`);
  if (!role) throw new NotFound();
  const rights = await rightsOfHolders(tx, roleId);
  requireAllRights(viewer, [...rights, ...added]);
  requireVersion(role, ifVersion);
  if (role.builtIn) throw Refused.act({ base: [sentences.builtIn] });
  return { name: role.name, rights };
}

/**
 * Updates a role for all users who have it, if anything differs. The given permissions replace the previous ones; new
 * ones end keys that others made for these users.
 * Throws NotFound, Unauthorized if the role or a user who has it has permissions that the caller lacks, Conflict, Refused
 * for a built-in role, else Invalid.
 * Decision: A8, A11 to A13, N70.
 */
export async function updateRole(
  write: Write,
  roleId: bigint,
  input: RoleInput,
  ifVersion?: number | null,
): Promise<void> {
  const { tx, now } = write;
  const wanted = (input.permissions ?? []).filter(isPermission);
  const { name: formerName } = await lockOwnRole(write, roleId, ifVersion, wanted);
  const rows = await tx.rolePermission.findMany({
    where: { roleId },
    select: { permission: true },
  });
  const former = rows.map(({ permission }) => permission);
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, input, roleId);
  reader.check();
  const before = { name: formerName, permissions: former };
  const entry = auditDifference('roles.update', roleId, before, { ...columns });
  if (!entry) return;
  const { permissions, ...named } = columns;
  if (permissions) {
    const added = permissions.filter((permission) => !former.includes(permission));
    await tx.rolePermission.deleteMany({
      where: { roleId, permission: { notIn: [...permissions] } },
    });
    await tx.rolePermission.createMany({
      data: added.map((permission) => ({ roleId, permission })),
    });
  }
  await tx.role.update({
    where: { id: roleId },
    data: { ...named, updatedAt: now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  write.audit(entry);
  const rights = newRights(former, permissions ?? []);
  if (rights.length > 0) await revokeOthersKeys(write, gainers(roleId, rights));
}

/**
 * Deletes a role that nobody has; it cannot be assigned until the write ends. `readRole` is called before.
 * Throws NotFound; Unauthorized if it has permissions that the caller lacks; Conflict; Refused for a built-in role and for
 * one that users have.
 */
export async function deleteRole<Role>(
  write: Write,
  roleId: bigint,
  ifVersion: number | null | undefined,
  readRole: () => Promise<Role>,
): Promise<Role> {
  const { tx } = write;
  const { name, rights: permissions } = await lockOwnRole(write, roleId, ifVersion);
  const given = await tx.userRole.findFirst({ where: { roleId }, select: { userId: true } });
  if (given) throw Refused.act({ base: [sentences.inUse] });
  const role = await readRole();
  await tx.role.delete({ where: { id: roleId }, select: { id: true } });
  const gone = { name: null, permissions: null };
  write.audit(auditEntry('roles.delete', roleId, { name, permissions }, gone));
  return role;
}
