import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Viewer, Settings } from '../context.ts';
import type { AuditRecord } from '../domain/audit.ts';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import type { OrderState } from '../domain/order-states.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import type { OrderPaymentState } from '../domain/payment-state.ts';
import type { ShippingMethod } from '../domain/proposal.ts';
import type { ShipmentState } from '../domain/shipment-states.ts';
import type { LockedStockItem, MovementKind } from '../domain/stock.ts';
import { optionSelection } from '../variants/option-selection.ts';

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

/** A row as acts hand it on: its decimals may be those of a rule. */
type Loose<T> = {
  readonly [K in keyof T]: T[K] extends Prisma.Decimal
    ? Amount
    : T[K] extends Prisma.Decimal | null
      ? Amount | null
      : T[K];
};

type With<T, Changed> = Loose<Omit<T, keyof Changed>> & Readonly<Changed>;

export type WorkingVariant = Prisma.VariantGetPayload<typeof workingVariant>;
export type WorkingAddress = Readonly<Loaded['addresses'][number]>;
export type WorkingLine = Loose<Loaded['lineItems'][number]>;
export type WorkingRate = Loose<Loaded['shipments'][number]['rates'][number]>;
export type WorkingShipment = With<
  Loaded['shipments'][number],
  { state: ShipmentState; rates: readonly WorkingRate[] }
>;
export type WorkingUnit = With<Loaded['inventoryUnits'][number], { state: InventoryUnitState }>;
export type WorkingPayment = With<Loaded['payments'][number], { state: PaymentState }>;
export type WorkingAdjustment = Loose<Loaded['adjustments'][number]>;

/** One row of the stock ledger that the write adds. */
export interface Movement {
  readonly stockItemId: bigint;
  readonly kind: Exclude<MovementKind, 'set'>;
  readonly quantity: number;
  readonly countAfter: number;
  readonly shipmentId: bigint | null;
  /** Units that others' backorders are filled with, if the count rose by goods. */
  readonly rise: number;
}

/** One fired event or step back that the write adds to the history and to the outbox. */
export interface Step {
  readonly type: 'Order' | 'Shipment' | 'InventoryUnit' | 'Payment';
  readonly id: bigint;
  readonly event: string;
  readonly from: string;
  readonly to: string;
}

/** The price of a line that this write changed to its variant's. */
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
    addresses: readonly WorkingAddress[];
    lineItems: readonly WorkingLine[];
    shipments: readonly WorkingShipment[];
    inventoryUnits: readonly WorkingUnit[];
    payments: readonly WorkingPayment[];
    adjustments: readonly WorkingAdjustment[];
    /** The counts that the write has locked, by variant. */
    stock: ReadonlyMap<bigint, readonly LockedStockItem[]>;
    movements: readonly Movement[];
    steps: readonly Step[];
    audits: readonly AuditRecord[];
    /** Shipments of which this write filled a backordered unit. */
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
  /** The location that is sold from first. */
  readonly defaultLocationId: bigint;
  /** Locations that nothing is sold from. */
  readonly inactiveLocations: ReadonlySet<bigint>;
  /** The active shipping methods, where a proposal may be made. */
  readonly methods: readonly ShippingMethod[];
}

/** An order as it was read; states contain only words that their CHECKs allow. */
export const inHand = (loaded: Loaded): WorkingOrder =>
  ({
    ...loaded,
    stock: new Map(),
    movements: [],
    steps: [],
    audits: [],
    filled: new Set<bigint>(),
    repriced: [],
  }) as WorkingOrder;
