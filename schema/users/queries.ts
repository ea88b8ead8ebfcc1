import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize, requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Viewer } from '../context.ts';
import { Invalid } from '../errors.ts';
import { UserBy } from '../look-up.ts';
import { existing, none, soughtId } from '../refs.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import type { Level } from '../search/level.ts';
import { everyRow, findPage } from '../search/find-page.ts';
import { connectionOf, listArguments, placeArguments } from '../search/connection.ts';
import { isSortable, onlyListed, searchable, type Sort } from '../search/searchable.ts';
import { namedUser } from './find-user.ts';
import { isRoleName } from './role-actions.ts';
import { Role } from './role.ts';
import { User } from './user.ts';
import { userList } from './user-attributes.ts';

/**
 * What lists of users can be searched and sorted by; what the caller may not see does not exist.
 * Decision: S20, A26.
 */
const userSearch = searchable(userList);

/** Sorting by a hidden value would reveal it. Decision: A26, S22. */
function requireSortable(viewer: Viewer, sorts: readonly Sort[] | null | undefined): void {
  const isHidden = ({ field }: Sort) =>
    !isSortable(userSearch, field, { viewer, order: undefined });
  const hidden = sorts?.findIndex(isHidden) ?? -1;
  if (hidden >= 0) {
    throw new Invalid({ [`sort.${hidden}.field`]: ['is not sortable'] });
  }
}

/** Roles are never searched, only listed. Decision: S20. */
const roleOrder = onlyListed(attributeList('Role', own('Role', 'id', 'name')));

/** Conditions on the users' roles. */
function withRoles(
  { alias }: Level,
  staff: boolean | null | undefined,
  role: string | null | undefined,
): Prisma.Sql[] {
  const given = Prisma.sql`EXISTS (SELECT 1 FROM user_roles g WHERE g.user_id = ${Prisma.raw(alias)}.id)`;
  return [
    ...(staff == null ? [] : [staff ? given : Prisma.sql`NOT ${given}`]),
    ...(role == null
      ? []
      : [
          Prisma.sql`EXISTS (SELECT 1 FROM user_roles g JOIN roles r ON r.id = g.role_id
                             WHERE g.user_id = ${Prisma.raw(alias)}.id
                               AND r.name = ${isRoleName(role) ? role : null})`,
        ]),
  ];
}

const UserConnection = connectionOf(User, 'users');

const RoleConnection = connectionOf(Role, 'roles');

builder.queryFields((t) => ({
  viewer: t.prismaField({
    type: User,
    nullable: true,
    description: 'Returns the user whose API key you use.',
    resolve: async (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      const id = viewer.user?.id ?? none;
      return existing(await db.user.findUnique({ ...query, where: { id } }));
    },
  }),
  user: t.prismaField({
    type: User,
    nullable: true,
    description:
      'Returns a user by its id, e-mail address or name in another system. You need `users.read`.',
    args: { by: t.arg({ type: UserBy, required: true }) },
    resolve: async (query, _root, { by }, { db, viewer }) => {
      authorize(viewer, 'users.read');
      const where = await namedUser(db, viewer, by);
      return existing(await db.user.findFirst({ ...query, where }));
    },
  }),
  users: t.field({
    type: UserConnection,
    description:
      'Returns all users. You need `users.index`, and `users.read` for `staff` and `role`.',
    args: {
      ...listArguments(t.arg, userSearch),
      staff: t.arg.boolean({
        description:
          'With true, users who have a role; with false, customers, who have none. Omit for both.',
      }),
      role: t.arg.string({ description: 'Name of a role: only users who have it.' }),
    },
    resolve: (_root, { staff, role, ...args }, context) => {
      authorize(context.viewer, 'users.index');
      if (staff != null || role != null) authorize(context.viewer, 'users.read');
      requireSortable(context.viewer, args.sort);
      const scope = { rows: (level: Level) => withRoles(level, staff, role) };
      return findPage(userSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
  role: t.prismaField({
    type: Role,
    nullable: true,
    description: 'Returns a role by id. You need `roles.read`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'roles.read');
      const id = soughtId(args.id);
      return existing(await db.role.findUnique({ ...query, where: { id } }));
    },
  }),
  roles: t.field({
    type: RoleConnection,
    description:
      'Returns all roles, by name. What every user may do without a role is not listed. You need `roles.index`.',
    args: placeArguments(t.arg),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'roles.index');
      return findPage(roleOrder, context, args, everyRow, [{ field: 'name' }]);
    },
  }),
}));
