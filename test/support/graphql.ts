import { execute, parse, validate } from 'graphql';
import type { DocumentNode } from 'graphql';
import type { Context, Db, Settings, Viewer } from '../../schema/index.ts';
import { isExpected, schema, toClientError } from '../../schema/index.ts';
import { customerPermissions } from '../../schema/permissions.ts';

/**
 * The result of an operation: plain data, and the extensions of each error. Of a mutation that answers a payload,
 * the data are the one record it was asked for, and the errors contain what its user errors say together.
 */
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

interface UserError {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly allowed?: readonly string[] | null;
  readonly lockVersion?: number | null;
}

/** User errors of one payload as one error: its code, messages by field, and what else the first one says. */
function gatherUserErrors(errors: readonly UserError[]): Readonly<Record<string, unknown>>[] {
  const [first] = errors;
  if (!first) return [];
  const { code, field: path, allowed, lockVersion } = first;
  const isExplained = code === 'EVENT_REFUSED' || code === 'CHECKOUT_REFUSED';
  const fields: Record<string, string[]> = {};
  for (const { field, message } of isExplained ? errors.slice(1) : errors) {
    (fields[field?.join('.') ?? 'base'] ??= []).push(message);
  }
  if (code === 'NOT_FOUND') return [{ code }];
  if (code === 'CONFLICT') return [{ code, ...(path && { field: path.join('.') }), lockVersion }];
  const words = allowed?.map((event) => event.toLowerCase());
  return [{ code, ...(words && { allowed: words }), fields }];
}

interface Payload extends Readonly<Record<string, unknown>> {
  readonly userErrors: readonly UserError[];
}

const isPayload = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && 'userErrors' in value;

/** The one record of a payload, or all of them by field. */
function recordsIn(payload: Payload): unknown {
  const records = Object.entries(payload).filter(([name]) => name !== 'userErrors');
  return records.length === 1 ? records[0]?.[1] : Object.fromEntries(records);
}

/** The data of a result with the records of payloads in their place, and what their user errors say. */
export function readPayloads(data: unknown): Answer {
  const fields = Object.entries((data ?? {}) as Readonly<Record<string, unknown>>);
  const told = fields.flatMap(([, value]) =>
    isPayload(value) ? gatherUserErrors(value.userErrors) : [],
  );
  const shown = fields.map(([name, value]) => [name, isPayload(value) ? recordsIn(value) : value]);
  return { data: data && (Object.fromEntries(shown) as unknown), errors: told };
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
  context: Partial<Pick<Context, 'now' | 'settings' | 'origin'>> = {},
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
  const told = readPayloads(JSON.parse(JSON.stringify(result.data ?? null)));
  return { data: told.data, errors: [...errors, ...told.errors] };
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

/** What the shop needs to drive orders, and to write what completed ones consist of. Decision: N86. */
export const shopRights = [
  'orders.fire',
  'orders.update',
  'line_items.create',
  'line_items.update',
  'line_items.delete',
] as const;

/** A user without any role. */
export const customerViewer = (user: Viewer['user']): Viewer => viewerWith(user);
