/**
 * What each permission allows, by what it is about. A test holds it against the vocabulary of the store.
 * @type {readonly { resource: string, title: string, actions: Readonly<Record<string, string>> }[]}
 */
export const permissionGroups = [
  {
    resource: 'orders',
    title: 'Orders',
    actions: {
      index: 'List and search all orders',
      read: 'Read every order',
      create: 'Create orders',
      update: 'Change every order and its adjustments, and move its checkout on',
      fire: 'Fire events: cancel, resume, return, approve',
      override: 'Set what is otherwise computed, and renew order tokens',
    },
  },
  {
    resource: 'line_items',
    title: 'Line items',
    actions: {
      index: 'List the line items of every order',
      read: 'Read every line item',
      create: 'Add line items to every order',
      update: 'Change quantities and prices',
      delete: 'Remove line items',
    },
  },
  {
    resource: 'addresses',
    title: 'Addresses',
    actions: { read: 'Read the addresses of orders', update: 'Change the addresses of orders' },
  },
  {
    resource: 'payments',
    title: 'Payments',
    actions: {
      index: 'List payments',
      read: 'Read every payment',
      create: 'Record payments',
      update: 'Change payments and fire their events: capture, void, credit',
    },
  },
  {
    resource: 'shipments',
    title: 'Shipments',
    actions: {
      index: 'List and search shipments',
      read: 'Read every shipment',
      create: 'Create shipments',
      update: 'Change shipments: tracking, address, contents',
      fire: 'Fire events: ready, ship, cancel',
    },
  },
  {
    resource: 'inventory_units',
    title: 'Inventory units',
    actions: {
      index: 'List and search inventory units',
      read: 'Read every inventory unit',
      update: 'Move inventory units between shipments',
      fire: 'Fire events: fill, ship, return',
    },
  },
  {
    resource: 'products',
    title: 'Products',
    actions: {
      index: 'List products',
      read: 'Read products',
      create: 'Create products',
      update: 'Change products',
      delete: 'Delete products',
      show_hidden: 'See products that are not available or were deleted',
    },
  },
  {
    resource: 'variants',
    title: 'Variants and stock',
    actions: {
      index: 'List variants',
      read: 'Read variants',
      create: 'Create variants',
      update: 'Change variants, their images and their stock',
      delete: 'Delete variants',
      show_hidden: 'See variants that were deleted or whose product is hidden',
      show_cost: 'See what variants cost the store',
    },
  },
  {
    resource: 'countries',
    title: 'Countries',
    actions: { index: 'List countries', read: 'Read countries' },
  },
  { resource: 'states', title: 'States', actions: { index: 'List states', read: 'Read states' } },
  {
    resource: 'users',
    title: 'Users',
    actions: {
      index: 'List users',
      read: 'Read names, e-mail addresses and roles of other users',
      create: 'Create users',
      update: 'Change, disable and enable users, and assign roles',
      impersonate: 'Generate and rotate keys of other users',
    },
  },
  {
    resource: 'api_keys',
    title: 'API keys',
    actions: {
      read: 'See the keys of other users, never the key itself',
      create: 'Generate and rotate keys of your own',
      delete: 'Revoke keys',
    },
  },
  {
    resource: 'roles',
    title: 'Roles',
    actions: {
      index: 'List roles',
      read: 'Read roles',
      create: 'Create roles',
      update: 'Change roles',
      delete: 'Delete roles',
    },
  },
  { resource: 'audit_log', title: 'Audit log', actions: { read: 'Read the audit log' } },
];

/**
 * How the actions are called where there is little room; the others are called as they are.
 * @type {Readonly<Record<string, string>>}
 */
const shortNames = {
  index: 'list',
  fire: 'events',
  impersonate: 'keys of others',
  show_hidden: 'see hidden',
  show_cost: 'see cost',
};

/**
 * A role's permissions in a few words each: `Orders: all`, `Products: list, read`.
 * @param {readonly string[]} permissions
 */
export function summarize(permissions) {
  if (permissions.includes('*')) return ['Everything'];
  return permissionGroups.flatMap(({ resource, title, actions }) => {
    const names = Object.keys(actions);
    const held = names.filter((action) => permissions.includes(`${resource}.${action}`));
    if (permissions.includes(`${resource}.*`) || held.length === names.length)
      return [`${title}: all`];
    return held.length === 0
      ? []
      : [`${title}: ${held.map((action) => shortNames[action] ?? action).join(', ')}`];
  });
}

/**
 * Whether permissions hold one, by name or by a wildcard, as the store reads them.
 * @param {readonly string[]} permissions
 * @param {string} wanted
 */
export function holds(permissions, wanted) {
  const [resource = ''] = wanted.split('.');
  return ['*', `${resource}.*`, wanted].some((each) => permissions.includes(each));
}
