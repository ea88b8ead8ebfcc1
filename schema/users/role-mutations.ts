import { builder, type InputFields } from '../builder.ts';
import { inputRules } from '../input-rules.ts';
import { byId } from '../record-arguments.ts';
import { requireId } from '../refs.ts';
import { inAccessWrite, needs } from '../access-write.ts';
import { endsOthersKeys } from './key-actions.ts';
import { createRole, deleteRole, updateRole } from './role-actions.ts';
import { Role } from './role.ts';
import { defineMutation } from '../payload.ts';

const roleFields = <Required extends boolean>(t: InputFields, required: Required) => ({
  name: t.string({
    description: 'Unique name of 1 to 50 characters (a to z, 0 to 9, _), such as `orders_read`.',
  }),
  permissions: t.stringList({ required }),
});

const CreateRoleInput = builder.inputType('CreateRoleInput', {
  fields: (t) => roleFields(t, true),
});

const UpdateRoleInput = builder.inputType('UpdateRoleInput', {
  ...inputRules({ neverBlank: ['permissions'] }),
  description:
    'Changes to a role. Fields that you leave out stay as they are; `permissions` replaces all previous permissions.',
  fields: (t) => roleFields(t, false),
});

builder.mutationField('createRole', (t) =>
  t.prismaField({
    type: Role,
    nullable: true,
    description:
      'Creates a role. You need `roles.create`, and can only use permissions that you hold yourself.',
    args: { input: t.arg({ type: CreateRoleInput, required: true }) },
    resolve: (query, _root, { input }, context) =>
      inAccessWrite(context, needs('roles.create'), async (write) => {
        const id = await createRole(write, input);
        return write.tx.role.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
);
const shows = { role: Role };

defineMutation('updateRole', {
  description: `Updates a role for all users who have it. Built-in roles cannot be changed. You need \`roles.update\` and all permissions of the role, the previous and the new ones. ${endsOthersKeys}`,
  shows,
  args: (arg) => ({ ...byId(arg), input: arg({ type: UpdateRoleInput, required: true }) }),
  access: needs('roles.update'),
  write: async (write, args) => {
    const id = requireId(args.id);
    await updateRole(write, id, args.input, args.ifVersion);
    return { role: id };
  },
});

defineMutation('deleteRole', {
  description:
    'Deletes a role that no user has. Built-in roles cannot be deleted. You need `roles.delete` and all permissions of the role.',
  shows,
  args: (arg) => byId(arg),
  access: needs('roles.delete'),
  write: async (write, args, show) => {
    const id = requireId(args.id);
    const readRole = () => show({ role: id });
    return { role: null, removed: await deleteRole(write, id, args.ifVersion, readRole) };
  },
});
