/** All permissions, `<resource>.<action>`; a role may also have `<resource>.*` or `*`. Decision: A12. */
export const vocabulary = {
  orders: ['index', 'read', 'create', 'update', 'fire', 'override'],
  line_items: ['index', 'read', 'create', 'update', 'delete'],
  addresses: ['read', 'update'],
  payments: ['index', 'read', 'create', 'update'],
  shipments: ['index', 'read', 'create', 'update', 'fire'],
  inventory_units: ['index', 'read', 'update', 'fire'],
  products: ['index', 'read', 'create', 'update', 'delete', 'show_hidden'],
  variants: ['index', 'read', 'create', 'update', 'delete', 'show_hidden', 'show_cost'],
  countries: ['index', 'read'],
  states: ['index', 'read'],
  users: ['index', 'read', 'create', 'update', 'impersonate'],
  api_keys: ['read', 'create', 'delete'],
  roles: ['index', 'read', 'create', 'update', 'delete'],
  audit_log: ['read'],
} as const;

type Vocabulary = typeof vocabulary;

/** One permission, as roles list it and code checks it. */
export type Permission = {
  [R in keyof Vocabulary]: `${R}.${Vocabulary[R][number]}`;
}[keyof Vocabulary];

/** What every user may do without any role. Decision: A13 (`customer`). */
export const customerPermissions: readonly string[] = [
  'products.index',
  'products.read',
  'variants.index',
  'variants.read',
  'countries.*',
  'states.*',
  'orders.create',
];

/** Whether a role may contain a word. Decision: A12. */
export function isPermission(word: string): boolean {
  if (word === '*') return true;
  const [resource = '', action = '', ...rest] = word.split('.');
  if (rest.length > 0 || !Object.hasOwn(vocabulary, resource)) return false;
  const actions: readonly string[] = vocabulary[resource as keyof Vocabulary];
  return action === '*' || actions.includes(action);
}

/** Whether a set of permissions includes one, by name or by a wildcard. Decision: A12. */
export function holds(permissions: ReadonlySet<string>, permission: string): boolean {
  const [resource = ''] = permission.split('.');
  return permissions.has('*') || permissions.has(`${resource}.*`) || permissions.has(permission);
}
