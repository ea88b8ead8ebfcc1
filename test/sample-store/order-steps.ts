import {
  CreatePayment,
  FirePaymentEvent,
  FireOrderEvent,
  FireShipmentEvent,
  type OrderParts,
  PlaceOrder,
} from './operations.ts';
import { people, type Person, type PersonName } from './people.ts';
import type { Moment, Run } from './run.ts';
import { hoursAfter } from './times.ts';

/** Units by sku. */
export type Lines = readonly (readonly [sku: string, quantity: number])[];

/** What the steps of an order need. */
export interface Desk {
  readonly run: Run;
  /** User ids by e-mail. */
  readonly userIds: ReadonlyMap<string, string>;
}

/** The story of one order of the sample: its steps follow one another, in hours from the first. */
export interface Story {
  readonly number: string;
  readonly person: PersonName;
  readonly begins: Date;
  readonly taxRate?: string;
}

/** The time so many hours after the story began; steps of guests have no user. */
export function momentOf({ person, begins, taxRate }: Story, hours: number): Moment {
  return {
    now: hoursAfter(begins, hours),
    unattended: !people[person].isUser,
    ...(taxRate !== undefined && { taxRate }),
  };
}

/** The order's owner, as attributes of the order. */
export function ownerOf({ userIds }: Desk, name: PersonName) {
  const { email, isUser }: Person = people[name];
  return { email, userId: isUser ? (userIds.get(email) ?? null) : null };
}

/** Bill and ship address of a person. */
export const addressesOf = (name: PersonName) => ({
  billAddress: people[name].address,
  useBilling: true,
});

export const linesOf = (lines: Lines) => lines.map(([sku, quantity]) => ({ sku, quantity }));

/** Creates an order and completes it at once; `more` are further attributes. */
export async function placeOrder(
  desk: Desk,
  story: Story,
  lines: Lines,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OrderParts> {
  const { number, person } = story;
  const input = {
    number,
    ...ownerOf(desk, person),
    lineItems: linesOf(lines),
    ...addressesOf(person),
    ...more,
  };
  const placed = await desk.run(PlaceOrder, { by: { number }, input }, momentOf(story, 0));
  return placed.fireOrderEvent;
}

/** Records a payment of all that is due and returns its id. */
export async function beginPayment(
  { run }: Desk,
  story: Story,
  hours: number,
  name = 'Card (manual)',
): Promise<string> {
  const input = { paymentMethod: { name } };
  const payment = { order: { number: story.number }, input };
  return (await run(CreatePayment, payment, momentOf(story, hours))).createPayment.id;
}

/** Records a payment of all that is due and captures it. */
export async function payOrder(desk: Desk, story: Story, hours: number): Promise<void> {
  const id = await beginPayment(desk, story, hours);
  const capture = { order: { number: story.number }, id, event: 'CAPTURE' };
  await desk.run(FirePaymentEvent, capture, momentOf(story, hours));
}

/** Makes every shipment of an order ready to ship. */
export async function readyShipments(
  { run }: Desk,
  story: Story,
  { shipments }: Pick<OrderParts, 'shipments'>,
  hours: number,
): Promise<void> {
  for (const { id } of shipments) {
    await run(FireShipmentEvent, { by: { id }, event: 'READY' }, momentOf(story, hours));
  }
}

/** Makes every shipment of an order ready and ships it, with a tracking number. */
export async function sendShipments(
  desk: Desk,
  story: Story,
  order: Pick<OrderParts, 'shipments'>,
  hours: number,
): Promise<void> {
  await readyShipments(desk, story, order, hours);
  for (const [index, { id }] of order.shipments.entries()) {
    const input = { tracking: `TRK-${story.number.slice(1)}-${index + 1}` };
    const ship = { by: { id }, event: 'SHIP', input };
    await desk.run(FireShipmentEvent, ship, momentOf(story, hours + 6));
  }
}

/** Fires an event on an order. */
export async function fireEvent(
  { run }: Desk,
  story: Story,
  event: string,
  hours: number,
): Promise<void> {
  await run(FireOrderEvent, { by: { number: story.number }, event }, momentOf(story, hours));
}
