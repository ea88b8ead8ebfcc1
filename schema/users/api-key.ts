import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

/** What is shown of a key: never the key itself, nor its hash. Decision: A7, A26. */
export const ApiKey = builder.prismaObject('ApiKey', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt'),
    prefix: t.exposeString('prefix', {
      nullable: true,
      description:
        'The first 8 characters of the key, to tell it from others; null for keys that were not generated here or before these were kept.',
    }),
    lastFour: t.exposeString('lastFour', {
      nullable: true,
      description: 'The last 4 characters of the key; null when `prefix` is.',
    }),
    live: t.boolean({
      description: 'Whether the key works now: it is neither revoked nor expired.',
      select: { revokedAt: true, expiresAt: true },
      resolve: ({ revokedAt, expiresAt }, _args, { now }) =>
        revokedAt === null && (expiresAt === null || expiresAt > now()),
    }),
  }),
});
