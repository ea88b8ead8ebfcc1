import { builder, type InputFields } from '../builder.ts';
import { inputRules } from '../input-rules.ts';
import { UserBy } from '../look-up.ts';
import { inAccessWrite, needs } from '../access-write.ts';
import { findUserId, mayChange } from './find-user.ts';
import { endsOthersKeys } from './key-actions.ts';
import { createUser, setDisabled, updateUser } from './user-actions.ts';
import { User } from './user.ts';
import { defineMutation } from '../payload.ts';
import { byName } from '../record-arguments.ts';

const byAddress = 'to name the user by e-mail address, `users.read` too';

const userFields = (t: InputFields) => ({
  email: t.string({
    description: 'E-mail address, such as jane@example.com. Unique; case is ignored.',
  }),
  name: t.string({ description: 'Name; leave it out if it is unknown.' }),
  roles: t.stringList({ description: "Names of the user's roles, such as `orders_read`." }),
});

const CreateUserInput = builder.inputType('CreateUserInput', {
  fields: userFields,
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  ...inputRules({ neverBlank: ['roles'] }),
  description:
    'Changes to a user. Fields that you leave out stay as they are; `roles` replaces all previous roles.',
  fields: userFields,
});

builder.mutationField('createUser', (t) =>
  t.prismaField({
    type: User,
    nullable: true,
    description:
      'Creates a user. You need `users.create`, and can only assign roles whose permissions you hold yourself.',
    args: { input: t.arg({ type: CreateUserInput, required: true }) },
    resolve: (query, _root, { input }, context) =>
      inAccessWrite(context, needs('users.create'), async (write) => {
        const id = await createUser(write, input);
        return write.tx.user.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
);
const shows = { user: User };

defineMutation('updateUser', {
  description: `Updates a user. You need \`users.update\` and all permissions of the user's roles, the previous and the new ones; to change the e-mail address, or to name the user by it, \`users.read\` too. ${endsOthersKeys}`,
  shows,
  args: (arg) => ({
    ...byName(arg, UserBy),
    input: arg({ type: UpdateUserInput, required: true }),
  }),
  access: (viewer, { by, input }) => {
    mayChange(viewer, by, input);
  },
  write: async (write, args) => {
    const id = await findUserId(write, args.by);
    await updateUser(write, id, args.input, args.ifVersion);
    return { user: id };
  },
});

/** The acts that change whether a user's keys work. */
const acts = {
  disableUser: [
    true,
    "Disables a user: the user's keys stop working within a second; orders and order tokens stay.",
  ],
  enableUser: [false, 'Enables a disabled user: keys that were not revoked work again.'],
} as const;

for (const [name, [isDisabled, says]] of Object.entries(acts)) {
  defineMutation(name, {
    description: `${says} You need \`users.update\` and all permissions of the user's roles; ${byAddress}.`,
    shows,
    args: (arg) => byName(arg, UserBy),
    access: (viewer, { by }) => {
      mayChange(viewer, by);
    },
    write: async (write, { by, ifVersion }) => {
      const id = await findUserId(write, by);
      await setDisabled(write, id, isDisabled, ifVersion);
      return { user: id };
    },
  });
}
