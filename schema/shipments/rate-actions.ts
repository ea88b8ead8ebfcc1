import { words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { delivers } from '../order-desk/deliver.ts';
import { addressOfBox, idsOf, shipAddressOf } from '../order-desk/order-parts.ts';
import type { Amount, WorkingRate, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { AddressedShipment } from './shipment-address.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';

/** A shipment's new rate, method and cost; what is absent stays. */
interface RateChange {
  /** The rate to select; null for none. */
  readonly rateId?: bigint | null;
  readonly columns: {
    readonly shippingMethodId?: bigint | null;
    readonly cost?: Amount;
  };
  /** The cost that the caller sets in place of that of a rate. */
  readonly ownCost?: Amount;
}

/** Whether a shipment's rate, method and cost may still be changed. Decision: T24. */
const isRateOpen = ({ order, shipment: { state } }: SentShipment): boolean =>
  !isClosed(order.state) && state !== 'shipped' && state !== 'canceled';

/** Whether an input selects a rate or method, so that it may have to deliver where the shipment goes. */
export const selectsRate = (input: ShipmentChanges): boolean =>
  !isBlank(input.selectedShippingRateId) || !isBlank(input.shippingMethodId);

/** The methods that inputs name, read by one statement; an unknown one is not among them. */
export async function findMethods(
  { tx }: Write,
  inputs: readonly ShipmentChanges[],
): Promise<ReadonlySet<bigint>> {
  const ids = inputs.flatMap(({ shippingMethodId }) => parseId(shippingMethodId) ?? []);
  if (ids.length === 0) return new Set();
  const where = { id: { in: ids } };
  return idsOf(await tx.shippingMethod.findMany({ where, select: { id: true } }));
}

/**
 * Reads the rate or method that a write selects and the cost that it sets. A rate determines cost and method,
 * and so does a method with a rate here; a rate takes precedence over a method. Unchanged values are always
 * accepted; others only while the shipment's rate may be changed, and where the method delivers. The active methods are
 * read; `methods` are those of `findMethods`.
 * Decision: T24, T27, F43, R31.
 */
export function readRateChange(sent: AddressedShipment, methods: ReadonlySet<bigint>): RateChange {
  const isOpen = isRateOpen(sent);
  const change = (isBlank(sent.input.selectedShippingRateId)
    ? readMethod(sent, isOpen, methods)
    : readRate(sent, isOpen)) ?? { columns: {} };
  const isPriced = change.columns.cost !== undefined || sent.destination !== undefined;
  const ownCost = readCost(sent, isOpen, isPriced);
  return ownCost === undefined ? change : { ...change, ownCost };
}

function readRate(sent: AddressedShipment, isOpen: boolean): RateChange | undefined {
  const id = parseId(sent.input.selectedShippingRateId);
  const rate = sent.shipment.rates.find((candidate) => candidate.id === id);
  if (rate?.selected === true) return undefined;
  if (rate && isOpen && isOffered(sent, rate)) return ratesChoice(rate);
  sent.reader.note('selectedShippingRateId', words.invalid);
  return undefined;
}

/** Whether a method delivers where a shipment of a completed order goes after this write. Decision: T24, T27. */
function isOffered(
  { write, order, shipment, destination }: AddressedShipment,
  by: Pick<WorkingShipment, 'shippingMethodId'>,
): boolean {
  const own = destination === undefined ? addressOfBox(order, shipment) : destination;
  const to = own ?? shipAddressOf(order);
  return !to || isInCheckout(order.state) || delivers(write, by, to);
}

const ratesChoice = ({ id, shippingMethodId, cost }: WorkingRate): RateChange => ({
  rateId: id,
  columns: { shippingMethodId, cost },
});

function readMethod(
  sent: AddressedShipment,
  isOpen: boolean,
  methods: ReadonlySet<bigint>,
): RateChange | undefined {
  const { shipment } = sent;
  const given = sent.input.shippingMethodId;
  if (given === undefined) return undefined;
  const id = isBlank(given) ? null : soughtId(given);
  if (id === shipment.shippingMethodId) return undefined;
  const rate = shipment.rates.find(({ shippingMethodId }) => shippingMethodId === id);
  const isKnown = id === null || methods.has(id);
  const isJudged = rate !== undefined || (id !== null && sent.destination !== undefined);
  if (!isKnown || !isOpen || (isJudged && !isOffered(sent, { shippingMethodId: id }))) {
    sent.reader.note('shippingMethodId', words.invalid);
    return undefined;
  }
  return rate ? ratesChoice(rate) : { rateId: null, columns: { shippingMethodId: id } };
}

/** The cost that is sent, if it is another one; also the same one, where the write may change it. Decision: F43. */
function readCost(
  { write, reader, shipment, input }: SentShipment,
  isOpen: boolean,
  isPriced: boolean,
): Amount | undefined {
  if (input.cost === undefined) return undefined;
  const cost = reader.read('cost', parseMoney(input.cost, write.settings.currency));
  if (!cost || (!isPriced && cost.equals(toDecimal(shipment.cost)))) return undefined;
  if (!isOpen) reader.note('cost', words.invalid);
  return cost;
}
