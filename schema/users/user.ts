import { isPermitted } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Viewer } from '../context.ts';
import { ApiKey } from './api-key.ts';
import { Role } from './role.ts';

/** Everybody sees himself; what others are called and may do takes `users.read`. Decision: A26. */
const maySee = (viewer: Viewer, userId: bigint): boolean =>
  viewer.user?.id === userId || isPermitted(viewer, 'users.read');

/** Everybody sees what keys he has; those of others take `api_keys.read`. Decision: P2. */
const maySeeKeys = (viewer: Viewer, userId: bigint): boolean =>
  viewer.user?.id === userId || isPermitted(viewer, 'api_keys.read');

/** How many keys of a user are shown at most, live and ended ones. */
const keysShown = 50;

/** Somebody who may hold a key and own orders; never shown with a key or its hash. Decision: R26, A26. */
export const User = builder.prismaObject('User', {
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.string({
      nullable: true,
      description: 'E-mail address; null for callers who may not read other users.',
      select: { id: true, email: true },
      resolve: ({ id, email }, _args, { viewer }) => (maySee(viewer, id) ? email : null),
    }),
    name: t.string({
      nullable: true,
      description: 'Name, where it is known; null for callers who may not read other users.',
      select: { id: true, name: true },
      resolve: ({ id, name }, _args, { viewer }) => (maySee(viewer, id) ? name : null),
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
      resolve: ({ id, roles }, _args, { viewer }) =>
        maySee(viewer, id) ? roles.map(({ role }) => role) : null,
    }),
    apiKeys: t.field({
      type: [ApiKey],
      nullable: true,
      description: `The keys of the user, the youngest first, ${String(keysShown)} at most; null for callers who may not see them.`,
      select: (_args, _context, nestedSelection) => ({
        id: true,
        apiKeys: { ...nestedSelection(true), orderBy: { id: 'desc' }, take: keysShown },
      }),
      resolve: ({ id, apiKeys }, _args, { viewer }) => (maySeeKeys(viewer, id) ? apiKeys : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
