import { Prisma } from '../../prisma/generated/client/client.ts';
import { mostInOneWrite } from '../domain/list-bounds.ts';
import { type Reading, accept, refuse, words } from '../domain/messages.ts';
import { parseRequiredText } from '../domain/text.ts';
import { type FieldMessages, Invalid, NotFound, Refused } from '../errors.ts';
import { isPermission } from '../permissions.ts';
import type { Write } from '../write.ts';
import { authorizeGrant } from './granting.ts';

/** What a client says about a role. Absent leaves a known role's value as it is. */
export interface RoleInput {
  readonly name?: string | null | undefined;
  readonly permissions?: readonly string[] | null | undefined;
}

const nameLength = 50;

/** The name of what every user may do without a role. Decision: A13. */
const impliedRole = 'customer';

const sentences = {
  builtIn: 'A built-in role cannot be changed.',
  inUse: 'The role cannot be deleted because users have it.',
} as const;

/** Whether a text can be the name of a role. Decision: A11. */
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

/** What of an input can be stored so far, and the messages about the rest. */
interface ReadInput {
  readonly name?: string;
  readonly permissions?: readonly string[];
  readonly fields: FieldMessages;
}

function readInput(input: RoleInput): ReadInput {
  const name = input.name === undefined ? undefined : readName(input.name);
  const permissions = input.permissions == null ? undefined : readPermissions(input.permissions);
  return {
    ...(name?.ok === true && { name: name.value }),
    ...(permissions?.ok === true && { permissions: permissions.value }),
    fields: {
      ...(name?.ok === false && { name: [name.message] }),
      ...(permissions?.ok === false && { permissions: [permissions.message] }),
    },
  };
}

/** Adds what only the database knows, and throws Invalid when anything is wrong. Decision: A29. */
async function requireStorable(
  { tx }: Write,
  { name, fields }: ReadInput,
  roleId: bigint | null,
): Promise<void> {
  const named =
    name === undefined ? null : await tx.role.findUnique({ where: { name }, select: { id: true } });
  const taken = named !== null && named.id !== roleId;
  const messages: FieldMessages = { ...(taken && { name: [words.taken] }), ...fields };
  if (Object.keys(messages).length > 0) throw new Invalid(messages);
}

/**
 * Makes a role; gives the id.
 * Throws Unauthorized where it allows more than the caller may, else Invalid.
 * Decision: A11, A12, A16.
 */
export async function createRole(write: Write, input: RoleInput): Promise<bigint> {
  const { tx, now, viewer } = write;
  authorizeGrant(viewer, (input.permissions ?? []).filter(isPermission));
  const read = readInput({ ...input, name: input.name ?? null });
  await requireStorable(write, read, null);
  const { name } = read;
  if (name === undefined) throw new Invalid({ name: [words.blank] });
  const { id } = await tx.role.create({
    data: {
      name,
      createdAt: now,
      updatedAt: now,
      permissions: { create: (read.permissions ?? []).map((permission) => ({ permission })) },
    },
    select: { id: true },
  });
  return id;
}

/** Locks a role that may be edited. Throws NotFound; Refused for a built-in one. Decision: A13. */
async function lockOwnRole({ tx }: Write, roleId: bigint): Promise<void> {
  const [role] = await tx.$queryRaw<{ builtIn: boolean }[]>(
    Prisma.sql`SELECT built_in AS "builtIn" FROM roles WHERE id = ${roleId} FOR UPDATE`,
  );
  if (!role) throw new NotFound();
  if (role.builtIn) throw Refused.act({ base: [sentences.builtIn] });
}

/**
 * Changes a role for everybody who has it. The permissions named replace the former ones; only those
 * that are new are handed out.
 * Throws NotFound, Refused for a built-in role, Unauthorized, else Invalid.
 * Decision: A8, A11 to A13, A16.
 */
export async function updateRole(write: Write, roleId: bigint, input: RoleInput): Promise<void> {
  const { tx, now, viewer } = write;
  await lockOwnRole(write, roleId);
  const rows = await tx.rolePermission.findMany({
    where: { roleId },
    select: { permission: true },
  });
  const former = rows.map(({ permission }) => permission);
  const isNew = (permission: string): boolean => !former.includes(permission);
  authorizeGrant(viewer, (input.permissions ?? []).filter(isPermission).filter(isNew));
  const read = readInput(input);
  await requireStorable(write, read, roleId);
  if (read.permissions) {
    const added = read.permissions.filter(isNew);
    await tx.rolePermission.deleteMany({
      where: { roleId, permission: { notIn: [...read.permissions] } },
    });
    await tx.rolePermission.createMany({
      data: added.map((permission) => ({ roleId, permission })),
    });
  }
  await tx.role.update({
    where: { id: roleId },
    data: { ...(read.name !== undefined && { name: read.name }), updatedAt: now },
    select: { id: true },
  });
}

/**
 * Locks a role that may be deleted: nobody has it, and until the write ends nobody is given it.
 * Throws NotFound; Refused for a built-in role and for one that users have.
 * Decision: A13, C31.
 */
export async function lockUnusedRole(write: Write, roleId: bigint): Promise<void> {
  await lockOwnRole(write, roleId);
  const given = await write.tx.userRole.findFirst({ where: { roleId }, select: { userId: true } });
  if (given) throw Refused.act({ base: [sentences.inUse] });
}
