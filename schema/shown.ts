import { isPermitted, may, seesToken } from './abilities.ts';
import type { OrderOwnership, Viewer } from './context.ts';
import { kinds } from './external-refs/kinds.ts';
import type { Permission } from './permissions.ts';
import type { Edge } from './search/attributes.ts';

/** Whether a field is shown, by caller and record. */
type Rule<Of> = (viewer: Viewer, of: Of) => boolean;

const mayOnOrder =
  (permission: Permission): Rule<OrderOwnership> =>
  (viewer, order) =>
    may(viewer, permission, order);

const holds =
  (permission: Permission): Rule<unknown> =>
  (viewer) =>
    isPermitted(viewer, permission);

const himselfOr =
  (permission: Permission): Rule<{ readonly id: bigint }> =>
  (viewer, user) =>
    viewer.user?.id === user.id || isPermitted(viewer, permission);

const costs: Rule<unknown> = (viewer) =>
  (viewer.key === 'good' && viewer.language === 'rest') ||
  isPermitted(viewer, 'variants.show_cost') ||
  isPermitted(viewer, 'variants.update');

/** What stock by location is needed for: shipments name a location, and counts belong to one. */
const stockUses: readonly Permission[] = ['shipments.index', 'shipments.create', 'variants.update'];

/** Whether the viewer may read stock locations, and the stock in each. */
export const seesStock: Rule<unknown> = (viewer) =>
  stockUses.some((permission) => isPermitted(viewer, permission));

/**
 * The fields and arguments that not every reader of a record may see or use: the complete list. Everything else
 * is shown with its record. A hidden field is null, a closed argument refused; REST ignores it (V30).
 * Decision: R10, A26, P68, N83, N84.
 */
export const shownTo = {
  'Order.token': seesToken,
  'Payment.responseCode': holds('payments.update'),
  'Payment.avsResponse': holds('payments.update'),
  'Variant.costPrice': costs,
  'Variant.stockLevels': seesStock,
  'Variant.stockMovements': seesStock,
  'Shipment.inventoryUnits': mayOnOrder('inventory_units.index'),
  'User.email': himselfOr('users.read'),
  'User.name': himselfOr('users.read'),
  'User.roles': himselfOr('users.read'),
  'User.disabledAt': himselfOr('users.read'),
  'User.apiKeys': himselfOr('api_keys.read'),
  'User.orders': himselfOr('orders.index'),
  'Order.externalRefs': holds(kinds.Order.seenBy),
  'Product.externalRefs': holds(kinds.Product.seenBy),
  'Variant.externalRefs': holds(kinds.Variant.seenBy),
  'User.externalRefs': holds(kinds.User.seenBy),
  'Query.products.showDeleted': holds('products.show_hidden'),
  'Query.variants.showDeleted': holds('variants.show_hidden'),
} as const satisfies Readonly<Record<string, Rule<never>>>;

/**
 * Who may see a record that another one leads to, by type: whoever may read it. For others it is null. Those of an
 * order are asked about with that order. Decision: V2, V29.
 */
const reached = {
  Order: mayOnOrder('orders.read'),
  LineItem: mayOnOrder('line_items.read'),
  Payment: mayOnOrder('payments.read'),
  Shipment: mayOnOrder('shipments.read'),
  Product: holds('products.read'),
  StockLocation: seesStock,
  Variant: holds('variants.read'),
  User: himselfOr('users.read'),
} as const satisfies Readonly<Record<string, Rule<never>>>;

export type Reached = keyof typeof reached;

/** Whether the viewer may see a record of this type that another one leads to. */
export const isReached = (type: Reached, viewer: Viewer, of: object): boolean =>
  (reached[type] as Rule<object>)(viewer, of);

type Table = typeof shownTo;
type Of<Field extends keyof Table> = Parameters<Table[Field]>[1];

/** Whether the viewer may see a field of this record. */
export const isShown = <Field extends keyof Table>(
  field: Field,
  viewer: Viewer,
  of: Of<Field>,
): boolean => (shownTo[field] as Rule<Of<Field>>)(viewer, of);

/** No user has the id 0: asks what is shown of users other than the viewer. */
const another = 0n;

/**
 * Whether the viewer may see a field of every user, not only of himself; of the user of `order` if the rows
 * belong to it.
 */
export const isShownOfAll =
  (field: 'User.email' | 'User.name' | 'User.disabledAt'): Edge['shownTo'] =>
  (viewer, order) =>
    isShown(field, viewer, { id: order?.userId ?? another });

type Readable = 'orders' | 'shipments' | 'inventory_units' | 'products' | 'countries' | 'states';

/** Who may read the records of a resource, or those of the order that the rows belong to. */
const reading = (resource: Readable, ...shows: readonly string[]): Edge => ({
  shownTo: (viewer, order) =>
    ([`${resource}.index`, `${resource}.read`] as const).some((permission) =>
      order ? may(viewer, permission, order) : isPermitted(viewer, permission),
    ),
  shows,
});

const shownOfProduct = ['id', 'name', 'permalink', 'description'];
const ofVisibleProduct = reading('products', ...shownOfProduct);

/**
 * The permission for searching through an association, and what the record shows of it to everyone who may read
 * the record: the complete list. What the contract includes in full in a record is a `part` of it.
 */
export const leadsTo = {
  order: reading('orders', 'id', 'number'),
  shipment: reading('shipments', 'id'),
  inventoryUnits: reading('inventory_units'),
  country: reading('countries', 'id'),
  states: reading('states'),
  /** From variants, which are only listed if their product is visible, or the caller sees hidden variants. */
  product: {
    ...ofVisibleProduct,
    shownTo: (viewer, order) =>
      ofVisibleProduct.shownTo(viewer, order) &&
      (!isPermitted(viewer, 'variants.show_hidden') || isPermitted(viewer, 'products.show_hidden')),
  },
  /** From variants inside orders, whose product may be hidden. */
  anyProduct: {
    shownTo: (viewer) => isPermitted(viewer, 'products.show_hidden'),
    shows: shownOfProduct,
  },
} as const satisfies Readonly<Record<string, Edge>>;
