import type { Decimal } from 'decimal.js';
import { hasLeft, type InventoryUnitState } from './inventory-unit-machine.ts';
import type { Guard, Machine } from './machine.ts';
import { mostEntries } from './list-bounds.ts';
import { wordsOf } from './meanings.ts';
import { sentences, words } from './messages.ts';
import { maximumCount } from './measures.ts';
import { sumAmounts, toDecimal } from './money.ts';
import {
  checkoutStates,
  openOrderStates,
  type OrderState,
  proposedStates,
} from './order-states.ts';
import type { PaymentState } from './payment-machine.ts';
import { somethingDelivers } from './release.ts';
import type { Stored } from './remembering.ts';
import type { ShipmentState } from './shipment-states.ts';
import {
  type NamedVariant,
  type PriceChange,
  priceChanged,
  stockIsAvailable,
} from './stock-guard.ts';
import { isEmail } from './email.ts';

/**
 * The maximum number of units of an order when it enters delivery or completes, and of a line item when
 * written.
 * Decision: A39, N61
 */
export const mostPieces = {
  shop: { order: 20_000, line: maximumCount },
  customer: { order: 5_000, line: 1_000 },
} as const;

/** The events of an order, as listed to clients. Decision: T3 */
export const orderEvents = {
  next: 'Advances the checkout by one step.',
  complete: 'Places the order: takes stock and submits its payments.',
  cancel: 'Cancels the order: returns its stock and cancels its shipments.',
  resume: 'Opens a canceled order again.',
  authorize_return: 'Expects a return.',
  return: 'Records that the goods came back.',
  approve: 'Records that staff approved the order; its state stays.',
} as const;

export type OrderEvent = keyof typeof orderEvents;

/** Effects of order events beside the state; the actions of orders implement each. */
export type OrderEffect =
  | 'buildProposal'
  | 'ensureShipment'
  | 'addMissingUnits'
  | 'submitPayments'
  | 'takeStock'
  | 'stampCompletedAt'
  | 'releaseStock'
  | 'cancelShipments'
  | 'voidOpenPayments'
  | 'stampCanceledAt'
  | 'reopenShipments'
  | 'returnShippedUnits'
  | 'returnDamagedUnits'
  | 'releaseUnshippedUnits'
  | 'cancelUnshippedShipments'
  | 'stampApproval';

/** A payment, as far as checkout checks it. */
export interface OrderPaymentFacts {
  readonly state: PaymentState;
  readonly amount: Stored;
  /** Its payment method; the kind `card` requires confirmation. */
  readonly paymentMethod: { readonly kind: string };
}

/** What the guards of an order check, read under its lock. `stockShort` names the variants that T13 finds short. */
export interface OrderFacts {
  /** Whether the caller may complete the order without the checks of its checkout. */
  readonly mayForce: boolean;
  /** Whether returned units are put back on the shelf. */
  readonly restocks: boolean;
  /** The sum of the line items' quantities; 0 if there are none. */
  readonly pieces: number;
  /** The maximum number of units for the caller. */
  readonly mostPieces: number;
  readonly email: string | null;
  readonly hasBillAddress: boolean;
  readonly hasShipAddress: boolean;
  readonly everyPackageHasRate: boolean;
  /** Before delivery, how many shipments would be proposed. */
  readonly proposedShipments: number;
  readonly stockShort: readonly NamedVariant[];
  /** Before delivery the same for the shipments that would be proposed. */
  readonly stockShortOfProposal: readonly NamedVariant[];
  /** The prices that have changed since the order was last written. */
  readonly priceChanges: readonly PriceChange[];
  /** Before delivery, with the shipping that will be proposed. */
  readonly total: Decimal;
  readonly paymentTotal: Decimal;
  readonly payments: readonly OrderPaymentFacts[];
  /** The setting CHECKOUT_CONFIRM. */
  readonly alwaysConfirm: boolean;
  /** Whether every shipment that would be opened again can go where it goes now. */
  readonly delivers: boolean;
  readonly shipmentStates: readonly ShipmentState[];
  readonly unitStates: readonly InventoryUnitState[];
}

/** Whether there is anything to pay. Decision: T8 */
export function totalIsPositive({ total }: Pick<OrderFacts, 'total'>): boolean {
  return total.greaterThan(0);
}

/** Whether the step `confirm` applies. Decision: T10 */
export function confirmationApplies({
  alwaysConfirm,
  payments,
}: Pick<OrderFacts, 'alwaysConfirm' | 'payments'>): boolean {
  return (
    alwaysConfirm ||
    payments.some((payment) => isOpenPayment(payment) && payment.paymentMethod.kind === 'card')
  );
}

function isOpenPayment({ state }: OrderPaymentFacts): boolean {
  return state === 'checkout' || state === 'pending';
}

const promisingStates: readonly PaymentState[] = ['checkout', 'processing', 'pending', 'completed'];

type Check = Guard<OrderFacts>;

const hasLineItems: Check = ({ pieces }) => (pieces > 0 ? null : { base: [sentences.noItems] });

const piecesAreWithinBounds: Check = ({ pieces, mostPieces }) =>
  pieces <= mostPieces ? null : { base: [sentences.tooManyPieces] };

const emailIsValid: Check = ({ email }) => {
  if (email === null || email.trim() === '') return { email: [words.blank] };
  return isEmail(email) ? null : { email: [words.invalid] };
};

const addressesAreGiven: Check = ({ hasBillAddress, hasShipAddress }) =>
  hasBillAddress && hasShipAddress
    ? null
    : {
        ...(!hasBillAddress && { billAddress: [words.blank] }),
        ...(!hasShipAddress && { shipAddress: [words.blank] }),
      };

const proposalIsAvailable: Check = ({ stockShortOfProposal: stockShort }) =>
  stockIsAvailable({ stockShort });

const pricesStand: Check = ({ priceChanges }) =>
  priceChanges.length === 0 ? null : { price: priceChanges.map(priceChanged) };

const everyPackageHasRate: Check = (facts) =>
  facts.everyPackageHasRate ? null : { base: [sentences.noRates] };

const shipmentsHaveRoom: Check = ({ proposedShipments }) =>
  proposedShipments <= mostEntries.shipments
    ? null
    : { shipments: [words.tooManyEntries(mostEntries.shipments)] };

const paymentsCoverTotal: Check = ({ total, paymentTotal, payments }) => {
  if (total.greaterThan(paymentTotal) && !payments.some(isOpenPayment)) {
    return { base: [sentences.noPendingPayments] };
  }
  const promising = payments.filter(({ state }) => promisingStates.includes(state));
  const promised = sumAmounts(promising.map(({ amount }) => toDecimal(amount)));
  return promised.lessThan(total) ? { base: [sentences.notCovered] } : null;
};

const nothingShipped: Check = ({ shipmentStates, unitStates }) =>
  shipmentStates.includes('shipped') || unitStates.some(hasLeft)
    ? { base: [sentences.notCanceled] }
    : null;

/** What is checked before delivery. Decision: T7, P75 */
const deliverable: readonly Check[] = [
  hasLineItems,
  piecesAreWithinBounds,
  emailIsValid,
  addressesAreGiven,
  proposalIsAvailable,
  everyPackageHasRate,
  shipmentsHaveRoom,
];

/** Effects of completion, in order. Decision: T14 */
const finalize: readonly OrderEffect[] = [
  'ensureShipment',
  'addMissingUnits',
  'submitPayments',
  'takeStock',
  'stampCompletedAt',
];

/** The states of an order, from cart to canceled or returned. Decision: T5-T20 */
export const orderMachine: Machine<OrderState, OrderEvent, OrderEffect, OrderFacts> = {
  events: wordsOf(orderEvents),
  rows: {
    next: [
      { from: ['cart'], to: 'address', needs: [hasLineItems] },
      { from: ['address'], to: 'delivery', needs: deliverable, does: ['buildProposal'] },
      { from: ['delivery'], to: 'payment', when: totalIsPositive },
      {
        from: ['delivery'],
        to: 'complete',
        needs: [piecesAreWithinBounds, pricesStand, stockIsAvailable],
        does: finalize,
      },
      {
        from: ['payment'],
        to: 'confirm',
        when: confirmationApplies,
        needs: [paymentsCoverTotal],
      },
      {
        from: ['payment', 'confirm'],
        to: 'complete',
        needs: [piecesAreWithinBounds, pricesStand, paymentsCoverTotal, stockIsAvailable],
        does: finalize,
      },
    ],
    complete: [
      {
        from: checkoutStates,
        to: 'complete',
        when: ({ mayForce }) => mayForce,
        needs: [hasLineItems, piecesAreWithinBounds, pricesStand, stockIsAvailable],
        does: finalize,
      },
      {
        from: ['cart', 'address'],
        to: 'complete',
        needs: [...deliverable, pricesStand, paymentsCoverTotal],
        does: ['buildProposal', ...finalize],
      },
      {
        from: proposedStates,
        to: 'complete',
        needs: [...deliverable, stockIsAvailable, pricesStand, paymentsCoverTotal],
        does: finalize,
      },
    ],
    cancel: [
      {
        from: openOrderStates,
        to: 'canceled',
        needs: [nothingShipped],
        does: ['releaseStock', 'cancelShipments', 'voidOpenPayments', 'stampCanceledAt'],
      },
    ],
    resume: [
      {
        from: ['canceled'],
        to: 'resumed',
        needs: [stockIsAvailable, somethingDelivers],
        does: ['reopenShipments', 'takeStock'],
      },
    ],
    authorize_return: [{ from: ['complete', 'resumed'], to: 'awaiting_return' }],
    return: [
      {
        from: ['awaiting_return'],
        to: 'returned',
        when: ({ restocks }) => !restocks,
        does: ['returnDamagedUnits', 'releaseUnshippedUnits', 'cancelUnshippedShipments'],
      },
      {
        from: ['awaiting_return'],
        to: 'returned',
        does: ['returnShippedUnits', 'releaseUnshippedUnits', 'cancelUnshippedShipments'],
      },
    ],
    approve: [{ from: openOrderStates, does: ['stampApproval'] }],
  },
};
