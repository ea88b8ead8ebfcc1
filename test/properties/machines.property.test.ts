import { describe, expect } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import {
  inventoryUnitMachine,
  inventoryUnitStates,
} from '../../schema/domain/inventory-unit-machine.ts';
import type { InventoryUnitFacts } from '../../schema/domain/inventory-unit-machine.ts';
import type { Machine } from '../../schema/domain/machine.ts';
import { transition } from '../../schema/domain/machine.ts';
import { wordsOf } from '../../schema/domain/meanings.ts';
import type { OrderFacts } from '../../schema/domain/order-machine.ts';
import { orderMachine } from '../../schema/domain/order-machine.ts';
import { orderStates } from '../../schema/domain/order-states.ts';
import type { PaymentFacts } from '../../schema/domain/payment-machine.ts';
import { paymentMachine, paymentStates } from '../../schema/domain/payment-machine.ts';
import { orderPaymentStates } from '../../schema/domain/payment-state.ts';
import { fireEvent } from '../../schema/domain/refusal.ts';
import type { ShipmentFacts } from '../../schema/domain/shipment-machine.ts';
import { shipmentMachine } from '../../schema/domain/shipment-machine.ts';
import { shipmentStates } from '../../schema/domain/shipment-states.ts';
import { property } from '../support/property.ts';

const anyAmount = fc
  .integer({ min: -10_000, max: 10_000 })
  .map((cents) => new Decimal(cents).div(100));
const anyShortage = fc.array(
  fc.record({ name: fc.string(), optionsText: fc.constantFrom('', 'Size: M') }),
  { maxLength: 2 },
);
const anyUnitStates = fc.array(fc.constantFrom(...wordsOf(inventoryUnitStates)), { maxLength: 4 });

const anyOrderFacts: fc.Arbitrary<OrderFacts> = fc.record({
  mayForce: fc.boolean(),
  restocks: fc.boolean(),
  pieces: fc.constantFrom(0, 1, 10_000, 10_001),
  mostPieces: fc.constant(10_000),
  email: fc.constantFrom(null, '', 'ada', 'ada@harbour.example'),
  hasBillAddress: fc.boolean(),
  hasShipAddress: fc.boolean(),
  everyPackageHasRate: fc.boolean(),
  proposedShipments: fc.constantFrom(0, 2, 50, 51),
  stockShort: anyShortage,
  stockShortOfProposal: anyShortage,
  priceChanges: fc.array(
    fc.record({
      lineId: fc.bigInt({ min: 1n }),
      name: fc.string(),
      optionsText: fc.constantFrom('', 'Size: M'),
      from: fc.string(),
      to: fc.string(),
    }),
    { maxLength: 2 },
  ),
  total: anyAmount,
  paymentTotal: anyAmount,
  payments: fc.array(
    fc.record({
      state: fc.constantFrom(...wordsOf(paymentStates)),
      amount: anyAmount,
      paymentMethod: fc.record({ kind: fc.constantFrom('check', 'card') }),
    }),
    { maxLength: 3 },
  ),
  alwaysConfirm: fc.boolean(),
  delivers: fc.boolean(),
  shipmentStates: fc.array(fc.constantFrom(...wordsOf(shipmentStates)), { maxLength: 3 }),
  unitStates: anyUnitStates,
});

const releaseFacts = {
  orderState: fc.constantFrom(...wordsOf(orderStates)),
  requirePaymentToShip: fc.boolean(),
  paymentState: fc.constantFrom(null, ...wordsOf(orderPaymentStates)),
};

const anyShipmentFacts: fc.Arbitrary<ShipmentFacts> = fc.record({
  ...releaseFacts,
  unitStates: anyUnitStates,
  stockShort: anyShortage,
  delivers: fc.boolean(),
});

const anyUnitFacts: fc.Arbitrary<InventoryUnitFacts> = fc.record({
  ...releaseFacts,
  shipmentState: fc.constantFrom(null, ...wordsOf(shipmentStates)),
});

const anyPaymentFacts: fc.Arbitrary<PaymentFacts> = fc.record({
  amount: anyAmount,
  credited: anyAmount,
});

function obeysItsRows<State extends string, Event extends string, Effect, Facts>(
  title: string,
  machine: Machine<State, Event, Effect, Facts>,
  states: readonly State[],
  anyFacts: fc.Arbitrary<Facts>,
): void {
  const anyState = fc.constantFrom(...states);
  const anyWord = fc.oneof(fc.constantFrom<string>(...machine.events), fc.string());

  describe(title, () => {
    property(
      `the ${title} machine never leaves its states`,
      anyState,
      fc.array(fc.tuple(anyWord, anyFacts), { maxLength: 12 }),
      (start, firings) => {
        let state = start;
        for (const [word, facts] of firings) {
          const outcome = transition(machine, state, word, facts);
          if (!outcome.allowed) continue;
          expect(states).toContain(outcome.to);
          state = outcome.to;
        }
      },
    );

    property(
      `a refused event of the ${title} machine does nothing and says why`,
      anyState,
      anyWord,
      anyFacts,
      (state, word, facts) => {
        const outcome = transition(machine, state, word, facts);
        expect(Object.keys(outcome).toSorted()).toEqual(
          outcome.allowed ? ['allowed', 'does', 'to'] : ['allowed', 'messages', 'reason'],
        );
        if (outcome.allowed || outcome.reason === 'guards') return;
        expect(outcome.messages).toEqual({});
      },
    );

    property(
      `firing the ${title} machine by name agrees with its rows and never lists the refused event`,
      anyState,
      anyWord,
      anyFacts,
      (state, word, facts) => {
        const firing = fireEvent(machine, state, word, facts, () => true);
        expect(firing.allowed).toBe(transition(machine, state, word.trim(), facts).allowed);
        if (firing.allowed || firing.refusal.reason !== 'not_now') return;
        expect(firing.refusal.allowed).not.toContain(word.trim());
        expect(Object.keys(firing.refusal.fields)[0]).toBe('state');
      },
    );
  });
}

obeysItsRows('order', orderMachine, wordsOf(orderStates), anyOrderFacts);
obeysItsRows('shipment', shipmentMachine, wordsOf(shipmentStates), anyShipmentFacts);
obeysItsRows('inventory unit', inventoryUnitMachine, wordsOf(inventoryUnitStates), anyUnitFacts);
obeysItsRows('payment', paymentMachine, wordsOf(paymentStates), anyPaymentFacts);
