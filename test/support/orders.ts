import type { Context, Db, Viewer } from '../../schema/index.ts';
import { byIdOrNumber } from '../../rest/variables/names.ts';
import { asSent } from './as-sent.ts';
import { run } from './graphql.ts';
import { inStoredWords } from './stored-words.ts';

/** An error as clients get it: its code and the other extensions. */
type Told = Readonly<Record<string, unknown>>;

/** The result of an operation: its one record, or null, and the errors. */
export interface Outcome<T> {
  readonly record: T;
  readonly errors: readonly Told[];
}

interface Unit {
  id: string;
  state: string;
  variant: { id: string };
  lineItem: { id: string };
}

interface Rate {
  id: string;
  name: string;
  cost: string;
  selected: boolean;
}

interface Parcel {
  id: string;
  number: string;
  state: string;
  cost: string;
  shippingMethod: { name: string } | null;
  shippingRates: Rate[];
  inventoryUnits: Unit[];
}

export interface PlacedAddress {
  id: string;
  firstname: string;
  lastname: string;
  address1: string;
  address2: string;
  city: string;
  zipcode: string;
  phone: string;
  company: string | null;
  alternativePhone: string | null;
  country: { iso: string };
  state: { abbr: string | null } | null;
  stateName: string | null;
}

export interface Line {
  id: string;
  variant: { id: string };
  quantity: number;
  price: string;
  priceIsOwn: boolean;
  total: string;
}

/** An order as tests read it. */
export interface ReadOrder {
  id: string;
  number: string;
  state: string;
  email: string | null;
  specialInstructions: string | null;
  channel: string;
  userId: string | null;
  token: string | null;
  itemTotal: string;
  adjustmentTotal: string;
  total: string;
  paymentTotal: string;
  totalQuantity: number;
  paymentState: string | null;
  shipmentState: string | null;
  completedAt: string | null;
  approvedAt: string | null;
  updatedAt: string;
  lockVersion: number;
  checkoutSteps: string[];
  billAddress: PlacedAddress | null;
  shipAddress: PlacedAddress | null;
  lineItems: Line[];
  shipments: Parcel[];
  adjustments: { kind: string; amount: string; label: string }[];
  payments: { id: string; state: string; amount: string }[];
}

const addressParts = `
  id firstname lastname address1 address2 city zipcode phone company alternativePhone
  country { iso } state { abbr } stateName
`;
const lineParts = 'id variant { id } quantity price priceIsOwn total';
const orderParts = `
  id number state email specialInstructions channel userId token
  itemTotal adjustmentTotal total paymentTotal totalQuantity
  paymentState shipmentState completedAt approvedAt updatedAt lockVersion checkoutSteps
  billAddress { ${addressParts} } shipAddress { ${addressParts} }
  lineItems { ${lineParts} }
  shipments {
    id number state cost shippingMethod { name } shippingRates { id name cost selected }
    inventoryUnits { id state variant { id } lineItem { id } }
  }
  adjustments { kind amount label }
  payments { id state amount }
`;

const documents = {
  order: `query ($ref: OrderBy!) { order(by: $ref) { ${orderParts} } }`,
  createOrder: `mutation ($input: CreateOrderInput!, $merge: Boolean) {
    createOrder(input: $input, merge: $merge) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  updateOrder: `mutation ($ref: OrderBy!, $input: UpdateOrderInput!, $merge: Boolean, $ifVersion: Int) {
    updateOrder(by: $ref, input: $input, merge: $merge, ifVersion: $ifVersion) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  emptyOrder: `mutation ($ref: OrderBy!) { emptyOrder(by: $ref) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  fireOrderEvent: `mutation ($ref: OrderBy!, $event: OrderEvent!) {
    fireOrderEvent(by: $ref, event: $event) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  updateCheckout: `mutation ($ref: OrderBy!, $input: UpdateOrderInput!, $ifVersion: Int) {
    updateCheckout(by: $ref, input: $input, ifVersion: $ifVersion) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  nextCheckout: `mutation ($ref: OrderBy!) { nextCheckout(by: $ref) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  advanceCheckout: `mutation ($ref: OrderBy!) { advanceCheckout(by: $ref) { order { ${orderParts} } userErrors { code field message allowed lockVersion } } }`,
  addLineItem: `mutation ($order: OrderBy!, $input: AddLineItemInput!, $merge: Boolean) {
    addLineItem(order: $order, input: $input, merge: $merge) { lineItem { ${lineParts} } userErrors { code field message allowed lockVersion } } }`,
  updateLineItem: `mutation ($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) {
    updateLineItem(order: $order, id: $id, input: $input) { lineItem { ${lineParts} } userErrors { code field message allowed lockVersion } } }`,
  removeLineItem: `mutation ($order: OrderBy!, $id: ID!) {
    removeLineItem(order: $order, id: $id) { lineItem { ${lineParts} } userErrors { code field message allowed lockVersion } } }`,
  updateAddress: `mutation ($order: OrderBy!, $id: ID!, $input: AddressInput!) {
    updateAddress(order: $order, id: $id, input: $input) { address { ${addressParts} } userErrors { code field message allowed lockVersion } } }`,
  createShipment: `mutation ($order: OrderBy!, $input: CreateShipmentInput!) {
    createShipment(order: $order, input: $input) { shipment { id state } userErrors { code field message allowed lockVersion } } }`,
  updateShipment: `mutation ($ref: ShipmentBy!, $input: UpdateShipmentInput!) {
    updateShipment(by: $ref, input: $input) { shipment { id state } userErrors { code field message allowed lockVersion } } }`,
  updateInventoryUnit: `mutation ($id: ID!, $input: UpdateInventoryUnitInput!) {
    updateInventoryUnit(id: $id, input: $input) { inventoryUnit { id state } userErrors { code field message allowed lockVersion } } }`,
  fireShipmentEvent: `mutation ($ref: ShipmentBy!, $event: ShipmentEvent!) {
    fireShipmentEvent(by: $ref, event: $event) { shipment { id state } userErrors { code field message allowed lockVersion } } }`,
  fireInventoryUnitEvent: `mutation ($id: ID!, $event: InventoryUnitEvent!, $restock: Boolean) {
    fireInventoryUnitEvent(id: $id, event: $event, restock: $restock) { inventoryUnit { id state } userErrors { code field message allowed lockVersion } } }`,
  createAdjustment: `mutation ($order: OrderBy!, $input: CreateAdjustmentInput!) { createAdjustment(order: $order, input: $input) { adjustment { id } userErrors { code field message allowed lockVersion } } }`,
  createPayment: `mutation ($order: OrderBy!, $input: CreatePaymentInput!) {
    createPayment(order: $order, input: $input) { payment { id state amount } userErrors { code field message allowed lockVersion } } }`,
  firePaymentEvent: `mutation ($order: OrderBy!, $id: ID!, $event: PaymentEvent!) {
    firePaymentEvent(order: $order, id: $id, event: $event) { payment { id state amount } userErrors { code field message allowed lockVersion } } }`,
  capturePayment: `mutation ($id: ID!, $amount: Money) {
    capturePayment(id: $id, amount: $amount) { payment { id state amount } userErrors { code field message allowed lockVersion } } }`,
  creditPayment: `mutation ($id: ID!, $amount: Money) {
    creditPayment(id: $id, amount: $amount) { refund { amount } userErrors { code field message allowed lockVersion } } }`,
  deleteAdjustment: `mutation ($id: ID!) {
    deleteAdjustment(id: $id) { adjustment { id } userErrors { code field message allowed lockVersion } } }`,
  orderSummary: `query ($from: DateTime!, $to: DateTime!, $filter: OrderFilter) {
    orderSummary(from: $from, to: $to, by: DAY, filter: $filter) {
      orderCount canceledCount turnover units refunds } }`,
  adjustStock: `mutation ($input: AdjustStockInput!) {
    adjustStock(input: $input) { stockItem { countOnHand } userErrors { code field message allowed lockVersion } } }`,
  variant: `query ($id: VariantBy!) { variant(by: $id) {
    countOnHand stockLevels { countOnHand stockLocation { id active } } } }`,
  updateVariant: `mutation ($id: VariantBy!, $input: UpdateVariantInput!) {
    updateVariant(by: $id, input: $input) { variant { price } userErrors { code field message allowed lockVersion } } }`,
  setPrices: `mutation ($rows: [SetPriceInput!]!) {
    setPrices(rows: $rows) { results { variant { price } } userErrors { code field message allowed lockVersion } } }`,
  updateStockLocation: `mutation ($id: ID!, $input: UpdateStockLocationInput!) {
    updateStockLocation(id: $id, input: $input) { stockLocation { id active } userErrors { code field message allowed lockVersion } } }`,
} as const;

interface Stateful {
  id: string;
  state: string;
}

type Input = Readonly<Record<string, unknown>>;

/** What a variant shows of its stock. */
export interface ReadStock {
  readonly countOnHand: number;
  readonly stockLevels: readonly {
    readonly countOnHand: number;
    readonly stockLocation: { readonly id: string; readonly active: boolean };
  }[];
}

/** What came of the orders of a day. */
export interface ReadFigures {
  readonly orderCount: number;
  readonly canceledCount: number;
  readonly turnover: string;
  readonly units: number;
  readonly refunds: string;
}

/** Everything that tests do to orders, through GraphQL and as one viewer. */
export function deskOf(
  db: Db,
  viewer: Viewer,
  context: Partial<Pick<Context, 'now' | 'settings' | 'origin'>> = {},
) {
  async function ask<T>(
    name: keyof typeof documents,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<Outcome<T>> {
    const { data, errors } = await run(db, viewer, documents[name], variables, context);
    const record = inStoredWords((data as Record<string, unknown> | null)?.[name] ?? null);
    return { record: record as T, errors };
  }
  /** The record of a result; an unexpected error fails the test. */
  async function sure<T>(asked: Promise<Outcome<T>>): Promise<T> {
    const { record, errors } = await asked;
    if (errors.length > 0) throw new Error(`Refused: ${JSON.stringify(errors)}`);
    return record;
  }
  const tried = {
    read: (ref: string) => ask<ReadOrder>('order', { ref: byIdOrNumber(ref) }),
    create: (input: Input, merge?: boolean) => ask<ReadOrder>('createOrder', { input, merge }),
    update: (ref: string, input: Input, merge?: boolean, ifVersion?: number) =>
      ask<ReadOrder>('updateOrder', { ref: byIdOrNumber(ref), input, merge, ifVersion }),
    empty: (ref: string) => ask<ReadOrder>('emptyOrder', { ref: byIdOrNumber(ref) }),
    fire: (ref: string, event?: string | null) =>
      ask<ReadOrder>('fireOrderEvent', { ref: byIdOrNumber(ref), event: asSent(event ?? null) }),
    checkout: (ref: string, input: Input, ifVersion?: number) =>
      ask<ReadOrder>('updateCheckout', { ref: byIdOrNumber(ref), input, ifVersion }),
    next: (ref: string) => ask<ReadOrder>('nextCheckout', { ref: byIdOrNumber(ref) }),
    advance: (ref: string) => ask<ReadOrder>('advanceCheckout', { ref: byIdOrNumber(ref) }),
    add: (order: string, input: Input, merge?: boolean) =>
      ask<Line>('addLineItem', { order: byIdOrNumber(order), input, merge }),
    set: (order: string, id: string, input: Input) =>
      ask<Line>('updateLineItem', { order: byIdOrNumber(order), id, input }),
    remove: (order: string, id: string) =>
      ask<Line>('removeLineItem', { order: byIdOrNumber(order), id }),
    place: (order: string, id: string, input: Input) =>
      ask<PlacedAddress>('updateAddress', { order: byIdOrNumber(order), id, input }),
    pack: (order: string, input: Input) =>
      ask<Stateful>('createShipment', { order: byIdOrNumber(order), input }),
    writeShipment: (ref: string, input: Input) =>
      ask<Stateful>('updateShipment', { ref: byIdOrNumber(ref), input }),
    writeUnit: (id: string, input: Input) => ask<Stateful>('updateInventoryUnit', { id, input }),
    fireShipment: (ref: string, event: string) =>
      ask<Stateful>('fireShipmentEvent', { ref: byIdOrNumber(ref), event: asSent(event) }),
    fireUnit: (id: string, event: string, restock?: boolean) =>
      ask<Stateful>('fireInventoryUnitEvent', { id, event: asSent(event), restock }),
    pay: (order: string, input: Input) =>
      ask<Stateful>('createPayment', { order: byIdOrNumber(order), input }),
    firePayment: (order: string, id: string, event: string) =>
      ask<Stateful>('firePaymentEvent', { order: byIdOrNumber(order), id, event: asSent(event) }),
    capturePart: (id: string, amount: string) => ask<Stateful>('capturePayment', { id, amount }),
    refund: (id: string, amount: string | null) =>
      ask<{ amount: string }>('creditPayment', { id, amount }),
    adjust: (input: Input) => ask<{ countOnHand: number }>('adjustStock', { input }),
    price: (variantId: bigint, price: string) =>
      ask<{ price: string }>('updateVariant', { id: { id: String(variantId) }, input: { price } }),
    /** In one request; a price that is not the one to be changed refuses all of them. */
    prices: (rows: readonly Input[]) => ask<readonly unknown[]>('setPrices', { rows }),
    setActive: (id: bigint, active: boolean) =>
      ask<{ active: boolean }>('updateStockLocation', { id: String(id), input: { active } }),
    unadjust: (id: string) => ask<{ id: string }>('deleteAdjustment', { id }),
    adjustOrder: (order: string, input: Input) =>
      ask<{ id: string }>('createAdjustment', { order: byIdOrNumber(order), input }),
  };
  return {
    /** The same actions with their refusals. */
    try: tried,
    read: (ref: string) => sure(tried.read(ref)),
    create: (input: Input, merge?: boolean) => sure(tried.create(input, merge)),
    update: (ref: string, input: Input, merge?: boolean) => sure(tried.update(ref, input, merge)),
    empty: (ref: string) => sure(tried.empty(ref)),
    fire: (ref: string, event: string) => sure(tried.fire(ref, event)),
    checkout: (ref: string, input: Input) => sure(tried.checkout(ref, input)),
    next: (ref: string) => sure(tried.next(ref)),
    advance: (ref: string) => sure(tried.advance(ref)),
    add: (order: string, input: Input, merge?: boolean) => sure(tried.add(order, input, merge)),
    set: (order: string, id: string, input: Input) => sure(tried.set(order, id, input)),
    remove: (order: string, id: string) => sure(tried.remove(order, id)),
    place: (order: string, id: string, input: Input) => sure(tried.place(order, id, input)),
    pack: (order: string, input: Input) => sure(tried.pack(order, input)),
    fireShipment: (ref: string, event: string) => sure(tried.fireShipment(ref, event)),
    fireUnit: (id: string, event: string) => sure(tried.fireUnit(id, event)),
    pay: (order: string, input: Input) => sure(tried.pay(order, input)),
    firePayment: (order: string, id: string, event: string) =>
      sure(tried.firePayment(order, id, event)),
    adjust: (variantId: bigint, quantity: number) =>
      sure(tried.adjust({ variantId: String(variantId), quantity })),
    /** A variant with its count, and that of each location, the default one first. */
    stockOf: (variantId: bigint): Promise<ReadStock> =>
      sure(ask<ReadStock>('variant', { id: { id: String(variantId) } })),
    /** Figures of orders that were completed in a time, by day. */
    summarize: (from: Date, to: Date, filter: Input): Promise<readonly ReadFigures[]> =>
      sure(ask('orderSummary', { from: from.toISOString(), to: to.toISOString(), filter })),
    /** A cart with so many units of each variant. */
    cartOf: async (...wanted: readonly (readonly [bigint, number])[]): Promise<ReadOrder> =>
      sure(
        tried.create({
          lineItems: wanted.map(([variantId, quantity]) => ({
            variantId: String(variantId),
            quantity,
          })),
        }),
      ),
  };
}

export type Desk = ReturnType<typeof deskOf>;

/** The numbers of an order that money and stock follow from, without ids and times. */
export const statesOf = (order: ReadOrder) => ({
  state: order.state,
  shipments: order.shipments.map(({ state }) => state),
  units: order.shipments.flatMap(({ inventoryUnits }) => inventoryUnits.map(({ state }) => state)),
  paymentState: order.paymentState,
  shipmentState: order.shipmentState,
});

/** Makes the shipments of an order ready and ships them. */
export async function shipAll(desk: Desk, { shipments }: ReadOrder): Promise<void> {
  for (const { id } of shipments) {
    await desk.fireShipment(id, 'ready');
    await desk.fireShipment(id, 'ship');
  }
}

/** A complete address of the United States. */
export const maineAddress = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: { iso: 'US' },
  state: { abbr: 'ME' },
};
