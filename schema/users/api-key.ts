import { builder } from '../builder.ts';

/** What is told of a key: never itself nor its hash. Decision: A7, A26, P2. */
export const ApiKey = builder.prismaObject('ApiKey', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { nullable: true }),
    live: t.boolean({
      description: 'Whether the key works now: neither revoked nor past its end.',
      select: { revokedAt: true, expiresAt: true },
      resolve: ({ revokedAt, expiresAt }, _args, { now }) =>
        revokedAt === null && (expiresAt === null || expiresAt > now()),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
  }),
});
