/** Types of records in the audit log. */
type AuditSubject =
  | 'User'
  | 'Role'
  | 'ApiKey'
  | 'Session'
  | 'Settings'
  | 'Product'
  | 'Variant'
  | 'StockItem'
  | 'StockLocation'
  | 'Order'
  | 'Shipment'
  | 'InventoryUnit'
  | 'Payment';

/** All actions, by what they are done to. Decision: N76. */
export const auditActions = {
  users: ['create', 'update', 'disable', 'enable'],
  api_keys: ['create', 'rotate', 'revoke', 'revoke_all'],
  sessions: ['create', 'delete'],
  roles: ['create', 'update', 'delete'],
  settings: ['change'],
  prices: ['change'],
  stock: ['change'],
  stock_locations: ['create', 'update'],
  external_refs: ['change'],
  orders: ['event', 'override', 'renew_token'],
  shipments: ['event', 'update'],
  inventory_units: ['event'],
  payments: ['event', 'create', 'update'],
} as const;

type Actions = typeof auditActions;

/** An action, as entries tell it: `users.create`. */
type AuditAction = { [Of in keyof Actions]: `${Of}.${Actions[Of][number]}` }[keyof Actions];

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

/** The difference between two sets of values; a name missing in `after` is unchanged. Decision: N76. */
export function auditChanges(before: Values, after: Values): AuditChanges {
  const pairs = Object.entries(after).map(
    ([name, value]) => [name, [textOf(before[name]), textOf(value)] as const] as const,
  );
  return Object.fromEntries(pairs.filter(([, [from, to]]) => from !== to));
}

/** An event that was fired, and the resulting state. */
export const auditEvent = (event: string, from: string, to: string): AuditChanges => ({
  event: [null, event],
  state: [from, to],
});
