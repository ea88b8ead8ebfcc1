import type { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { isShown } from '../shown.ts';
import { ApiKey } from './api-key.ts';
import { mostLiveKeys } from './key-actions.ts';
import { Role } from './role.ts';

/**
 * Valid keys before ended ones: those without an end, those that end, those that have ended, those that were revoked.
 * So a page of `mostLiveKeys` has every valid key.
 */
const liveFirst = [
  { revokedAt: { sort: 'desc', nulls: 'first' } },
  { expiresAt: { sort: 'desc', nulls: 'first' } },
  { id: 'desc' },
] satisfies Prisma.ApiKeyOrderByWithRelationInput[];

/** A user who may have keys and own orders; never shown with a key or its hash. Decision: A26. */
export const User = builder.prismaObject('User', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'lockVersion', 'createdAt', 'updatedAt'),
    email: t.string({
      nullable: true,
      description: 'E-mail address. Null if it is another user and you lack `users.read`.',
      select: { id: true, email: true },
      resolve: (user, _args, { viewer }) =>
        isShown('User.email', viewer, user) ? user.email : null,
    }),
    name: t.string({
      nullable: true,
      description: 'Name; null if unknown, or if it is another user and you lack `users.read`.',
      select: { id: true, name: true },
      resolve: (user, _args, { viewer }) => (isShown('User.name', viewer, user) ? user.name : null),
    }),
    roles: t.field({
      type: [Role],
      nullable: true,
      description:
        "The user's roles, by name. Null if it is another user and you lack `users.read`.",
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
      description: `API keys of the user, at most ${String(mostLiveKeys)}, those that work before those that ended. Null if it is another user and you lack \`api_keys.read\`.`,
      select: (_args, _context, nestedSelection) => ({
        id: true,
        apiKeys: { ...nestedSelection(true), orderBy: liveFirst, take: mostLiveKeys },
      }),
      resolve: (user, _args, { viewer }) =>
        isShown('User.apiKeys', viewer, user) ? user.apiKeys : null,
    }),
    disabledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the user was disabled; the keys of a disabled user do not work. Null if the user is enabled, or if it is another user and you lack `users.read`.',
      select: { id: true, disabledAt: true },
      resolve: (user, _args, { viewer }) =>
        isShown('User.disabledAt', viewer, user) ? user.disabledAt : null,
    }),
  }),
});
