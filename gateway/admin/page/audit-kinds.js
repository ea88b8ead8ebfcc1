/**
 * What can be shown alone, by how the actions begin. A test holds it against the actions of the store.
 * @type {readonly { name: string, kind: string, starts: readonly string[] }[]}
 */
export const kinds = [
  { name: 'Everything', kind: '', starts: [] },
  { name: 'Users and roles', kind: 'access', starts: ['users', 'roles'] },
  { name: 'Keys and sessions', kind: 'keys', starts: ['api_keys', 'sessions'] },
  {
    name: 'Orders',
    kind: 'orders',
    starts: ['orders', 'shipments', 'inventory_units', 'payments'],
  },
  {
    name: 'Prices, stock, settings, other systems',
    kind: 'store',
    starts: ['prices', 'stock', 'stock_locations', 'settings', 'external_refs'],
  },
];
