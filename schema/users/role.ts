import { builder } from '../builder.ts';

/** A named set of permissions that users can be given. Decision: A11. */
export const Role = builder.prismaObject('Role', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    builtIn: t.exposeBoolean('builtIn'),
    lockVersion: t.exposeInt('lockVersion'),
    permissions: t.stringList({
      description:
        'Permissions: `orders.read` allows one action, `orders.*` all actions on orders, `*` everything.',
      select: { permissions: { select: { permission: true }, orderBy: { permission: 'asc' } } },
      resolve: ({ permissions }) => permissions.map(({ permission }) => permission),
    }),
  }),
});
