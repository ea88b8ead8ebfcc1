import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

/** What is shown of a key: never the key itself, nor its hash. Decision: A7, A26. */
export const ApiKey = builder.prismaObject('ApiKey', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'prefix', 'lastFour'),
    ...columns(t, 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'),
    live: t.boolean({
      description: 'Whether the key works now: it is neither revoked nor expired.',
      select: { revokedAt: true, expiresAt: true },
      resolve: ({ revokedAt, expiresAt }, _args, { now }) =>
        revokedAt === null && (expiresAt === null || expiresAt > now()),
    }),
  }),
});
