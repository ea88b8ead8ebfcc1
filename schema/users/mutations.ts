import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { parseId } from '../refs.ts';
import { inAccessWrite } from './access-write.ts';
import { ApiKey } from './api-key.ts';
import { generateApiKey, revokeApiKey, revokeOneApiKey, rotateApiKey } from './key-actions.ts';
import { createRole, lockUnusedRole, updateRole } from './role-actions.ts';
import { Role } from './role.ts';
import { createUser, updateUser } from './user-actions.ts';
import type { MadeKey } from './stored-keys.ts';
import { User } from './user.ts';

/** The id a client named, which must name something. */
function requireId(text: string): bigint {
  const id = parseId(text);
  if (id === undefined) throw new NotFound();
  return id;
}

const userFields = {
  email: 'E-mail address; unique, ignoring case.',
  name: 'Name, where it is known.',
  roles: 'Names of roles.',
} as const;

const CreateUserInput = builder.inputType('CreateUserInput', {
  description: 'A person who may be given API keys.',
  fields: (t) => ({
    email: t.string({ description: userFields.email }),
    name: t.string({ description: userFields.name }),
    roles: t.stringList({ description: userFields.roles }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'What is left out stays as it is; `roles` replaces all former ones.',
  fields: (t) => ({
    email: t.string({ description: userFields.email }),
    name: t.string({ description: userFields.name }),
    roles: t.stringList({ description: userFields.roles }),
  }),
});

const roleFields = {
  name: 'Unique name: 1 to 50 of a to z, 0 to 9 and _.',
  permissions: 'What the role allows: `<resource>.<action>`, `<resource>.*` or `*`.',
} as const;

const CreateRoleInput = builder.inputType('CreateRoleInput', {
  description: 'A set of permissions under a name.',
  fields: (t) => ({
    name: t.string({ description: roleFields.name }),
    permissions: t.stringList({ required: true, description: roleFields.permissions }),
  }),
});

const UpdateRoleInput = builder.inputType('UpdateRoleInput', {
  description: 'What is left out stays as it is; `permissions` replaces all former ones.',
  fields: (t) => ({
    name: t.string({ description: roleFields.name }),
    permissions: t.stringList({ description: roleFields.permissions }),
  }),
});

const GeneratedApiKey = builder
  .objectRef<MadeKey & { readonly userId: bigint }>('GeneratedApiKey')
  .implement({
    description: 'A key just made. It is told only here.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key, to be kept by the client.' }),
      apiKey: t.prismaField({
        type: ApiKey,
        description: 'What the service keeps of it.',
        resolve: (query, { id }, _args, { db }) =>
          db.apiKey.findUniqueOrThrow({ ...query, where: { id } }),
      }),
      user: t.prismaField({
        type: User,
        description: 'The user the key stands for.',
        resolve: (query, { userId }, _args, { db }) =>
          db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
      }),
    }),
  });

builder.mutationFields((t) => ({
  createUser: t.prismaField({
    type: User,
    nullable: true,
    description: 'Makes a user. A role can be given by who may everything it allows.',
    args: { input: t.arg({ type: CreateUserInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'users.create');
      return inAccessWrite(context, async (write) => {
        const id = await createUser(write, input);
        return write.tx.user.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateUser: t.prismaField({
    type: User,
    nullable: true,
    description: 'Changes a user. A role can be given by who may everything it allows.',
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateUserInput, required: true }),
    },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'users.update');
      const id = requireId(args.id);
      return inAccessWrite(context, async (write) => {
        await updateUser(write, id, args.input);
        return write.tx.user.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  generateApiKey: t.field({
    type: GeneratedApiKey,
    nullable: true,
    description:
      'Makes a key for a user; the former one ends now, or after `overlapSeconds` (0 to 604800).',
    args: {
      userId: t.arg.id({ required: true }),
      name: t.arg.string({
        description: 'What the key is called, e.g. by the program that uses it.',
      }),
      overlapSeconds: t.arg.int({ defaultValue: 0 }),
    },
    resolve: (_root, { userId: id, name, overlapSeconds }, context) => {
      authorize(context.viewer, 'api_keys.create');
      const userId = requireId(id);
      const input = { name: name ?? null, overlapSeconds: overlapSeconds ?? 0 };
      return inAccessWrite(context, async (write) => ({
        ...(await generateApiKey(write, userId, input)),
        userId,
      }));
    },
  }),
  rotateApiKey: t.field({
    type: GeneratedApiKey,
    nullable: true,
    description:
      'Makes a key of the same name in place of one; the former ends now, or after `overlapSeconds` (0 to 604800).',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the key.' }),
      overlapSeconds: t.arg.int({ defaultValue: 0 }),
    },
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'api_keys.create');
      const id = requireId(args.id);
      return inAccessWrite(context, (write) => rotateApiKey(write, id, args.overlapSeconds ?? 0));
    },
  }),
  revokeApiKey: t.prismaField({
    type: User,
    nullable: true,
    description: 'Ends all keys of a user.',
    args: { userId: t.arg.id({ required: true }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'api_keys.delete');
      const id = requireId(args.userId);
      return inAccessWrite(context, async (write) => {
        await revokeApiKey(write, id);
        return write.tx.user.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  revokeOneApiKey: t.prismaField({
    type: ApiKey,
    nullable: true,
    description: 'Ends one key.',
    args: { id: t.arg.id({ required: true, description: 'Id of the key.' }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'api_keys.delete');
      const id = requireId(args.id);
      return inAccessWrite(context, async (write) => {
        await revokeOneApiKey(write, id);
        return write.tx.apiKey.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  createRole: t.prismaField({
    type: Role,
    nullable: true,
    description: 'Makes a role of permissions that the caller has.',
    args: { input: t.arg({ type: CreateRoleInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'roles.create');
      return inAccessWrite(context, async (write) => {
        const id = await createRole(write, input);
        return write.tx.role.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateRole: t.prismaField({
    type: Role,
    nullable: true,
    description: 'Changes a role for everybody who has it; built-in roles stay as they are.',
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateRoleInput, required: true }),
    },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'roles.update');
      const id = requireId(args.id);
      return inAccessWrite(context, async (write) => {
        await updateRole(write, id, args.input);
        return write.tx.role.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  deleteRole: t.prismaField({
    type: Role,
    nullable: true,
    description: 'Deletes a role that no user has; built-in roles stay.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'roles.delete');
      const id = requireId(args.id);
      return inAccessWrite(context, async (write) => {
        await lockUnusedRole(write, id);
        const role = await write.tx.role.findUniqueOrThrow({ ...selection, where: { id } });
        await write.tx.role.delete({ where: { id }, select: { id: true } });
        return role;
      });
    },
  }),
}));
