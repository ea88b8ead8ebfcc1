import { execute, parse, validate } from 'graphql';
import type { DocumentNode } from 'graphql';
import type { Context, Db, Settings, Viewer } from '../../schema/index.ts';
import { isExpected, schema, toClientError } from '../../schema/index.ts';
import { customerPermissions } from '../../schema/permissions.ts';

/** The result of an operation: plain data, and the extensions of each error. */
export interface Answer {
  readonly data: unknown;
  readonly errors: readonly Readonly<Record<string, unknown>>[];
}

export const settings: Settings = {
  currency: 'USD',
  requirePaymentToShip: false,
  checkoutConfirm: false,
  taxRate: '0',
  taxShipping: false,
  cartPrices: 'follow',
  orderTokenRights: 'any',
};

const prepared = new Map<string, DocumentNode>();

/** A document parsed and validated once for all its runs. */
function prepare(document: string): DocumentNode {
  const known = prepared.get(document);
  if (known) return known;
  const parsed = parse(document);
  const [fault] = validate(schema, parsed);
  if (fault) throw fault;
  prepared.set(document, parsed);
  return parsed;
}

/**
 * Runs one operation on the schema as the viewer. Errors are returned as their extensions, without the request
 * id; a bug of the program is thrown as it is, so that a test shows its cause.
 */
export async function run(
  db: Db,
  viewer: Viewer,
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  context: Partial<Pick<Context, 'now' | 'settings'>> = {},
): Promise<Answer> {
  const parsed = prepare(document);
  const contextValue: Context = {
    db,
    viewer,
    now: () => new Date(),
    requestId: 'test',
    settings,
    ...context,
  };
  const result = await execute({
    schema,
    document: parsed,
    contextValue,
    variableValues: variables,
  });
  const errors = (result.errors ?? []).map((error) => {
    const { extensions } = toClientError(error, 'test');
    const told = Object.entries(extensions).filter(([name]) => name !== 'requestId');
    // An error in a field without a code is not the request's fault.
    const isFault = extensions['code'] === 'BAD_USER_INPUT' && error.path !== undefined;
    if (isFault || !isExpected(error)) throw error.originalError ?? error;
    return Object.fromEntries(told);
  });
  return { data: JSON.parse(JSON.stringify(result.data ?? null)) as unknown, errors };
}

/** No key and no token. */
export const nobody: Viewer = { key: 'none', user: null, permissions: new Set(), orderToken: null };

/** A key that is unknown, revoked or expired. */
export const badKeyViewer: Viewer = { ...nobody, key: 'bad' };

/** Has all permissions; no user of the database. */
export const adminViewer: Viewer = {
  key: 'good',
  user: null,
  permissions: new Set(['*']),
  orderToken: null,
};

/** A user with these permissions and those of every user. */
export function viewerWith(user: Viewer['user'], ...permissions: readonly string[]): Viewer {
  return {
    key: 'good',
    user,
    permissions: new Set([...customerPermissions, ...permissions]),
    orderToken: null,
  };
}

/** A user without any role. */
export const customerViewer = (user: Viewer['user']): Viewer => viewerWith(user);
