import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import type { Context, Viewer } from '../../schema/index.ts';
import { byIdOrNumber } from '../../rest/variables/names.ts';
import { asSent } from './as-sent.ts';
import { run } from './graphql.ts';
import type { Outcome } from './orders.ts';
import { inStoredWords } from './stored-words.ts';

type Input = Readonly<Record<string, unknown>>;

/** An inventory unit as tests read it. */
export interface ReadUnit {
  id: string;
  state: string;
  variant: { id: string };
  orderId: string;
  lineItemId: string;
  shipmentId: string | null;
  returnAuthorizationId: string | null;
  lockVersion: number;
  updatedAt: string;
}

/** A shipment as tests read it. */
export interface ReadShipment {
  id: string;
  number: string;
  orderId: string;
  state: string;
  cost: string;
  tracking: string | null;
  shippedAt: string | null;
  stockLocationId: string;
  stockLocationName: string;
  shippingMethod: { id: string } | null;
  address: { id: string; firstname: string; city: string } | null;
  selectedShippingRate: { id: string; name: string } | null;
  shippingRates: { id: string; name: string; cost: string; selected: boolean }[];
  inventoryUnits: ReadUnit[];
  lockVersion: number;
}

/** A payment as tests read it. */
export interface ReadPayment {
  id: string;
  orderId: string;
  amount: string;
  state: string;
  sourceType: string | null;
  sourceId: string | null;
  paymentMethod: { id: string };
  responseCode: string | null;
}

/** An adjustment as tests read it. */
export interface ReadAdjustment {
  id: string;
  kind: string;
  amount: string;
  label: string;
  mandatory: boolean;
  sourceType: string | null;
}

/** One page of a list, as tests read it. */
export interface ReadPage<T> {
  nodes: T[];
  totalCount: number;
}

const unitParts =
  'id state variant { id } orderId lineItemId shipmentId returnAuthorizationId lockVersion updatedAt';
const shipmentParts = `
  id number orderId state cost tracking shippedAt stockLocationId stockLocationName shippingMethod { id }
  address { id firstname city } selectedShippingRate { id name }
  shippingRates { id name cost selected } inventoryUnits { ${unitParts} } lockVersion`;
const paymentParts =
  'id orderId amount state sourceType sourceId paymentMethod { id } responseCode';
const adjustmentParts = 'id kind amount label mandatory sourceType';

const documents = {
  shipment: `query ($ref: ShipmentBy!, $order: OrderBy) {
    shipment(by: $ref, order: $order) { ${shipmentParts} } }`,
  shipments: `query ($order: OrderBy, $filter: ShipmentFilter, $sort: [ShipmentSort!]) {
    shipments(order: $order, filter: $filter, sort: $sort) { nodes { ${shipmentParts} } totalCount } }`,
  inventoryUnit: `query ($id: ID!) { inventoryUnit(id: $id) { ${unitParts} } }`,
  inventoryUnits: `query ($order: OrderBy, $shipment: ShipmentBy, $filter: InventoryUnitFilter, $sort: [InventoryUnitSort!]) {
    inventoryUnits(order: $order, shipment: $shipment, filter: $filter, sort: $sort) {
      nodes { ${unitParts} } totalCount } }`,
  payment: `query ($order: OrderBy!, $id: ID!) { payment(order: $order, id: $id) { ${paymentParts} } }`,
  payments: `query ($order: OrderBy!, $filter: PaymentFilter) {
    payments(order: $order, filter: $filter) { nodes { ${paymentParts} } totalCount } }`,
  createShipment: `mutation ($order: OrderBy!, $input: CreateShipmentInput!) {
    createShipment(order: $order, input: $input) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  updateShipment: `mutation ($ref: ShipmentBy!, $order: OrderBy, $input: UpdateShipmentInput!, $ifVersion: Int) {
    updateShipment(by: $ref, order: $order, input: $input, ifVersion: $ifVersion) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  updateOrderShipment: `mutation ($order: OrderBy!, $input: OrderShipmentInput!) {
    updateOrderShipment(order: $order, input: $input) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  fireShipmentEvent: `mutation ($ref: ShipmentBy!, $order: OrderBy, $event: ShipmentEvent!, $input: UpdateShipmentInput) {
    fireShipmentEvent(by: $ref, order: $order, event: $event, input: $input) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  markShipmentReady: `mutation ($ref: ShipmentBy!, $order: OrderBy, $input: UpdateShipmentInput) {
    markShipmentReady(by: $ref, order: $order, input: $input) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  shipShipment: `mutation ($ref: ShipmentBy!, $order: OrderBy, $tracking: String, $input: UpdateShipmentInput) {
    shipShipment(by: $ref, order: $order, tracking: $tracking, input: $input) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  cancelShipment: `mutation ($ref: ShipmentBy!) {
    cancelShipment(by: $ref) { shipment { ${shipmentParts} } userErrors { code field message allowed lockVersion } } }`,
  updateInventoryUnit: `mutation ($id: ID!, $input: UpdateInventoryUnitInput!, $fire: InventoryUnitEvent, $ifVersion: Int) {
    updateInventoryUnit(id: $id, input: $input, event: $fire, ifVersion: $ifVersion) { inventoryUnit { ${unitParts} } userErrors { code field message allowed lockVersion } } }`,
  fireInventoryUnitEvent: `mutation ($id: ID!, $event: InventoryUnitEvent!) {
    fireInventoryUnitEvent(id: $id, event: $event) { inventoryUnit { ${unitParts} } userErrors { code field message allowed lockVersion } } }`,
  createPayment: `mutation ($order: OrderBy!, $input: CreatePaymentInput!) {
    createPayment(order: $order, input: $input) { payment { ${paymentParts} } userErrors { code field message allowed lockVersion } } }`,
  updatePayment: `mutation ($order: OrderBy!, $id: ID!, $input: UpdatePaymentInput!) {
    updatePayment(order: $order, id: $id, input: $input) { payment { ${paymentParts} } userErrors { code field message allowed lockVersion } } }`,
  firePaymentEvent: `mutation ($order: OrderBy!, $id: ID!, $event: PaymentEvent!, $amount: Money) {
    firePaymentEvent(order: $order, id: $id, event: $event, amount: $amount) { payment { ${paymentParts} } userErrors { code field message allowed lockVersion } } }`,
  creditPayment: `mutation ($order: OrderBy!, $id: ID!, $amount: Money) {
    creditPayment(order: $order, id: $id, amount: $amount) {
      payment { ${paymentParts} } refund { ${paymentParts} }
      order { number total paymentTotal paymentState payments { id amount } }
      userErrors { code field message allowed lockVersion } } }`,
  createAdjustment: `mutation ($order: OrderBy!, $input: CreateAdjustmentInput!) {
    createAdjustment(order: $order, input: $input) { adjustment { ${adjustmentParts} } userErrors { code field message allowed lockVersion } } }`,
  deleteAdjustment: `mutation ($id: ID!) { deleteAdjustment(id: $id) { adjustment { ${adjustmentParts} } userErrors { code field message allowed lockVersion } } }`,
} as const;

/** The result of each operation. */
interface Records {
  shipment: ReadShipment;
  shipments: ReadPage<ReadShipment>;
  inventoryUnit: ReadUnit;
  inventoryUnits: ReadPage<ReadUnit>;
  payment: ReadPayment;
  payments: ReadPage<ReadPayment>;
  createShipment: ReadShipment;
  updateShipment: ReadShipment;
  updateOrderShipment: ReadShipment;
  fireShipmentEvent: ReadShipment;
  markShipmentReady: ReadShipment;
  shipShipment: ReadShipment;
  cancelShipment: ReadShipment;
  updateInventoryUnit: ReadUnit;
  fireInventoryUnitEvent: ReadUnit;
  createPayment: ReadPayment;
  updatePayment: ReadPayment;
  firePaymentEvent: ReadPayment;
  creditPayment: {
    payment: ReadPayment;
    refund: ReadPayment;
    order: Readonly<Record<string, unknown>>;
  };
  createAdjustment: ReadAdjustment;
  deleteAdjustment: ReadAdjustment;
}

export type DispatchOperation = keyof Records;

/** How tests name records and events, by variable. */
const naming: Readonly<Record<string, (value: unknown) => unknown>> = {
  ref: byIdOrNumber,
  order: byIdOrNumber,
  shipment: byIdOrNumber,
  event: asSent,
  fire: asSent,
};

const named = (variables: Input): Input =>
  Object.fromEntries(
    Object.entries(variables)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, naming[name]?.(value) ?? value]),
  );

/** Everything that tests do to shipments, units, payments and adjustments, through GraphQL as one viewer. */
export function dispatchOf(
  { client }: Database,
  viewer: Viewer,
  context: Partial<Pick<Context, 'now' | 'origin' | 'settings'>> = {},
) {
  /** The result with its errors. */
  async function ask<Name extends DispatchOperation>(
    name: Name,
    variables: Input,
  ): Promise<Outcome<Records[Name]>> {
    const { data, errors } = await run(client, viewer, documents[name], named(variables), context);
    const record = inStoredWords((data as Record<string, unknown> | null)?.[name] ?? null);
    return { record: record as Records[Name], errors };
  }
  /** The record of a result; an unexpected error fails the test. */
  async function act<Name extends DispatchOperation>(
    name: Name,
    variables: Input,
  ): Promise<Records[Name]> {
    const { record, errors } = await ask(name, variables);
    if (errors.length > 0) throw new Error(`${name}: ${JSON.stringify(errors)}`);
    return record;
  }
  return {
    ask,
    act,
    /** Fires an event on a shipment. */
    send: (id: string, event: string) => act('fireShipmentEvent', { ref: id, event }),
    /** Fires an event on a unit. */
    treat: (id: string, event: string) => act('fireInventoryUnitEvent', { id, event }),
  };
}

export type Dispatch = ReturnType<typeof dispatchOf>;

const tables = [
  'orders',
  'line_items',
  'shipments',
  'shipping_rates',
  'inventory_units',
  'adjustments',
  'payments',
  'addresses',
  'stock_items',
  'stock_movements',
  'state_changes',
  'outbox_events',
] as const;

/** All rows that writes of orders touch, as one text. */
export async function snapshotOrders(database: Database): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) =>
      database.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`),
    ),
  );
  return JSON.stringify(rows.map((of) => of.map(({ row }) => row)));
}

/** The errors of an operation, after checking that it changed nothing. */
export async function refusedBy(
  database: Database,
  dispatch: Dispatch,
  name: DispatchOperation,
  variables: Input,
): Promise<Outcome<unknown>['errors']> {
  const before = await snapshotOrders(database);
  const { errors } = await dispatch.ask(name, variables);
  if ((await snapshotOrders(database)) !== before) {
    throw new Error(`${name} was refused and changed the database.`);
  }
  return errors;
}

/** The error of invalid data. */
export const invalid = (fields: Readonly<Record<string, readonly string[]>>) => [
  { code: 'INVALID', fields },
];

/** The error of an event that is not possible now. */
export const notNow = (
  event: string,
  allowed: readonly string[],
  fields: Readonly<Record<string, readonly string[]>> = {},
) => [
  {
    code: 'EVENT_REFUSED',
    allowed,
    fields: { state: [`cannot transition via "${event}"`], ...fields },
  },
];

/** Fails if any stored data is inconsistent. */
export async function expectSound(database: Database): Promise<void> {
  const violations = await findViolations(database);
  if (violations.length === 0) return;
  const shown = violations.map(({ says, row }) => `${says} ${JSON.stringify(row, asText)}`);
  throw new Error(shown.join('\n'));
}

const asText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

/** The count of a variant at a location, by default the default one. */
export async function countOf(
  { client }: Database,
  variantId: bigint,
  stockLocationId?: bigint,
): Promise<number> {
  const where = stockLocationId ? { stockLocationId } : { stockLocation: { isDefault: true } };
  const item = await client.stockItem.findFirst({ where: { variantId, ...where } });
  return item?.countOnHand ?? 0;
}

/** Types and quantities of a variant's stock movements except the first, which a test created, oldest first. */
export async function movementsOf({ client }: Database, variantId: bigint): Promise<string[]> {
  const rows = await client.stockMovement.findMany({
    where: { stockItem: { variantId }, kind: { not: 'set' } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ kind, quantity }) => `${kind} ${String(quantity)}`);
}

let locations = 0;

/** Another stock location. */
export async function makeLocation({ client }: Database): Promise<bigint> {
  locations += 1;
  const { id } = await client.stockLocation.create({
    data: { name: `Annex ${String(locations)}`, isDefault: false },
    select: { id: true },
  });
  return id;
}

/** A variant's count at another location, with its stock movement; backorderable as it is in the default one. */
export async function putStock(
  { client }: Database,
  variantId: bigint,
  stockLocationId: bigint,
  countOnHand: number,
): Promise<void> {
  const { backorderable } = await client.stockItem.findFirstOrThrow({ where: { variantId } });
  const item = await client.stockItem.create({
    data: { variantId, stockLocationId, countOnHand, backorderable },
  });
  if (countOnHand === 0) return;
  await client.stockItem.updateMany({
    where: { variantId, stockLocation: { isDefault: true } },
    data: { countElsewhere: { increment: countOnHand } },
  });
  await client.stockMovement.create({
    data: { stockItemId: item.id, kind: 'set', quantity: countOnHand, countAfter: countOnHand },
  });
}
