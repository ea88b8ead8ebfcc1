import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Viewer, Settings } from '../context.ts';
import type { AuditRecord } from '../domain/audit.ts';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import type { OrderState } from '../domain/order-states.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import type { OrderPaymentState } from '../domain/payment-state.ts';
import type { ShippingMethod } from '../domain/rates.ts';
import type { ShipmentState } from '../domain/shipment-states.ts';
import type { MovementKind } from '../domain/stock.ts';
import { NotFound } from '../errors.ts';
import { optionSelection } from '../variants/option-value.ts';

/** What actions need of a variant: names, prices, category and stock. */
export const workingVariant = {
  select: {
    id: true,
    price: true,
    deletedAt: true,
    trackInventory: true,
    optionValues: optionSelection.optionValues,
    product: {
      select: {
        name: true,
        deletedAt: true,
        availableOn: true,
        shippingCategoryId: true,
        optionTypes: optionSelection.product.select.optionTypes,
      },
    },
    stockItems: {
      select: {
        stockLocationId: true,
        stockLocation: { select: { isDefault: true, active: true } },
        countOnHand: true,
        backorderable: true,
      },
    },
  },
} satisfies Prisma.VariantDefaultArgs;

const oldestFirst = { orderBy: { id: 'asc' } } as const;

/** Everything that a write may change or decide on, read in one statement. */
export const workingInclude = {
  addresses: oldestFirst,
  lineItems: { ...oldestFirst, include: { variant: workingVariant } },
  shipments: { ...oldestFirst, include: { rates: oldestFirst } },
  inventoryUnits: oldestFirst,
  payments: { ...oldestFirst, include: { paymentMethod: { select: { kind: true } } } },
  adjustments: oldestFirst,
} satisfies Prisma.OrderInclude;

export type Loaded = Prisma.OrderGetPayload<{ include: typeof workingInclude }>;

/** An amount of money: a Decimal of the database or of a rule. */
export interface Amount {
  toString(): string;
}

type With<T, Changed> = Readonly<Omit<T, keyof Changed> & Changed>;

export type WorkingVariant = Prisma.VariantGetPayload<typeof workingVariant>;
export type WorkingAddress = Readonly<Loaded['addresses'][number]>;
export type WorkingLine = With<
  Loaded['lineItems'][number],
  { price: Amount; tax: Amount; taxRate: Amount }
>;
export type WorkingRate = With<Loaded['shipments'][number]['rates'][number], { cost: Amount }>;
export type WorkingShipment = With<
  Loaded['shipments'][number],
  {
    state: ShipmentState;
    cost: Amount;
    tax: Amount;
    taxRate: Amount;
    rates: readonly WorkingRate[];
  }
>;
export type WorkingUnit = With<Loaded['inventoryUnits'][number], { state: InventoryUnitState }>;
export type WorkingPayment = With<
  Loaded['payments'][number],
  { state: PaymentState; amount: Amount }
>;
export type WorkingAdjustment = With<
  Loaded['adjustments'][number],
  { amount: Amount; discount: Amount }
>;

/** A count of a variant at a location, locked by the write; `isNew` has no row yet, and a temporary id. */
export interface LockedStockItem {
  readonly id: bigint;
  readonly variantId: bigint;
  readonly stockLocationId: bigint;
  readonly countOnHand: number;
  readonly backorderable: boolean;
  /** Of its location. */
  readonly isDefault: boolean;
  readonly active: boolean;
  readonly isNew?: true;
}

/** One row of the stock ledger that the write adds. Decision: T31. */
export interface Movement {
  readonly stockItemId: bigint;
  readonly kind: Exclude<MovementKind, 'set'>;
  readonly quantity: number;
  readonly countAfter: number;
  readonly shipmentId: bigint | null;
  /** Units that others' backorders are filled with, if the count rose by goods. */
  readonly rise: number;
}

/** One fired event or step back that the write adds to the history and to the outbox. Decision: C32, C35, L29. */
export interface Step {
  readonly type: 'Order' | 'Shipment' | 'InventoryUnit' | 'Payment';
  readonly id: bigint;
  readonly event: string;
  readonly from: string;
  readonly to: string;
}

/** The price of a line that this write changed to its variant's. Decision: T46. */
interface Repricing {
  readonly line: WorkingLine;
  readonly from: Amount;
}

/**
 * An order with everything that belongs to it, as one value: a write loads it once, each act is a function from
 * one value to the next, and the difference is saved once. Rows and lists are never changed in place, so two
 * values can be compared. New rows have ids from `temporaryId`, which sort after all others.
 */
export type WorkingOrder = With<
  Omit<Loaded, 'lineItems' | 'inventoryUnits' | 'addresses'>,
  {
    state: OrderState;
    paymentState: OrderPaymentState | null;
    itemTotal: Amount;
    adjustmentTotal: Amount;
    shipTotal: Amount;
    taxTotal: Amount;
    creditTotal: Amount;
    total: Amount;
    paymentTotal: Amount;
    addresses: readonly WorkingAddress[];
    lineItems: readonly WorkingLine[];
    shipments: readonly WorkingShipment[];
    inventoryUnits: readonly WorkingUnit[];
    payments: readonly WorkingPayment[];
    adjustments: readonly WorkingAdjustment[];
    /** The counts that the write has locked. */
    stock: readonly LockedStockItem[];
    movements: readonly Movement[];
    steps: readonly Step[];
    audits: readonly AuditRecord[];
    /** Shipments of which this write filled a backordered unit. Decision: T29. */
    filled: ReadonlySet<bigint>;
    repriced: readonly Repricing[];
  }
>;

/** What an act knows beside the order: who acts, when, under which settings. */
export interface Act {
  readonly now: Date;
  readonly userId: bigint | null;
  readonly viewer: Viewer;
  readonly settings: Settings;
  /** The location that is sold from first. Decision: C9, C39. */
  readonly defaultLocationId: bigint;
  /** Locations that nothing is sold from. Decision: C43. */
  readonly inactiveLocations: ReadonlySet<bigint>;
  /** The active shipping methods, where a proposal may be made. */
  readonly methods: readonly ShippingMethod[];
}

/** An order as it was read; states contain only words that their CHECKs allow. */
export const inHand = (loaded: Loaded): WorkingOrder =>
  ({
    ...loaded,
    stock: [],
    movements: [],
    steps: [],
    audits: [],
    filled: new Set<bigint>(),
    repriced: [],
  }) as WorkingOrder;

const firstTemporaryId = 2n ** 62n;
let latestTemporaryId = firstTemporaryId;

/** The id of a new row until the write is saved; younger rows have higher ones. */
export const temporaryId = (): bigint => (latestTemporaryId += 1n);

export const isTemporary = (id: bigint): boolean => id > firstTemporaryId;

/** Under which a new row holds itself, as it was made; a changed copy holds the row it was copied from. */
const madeKey = Symbol('made');

/** Marks a new row, to tell whether the same write changed it afterwards. */
export function asMade<Row extends object>(row: Row): Row {
  return Object.assign(row, { [madeKey]: row });
}

/** The version of a new row: a change by the write that made it counts. Decision: B51. */
export const firstVersion = (row: object): number =>
  (row as { readonly [madeKey]?: object })[madeKey] === row ? 0 : 1;

/** One of the two addresses of an order. */
export const addressOf = (
  { addresses }: Pick<WorkingOrder, 'addresses'>,
  id: bigint | null,
): WorkingAddress | null => addresses.find((address) => address.id === id) ?? null;

export const billAddressOf = (order: WorkingOrder): WorkingAddress | null =>
  addressOf(order, order.billAddressId);

export const shipAddressOf = (order: WorkingOrder): WorkingAddress | null =>
  addressOf(order, order.shipAddressId);

/** The units in a shipment. */
export const unitsIn = (order: WorkingOrder, { id }: { readonly id: bigint }): WorkingUnit[] =>
  order.inventoryUnits.filter(({ shipmentId }) => shipmentId === id);

/** The record of an order with this id; records of other orders do not exist here. Decision: A22. */
export function ownRecord<T extends { readonly id: bigint }>(
  records: readonly T[],
  id: bigint | undefined,
): T {
  const record = records.find((candidate) => candidate.id === id);
  if (!record) throw new NotFound();
  return record;
}

/** The rows of a list with columns changed in those that are chosen; the same list if there are none. */
export function changeRows<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  chosen: ReadonlySet<bigint>,
  change: Partial<Row> | ((row: Row) => Partial<Row>),
): readonly Row[] {
  if (chosen.size === 0) return rows;
  return rows.map((row) =>
    chosen.has(row.id) ? { ...row, ...(typeof change === 'function' ? change(row) : change) } : row,
  );
}

/** The order with columns changed in chosen rows of one of its lists; the same order if none is chosen. */
export const changeIn = <
  List extends 'addresses' | 'lineItems' | 'shipments' | 'inventoryUnits' | 'payments',
>(
  order: WorkingOrder,
  list: List,
  chosen: readonly { readonly id: bigint }[],
  change: Partial<WorkingOrder[List][number]>,
): WorkingOrder =>
  chosen.length === 0
    ? order
    : { ...order, [list]: changeRows<{ readonly id: bigint }>(order[list], idsOf(chosen), change) };

export const idsOf = (rows: readonly { readonly id: bigint }[]): Set<bigint> =>
  new Set(rows.map(({ id }) => id));

/** Adds one fired event or step back. */
export const addStep = (order: WorkingOrder, step: Step): WorkingOrder => ({
  ...order,
  steps: [...order.steps, step],
});

/** Adds an entry to the audit log. Decision: N76. */
export const addAudit = (order: WorkingOrder, entry: AuditRecord): WorkingOrder => ({
  ...order,
  audits: [...order.audits, entry],
});
