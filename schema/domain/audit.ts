/** All actions, by what they are done to, each with its type of records; others' names are of several. */
export const auditActions = {
  users: { of: 'User', acts: ['create', 'update', 'disable', 'enable'] },
  api_keys: { of: 'ApiKey', acts: ['create', 'rotate', 'revoke', 'revoke_all'] },
  sessions: { of: 'Session', acts: ['create', 'delete'] },
  roles: { of: 'Role', acts: ['create', 'update', 'delete'] },
  settings: { of: 'Settings', acts: ['change'] },
  prices: { of: 'Variant', acts: ['change'] },
  stock: { of: 'StockItem', acts: ['change'] },
  stock_locations: { of: 'StockLocation', acts: ['create', 'update'] },
  external_refs: { of: null, acts: ['change'] },
  orders: { of: 'Order', acts: ['event', 'override', 'renew_token'] },
  shipments: { of: 'Shipment', acts: ['event', 'update'] },
  inventory_units: { of: 'InventoryUnit', acts: ['event'] },
  payments: { of: 'Payment', acts: ['event', 'create', 'update'] },
} as const;

type Actions = typeof auditActions;
type AuditSubject = NonNullable<Actions[keyof Actions]['of']> | 'Product';

/** An action, as entries tell it: `users.create`. */
type AuditAction = { [Of in keyof Actions]: `${Of}.${Actions[Of]['acts'][number]}` }[keyof Actions];

/** Values before and after, by name; null if there is none. Never a secret. */
export type AuditChanges = Readonly<
  Record<string, readonly [from: string | null, to: string | null]>
>;

/** One entry of the audit log, as a write reports it. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly id: bigint | null;
  readonly changes: AuditChanges;
}

/** A value with one way to write it as text. */
type AuditValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | { toFixed(): string; toString(): string }
  | readonly string[]
  | null
  | undefined;

const isList = (value: AuditValue): value is readonly string[] => Array.isArray(value);

/** A value as the log stores it: a list with its entries sorted, a time in UTC. */
function textOf(value: AuditValue): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return isList(value) ? value.map(String).sort().join(', ') : value.toString();
}

type Values = Readonly<Record<string, AuditValue>>;

/** The difference between two sets of values; a name missing in `after` is unchanged. */
export function auditChanges(before: Values, after: Values): AuditChanges {
  const pairs = Object.entries(after).map(
    ([name, value]) => [name, [textOf(before[name]), textOf(value)] as const] as const,
  );
  return Object.fromEntries(pairs.filter(([, [from, to]]) => from !== to));
}

/** The entry of an action on a record of its type, with the difference between two sets of values. */
export const auditEntry = (
  action: Exclude<AuditAction, 'external_refs.change'>,
  id: bigint | null,
  before: Values = {},
  after: Values = {},
): AuditRecord => ({
  action,
  subject: auditActions[action.split('.')[0] as keyof Actions].of as AuditSubject,
  id,
  changes: auditChanges(before, after),
});

/** The same; undefined if nothing differs. */
export function auditDifference(
  ...[action, id, before, after]: Parameters<typeof auditEntry>
): AuditRecord | undefined {
  const entry = auditEntry(action, id, before, after);
  return Object.keys(entry.changes).length === 0 ? undefined : entry;
}
