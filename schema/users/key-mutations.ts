import { builder } from '../builder.ts';
import { authorize, isPermitted } from '../abilities.ts';
import type { Viewer } from '../context.ts';
import { parseId, requireId, soughtId } from '../refs.ts';
import { inAccessWrite, needs } from '../access-write.ts';
import { ApiKey } from './api-key.ts';
import {
  authorizeKeyFor,
  generateApiKey,
  mostLiveKeys,
  revokeApiKey,
  revokeOneApiKey,
  rotateApiKey,
} from './key-actions.ts';
import type { MadeKey } from '../access/stored-keys.ts';
import { User } from './user.ts';
import { defineMutation } from '../payload.ts';

const GeneratedApiKey = builder
  .objectRef<MadeKey & { readonly userId: bigint }>('GeneratedApiKey')
  .implement({
    description: 'A new API key. It is shown only here.',
    fields: (t) => ({
      key: t.exposeString('key', {
        description: 'The key. Store it now: it cannot be shown again.',
        // no response with it is stored under an Idempotency-Key
        extensions: { secret: true },
      }),
      apiKey: t.prismaField({
        type: ApiKey,
        description: 'The stored record of the key, without the key itself.',
        resolve: (query, { id }, _args, { db }) =>
          db.apiKey.findUniqueOrThrow({ ...query, where: { id } }),
      }),
      user: t.prismaField({
        type: User,
        description: 'The user who signs in with the key.',
        resolve: (query, { userId }, _args, { db }) =>
          db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
      }),
    }),
  });

/** The key's user is not known yet: checks the permission to create keys for anyone at all. */
function authorizeRotation(viewer: Viewer): void {
  if (!isPermitted(viewer, 'api_keys.create')) authorize(viewer, 'users.impersonate');
}

builder.mutationField('generateApiKey', (t) =>
  t.field({
    type: GeneratedApiKey,
    nullable: true,
    description: `Creates an API key for a user. Other keys of the user still work; a user can have ${String(mostLiveKeys)} working keys. For yourself you need \`api_keys.create\`; for another user \`users.impersonate\` and all permissions of that user's roles. Such a key stops working when that user gets permissions, unless you, and who made the key that you use, then have all of the user's. REFUSED with a key that was replaced.`,
    args: {
      userId: t.arg.id({ required: true }),
      name: t.arg.string({
        description: 'Name of the key, such as the program that uses it.',
      }),
      overlapSeconds: t.arg.int({
        description: 'Has no effect.',
        deprecationReason:
          'Creating a key does not revoke other keys. To replace a key, use `rotateApiKey`.',
      }),
    },
    resolve: (_root, args, context) =>
      inAccessWrite(
        context,
        (viewer) => {
          authorizeKeyFor(viewer, parseId(args.userId));
        },
        async (write) => {
          const userId = requireId(args.userId);
          return { ...(await generateApiKey(write, userId, args.name ?? null)), userId };
        },
      ),
  }),
);
defineMutation('rotateApiKey', {
  description:
    "Replaces a working key by a new one of the same name. Other keys still work. For your own key you need `api_keys.create`; for another user's key `users.impersonate` and all permissions of that user's roles. REFUSED for a key that was replaced, and with one.",
  shows: { apiKey: ApiKey, user: User },
  secrets: { key: 'The new key. Store it now: it cannot be shown again.' },
  args: (arg) => ({
    id: arg.id({ required: true, description: 'Id of the key.' }),
    overlapSeconds: arg.int({
      defaultValue: 0,
      description: 'Seconds for which the previous key still works, 0 to 604800 (one week).',
    }),
  }),
  access: authorizeRotation,
  write: async (write, args) => {
    const made = await rotateApiKey(write, soughtId(args.id), args.overlapSeconds ?? 0);
    return { apiKey: made.id, user: made.userId, key: made.key };
  },
});

builder.mutationField('revokeApiKey', (t) =>
  t.prismaField({
    type: User,
    nullable: true,
    description:
      "Revokes all keys of a user: they stop working at once. To revoke one key, use `revokeOneApiKey`. You need `api_keys.delete` and all permissions of the user's roles.",
    args: { userId: t.arg.id({ required: true }) },
    resolve: (query, _root, args, context) =>
      inAccessWrite(context, needs('api_keys.delete'), async (write) => {
        const id = requireId(args.userId);
        await revokeApiKey(write, id);
        return write.tx.user.findUniqueOrThrow({ ...query, where: { id } });
      }),
  }),
);
defineMutation('revokeOneApiKey', {
  description:
    "Revokes a key: it stops working at once. You need `api_keys.delete` and all permissions of its user's roles.",
  shows: { apiKey: ApiKey },
  args: (arg) => ({ id: arg.id({ required: true, description: 'Id of the key.' }) }),
  access: needs('api_keys.delete'),
  write: async (write, args) => {
    const id = requireId(args.id);
    await revokeOneApiKey(write, id);
    return { apiKey: id };
  },
});
