import type { ReadOrder } from '../../support/orders.ts';
import type { Ground } from './ground.ts';

/** A mutation, what it locks in order, its variables, built from new records, and who writes; else an admin. */
export type LockingWrite = readonly [
  field: string,
  locks: readonly string[],
  given: (ground: Ground) => unknown,
  by?: 'customer',
];

export const order = 'orders FOR NO KEY UPDATE';
/** Orders that wait for goods are locked behind these, but never waited for. */
const ordersAtOnce = 'orders FOR NO KEY UPDATE SKIP LOCKED';
export const stock = 'stock_items FOR NO KEY UPDATE';
export const product = 'products FOR NO KEY UPDATE';
export const user = 'users FOR NO KEY UPDATE';
export const role = 'roles FOR UPDATE';
/** It protects the permissions of users. */
export const charge = 'access';
/** Its share, which also the late judgement of a caller takes. */
const chargeShared = 'access shared';
export const rolesGiven = 'roles FOR SHARE';
const permalink = 'permalink';
const refs = 'external_references';
const carts = 'carts';
/** So that their number is what was counted. */
const categories = 'shipping_categories IN SHARE ROW EXCLUSIVE';
const locations = 'stock_locations IN SHARE ROW EXCLUSIVE';
/** What may not change while it is decided whether a location is sold from. */
const ordersAndStock = 'orders, stock_items IN EXCLUSIVE';

const ref = ({ number }: ReadOrder) => ({ by: { number } });
const below = ({ number }: ReadOrder) => ({ order: { number } });
const line = ({ number, lineItems: [one] }: ReadOrder) => ({ order: { number }, id: one?.id });
const shipment = ({ shipments: [one] }: ReadOrder) => ({ by: { number: one?.number } });
const unit = ({ shipments: [one] }: ReadOrder) => ({ id: one?.inventoryUnits[0]?.id });

/** Of addresses that need no state. */
const countries = ['DE', 'FR', 'DK', 'SE', 'NO', 'FI', 'NL', 'BE', 'AT', 'CH', 'PT', 'PL', 'CZ'];

const check = { paymentMethod: { name: 'Check' } };
const size = (sku: string) => ({ sku, price: '1', options: [{ name: 'Size', value: 'M' }] });

const ofOrders: readonly LockingWrite[] = [
  [
    'createOrder',
    [],
    async (g) => ({
      input: { lineItems: await g.rows(async () => ({ variantId: await g.variant() })) },
    }),
  ],
  ['createOrder', [order], () => ({ input: { payments: [check] } })],
  ['createOrder', [carts], () => ({ input: {} }), 'customer'],
  ['createOrder', [carts, order], () => ({ input: { payments: [check] } }), 'customer'],
  ['updateOrder', [order], async (g) => ({ ...ref(await g.cart()), input: { email: 'b@c.test' } })],
  [
    'updateOrder',
    [order, stock],
    async (g) => {
      const {
        number,
        shipments: [one],
      } = await g.sale();
      const lineItems = await g.rows(async () => ({ variantId: await g.variant() }));
      const shipments = [{ id: one?.id, stockLocationId: await g.location() }];
      return { by: { number }, input: { lineItems, shipments } };
    },
  ],
  [
    'updateOrder',
    [order, stock],
    async (g) => {
      const { number, shipments } = await g.packed();
      const entries = [];
      for (const [at, { id }] of shipments.entries()) {
        entries.push({
          id,
          address: { country: { iso: countries[at] }, state: null },
          stockLocationId: await g.location(),
          shippingMethodId: await g.method(),
        });
      }
      return { by: { number }, input: { shipments: entries } };
    },
  ],
  ['emptyOrder', [order], async (g) => ref(await g.cart())],
  ['renewOrderToken', [order], async (g) => ref(await g.cart())],
  ['fireOrderEvent', [order, stock], async (g) => ({ ...ref(await g.cart()), event: 'COMPLETE' })],
  ['fireOrderEvent', [order, stock], async (g) => ({ ...ref(await g.sale()), event: 'CANCEL' })],
  ['nextCheckout', [order], async (g) => ref(await g.cart())],
  ['advanceCheckout', [order], async (g) => ref(await g.cart())],
  [
    'updateCheckout',
    [order],
    async (g) => ({ ...ref(await g.cart()), input: { email: 'b@c.test' } }),
  ],
  [
    'updateAddress',
    [order],
    async (g) => {
      const { number, billAddress } = await g.cart();
      return { order: { number }, id: billAddress?.id, input: { city: 'Bath' } };
    },
  ],
  [
    'createAdjustment',
    [order],
    async (g) => ({
      ...below(await g.cart()),
      input: { amount: '1', label: 'Gift' },
    }),
  ],
  ['deleteAdjustment', [order], async (g) => ({ id: await g.adjustment() })],
  [
    'addLineItem',
    [order, stock],
    async (g) => ({
      ...below(await g.sale()),
      input: { variantId: await g.variant(), quantity: 1 },
    }),
  ],
  [
    'updateLineItem',
    [order, stock],
    async (g) => ({ ...line(await g.sale()), input: { quantity: 3 } }),
  ],
  ['removeLineItem', [order, stock], async (g) => line(await g.sale())],
  ['createPayment', [order], async (g) => ({ ...below(await g.sale()), input: check })],
  ['updatePayment', [order], async (g) => ({ ...(await g.payment()), input: { amount: '1' } })],
  ['creditPayment', [order], async (g) => g.captured()],
  ['firePaymentEvent', [order], async (g) => ({ ...(await g.payment()), event: 'VOID' })],
];

const ofShipments: readonly LockingWrite[] = [
  [
    'createShipment',
    [order, stock],
    async (g) => ({
      ...below(await g.sale()),
      input: { variantId: await g.variant(), quantity: 1 },
    }),
  ],
  [
    'createShipment',
    [order, stock],
    async (g) => {
      const sale = await g.sale();
      const inventoryUnits = [{ id: unit(sale).id }];
      const input = { variantId: await g.variant(), quantity: 1, inventoryUnits };
      return { ...below(sale), input };
    },
  ],
  [
    'updateShipment',
    [order],
    async (g) => ({ ...shipment(await g.sale()), input: { tracking: 'T' } }),
  ],
  [
    'updateShipment',
    [order, stock],
    async (g) => ({
      ...shipment(await g.sale()),
      input: { stockLocationId: await g.location() },
    }),
  ],
  [
    'updateOrderShipment',
    [order],
    async (g) => {
      const {
        number,
        shipments: [one],
      } = await g.sale();
      return { order: { number }, input: { id: one?.id, tracking: 'T' } };
    },
  ],
  [
    'fireShipmentEvent',
    [order, stock],
    async (g) => ({ ...shipment(await g.sale()), event: 'CANCEL' }),
  ],
  [
    'fireShipmentEvent',
    [order, stock],
    async (g) => {
      const sale = await g.sale();
      const added = { variantId: await g.variant(), quantity: 1 };
      const id = await g.write('createShipment', { ...below(sale), input: added });
      const inventoryUnits = [{ id: unit(sale).id }];
      return { by: { id }, event: 'CANCEL', input: { inventoryUnits } };
    },
  ],
  ['updateInventoryUnit', [order], async (g) => ({ ...unit(await g.sale()), input: {} })],
  [
    'fireInventoryUnitEvent',
    [order, stock],
    async (g) => ({ ...unit(await g.shipped()), event: 'RETURN' }),
  ],
];

/** An order or a shipment after an act. */
const after = async (g: Ground, field: string, named: object): Promise<object> => {
  await g.write(field, { ...named });
  return named;
};

/** The mutations of single events. */
const ofActs: readonly LockingWrite[] = [
  ['completeOrder', [order, stock], async (g) => ref(await g.cart())],
  ['cancelOrder', [order, stock], async (g) => ref(await g.sale())],
  ['resumeOrder', [order, stock], async (g) => after(g, 'cancelOrder', ref(await g.sale()))],
  ['approveOrder', [order], async (g) => ref(await g.sale())],
  ['authorizeOrderReturn', [order], async (g) => ref(await g.shipped())],
  [
    'returnOrder',
    [order, stock],
    async (g) => after(g, 'authorizeOrderReturn', ref(await g.shipped())),
  ],
  ['authorizePayment', [order], async (g) => ({ id: (await g.payment())['id'] })],
  ['purchasePayment', [order], async (g) => ({ id: (await g.payment())['id'] })],
  ['capturePayment', [order], async (g) => ({ id: (await g.payment())['id'], amount: '1' })],
  ['voidPayment', [order], async (g) => ({ id: (await g.payment())['id'] })],
  ['markShipmentReady', [order], async (g) => shipment(await g.sale())],
  [
    'markShipmentPending',
    [order],
    async (g) => after(g, 'markShipmentReady', shipment(await g.sale())),
  ],
  ['shipShipment', [order], async (g) => after(g, 'markShipmentReady', shipment(await g.sale()))],
  ['cancelShipment', [order, stock], async (g) => shipment(await g.sale())],
  [
    'resumeShipment',
    [order, stock],
    async (g) => after(g, 'cancelShipment', shipment(await g.sale())),
  ],
  ['shipInventoryUnit', [order], async (g) => unit(await g.sale())],
  ['returnInventoryUnit', [order, stock], async (g) => unit(await g.shipped())],
  [
    'fillInventoryUnitBackorder',
    [order, stock],
    async (g) => unit(await g.saleOf(await g.variant(0))),
  ],
];

const ofGoods: readonly LockingWrite[] = [
  ['adjustStock', [stock], async (g) => ({ input: { variantId: await g.variant(), quantity: 1 } })],
  [
    'adjustStock',
    [stock, ordersAtOnce, order],
    async (g) => {
      const variantId = await g.variant(0);
      await g.saleOf(variantId);
      return { input: { variantId, quantity: 1 } };
    },
  ],
  [
    'setStockLevels',
    [stock],
    async (g) => ({
      rows: await g.rows(async () => ({ variant: { id: await g.variant() }, onHand: 12 })),
    }),
  ],
  [
    'setStockLevels',
    [stock, ordersAtOnce, order],
    async (g) => {
      const variantId = await g.variant(0);
      await g.saleOf(variantId);
      return { rows: [{ variant: { id: variantId }, onHand: 1 }] };
    },
  ],
  [
    'updateVariants',
    [product, stock],
    async (g) => ({
      rows: await g.rows(async () => ({
        variant: { id: await g.variant() },
        backorderable: false,
      })),
    }),
  ],
  [
    'setPrices',
    [product, stock],
    async (g) => ({
      rows: await g.rows(async () => ({ variant: { id: await g.variant() }, price: '3' })),
    }),
  ],
  [
    'shipShipments',
    [order],
    async (g) => ({
      rows: await g.rows(async () => {
        const { shipments } = await g.smallSale();
        const id = shipments[0]?.id;
        await g.write('markShipmentReady', { by: { id } });
        return { shipment: { id }, tracking: 'T' };
      }),
    }),
  ],
  [
    'setExternalRefs',
    [chargeShared, refs],
    async (g) => ({
      rows: await g.rows(async () => ({
        record: { order: { id: await g.write('createOrder', { input: {} }) } },
        source: 'erp',
        value: g.fresh('ref'),
      })),
    }),
  ],
  [
    'setExternalRefs',
    [charge, refs],
    async (g) => ({
      rows: await g.rows(async () => ({
        record: { user: { id: await g.user() } },
        source: 'erp',
        value: g.fresh('ref'),
      })),
    }),
  ],
  ['createStockLocation', [locations], (g) => ({ input: { name: g.fresh('place') } })],
  [
    'updateStockLocation',
    [locations, ordersAndStock],
    async (g) => ({ id: await g.location(), input: { active: false } }),
  ],
  [
    'updateStockLocation',
    [locations],
    async (g) => ({ id: await g.location(), input: { city: 'Bath', active: true } }),
  ],
  [
    'createProduct',
    [permalink],
    () => ({
      input: { name: 'Lamp', price: '1', shippingCategory: 'Default' },
    }),
  ],
  [
    'createProduct',
    [categories, permalink],
    (g) => ({ input: { name: 'Lamp', price: '1', shippingCategory: g.fresh('Kind') } }),
  ],
  [
    'updateProduct',
    [product, stock],
    async (g) => ({
      by: await g.productOf(await g.variant()),
      input: { countOnHand: 3 },
    }),
  ],
  ['deleteProduct', [product, stock], async (g) => ({ by: await g.productOf(await g.variant()) })],
  [
    'createVariant',
    [product],
    async (g) => ({
      product: await g.productOf(await g.variant()),
      input: size(g.fresh('V')),
    }),
  ],
  [
    'updateVariant',
    [product, stock],
    async (g) => {
      const id = await g.variant();
      return { product: await g.productOf(id), by: { id }, input: { countOnHand: 3 } };
    },
  ],
  [
    'deleteVariant',
    [product, stock],
    async (g) => {
      const of = { product: await g.productOf(await g.variant()) };
      const id = await g.write('createVariant', { ...of, input: size(g.fresh('V')) });
      return { ...of, by: { id } };
    },
  ],
  ['createImage', [product, stock], async (g) => ({ input: await g.picture() })],
  [
    'updateImage',
    [product, stock],
    async (g) => ({
      id: await g.write('createImage', { input: await g.picture() }),
      input: { alt: 'Front' },
    }),
  ],
  [
    'deleteImage',
    [product, stock],
    async (g) => ({
      id: await g.write('createImage', { input: await g.picture() }),
    }),
  ],
];

const ofUsers: readonly LockingWrite[] = [
  [
    'createUser',
    [charge, rolesGiven],
    () => ({ input: { email: 'new@c.test', roles: ['orders_read'] } }),
  ],
  [
    'updateUser',
    [charge, user, rolesGiven],
    async (g) => ({
      by: { id: await g.user() },
      input: { roles: ['orders_read'] },
    }),
  ],
  ['disableUser', [charge, user], async (g) => ({ by: { id: await g.user() } })],
  ['enableUser', [charge, user], async (g) => ({ by: { id: await g.user() } })],
  ['generateApiKey', [charge, user], async (g) => ({ userId: await g.user() })],
  ['rotateApiKey', [charge, user], async (g) => ({ id: await g.apiKey() })],
  ['revokeApiKey', [charge, user], async (g) => ({ userId: await g.user() })],
  ['revokeOneApiKey', [charge, user], async (g) => ({ id: await g.apiKey() })],
  ['createRole', [charge], (g) => ({ input: { name: g.fresh('role'), permissions: [] } })],
  ['updateRole', [charge, role], async (g) => ({ id: await g.role(), input: { permissions: [] } })],
  ['deleteRole', [charge, role], async (g) => ({ id: await g.role() })],
];

/** Every mutation, some in two ways. */
export const writes = [...ofOrders, ...ofShipments, ...ofActs, ...ofGoods, ...ofUsers];
