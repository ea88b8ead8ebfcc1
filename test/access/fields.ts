/**
 * The visibility table: the ways to read a record of each type, who may use them, and the fields that not every
 * reader sees. Every field of every type is named; the rules are in `schema/shown.ts`.
 *
 * Verdicts: `+` shown, `-` null, and the refusals K (no key) and U (permission missing).
 */
export interface Way {
  readonly type: string;
  /** `*` stands for the fields; names in braces are records of the setting. */
  readonly ask: string;
  readonly reached: Cells;
  readonly hidden?: Readonly<Record<string, Cells>>;
}

/**
 * Those of A18, and between reader and admin: one who may list all records and read none, one who may read
 * users.
 */
export const columns = [
  ...(['none', 'token', 'wrong', 'stranger', 'owner', 'reader'] as const),
  ...(['lister', 'clerk', 'admin'] as const),
];
export type Column = (typeof columns)[number];
export type Cells = Readonly<Record<Column, string>>;

function row(text: string): Cells {
  const verdicts = text.split(' ');
  return Object.fromEntries(columns.map((column, at) => [column, verdicts[at] ?? ''])) as Cells;
}

//                   none token wrong stranger owner reader lister clerk admin
const ofOrder = row('K + U U + + U U +');
const listOfAll = row('K K K U U + + U +');
const anyUser = row('K K K + + + + + +');
const adminOnly = row('K K K U U U U U +');
const userList = row('K K K U U U + + +');

/** The fields of each type; those of `Way.hidden` have their own rows. */
export const fields: Readonly<Record<string, string>> = {
  Address: `id firstname lastname fullName company address1 address2 country state stateName city zipcode
    phone alternativePhone createdAt updatedAt`,
  Adjustment: `id orderId kind sourceType sourceId shipmentId lineItemId pieces amount discount displayAmount label mandatory eligible createdAt
    updatedAt order lineItem shipment`,
  ApiKey: 'id name prefix lastFour live createdAt lastUsedAt expiresAt revokedAt',
  AuditChange: 'name from to',
  AuditEntry: `id createdAt actor userId apiKeyId address action subjectType subjectId changes`,
  Country: 'id iso iso3 isoName name numcode states statesRequired',
  ExternalRef: 'source value',
  GeneratedApiKey: 'apiKey key user',
  Image: `id position alt attachmentContentType attachmentFileName attachmentHeight attachmentWidth
    attachmentUpdatedAt miniUrl smallUrl productUrl largeUrl variantId lockVersion`,
  InventoryUnit: `id state orderId lineItemId shipmentId returnAuthorizationId variant lockVersion
    createdAt updatedAt order lineItem shipment allowedEvents`,
  LineItem: `id orderId orderNumber variant description quantity price priceIsOwn total tax taxRate
    singleDisplayAmount displayTotal createdAt updatedAt order`,
  ManifestEntry: 'quantity states variant',
  OptionType: 'id name presentation',
  OptionValue: 'id name presentation optionType',
  Order: `id number state checkoutSteps itemTotal adjustmentTotal shipTotal taxTotal creditTotal total
    paymentTotal displayItemTotal displayAdjustmentTotal displayShipTotal displayTaxTotal displayTotal
    totalQuantity currency channel userId email specialInstructions shipmentState paymentState billAddress
    shipAddress lineItems shipments adjustments payments lockVersion completedAt canceledAt approvedAt
    createdAt updatedAt history allowedEvents`,
  OrderPeriod: 'start end currency orderCount canceledCount turnover units refunds',
  Payment: `id orderId orderNumber amount displayAmount state sourceType sourceId source paymentMethod
    createdAt updatedAt order allowedEvents`,
  PaymentMethod: 'id name description kind active',
  Product: `id name description permalink price displayPrice priceRange countOnHand hasVariants master variants images
    optionTypes shippingCategory availableOn metaDescription metaKeywords lockVersion deletedAt createdAt
    updatedAt`,
  PageInfo: 'hasNextPage hasPreviousPage startCursor endCursor',
  PriceRange: 'lowest highest',
  Role: 'id name builtIn permissions lockVersion',
  Shipment: `id number orderId orderNumber state cost tax displayCost tracking shippedAt address
    shippingMethod selectedShippingRate shippingRates manifest stockLocationId stockLocationName lockVersion createdAt updatedAt order allowedEvents`,
  ShippingCategory: 'id name isDefault',
  ShippingMethod: `id name active baseCost itemCost shippingCategory zone createdAt
    updatedAt`,
  ShippingRate: 'id name cost displayCost selected shipment shippingMethod',
  State: 'id name abbr country',
  StateChange: 'id kind recordId event from to createdAt',
  StateCount: 'state count',
  StockItem:
    'id variantId stockLocation countOnHand promised backorderable updatedAt variant stockMovements',
  StockLocation: `id name active isDefault address1 city zipcode phone country state lockVersion
    createdAt updatedAt`,
  StockMovement: 'id kind quantity countAfter reason createdAt stockItem',
  User: 'id lockVersion createdAt updatedAt',
  Variant: `id productId name sku price displayPrice weight height width depth isMaster position
    trackInventory backorderable countOnHand inStock permalink description optionsText optionValues images
    lockVersion deletedAt createdAt updatedAt stockUpdatedAt`,
  Zone: 'id name',
};

/** The fields of every list, and of its edges. */
export const connectionFields =
  'nodes edges pageInfo ids count totalCount pages currentPage perPage';
export const edgeFields = 'cursor node';

const inOrder = (type: string, inside: string): Way => ({
  type,
  ask: `{ order(by: { number: "{order}" }) { ${inside} } }`,
  reached: ofOrder,
});

/** Safety 24: only callers who may see or write cost prices get them; stock by location is the shop's (O7). */
/** What every user may read, in an order: not who only holds its token. */
const ofUsersOfOrder = row('K - U U + + U U +');
const ofVariantInOrder = {
  costPrice: row('K - U U - - U U +'),
  stockLevels: row('K - U U - + U U +'),
  stockMovements: row('K - U U - + U U +'),
  externalRefs: row('K - U U - - U U +'),
  product: ofUsersOfOrder,
};
const showsHidden = row('K K K - - - - - +');
const asksForHidden = row('K K K U U U U U +');
const ofVariant = {
  externalRefs: showsHidden,
  costPrice: row('K K K - - - - - +'),
  stockLevels: row('K K K - - + + - +'),
  stockMovements: row('K K K - - + + - +'),
  product: anyUser,
};
const providerAnswers = row('K - U U - - U U +');

const connections: readonly Way[] = [
  { type: 'OrderConnection', ask: '{ orders { * } }', reached: listOfAll },
  { type: 'OrderConnection', ask: '{ myOrders { * } }', reached: anyUser },
  {
    type: 'LineItemConnection',
    ask: '{ lineItems(order: { number: "{order}" }) { * } }',
    reached: row('K + U U + + + U +'),
  },
  {
    type: 'PaymentConnection',
    ask: '{ payments(order: { number: "{order}" }) { * } }',
    reached: row('K + U U + + + U +'),
  },
  { type: 'ShipmentConnection', ask: '{ shipments { * } }', reached: listOfAll },
  { type: 'InventoryUnitConnection', ask: '{ inventoryUnits { * } }', reached: listOfAll },
  { type: 'ProductConnection', ask: '{ products { * } }', reached: anyUser },
  { type: 'VariantConnection', ask: '{ variants { * } }', reached: anyUser },
  { type: 'CountryConnection', ask: '{ countries { * } }', reached: anyUser },
  { type: 'StateConnection', ask: '{ states { * } }', reached: anyUser },
  { type: 'UserConnection', ask: '{ users { * } }', reached: userList },
  { type: 'RoleConnection', ask: '{ roles { * } }', reached: row('K K K U U U + U +') },
  {
    type: 'StateChangeConnection',
    ask: '{ order(by: { number: "{order}" }) { history { * } } }',
    reached: ofOrder,
  },
  {
    type: 'StockMovementConnection',
    ask: '{ variant(by: { id: {live} }) { stockMovements { * } } }',
    reached: row('K K K - - + + - +'),
  },
  { type: 'AuditEntryConnection', ask: '{ auditLog { * } }', reached: adminOnly },
];

/** What is in a list shows in its edges to the same callers; only one caller has orders of their own. */
const edges: readonly Way[] = connections
  .filter(({ ask }) => !ask.includes('myOrders'))
  .map(({ type, ask, reached }) => ({
    type: type.replace('Connection', 'Edge'),
    ask: ask.replace('*', 'edges { * }'),
    reached,
  }));

const pageInfo: Way = {
  type: 'PageInfo',
  ask: '{ orders { pageInfo { * } } }',
  reached: listOfAll,
};

const orders: readonly Way[] = [
  {
    ...inOrder('Order', '*'),
    hidden: {
      token: row('K + U U + - U U +'),
      user: row('K - U U + - U U +'),
      externalRefs: row('K - U U - + U U +'),
    },
  },
  {
    type: 'Order',
    ask: '{ orders(filter: { number: { eq: "{order}" } }) { nodes { * } } }',
    reached: listOfAll,
    hidden: {
      token: row('K K K U U - - U +'),
      user: row('K K K U U - - U +'),
      externalRefs: listOfAll,
    },
  },
  {
    type: 'OrderPeriod',
    ask: '{ orderSummary(from: "2026-01-01", to: "2026-02-01", by: MONTH) { * } }',
    reached: listOfAll,
  },
  inOrder('Address', 'billAddress { * }'),
  inOrder('Address', 'shipAddress { * }'),
  {
    ...inOrder('Adjustment', 'adjustments { * }'),
    hidden: { user: row('K - U U - - U U +') },
  },
  {
    ...inOrder('StateChange', 'history { nodes { * } }'),
    hidden: { order: ofOrder, user: row('K - U U - - U U +') },
  },
  inOrder('LineItem', 'lineItems { * }'),
  {
    ...inOrder('Payment', 'payments { * }'),
    hidden: { responseCode: providerAnswers, avsResponse: providerAnswers },
  },
  inOrder('PaymentMethod', 'payments { paymentMethod { * } }'),
  {
    ...inOrder('Shipment', 'shipments { * }'),
    hidden: { inventoryUnits: ofOrder, stockLocation: row('K - U U - + U U +') },
  },
  inOrder('ShippingRate', 'shipments { shippingRates { * } }'),
  inOrder('ManifestEntry', 'shipments { manifest { * } }'),
  inOrder('StateCount', 'shipments { manifest { states { * } } }'),
  inOrder('InventoryUnit', 'shipments { inventoryUnits { * } }'),
  { ...inOrder('Variant', 'lineItems { variant { * } }'), hidden: ofVariantInOrder },
  { ...inOrder('Variant', 'shipments { manifest { variant { * } } }'), hidden: ofVariantInOrder },
  {
    ...inOrder('Image', 'lineItems { variant { images { * } } }'),
    hidden: { variant: ofUsersOfOrder },
  },
  inOrder('OptionValue', 'lineItems { variant { optionValues { * } } }'),
];

const catalogue: readonly Way[] = [
  {
    type: 'Variant',
    ask: '{ variant(by: { id: {live} }) { * } }',
    reached: anyUser,
    hidden: ofVariant,
  },
  {
    type: 'Variant',
    ask: '{ product(by: { permalink: "{liveProduct}" }) { variants { * } } }',
    reached: anyUser,
    hidden: ofVariant,
  },
  {
    type: 'Product',
    ask: '{ product(by: { permalink: "{liveProduct}" }) { * } }',
    reached: anyUser,
    hidden: { externalRefs: showsHidden },
  },
  {
    type: 'ExternalRef',
    ask: '{ variant(by: { id: {live} }) { externalRefs { * } } }',
    reached: showsHidden,
  },
  {
    type: 'Product',
    ask: '{ products(showDeleted: true, filter: { permalink: { eq: "{deleted}" } }) { nodes { * } } }',
    reached: asksForHidden,
    hidden: { externalRefs: asksForHidden },
  },
  {
    type: 'OptionType',
    ask: '{ product(by: { permalink: "{liveProduct}" }) { optionTypes { * } } }',
    reached: anyUser,
  },
  {
    type: 'PriceRange',
    ask: '{ product(by: { permalink: "{liveProduct}" }) { priceRange { * } } }',
    reached: anyUser,
  },
  { type: 'Country', ask: '{ country(by: { iso: "US" }) { * } }', reached: anyUser },
  { type: 'State', ask: '{ country(by: { iso: "US" }) { states { * } } }', reached: anyUser },
  { type: 'ShippingMethod', ask: '{ shippingMethods { * } }', reached: anyUser },
  {
    type: 'ShippingCategory',
    ask: '{ shippingMethods { shippingCategory { * } } }',
    reached: anyUser,
  },
  { type: 'Zone', ask: '{ shippingMethods { zone { * } } }', reached: anyUser },
  { type: 'StockLocation', ask: '{ stockLocations { * } }', reached: listOfAll },
  {
    type: 'StockMovement',
    ask: '{ variant(by: { id: {live} }) { stockMovements { nodes { * } } } }',
    reached: row('K K K - - + + - +'),
    hidden: { order: row('K K K - - + - - +'), user: row('K K K - - - - - +') },
  },
  {
    type: 'StockItem',
    ask: 'mutation { adjustStock(input: { variantId: {live}, quantity: 1 }) { stockItem { * } userErrors { code field message allowed lockVersion } } }',
    reached: adminOnly,
  },
];

const himself = {
  email: anyUser,
  name: anyUser,
  roles: anyUser,
  disabledAt: anyUser,
  apiKeys: anyUser,
  orders: anyUser,
  externalRefs: row('K K K - - - - + +'),
};
/** Who can search lists of orders by what only callers with `users.read` see. */
const ofOrderUsers = row('K K K U U - - U +');
const ofUsers = row('K K K U U U - + +');
const keysOfUsers = row('K K K U U U - - +');
const others = {
  email: ofUsers,
  name: ofUsers,
  roles: ofUsers,
  disabledAt: ofUsers,
  apiKeys: keysOfUsers,
  orders: row('K K K U U U + - +'),
  externalRefs: ofUsers,
};

const users: readonly Way[] = [
  { type: 'User', ask: '{ viewer { * } }', reached: anyUser, hidden: himself },
  {
    type: 'User',
    ask: '{ users(filter: { id: { eq: {holder} } }) { nodes { * } } }',
    reached: userList,
    hidden: others,
  },
  { type: 'ApiKey', ask: '{ viewer { apiKeys { * } } }', reached: anyUser },
  {
    type: 'ApiKey',
    ask: '{ users(filter: { id: { eq: {holder} } }) { nodes { apiKeys { * } } } }',
    reached: keysOfUsers,
  },
  {
    type: 'AuditEntry',
    ask: '{ auditLog(filter: { action: { eq: "settings.change" } }) { nodes { * } } }',
    reached: adminOnly,
  },
  {
    type: 'AuditChange',
    ask: '{ auditLog(filter: { action: { eq: "settings.change" } }) { nodes { changes { * } } } }',
    reached: adminOnly,
  },
  { type: 'Role', ask: '{ roles { nodes { * } } }', reached: row('K K K U U U + U +') },
  {
    type: 'Role',
    ask: '{ users(filter: { id: { eq: {holder} } }) { nodes { roles { * } } } }',
    reached: ofUsers,
  },
  {
    type: 'GeneratedApiKey',
    ask: 'mutation { generateApiKey(userId: {user}) { * } }',
    reached: adminOnly,
  },
];

/** Every way to read a record. */
export const ways: readonly Way[] = [
  ...connections,
  ...edges,
  pageInfo,
  ...orders,
  ...catalogue,
  ...users,
];

/** Arguments that reveal hidden records, and what each caller finds: `+` the record, `-` nothing. */
export const doors: readonly {
  readonly argument: string;
  readonly ask: string;
  readonly found: Cells;
}[] = [
  {
    argument: 'Query.products.showDeleted',
    ask: '{ products(showDeleted: true, filter: { permalink: { eq: "{deleted}" } }) { nodes { id } } }',
    found: asksForHidden,
  },
  {
    argument: 'Query.variants.showDeleted',
    ask: '{ variants(showDeleted: true, filter: { productId: { eq: "{deleted}" } }) { nodes { id } } }',
    found: asksForHidden,
  },
];

/** Filters and sort keys of hidden fields: `+` accepted, `-` refused as unknown. */
export const searches: readonly {
  readonly field: string;
  readonly ask: string;
  readonly heard: Cells;
}[] = [
  {
    field: 'Variant.costPrice',
    ask: '{ lineItems(order: { number: "{order}" }, filter: { variant: { costPrice: { gt: "0" } } }) { count } }',
    heard: row('K - U U - - - U +'),
  },
  {
    field: 'Variant.costPrice',
    ask: '{ variants(sort: [{ field: COST_PRICE }]) { count } }',
    heard: row('K K K - - - - - +'),
  },
  {
    field: 'Payment.responseCode',
    ask: '{ payments(order: { number: "{order}" }, filter: { responseCode: { start: "b" } }) { count } }',
    heard: row('K - U U - - - U +'),
  },
  {
    field: 'Payment.avsResponse',
    ask: '{ payments(order: { number: "{order}" }, filter: { avsResponse: { start: "Y" } }) { count } }',
    heard: row('K - U U - - - U +'),
  },
  {
    field: 'Payment.responseCode',
    ask: '{ payments(order: { number: "{order}" }, sort: [{ field: RESPONSE_CODE }]) { count } }',
    heard: row('K - U U - - - U +'),
  },
  {
    field: 'User.email',
    ask: '{ users(filter: { email: { start: "a" } }) { count } }',
    heard: ofUsers,
  },
  {
    field: 'User.name',
    ask: '{ users(sort: [{ field: NAME }]) { count } }',
    heard: ofUsers,
  },
  {
    field: 'User.email',
    ask: '{ orders(filter: { user: { email: { start: "a" } } }) { count } }',
    heard: ofOrderUsers,
  },
  {
    field: 'User.email',
    ask: '{ orders(sort: [{ field: USER_EMAIL }]) { count } }',
    heard: ofOrderUsers,
  },
  {
    field: 'User.name',
    ask: '{ orders(filter: { userName: { start: "a" } }) { count } }',
    heard: ofOrderUsers,
  },
  {
    field: 'User.name',
    ask: '{ orders(sort: [{ field: USER_LOGIN }]) { count } }',
    heard: ofOrderUsers,
  },
  {
    field: 'User.name',
    ask: '{ shipments(order: { number: "{order}" }, filter: { order: { user: { name: { start: "a" } } } }) { count } }',
    heard: row('K - U U + - - U +'),
  },
  {
    field: 'User.email',
    ask: '{ myOrders(filter: { user: { email: { start: "a" } } }) { count } }',
    heard: anyUser,
  },
  {
    field: 'User.name',
    ask: '{ myOrders(sort: [{ field: USER_NAME }]) { count } }',
    heard: anyUser,
  },
];
