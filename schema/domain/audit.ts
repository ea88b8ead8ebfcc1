/** What an entry of the audit log is about. */
export type AuditSubject =
  | 'User'
  | 'Role'
  | 'ApiKey'
  | 'Session'
  | 'Settings'
  | 'Variant'
  | 'StockItem'
  | 'Order'
  | 'Shipment'
  | 'InventoryUnit'
  | 'Payment';

/** What is done to it. */
export type AuditAction =
  | 'users.create'
  | 'users.update'
  | 'users.disable'
  | 'users.enable'
  | 'api_keys.create'
  | 'api_keys.rotate'
  | 'api_keys.revoke'
  | 'api_keys.revoke_all'
  | 'sessions.create'
  | 'sessions.delete'
  | 'roles.create'
  | 'roles.update'
  | 'roles.delete'
  | 'settings.change'
  | 'prices.change'
  | 'stock.change'
  | 'orders.override'
  | 'orders.renew_token'
  | 'orders.event'
  | 'shipments.event'
  | 'inventory_units.event'
  | 'payments.event';

/** Values before and after, by name; null where there is none. Never a secret. */
export type AuditChanges = Readonly<
  Record<string, readonly [from: string | null, to: string | null]>
>;

/** One entry of the audit log, as a write tells it. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly id: bigint | null;
  readonly changes: AuditChanges;
}

/** A value that has one way to be written as text. */
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

/** A value as the log holds it: a list as its sorted entries, a time in UTC. */
function textOf(value: AuditValue): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return isList(value) ? value.map(String).sort().join(', ') : value.toString();
}

type Values = Readonly<Record<string, AuditValue>>;

/** What differs between two sets of values; a name that `after` lacks stays as it was. Decision: N76. */
export function auditChanges(before: Values, after: Values): AuditChanges {
  const pairs = Object.entries(after).map(
    ([name, value]) => [name, [textOf(before[name]), textOf(value)] as const] as const,
  );
  return Object.fromEntries(pairs.filter(([, [from, to]]) => from !== to));
}

/** An event that was fired, and the state it led to. */
export const auditEvent = (event: string, from: string, to: string): AuditChanges => ({
  event: [null, event],
  state: [from, to],
});
