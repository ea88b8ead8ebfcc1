import { isInputObjectType, isObjectType } from 'graphql';
import { schema } from '../../schema/index.ts';
import type { Cart, Sale, Scene } from '../contract/scene.ts';

/** A record that a test writes to. */
export interface Target {
  readonly path: string;
  /** Names of records for the body and the operation. */
  readonly names: Readonly<Record<string, unknown>>;
  readonly token: string;
  /** All columns of the rows that the write could change. */
  readonly read: () => Promise<unknown>;
}

/**
 * A way to write a record, and the attributes that are accepted; all others of the schema are sent and must be
 * ignored.
 * - `open`     what every authorized caller may write, or gets an error about (`coupon_code`, `lock_version`)
 * - `override` what only callers with `orders.override` may write
 * Decision: A25, F41 to F45, C1, C9.
 */
export interface Written {
  readonly title: string;
  readonly method: 'post' | 'put';
  readonly make: (scene: Scene) => Promise<Target>;
  /** The body around the attributes, with the minimum of a valid write. */
  readonly body: (attributes: object, names: Target['names']) => object;
  readonly open: string;
  readonly override: string;
  /** Only admins are authorized. */
  readonly adminOnly?: true;
  /** The input of the mutation; with `ask` it is sent too. */
  readonly input: string;
  readonly ask?: string;
}

/** A field of the schema as REST writes it. */
export const snake = (name: string): string =>
  name === 'ifVersion'
    ? 'lock_version'
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names from the contract, the tables and other shops that no type of the schema has. */
const further = `roles role_ids permissions admin password api_key api_keys key_hash approver_id
  approved_by canceler_id order_token guest_token state_event event paid shipped confirmed
  payment_total item_count ship_total adjustment_total_cents lock_version stock_item_id stock_items
  master_id product_id viewable_id viewable_type currency user user_attributes approver canceler
  adjustments_attributes variant_attributes product_attributes
  total_on_hand available is_default display_name`;

/** Every attribute name of the schema, as REST writes it. */
export const knownNames: readonly string[] = [
  ...new Set([
    ...Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInputObjectType(type))
      .filter(({ name }) => !/^(__|Query$|Mutation$)|(Filter|Match|Sort|Page)$/.test(name))
      .flatMap((type) => Object.keys(type.getFields()).map(snake)),
    ...further.split(/\s+/),
  ]),
].toSorted();

/** The id that is sent wherever possible. Tests that look for it ensure that no target's record has it. */
export const foreignId = 1;

/** A value that would show if accepted; never one that is stored already. */
export function hostile(name: string): unknown {
  if (/^((bill|ship)_)?address$/.test(name)) return { firstname: 'mine' };
  if (name === 'inventory_units') return [{ id: 1, state: 'returned' }];
  if (name === 'state') return 'returned';
  if (/state$/.test(name)) return 'paid';
  if (/(^|_)ids$/.test(name)) return [foreignId];
  if (/(^|_)id$/.test(name)) return foreignId;
  if (/_(at|on)$/.test(name)) return '2001-01-01T00:00:00Z';
  if (/total|price|cost|amount/.test(name)) return '987.65';
  if (/quantity|count|position|version|numcode|width|height|weight|depth/.test(name)) return 77;
  if (/^(is_|has_)|active|backorderable|track_inventory|mandatory|eligible|paid|live/.test(name)) {
    return false;
  }
  return 'mine';
}

/** How the markers of `hostile` look when stored; order numbers are stored in capitals. */
export const marks = /"mine"|2001-01-01|987\.65/i;

const readOrder =
  ({ store }: Scene, id: number) =>
  () =>
    store.db.order.findUniqueOrThrow({
      where: { id: BigInt(id) },
      include: {
        lineItems: byId,
        adjustments: byId,
        payments: byId,
        shipments: { ...byId, include: { inventoryUnits: byId, rates: byId } },
        billAddress: true,
        shipAddress: true,
      },
    });

const byId = { orderBy: { id: 'asc' } } as const;

const readProduct =
  ({ store }: Scene, id: number) =>
  () =>
    store.db.product.findUniqueOrThrow({
      where: { id: BigInt(id) },
      include: {
        optionTypes: { orderBy: { position: 'asc' }, include: { optionType: true } },
        variants: {
          ...byId,
          include: {
            stockItems: byId,
            images: byId,
            optionValues: { orderBy: { optionTypeId: 'asc' }, include: { optionValue: true } },
          },
        },
      },
    });

const ofOrder = (scene: Scene, cart: Cart, path: string, names: object = {}): Target => ({
  path,
  names: { order: cart.number, line: cart.lineId, variant: cart.goods.variantId, ...names },
  token: cart.token,
  read: readOrder(scene, cart.id),
});

const aCart =
  (rest: (cart: Cart) => string = () => '') =>
  async (scene: Scene): Promise<Target> => {
    const cart = await scene.cart();
    return ofOrder(scene, cart, `/api/orders/${cart.number}${rest(cart)}`);
  };

const aSale =
  (path: (sale: Sale) => string) =>
  async (scene: Scene): Promise<Target> => {
    const sale = await scene.sold();
    return ofOrder(scene, sale, path(sale), { shipment: sale.shipmentId });
  };

const goods =
  (path: (goods: Cart['goods']) => string) =>
  async (scene: Scene): Promise<Target> => {
    const made = await scene.goods();
    return { path: path(made), names: {}, token: 'none', read: readProduct(scene, made.id) };
  };

const under =
  (resource: string) =>
  (attributes: object): object => ({ [resource]: attributes });

const line = 'variant_id sku quantity';
const variant = `sku price cost_price weight height width depth position track_inventory backorderable
  count_on_hand on_hand options option_value_ids lock_version`;
const product = `name description permalink available_on meta_description meta_keywords option_types
  shipping_category shipping_category_id variants ${variant}`;
const shipment = `tracking cost address address_id shipping_method_id selected_shipping_rate_id
  stock_location stock_location_id inventory_units inventory_unit_ids lock_version`;
const order = `email special_instructions bill_address bill_address_id ship_address ship_address_id
  use_billing line_items shipments payments coupon_code lock_version`;

/** Every way to write a record. */
export const writes: readonly Written[] = [
  {
    title: 'POST /api/orders',
    method: 'post',
    make: async (scene) => {
      const { variantId } = await scene.goods();
      const newest = () =>
        scene.store.db.order.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { id: true } });
      return {
        path: '/api/orders',
        names: { variant: variantId },
        token: 'none',
        read: async () => readOrder(scene, Number((await newest()).id))(),
      };
    },
    body: (attributes, { variant }) => ({
      order: { ...attributes, line_items: [{ variant_id: variant, quantity: 1 }] },
    }),
    open: order,
    override: 'channel user_id number',
    input: 'CreateOrderInput',
  },
  {
    title: 'PUT /api/orders/:order',
    method: 'put',
    make: aCart(),
    body: under('order'),
    open: order,
    override: 'channel user_id',
    input: 'UpdateOrderInput',
    ask: 'mutation ($order: OrderBy!, $input: UpdateOrderInput!) { updateOrder(by: $order, input: $input) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  {
    title: 'PUT /api/checkouts/:order',
    method: 'put',
    make: async (scene) => {
      const cart = await scene.addressed();
      return ofOrder(scene, cart, `/api/checkouts/${cart.number}`);
    },
    body: under('order'),
    open: order,
    override: 'channel user_id',
    input: 'UpdateOrderInput',
    ask: 'mutation ($order: OrderBy!, $input: UpdateOrderInput!) { updateCheckout(by: $order, input: $input) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  {
    title: 'PUT /api/orders/:order, a line item in it',
    method: 'put',
    make: aCart(),
    body: (attributes, names) => ({
      order: { line_items: [{ ...attributes, id: names['line'] }] },
    }),
    open: `id ${line}`,
    override: 'price',
    input: 'OrderLineItemInput',
    ask: `mutation ($order: OrderBy!, $line: ID!, $input: UpdateLineItemInput!) {
      updateLineItem(order: $order, id: $line, input: $input) { lineItem { id } userErrors { code field message allowed lockVersion } }
    }`,
  },
  {
    title: 'PUT /api/orders/:order, a shipment in it',
    method: 'put',
    make: aSale(({ number }) => `/api/orders/${number}`),
    body: (attributes, names) => ({
      order: { shipments: [{ ...attributes, id: names['shipment'] }] },
    }),
    open: 'id selected_shipping_rate_id',
    override: shipment.replace('selected_shipping_rate_id', ''),
    input: 'OrderShipmentInput',
  },
  {
    title: 'PUT /api/orders/:order, a payment in it',
    method: 'put',
    make: aSale(({ number }) => `/api/orders/${number}`),
    body: (attributes) => ({
      order: { payments: [{ ...attributes, payment_method: 'Check' }] },
    }),
    open: 'id payment_method payment_method_id',
    override: 'amount response_code',
    input: 'OrderPaymentInput',
  },
  {
    title: 'POST /api/orders/:order/line_items',
    method: 'post',
    make: async (scene) => {
      const cart = await scene.cart();
      // A variant that is not in the cart yet: the newer format would merge the line items.
      const { variantId } = await scene.goods();
      const path = `/api/orders/${cart.number}/line_items`;
      return ofOrder(scene, cart, path, { variant: variantId });
    },
    body: (attributes, names) => ({
      line_item: { ...attributes, variant_id: names['variant'], quantity: 1 },
    }),
    open: line,
    override: 'price',
    input: 'AddLineItemInput',
  },
  {
    title: 'PUT /api/orders/:order/line_items/:id',
    method: 'put',
    make: aCart(({ lineId }) => `/line_items/${String(lineId)}`),
    body: under('line_item'),
    open: line,
    override: 'price',
    input: 'UpdateLineItemInput',
    ask: `mutation ($order: OrderBy!, $line: ID!, $input: UpdateLineItemInput!) {
      updateLineItem(order: $order, id: $line, input: $input) { lineItem { id } userErrors { code field message allowed lockVersion } }
    }`,
  },
  {
    title: 'PUT /api/orders/:order/addresses/:id',
    method: 'put',
    make: async (scene) => {
      const cart = await scene.addressed();
      const path = `/api/orders/${cart.number}/addresses/${String(cart.billAddressId)}`;
      return ofOrder(scene, cart, path);
    },
    body: under('address'),
    open: `firstname lastname address1 address2 city zipcode company phone alternative_phone country
      country_id state state_id state_name`,
    override: '',
    input: 'AddressInput',
  },
  {
    title: 'POST /api/orders/:order/payments',
    method: 'post',
    make: aSale(({ number }) => `/api/orders/${number}/payments`),
    body: (attributes) => ({ payment: { ...attributes, payment_method: 'Check' } }),
    open: 'payment_method payment_method_id',
    override: 'amount response_code',
    input: 'CreatePaymentInput',
  },
  {
    title: 'PUT /api/orders/:order/payments/:id',
    method: 'put',
    make: async (scene) => {
      const cart = await scene.paid();
      return ofOrder(scene, cart, `/api/orders/${cart.number}/payments/${String(cart.paymentId)}`);
    },
    body: under('payment'),
    open: 'payment_method payment_method_id amount response_code state',
    override: '',
    adminOnly: true,
    input: 'UpdatePaymentInput',
  },
  {
    title: 'POST /api/orders/:order/shipments',
    method: 'post',
    make: aSale(({ number }) => `/api/orders/${number}/shipments`),
    body: (attributes, names) => ({
      shipment: { ...attributes, variant_id: names['variant'], quantity: 1 },
    }),
    open: `variant_id sku quantity number ${shipment}`,
    override: '',
    adminOnly: true,
    input: 'CreateShipmentInput',
  },
  {
    title: 'PUT /api/shipments/:shipment',
    method: 'put',
    make: aSale(({ shipmentId }) => `/api/shipments/${String(shipmentId)}`),
    body: under('shipment'),
    open: shipment,
    override: '',
    adminOnly: true,
    input: 'UpdateShipmentInput',
  },
  {
    title: 'PUT /api/orders/:order/shipments/:shipment',
    method: 'put',
    make: aSale(
      ({ number, shipmentId }) => `/api/orders/${number}/shipments/${String(shipmentId)}`,
    ),
    body: under('shipment'),
    open: shipment,
    override: '',
    adminOnly: true,
    input: 'UpdateShipmentInput',
  },
  {
    title: 'PUT /api/orders/:order/shipments',
    method: 'put',
    make: aSale(({ number }) => `/api/orders/${number}/shipments`),
    body: (attributes, names) => ({ shipment: { ...attributes, id: names['shipment'] } }),
    open: `id ${shipment}`,
    override: '',
    adminOnly: true,
    input: 'OrderShipmentInput',
  },
  {
    title: 'PUT /inventory_units/:inventory_unit',
    method: 'put',
    make: aSale(({ unitIds }) => `/inventory_units/${String(unitIds[0])}`),
    body: under('inventory_unit'),
    open: 'shipment shipment_id state restock variant_id order_id return_authorization_id lock_version',
    override: '',
    adminOnly: true,
    input: 'UpdateInventoryUnitInput',
  },
  {
    title: 'POST /api/products',
    method: 'post',
    make: (scene) =>
      Promise.resolve({
        path: '/api/products',
        names: {},
        token: 'none',
        read: async () => {
          const { id } = await scene.store.db.product.findFirstOrThrow({ orderBy: { id: 'desc' } });
          return readProduct(scene, Number(id))();
        },
      }),
    body: (attributes) => ({
      product: { ...attributes, name: 'Shirt 1', price: '5.00', available_on: '2026-01-01' },
    }),
    open: product,
    override: '',
    adminOnly: true,
    input: 'CreateProductInput',
  },
  {
    title: 'PUT /api/products/:product',
    method: 'put',
    make: goods(({ permalink }) => `/api/products/${permalink}`),
    body: under('product'),
    open: product,
    override: '',
    adminOnly: true,
    input: 'UpdateProductInput',
  },
  {
    title: 'POST /api/products/:product/variants',
    method: 'post',
    make: goods(({ permalink }) => `/api/products/${permalink}/variants`),
    body: (attributes) => ({ variant: { ...attributes, price: '5.00' } }),
    open: variant,
    override: '',
    adminOnly: true,
    input: 'CreateVariantInput',
  },
  {
    title: 'PUT /api/products/:product/variants/:id',
    method: 'put',
    make: goods(
      ({ permalink, variantId }) => `/api/products/${permalink}/variants/${String(variantId)}`,
    ),
    body: under('variant'),
    open: variant,
    override: '',
    adminOnly: true,
    input: 'UpdateVariantInput',
  },
];
