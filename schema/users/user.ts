import { builder } from '../builder.ts';
import { isShown } from '../shown.ts';
import { ApiKey } from './api-key.ts';
import { Role } from './role.ts';

/** How many keys of a user are shown at most, live and ended ones. */
const keysShown = 50;

/** Somebody who may hold a key and own orders; never shown with a key or its hash. Decision: R26, A26. */
export const User = builder.prismaObject('User', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.string({
      nullable: true,
      description: 'E-mail address; null for callers who may not read other users.',
      select: { id: true, email: true },
      resolve: (user, _args, { viewer }) =>
        isShown('User.email', viewer, user) ? user.email : null,
    }),
    name: t.string({
      nullable: true,
      description: 'Name, where it is known; null for callers who may not read other users.',
      select: { id: true, name: true },
      resolve: (user, _args, { viewer }) => (isShown('User.name', viewer, user) ? user.name : null),
    }),
    roles: t.field({
      type: [Role],
      nullable: true,
      description:
        'The roles given to the user, by name; null for callers who may not read other users. What every user may do is no role.',
      select: (_args, _context, nestedSelection) => ({
        id: true,
        roles: { select: { role: nestedSelection(true) }, orderBy: { role: { name: 'asc' } } },
      }),
      resolve: (user, _args, { viewer }) =>
        isShown('User.roles', viewer, user) ? user.roles.map(({ role }) => role) : null,
    }),
    apiKeys: t.field({
      type: [ApiKey],
      nullable: true,
      description: `The keys of the user, the youngest first, ${String(keysShown)} at most; null for callers who may not see them.`,
      select: (_args, _context, nestedSelection) => ({
        id: true,
        apiKeys: { ...nestedSelection(true), orderBy: { id: 'desc' }, take: keysShown },
      }),
      resolve: (user, _args, { viewer }) =>
        isShown('User.apiKeys', viewer, user) ? user.apiKeys : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
