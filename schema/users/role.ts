import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

/** A named set of permissions that users can be given. Decision: A11. */
export const Role = builder.prismaObject('Role', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'builtIn', 'lockVersion'),
    permissions: t.stringList({
      description:
        'Permissions: `orders.read` allows one action, `orders.*` all actions on orders, `*` everything.',
      select: { permissions: { select: { permission: true }, orderBy: { permission: 'asc' } } },
      resolve: ({ permissions }) => permissions.map(({ permission }) => permission),
    }),
  }),
});
