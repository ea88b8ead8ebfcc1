import { authorize, requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Viewer } from '../context.ts';
import { Invalid, NotFound } from '../errors.ts';
import { parseId } from '../refs.ts';
import { attributeList, id, text } from '../search/attributes.ts';
import type { Sort } from '../search/order.ts';
import { findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures, placeArguments } from '../search/page-fields.ts';
import { type Searchable, searchable } from '../search/searchable.ts';
import { isShownOfAll } from '../shown.ts';
import { Role } from './role.ts';
import { User } from './user.ts';
import { shownUserAttributes } from './user-attributes.ts';

/** What a list of users is searched and sorted by: what the caller may not see does not exist. Decision: S20, A26. */
const userSearch = searchable(shownUserAttributes);

/** An order by something hidden would tell it. Decision: A26, S25. */
function requireSortable(viewer: Viewer, sorts: readonly Sort[] | null | undefined): void {
  const hidden = sorts?.findIndex(({ field }) => field !== 'id') ?? -1;
  if (hidden >= 0 && !isShownOfAll('User.email', viewer)) {
    throw new Invalid({ [`sort.${hidden}.field`]: ['is not sortable'] });
  }
}

/** Roles are never searched, only listed. Decision: S20. */
const roleAttributes = attributeList('Role', 'roles', { id: id('id'), name: text('name') });
const roleOrder: Searchable = {
  list: roleAttributes,
  sorts: { name: { attribute: text('name'), through: [] } },
};

const UserPage = builder.objectRef<Page>('UserPage').implement({
  description: 'One page of users.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [User],
      description: 'The records of this page, in order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.user.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

const RolePage = builder.objectRef<Page>('RolePage').implement({
  description: 'One page of roles.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [Role],
      description: 'The records of this page, in order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.role.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

builder.queryFields((t) => ({
  viewer: t.prismaField({
    type: User,
    description: 'The user whose key is used.',
    resolve: async (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      const userId = viewer.user?.id;
      const user =
        userId === undefined ? null : await db.user.findUnique({ ...query, where: { id: userId } });
      if (!user) throw new NotFound();
      return user;
    },
  }),
  user: t.prismaField({
    type: User,
    description: 'One user by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'users.read');
      const userId = parseId(args.id);
      const user =
        userId === undefined ? null : await db.user.findUnique({ ...query, where: { id: userId } });
      if (!user) throw new NotFound();
      return user;
    },
  }),
  users: t.field({
    type: UserPage,
    description: 'All users.',
    args: pageArguments(t.arg, userSearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'users.index');
      requireSortable(context.viewer, args.sort);
      return findPage(userSearch, context, args, () => [], [{ field: 'id' }]);
    },
  }),
  role: t.prismaField({
    type: Role,
    description: 'One role by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'roles.read');
      const roleId = parseId(args.id);
      const role =
        roleId === undefined ? null : await db.role.findUnique({ ...query, where: { id: roleId } });
      if (!role) throw new NotFound();
      return role;
    },
  }),
  roles: t.field({
    type: RolePage,
    description: 'All roles, by name. `customer`, which every user has, is not among them.',
    args: placeArguments(t.arg),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'roles.index');
      return findPage(roleOrder, context, args, () => [], [{ field: 'name' }]);
    },
  }),
}));
