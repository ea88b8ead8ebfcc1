/**
 * The authorization table: for every action the verdict on each caller, the GraphQL operation, and the REST
 * routes that perform it. The number after the cells is the row in decision A18.
 *
 * Verdicts: `ok`, or refused with K (no key) or U (permission missing); what a bad key gets follows from them.
 * Names in braces are records of the setting.
 */
export interface Act {
  readonly cells: Cells;
  readonly ask: string;
  /**
   * Method and path of route rows. A parameter is replaced by the record of its name, `:id` by that of `id`.
   */
  readonly routes: readonly string[];
  readonly id?: string;
  readonly body?: unknown;
  /**
   * What the action names inside its parent does not exist: authorized callers get NOT_FOUND.
   * Decision: A22.
   */
  readonly missing?: true;
}

/** The callers: `wrong` has the token of another order, `stranger` does not own the order, `reader` has `orders_read`. */
export const columns = ['none', 'token', 'wrong', 'stranger', 'owner', 'reader', 'admin'] as const;
export type Column = (typeof columns)[number];
export type Verdict = 'ok' | 'K' | 'U';
type Cells = Readonly<Record<Column, Verdict>>;

function row(text: string): Cells {
  const verdicts = text.split(' ') as Verdict[];
  return Object.fromEntries(columns.map((column, at) => [column, verdicts[at]])) as Cells;
}

// Rows of A18:              none token wrong stranger owner reader admin
const listOfAll /* 1, 9 */ = row('K K K U U ok ok');
const anyUser /* 2, 13, 17 */ = row('K K K ok ok ok ok');
const readOrder /* 3, 4 */ = row('K ok U U ok ok ok');
const writeOrder /* 5, 6 */ = row('K ok U U ok U ok');
const adminOfOrder /* 7, 8, 12 */ = row('K U U U U U ok');
const readAtTop /* 10 */ = row('K ok U U U ok ok');
const fireAtTop /* 11 */ = row('K ok U U U U ok');
const shopOrToken /* 5b */ = row('K ok U U U U ok');
/** The order of the table is completed; `contents.test.ts` has carts. */
const contents /* 5a */ = row('K ok U U U U ok');
const adminOnly /* 15, 16 */ = row('K K K U U U ok');

const verbs = (path: string, ...names: readonly string[]): string[] =>
  names.map((name) => `PUT ${path}/${name}`);

const both = (path: string): string[] => [path, path.replace(' /', ' /api/')];

const orderActs: readonly Act[] = [
  { cells: listOfAll, ask: '{ orders { count } }', routes: ['GET /api/orders'] },
  {
    cells: listOfAll,
    ask: '{ orderSummary(from: "2026-01-01", to: "2026-02-01", by: MONTH) { turnover } }',
    routes: [],
  },
  { cells: anyUser, ask: '{ myOrders { count } }', routes: ['GET /api/orders/mine'] },
  {
    cells: anyUser,
    ask: 'mutation { createOrder(input: { email: "x" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/orders'],
    body: { order: { email: 'x' } },
  },
  {
    cells: readOrder,
    ask: '{ order(by: { number: "{order}" }) { id } }',
    routes: ['GET /api/orders/:order'],
  },
  {
    cells: writeOrder,
    ask: 'mutation { updateOrder(by: { number: "{order}" }, input: { email: "x" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order'],
    body: { order: { email: 'x' } },
  },
  {
    cells: contents,
    ask: 'mutation { emptyOrder(by: { number: "{order}" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order/empty'],
  },
  {
    cells: writeOrder,
    ask: 'mutation { fireOrderEvent(by: { number: "{order}" }, event: NEXT) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs('/api/orders/:order', 'event', 'next'),
  },
  {
    cells: writeOrder,
    ask: 'mutation { fireOrderEvent(by: { number: "{order}" }, event: CANCEL) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs('/api/orders/:order', 'cancel'),
  },
  {
    cells: writeOrder,
    ask: 'mutation { fireOrderEvent(by: { number: "{order}" }, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs('/api/orders/:order', 'complete'),
  },
  ...['resume', 'authorize_return', 'return', 'approve'].map((event): Act => ({
    cells: shopOrToken,
    ask: `mutation { fireOrderEvent(by: { number: "{order}" }, event: ${event.toUpperCase()}) { order { id } userErrors { code field message allowed lockVersion } } }`,
    routes: verbs('/api/orders/:order', event),
  })),
  ...['completeOrder', 'cancelOrder'].map((act): Act => ({
    cells: writeOrder,
    ask: `mutation { ${act}(by: { number: "{order}" }) { order { id } userErrors { code } } }`,
    routes: [],
  })),
  ...['approveOrder', 'authorizeOrderReturn', 'resumeOrder', 'returnOrder'].map((act): Act => ({
    cells: shopOrToken,
    ask: `mutation { ${act}(by: { number: "{order}" }) { order { id } userErrors { code } } }`,
    routes: [],
  })),
  {
    cells: writeOrder,
    ask: 'mutation { updateCheckout(by: { number: "{order}" }, input: { email: "x" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/checkouts/:order'],
    body: { order: { email: 'x' } },
  },
  {
    cells: writeOrder,
    ask: 'mutation { nextCheckout(by: { number: "{order}" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/checkouts/:order/next'],
  },
  {
    cells: writeOrder,
    ask: 'mutation { advanceCheckout(by: { number: "{order}" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/checkouts/:order/advance'],
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { createAdjustment(order: { number: "{order}" }, input: { amount: "0", label: "x" }) { adjustment { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { deleteAdjustment(id: {nothing}) { adjustment { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
];

const lineItemActs: readonly Act[] = [
  {
    cells: readOrder,
    ask: '{ lineItems(order: { number: "{order}" }) { count } }',
    routes: ['GET /api/orders/:order/line_items'],
  },
  {
    cells: readOrder,
    ask: '{ lineItem(order: { number: "{order}" }, id: {line}) { id } }',
    routes: ['GET /api/orders/:order/line_items/:id'],
    id: 'line',
  },
  {
    cells: contents,
    ask: 'mutation { addLineItem(order: { number: "{order}" }, input: { quantity: -1 }) { lineItem { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/orders/:order/line_items'],
    body: { line_item: { quantity: -1 } },
  },
  {
    cells: contents,
    ask: 'mutation { updateLineItem(order: { number: "{order}" }, id: {line}, input: { quantity: -1 }) { lineItem { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order/line_items/:id'],
    id: 'line',
    body: { line_item: { quantity: -1 } },
  },
  {
    cells: contents,
    ask: 'mutation { removeLineItem(order: { number: "{order}" }, id: {nothing}) { lineItem { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['DELETE /api/orders/:order/line_items/:id'],
    id: 'nothing',
    missing: true,
  },
];

const shipmentEvents = ['event', 'pend', 'cancel', 'resume'] as const;

const shipmentActs: readonly Act[] = [
  { cells: listOfAll, ask: '{ shipments { count } }', routes: ['GET /api/shipments'] },
  {
    cells: readOrder,
    ask: '{ shipments(order: { number: "{order}" }) { count } }',
    routes: ['GET /api/orders/:order/shipments'],
  },
  {
    cells: readAtTop,
    ask: '{ shipment(by: { number: "{shipment}" }) { id } }',
    routes: ['GET /api/shipments/:shipment'],
  },
  {
    cells: readOrder,
    ask: '{ shipment(order: { number: "{order}" }, by: { number: "{shipment}" }) { id } }',
    routes: ['GET /api/orders/:order/shipments/:shipment'],
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { createShipment(order: { number: "{order}" }, input: { quantity: -1 }) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/orders/:order/shipments'],
    body: { shipment: { quantity: -1 } },
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { updateOrderShipment(order: { number: "{order}" }, input: { id: {shipmentId}, cost: "-1" }) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order/shipments'],
    body: { shipment: { cost: 'x' } },
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { updateShipment(by: { number: "{shipment}" }, input: { cost: "-1" }) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/shipments/:shipment', 'PUT /api/orders/:order/shipments/:shipment'],
    body: { shipment: { cost: 'x' } },
  },
  {
    cells: fireAtTop,
    ask: 'mutation { fireShipmentEvent(by: { number: "{shipment}" }, event: PEND) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs('/api/shipments/:shipment', ...shipmentEvents),
  },
  ...['markShipmentReady', 'shipShipment'].flatMap((act, at): readonly Act[] => {
    const [verb = ''] = ['ready', 'ship'].slice(at);
    return [
      {
        cells: fireAtTop,
        ask: `mutation { ${act}(by: { number: "{shipment}" }) { shipment { id } userErrors { code } } }`,
        routes: verbs('/api/shipments/:shipment', verb),
      },
      {
        cells: fireAtTop,
        ask: `mutation { ${act}(order: { number: "{order}" }, by: { number: "{shipment}" }) { shipment { id } userErrors { code } } }`,
        routes: verbs('/api/orders/:order/shipments/:shipment', verb),
      },
    ];
  }),
  ...['markShipmentPending', 'cancelShipment', 'resumeShipment'].map((act): Act => ({
    cells: fireAtTop,
    ask: `mutation { ${act}(by: { number: "{shipment}" }) { shipment { id } userErrors { code } } }`,
    routes: [],
  })),
  {
    cells: fireAtTop,
    ask: 'mutation { fireShipmentEvent(order: { number: "{order}" }, by: { number: "{shipment}" }, event: PEND) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs('/api/orders/:order/shipments/:shipment', ...shipmentEvents),
  },
];

const inventoryUnitActs: readonly Act[] = [
  { cells: listOfAll, ask: '{ inventoryUnits { count } }', routes: both('GET /inventory_units') },
  {
    cells: readOrder,
    ask: '{ inventoryUnits(order: { number: "{order}" }) { count } }',
    routes: both('GET /orders/:order/inventory_units'),
  },
  {
    cells: readAtTop,
    ask: '{ inventoryUnits(shipment: { number: "{shipment}" }) { count } }',
    routes: both('GET /shipments/:shipment/inventory_units'),
  },
  {
    cells: readAtTop,
    ask: '{ inventoryUnit(id: {inventory_unit}) { id } }',
    routes: both('GET /inventory_units/:inventory_unit'),
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { updateInventoryUnit(id: {inventory_unit}, input: { variantId: {nothing} }) { inventoryUnit { id } userErrors { code field message allowed lockVersion } } }',
    routes: both('PUT /inventory_units/:inventory_unit'),
    body: { inventory_unit: { variant_id: 999_999_999 } },
  },
  {
    cells: fireAtTop,
    ask: 'mutation { fireInventoryUnitEvent(id: {inventory_unit}, event: SHIP) { inventoryUnit { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['event', 'fill_backorder', 'ship', 'return'].flatMap((event) =>
      both(`PUT /inventory_units/:inventory_unit/${event}`),
    ),
  },
  ...['fillInventoryUnitBackorder', 'shipInventoryUnit', 'returnInventoryUnit'].map((act): Act => ({
    cells: fireAtTop,
    ask: `mutation { ${act}(id: {inventory_unit}) { inventoryUnit { id } userErrors { code } } }`,
    routes: [],
  })),
];

const paymentActs: readonly Act[] = [
  {
    cells: readOrder,
    ask: '{ payments(order: { number: "{order}" }) { count } }',
    routes: ['GET /api/orders/:order/payments'],
  },
  {
    cells: readOrder,
    ask: '{ payment(order: { number: "{order}" }, id: {payment}) { id } }',
    routes: ['GET /api/orders/:order/payments/:id'],
    id: 'payment',
  },
  {
    cells: writeOrder,
    ask: 'mutation { createPayment(order: { number: "{order}" }, input: { paymentMethodId: {nothing} }) { payment { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/orders/:order/payments'],
    body: { payment: { payment_method_id: 999_999_999 } },
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { updatePayment(order: { number: "{order}" }, id: {payment}, input: { amount: "-1" }) { payment { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order/payments/:id'],
    id: 'payment',
    body: { payment: { amount: 'x' } },
  },
  {
    cells: adminOfOrder,
    ask: 'mutation { firePaymentEvent(order: { number: "{order}" }, id: {payment}, event: CREDIT) { payment { id } userErrors { code field message allowed lockVersion } } }',
    routes: verbs(
      '/api/orders/:order/payments/:id',
      ...['authorize', 'purchase', 'capture', 'void', 'credit'],
    ),
    id: 'payment',
  },
  ...['authorizePayment', 'purchasePayment', 'capturePayment', 'voidPayment'].map((act): Act => ({
    cells: adminOfOrder,
    ask: `mutation { ${act}(id: {payment}) { payment { id } userErrors { code } } }`,
    routes: [],
  })),
  {
    cells: adminOfOrder,
    ask: 'mutation { creditPayment(order: { number: "{order}" }, id: {payment}) { refund { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
];

const addressActs: readonly Act[] = [
  {
    cells: readOrder,
    ask: '{ address(order: { number: "{order}" }, id: {address}) { id } }',
    routes: ['GET /api/orders/:order/addresses/:id'],
    id: 'address',
  },
  {
    cells: writeOrder,
    ask: 'mutation { updateAddress(order: { number: "{order}" }, id: {address}, input: { city: "" }) { address { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/orders/:order/addresses/:id'],
    id: 'address',
    body: { address: { city: '' } },
  },
];

const catalogueActs: readonly Act[] = [
  { cells: anyUser, ask: '{ products { count } }', routes: ['GET /api/products'] },
  {
    cells: anyUser,
    ask: '{ product(by: { permalink: "{product}" }) { id } }',
    routes: ['GET /api/products/:product', 'GET /api/products/:product/variants/new'],
  },
  {
    cells: adminOnly,
    ask: 'mutation { createProduct(input: { name: "", price: "1" }) { product { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/products'],
    body: { product: { name: '' } },
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateProduct(by: { permalink: "{product}" }, input: { name: "" }) { product { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/products/:product'],
    body: { product: { name: '' } },
  },
  {
    cells: adminOnly,
    ask: 'mutation { deleteProduct(by: { permalink: "{nothing}" }) { product { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['DELETE /api/products/:product'],
    missing: true,
  },
  { cells: anyUser, ask: '{ variants { count } }', routes: ['GET /api/variants'] },
  {
    cells: anyUser,
    ask: '{ variants(product: { permalink: "{product}" }) { count } }',
    routes: ['GET /api/products/:product/variants'],
  },
  {
    cells: anyUser,
    ask: '{ variant(by: { id: {variant} }) { id } }',
    routes: ['GET /api/variants/:id', 'GET /api/products/:product/variants/:id'],
    id: 'variant',
  },
  {
    cells: adminOnly,
    ask: 'mutation { createVariant(product: { permalink: "{product}" }, input: { price: "-1" }) { variant { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['POST /api/products/:product/variants'],
    body: { variant: { price: 'x' } },
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateVariant(product: { permalink: "{product}" }, by: { id: {variant} }, input: { price: "-1" }) { variant { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['PUT /api/products/:product/variants/:id'],
    id: 'variant',
    body: { variant: { price: 'x' } },
  },
  {
    cells: adminOnly,
    ask: 'mutation { deleteVariant(product: { permalink: "{product}" }, by: { id: {nothing} }) { variant { id } userErrors { code field message allowed lockVersion } } }',
    routes: ['DELETE /api/products/:product/variants/:id'],
    id: 'nothing',
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { createImage(input: { variantId: {nothing}, attachmentFileName: "a.png", attachmentContentType: "image/png", attachmentWidth: 1, attachmentHeight: 1 }) { image { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateImage(id: {nothing}, input: {}) { image { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { deleteImage(id: {nothing}) { image { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { adjustStock(input: { variantId: {nothing}, quantity: 1 }) { stockItem { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { setStockLevels(rows: [{ variant: { id: {nothing} }, onHand: 1 }]) { results { stockItem { id } } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateVariants(rows: [{ variant: { id: {nothing} }, price: 1 }]) { results { variant { id } } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { setPrices(rows: [{ variant: { id: {nothing} }, price: 1 }]) { results { variant { id } } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { shipShipments(rows: [{ shipment: { id: {nothing} } }]) { results { shipment { id } } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { setExternalRefs(rows: [{ record: { variant: { id: {nothing} } }, source: "erp", value: "1" }]) { results { variant { id } } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { createStockLocation(input: { name: " " }) { stockLocation { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateStockLocation(id: {nothing}, input: { active: false }) { stockLocation { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
];

const placeActs: readonly Act[] = [
  { cells: anyUser, ask: '{ countries { count } }', routes: ['GET /api/countries'] },
  {
    cells: anyUser,
    ask: '{ country(by: { iso: "{country}" }) { id } }',
    routes: ['GET /api/countries/:country'],
  },
  {
    cells: anyUser,
    ask: '{ states { count } }',
    routes: ['GET /api/countries/:country/states', 'GET /api/states'],
  },
  {
    cells: anyUser,
    ask: '{ state(by: { id: {state} }) { id } }',
    routes: ['GET /api/countries/:country/states/:id', 'GET /api/states/:id'],
    id: 'state',
  },
  { cells: anyUser, ask: '{ paymentMethods { id } }', routes: ['GET /api/payment_methods'] },
  { cells: anyUser, ask: '{ shippingMethods { id } }', routes: ['GET /api/shipping_methods'] },
  { cells: listOfAll, ask: '{ stockLocations { id } }', routes: ['GET /api/stock_locations'] },
];

const userActs: readonly Act[] = [
  { cells: anyUser, ask: '{ viewer { id } }', routes: [] },
  { cells: adminOnly, ask: '{ user(by: {id: {user}}) { id } }', routes: [] },
  { cells: adminOnly, ask: '{ users { count } }', routes: [] },
  { cells: adminOnly, ask: 'mutation { createUser(input: {}) { id } }', routes: [] },
  {
    cells: adminOnly,
    ask: 'mutation { updateUser(by: { id: {user} }, input: { email: "" }) { user { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { disableUser(by: { id: {nothing} }) { user { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { enableUser(by: { id: {nothing} }) { user { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { generateApiKey(userId: {nothing}) { key } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { rotateApiKey(id: {nothing}) { key userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { revokeApiKey(userId: {nothing}) { id } }',
    routes: [],
    missing: true,
  },
  {
    cells: adminOnly,
    ask: 'mutation { revokeOneApiKey(id: {nothing}) { apiKey { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
    missing: true,
  },
  { cells: adminOnly, ask: '{ auditLog { count } }', routes: [] },
  { cells: adminOnly, ask: '{ role(id: {role}) { id } }', routes: [] },
  { cells: adminOnly, ask: '{ roles { count } }', routes: [] },
  {
    cells: adminOnly,
    ask: 'mutation { createRole(input: { permissions: ["x"] }) { id } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { updateRole(id: {role}, input: {}) { role { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
  {
    cells: adminOnly,
    ask: 'mutation { deleteRole(id: {role}) { role { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
];

/** Every action of the service. */
export const acts: readonly Act[] = [
  ...orderActs,
  ...lineItemActs,
  ...shipmentActs,
  ...inventoryUnitActs,
  ...paymentActs,
  ...addressActs,
  ...catalogueActs,
  ...placeActs,
  ...userActs,
  // Last, because the token stops working.
  {
    cells: adminOfOrder,
    ask: 'mutation { renewOrderToken(by: { number: "{order}" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    routes: [],
  },
];
