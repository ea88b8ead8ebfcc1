import { LRUCache } from 'lru-cache';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { clientOfHouse } from '../../prisma/shares/shares.ts';
import type { Db, Viewer } from '../context.ts';
import { customerPermissions } from '../permissions.ts';
import { isMistyped } from './key-text.ts';
import { isUseOutdated, noteKeyUse } from './key-uses.ts';
import { hashKey, isLive } from './stored-keys.ts';

/** What a caller identifies by; null is not sent or blank. */
export interface Credentials {
  readonly key: string | null;
  readonly orderToken: string | null;
  /** The token of a browser's session, if one of the store's own pages sent it without a key. Decision: O30. */
  readonly session?: string | null;
}

/** Identifies the credentials in the cache; the order token is not part of it. */
type KeyHolder = Omit<Viewer, 'orderToken'>;

const keptMs = 1_000;
const keptMost = 10_000;

/** Cached keys and sessions of this process, by type and hash, for each database. Decision: A8. */
const knownKeys = new WeakMap<Db, LRUCache<string, Promise<KeyHolder>>>();

const nobody: Omit<KeyHolder, 'key'> = { user: null, permissions: new Set() };

/**
 * The caller, by the key, else the session, and the order token of a request; blank ones are ignored. A session
 * stands for the key it was opened with. One SQL statement; none if the key was looked up within the last
 * second or is obviously mistyped.
 * Decision: A3, A4, A7, A8, P1, O30.
 */
export async function loadViewer(
  db: Db,
  { key, orderToken, session = null }: Credentials,
): Promise<Viewer> {
  const presented = orderToken === null || orderToken.trim() === '' ? null : orderToken;
  const hasKey = key !== null && key.trim() !== '';
  const proof = hasKey ? key : session;
  if (proof === null) return { ...nobody, key: 'none', orderToken: presented };
  const holder = await recallHolder(db, hasKey ? 'key' : 'session', proof);
  return { ...holder, orderToken: presented };
}

/**
 * Makes this process look up every key again; called after each commit that changes a key, a role or a user's
 * roles, so that the next request sees the change.
 */
export function forgetViewers(db: Db): void {
  // A lookup that is still running uses the previous map, so its result is not cached.
  knownKeys.delete(clientOfHouse(db));
}

/** Makes this process look up one session again; those of all others stay known. */
export function forgetSession(db: Db, token: string): void {
  knownKeys.get(clientOfHouse(db))?.delete(nameOf('session', hashKey(token)));
}

const nameOf = (kind: Proof, hash: Uint8Array): string =>
  `${kind} ${Buffer.from(hash).toString('base64')}`;

function recallHolder(db: Db, kind: Proof, text: string): Promise<KeyHolder> {
  const hash = hashKey(text);
  const name = nameOf(kind, hash);
  const known = knownKeys.get(db) ?? new LRUCache({ max: keptMost, ttl: keptMs });
  knownKeys.set(db, known);
  const recalled = known.get(name);
  if (recalled) return recalled;
  if (kind === 'key' && isMistyped(text)) return Promise.resolve({ ...nobody, key: 'bad' });
  const forget = (): void => {
    if (known.peek(name) === found) known.delete(name);
  };
  const found = findHolder(db, kind, hash).then(
    ({ holder, msLeft }) => {
      if (msLeft < keptMs) forget();
      return holder;
    },
    (error: unknown) => {
      // A database error says nothing about the key.
      forget();
      throw error;
    },
  );
  known.set(name, found);
  return found;
}

interface HolderRow {
  readonly keyId: bigint;
  readonly sessionId: bigint | null;
  readonly isUseOutdated: boolean;
  readonly msLeft: number | null;
  readonly id: bigint;
  readonly email: string;
  readonly name: string | null;
  readonly permissions: readonly string[];
}

/** The table for a credential, the column of its hash, and when it expires. */
const lookUps = {
  key: {
    from: Prisma.raw('api_keys k'),
    hash: Prisma.raw('k.key_hash'),
    end: Prisma.raw('k.expires_at'),
    sessionId: Prisma.raw('NULL::bigint'),
  },
  session: {
    from: Prisma.raw('sessions s JOIN api_keys k ON k.id = s.api_key_id AND s.expires_at > now()'),
    hash: Prisma.raw('s.token_hash'),
    end: Prisma.raw('LEAST(k.expires_at, s.expires_at)'),
    sessionId: Prisma.raw('s.id'),
  },
} as const satisfies Record<string, Record<string, Prisma.Sql>>;

/** What identifies a caller. */
type Proof = keyof typeof lookUps;

async function findHolder(
  db: Db,
  kind: Proof,
  hash: Uint8Array,
): Promise<{ holder: KeyHolder; msLeft: number }> {
  const by = lookUps[kind];
  const [row] = await db.$queryRaw<HolderRow[]>(Prisma.sql`
    SELECT k.id AS "keyId", ${by.sessionId} AS "sessionId", ${isUseOutdated('k')} AS "isUseOutdated",
           (EXTRACT(EPOCH FROM ${by.end} - now()) * 1000)::double precision AS "msLeft",
           u.id, u.email, u.name,
           ARRAY(SELECT DISTINCT p.permission
                 FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
                 WHERE r.user_id = u.id) AS permissions
    FROM ${by.from} JOIN users u ON u.id = k.user_id
    WHERE ${by.hash} = ${hash} AND ${isLive('k')} AND u.disabled_at IS NULL`);
  if (!row) return { holder: { ...nobody, key: 'bad' }, msLeft: keptMs };
  if (row.isUseOutdated) noteKeyUse(db, row.keyId);
  const { id, email, name, permissions, sessionId } = row;
  const holder: KeyHolder = {
    key: 'good',
    keyId: row.keyId,
    knownAt: performance.now(),
    ...(sessionId !== null && { sessionId }),
    user: { id, email, name },
    permissions: new Set([...customerPermissions, ...permissions]),
  };
  return { holder, msLeft: row.msLeft ?? keptMs };
}
