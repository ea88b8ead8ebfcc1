import {
  CreateAdjustment,
  CreateOrder,
  CreateShipment,
  FireInventoryUnitEvent,
  FireShipmentEvent,
  type OrderParts,
  UpdateCheckout,
  UpdateInventoryUnit,
  UpdatePayment,
  UpdateShipment,
} from './operations.ts';
import {
  addressesOf,
  beginPayment,
  type Desk,
  fireEvent,
  type Lines,
  linesOf,
  momentOf,
  ownerOf,
  payOrder,
  placeOrder,
  readyShipments,
  sendShipments,
  type Story,
} from './order-steps.ts';
import type { PersonName } from './people.ts';
import { hoursAfter, timeAt } from './times.ts';

type Tell = (desk: Desk, story: Story) => Promise<void>;

interface Row {
  readonly person: PersonName;
  /** What the order demonstrates. */
  readonly shows: string;
  readonly tell: Tell;
}

/** One step of the checkout, with attributes. */
async function checkOut(
  { run }: Desk,
  story: Story,
  hours: number,
  input: Readonly<Record<string, unknown>> = {},
): Promise<OrderParts> {
  const step = { by: { number: story.number }, input };
  return (await run(UpdateCheckout, step, momentOf(story, hours))).updateCheckout;
}

/** A cart, as customers create it. */
async function openCart(desk: Desk, story: Story, lines: Lines): Promise<void> {
  const input = { number: story.number, ...ownerOf(desk, story.person), lineItems: linesOf(lines) };
  await desk.run(CreateOrder, { input }, momentOf(story, 0));
}

/** A cart advanced to delivery. */
async function reachDelivery(desk: Desk, story: Story, lines: Lines): Promise<OrderParts> {
  await openCart(desk, story, lines);
  await checkOut(desk, story, 0.1);
  return checkOut(desk, story, 0.2, addressesOf(story.person));
}

const unitsOf = ({ shipments }: OrderParts) =>
  shipments.flatMap((shipment) => shipment.inventoryUnits);

/** The id of a unit of a variant. */
function unitOf(order: OrderParts, sku: string): string {
  const unit = unitsOf(order).find(({ variant }) => variant.sku === sku);
  if (!unit) throw new Error(`Order ${order.number} of the sample store has no unit of ${sku}.`);
  return unit.id;
}

/** An order in each state, with each payment_state and shipment_state. Decision: C41. */
const rows: readonly Row[] = [
  {
    person: 'mira',
    shows: 'a cart of two lines',
    tell: (desk, story) =>
      openCart(desk, story, [
        ['APR-M-NAT', 2],
        ['MUG', 1],
      ]),
  },
  {
    person: 'lena',
    shows: 'an empty cart of a guest nobody knows',
    tell: async ({ run }, story) => {
      const input = { number: story.number, email: null, userId: null };
      await run(CreateOrder, { input }, momentOf(story, 0));
    },
  },
  {
    person: 'ines',
    shows: 'address: an e-mail and no address yet',
    tell: async (desk, story) => {
      await openCart(desk, story, [['TOT-BLU', 1]]);
      await checkOut(desk, story, 0.1);
    },
  },
  {
    person: 'jonas',
    shows: 'delivery: a proposal with two rates',
    tell: async (desk, story) => {
      await reachDelivery(desk, story, [
        ['SHI-M-SLI', 1],
        ['NOT-LIN', 2],
      ]);
    },
  },
  {
    person: 'mira',
    shows: 'payment: a payment in checkout, and the one it replaced',
    tell: async (desk, story) => {
      await reachDelivery(desk, story, [['KET', 1]]);
      await checkOut(desk, story, 0.3);
      await beginPayment(desk, story, 0.4);
      await beginPayment(desk, story, 0.5, 'Check');
    },
  },
  {
    person: 'jonas',
    shows: 'confirm: the other rate chosen, a card to be charged',
    tell: async (desk, story) => {
      const { shipments } = await reachDelivery(desk, story, [['TOW-L', 2]]);
      const chosen = shipments.map(({ id, shippingRates }) => ({
        id,
        selectedShippingRateId: String(shippingRates.find(({ selected }) => !selected)?.id),
      }));
      await checkOut(desk, story, 0.3, { shipments: chosen });
      await checkOut(desk, story, 0.4, {
        payments: [{ paymentMethod: { name: 'Card (manual)' } }],
      });
    },
  },
  {
    person: 'mira',
    shows: 'complete, balance_due, pending: a check awaited',
    tell: async (desk, story) => {
      await reachDelivery(desk, story, [
        ['MUG', 4],
        ['SOC-S', 1],
      ]);
      await checkOut(desk, story, 0.3);
      await checkOut(desk, story, 0.4, { payments: [{ paymentMethod: { name: 'Check' } }] });
    },
  },
  {
    person: 'jonas',
    shows: 'complete, paid, ready: a shipment to an address of its own',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [['STO-RAW', 1]]);
      const address = {
        ...addressesOf('jonas').billAddress,
        company: null,
        address1: '5 Site Road',
      };
      for (const { id } of order.shipments) {
        const input = { address };
        await desk.run(UpdateShipment, { by: { id }, input }, momentOf(story, 0.5));
      }
      await payOrder(desk, story, 1);
      await readyShipments(desk, story, order, 20);
    },
  },
  {
    person: 'ines',
    shows: 'complete, paid, shipped: with tracking',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [
        ['APR-S-CHA', 1],
        ['TOW-S', 1],
      ]);
      await payOrder(desk, story, 1);
      await sendShipments(desk, story, order, 20);
    },
  },
  {
    person: 'mira',
    shows: 'complete, paid, partial: two shipments from two locations, one shipped',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [
        ['TOT-CHA', 1],
        ['KET', 1],
      ]);
      await payOrder(desk, story, 1);
      const input = { stockLocation: 'East Warehouse', inventoryUnitIds: [unitOf(order, 'KET')] };
      await desk.run(
        CreateShipment,
        { order: { number: story.number }, input },
        momentOf(story, 2),
      );
      await sendShipments(desk, story, order, 20);
    },
  },
  {
    person: 'kai',
    shows: 'complete, balance_due, backorder: one piece sold, two to come, one in no shipment',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [
        ['SOC-M', 3],
        ['MUG', 1],
      ]);
      const input = { shipmentId: null };
      const loose = { id: unitOf(order, 'MUG'), input };
      await desk.run(UpdateInventoryUnit, loose, momentOf(story, 1));
    },
  },
  {
    person: 'ravi',
    shows: 'complete, failed, pending: the payment failed',
    tell: async (desk, story) => {
      await placeOrder(desk, story, [['SHI-L-SLI', 1]]);
      const id = await beginPayment(desk, story, 1);
      const failed = { order: { number: story.number }, id, input: { state: 'failed' } };
      await desk.run(UpdatePayment, failed, momentOf(story, 2));
    },
  },
  {
    person: 'mira',
    shows: 'complete, credit_owed, shipped: a discount after payment',
    tell: async (desk, story) => {
      const specialInstructions = 'Please ring twice.\nThe bell is loud.';
      const order = await placeOrder(desk, story, [['APR-L-NAT', 2]], { specialInstructions });
      await payOrder(desk, story, 1);
      await sendShipments(desk, story, order, 20);
      const input = { amount: '-5.00', label: 'Goodwill' };
      await desk.run(
        CreateAdjustment,
        { order: { number: story.number }, input },
        momentOf(story, 48),
      );
    },
  },
  {
    person: 'lena',
    shows: 'complete, paid, ready: a state by name only; a variant that was deleted later',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [['NOT-SQU', 2]]);
      await payOrder(desk, story, 1);
      await readyShipments(desk, story, order, 20);
    },
  },
  {
    person: 'jonas',
    shows: 'canceled, void, canceled: the stock given back, the payment void',
    tell: async (desk, story) => {
      await placeOrder(desk, story, [['TOT-NAT', 3]], { channel: 'telephone' });
      await beginPayment(desk, story, 1, 'Check');
      await fireEvent(desk, story, 'CANCEL', 5);
    },
  },
  {
    person: 'mira',
    shows: 'resumed, paid, ready',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [['SHI-L-REG', 1]]);
      await fireEvent(desk, story, 'CANCEL', 2);
      await fireEvent(desk, story, 'RESUME', 3);
      await payOrder(desk, story, 4);
      await readyShipments(desk, story, order, 20);
    },
  },
  {
    person: 'sofia',
    shows: 'awaiting_return, credit_owed, shipped: one unit came back',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [['APR-XL-NAT', 2]]);
      await payOrder(desk, story, 1);
      await sendShipments(desk, story, order, 20);
      await fireEvent(desk, story, 'AUTHORIZE_RETURN', 200);
      const back = { id: unitOf(order, 'APR-XL-NAT'), event: 'RETURN' };
      await desk.run(FireInventoryUnitEvent, back, momentOf(story, 240));
    },
  },
  {
    person: 'jonas',
    shows: 'returned, credit_owed, shipped: everything came back',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [['SHI-XL-REG', 1]]);
      await payOrder(desk, story, 1);
      await sendShipments(desk, story, order, 20);
      await fireEvent(desk, story, 'AUTHORIZE_RETURN', 200);
      const input = { returnAuthorizationId: '7001' };
      const marked = { id: unitOf(order, 'SHI-XL-REG'), input };
      await desk.run(UpdateInventoryUnit, marked, momentOf(story, 201));
      await fireEvent(desk, story, 'RETURN', 240);
    },
  },
  {
    person: 'ravi',
    shows: 'complete, paid, pending: one of two pieces is not sent after all, and not charged',
    tell: async (desk, story) => {
      const order = await placeOrder(desk, story, [
        ['APR-L-NAT', 1],
        ['MUG', 1],
      ]);
      const input = { inventoryUnitIds: [unitOf(order, 'MUG')] };
      const create = { order: { number: story.number }, input };
      const { createShipment } = await desk.run(CreateShipment, create, momentOf(story, 2));
      const cancel = { by: { id: createShipment.id }, event: 'CANCEL' };
      await desk.run(FireShipmentEvent, cancel, momentOf(story, 3));
      await payOrder(desk, story, 4);
    },
  },
];

const firstNumber = 100_000_041;
const begin = timeAt('2026-02-02 09:00');

/** Creates an order in each state, about a day apart, from 2 February 2026 on. */
export async function loadStateOrders(desk: Desk): Promise<void> {
  for (const [index, { person, tell }] of rows.entries()) {
    const number = `R${firstNumber + index}`;
    await tell(desk, { number, person, begins: hoursAfter(begin, index * 25) });
  }
}
