import { words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { delivers } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import { addressOfBox, shipAddressOf } from '../order-desk/order-parts.ts';
import type { Amount, WorkingRate, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import type { ShipmentDestination } from './shipment-address.ts';
import type { SentShipment } from './shipment-input.ts';

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

/** What a write sends for a shipment, with the address that it gives it; undefined if it gives none. */
interface RateSent extends SentShipment {
  readonly destination: ShipmentDestination | undefined;
}

/** Whether a shipment's rate, method and cost may still be changed. Decision: T24. */
const isRateOpen = ({ order, shipment: { state } }: SentShipment): boolean =>
  !isClosed(order.state) && state !== 'shipped' && state !== 'canceled';

/**
 * Reads the rate or method that a write selects and the cost that it sets. A rate determines cost and method,
 * and so does a method with a rate here; a rate takes precedence over a method. Unchanged values are always
 * accepted; others only while the shipment's rate may be changed, and where the method delivers.
 * Decision: T24, T27, F43, R31.
 */
export async function readRateChange(sent: RateSent): Promise<RateChange> {
  const isOpen = isRateOpen(sent);
  const change = (isBlank(sent.input.selectedShippingRateId)
    ? await readMethod(sent, isOpen)
    : await readRate(sent, isOpen)) ?? { columns: {} };
  const ownCost = readCost(sent, isOpen, change.columns.cost !== undefined);
  return ownCost === undefined ? change : { ...change, ownCost };
}

async function readRate(sent: RateSent, isOpen: boolean): Promise<RateChange | undefined> {
  const id = parseId(sent.input.selectedShippingRateId);
  const rate = sent.shipment.rates.find((candidate) => candidate.id === id);
  if (rate?.selected === true) return undefined;
  if (rate && isOpen && (await isOffered(sent, rate))) return ratesChoice(rate);
  sent.reader.note('selectedShippingRateId', words.invalid);
  return undefined;
}

/** Whether a method delivers where a shipment of a completed order goes after this write. Decision: T24, T27. */
async function isOffered(
  { write, order, shipment, destination }: RateSent,
  by: Pick<WorkingShipment, 'shippingMethodId'>,
): Promise<boolean> {
  const own = destination === undefined ? addressOfBox(order, shipment) : destination;
  const to = own ?? shipAddressOf(order);
  if (!to || isInCheckout(order.state)) return true;
  await readMethods(write, order);
  return delivers(write, by, to);
}

const ratesChoice = ({ id, shippingMethodId, cost }: WorkingRate): RateChange => ({
  rateId: id,
  columns: { shippingMethodId, cost },
});

async function readMethod(sent: RateSent, isOpen: boolean): Promise<RateChange | undefined> {
  const { shipment } = sent;
  const given = sent.input.shippingMethodId;
  if (given === undefined) return undefined;
  const id = isBlank(given) ? null : soughtId(given);
  if (id === shipment.shippingMethodId) return undefined;
  const { tx } = sent.write;
  const rate = shipment.rates.find(({ shippingMethodId }) => shippingMethodId === id);
  const isKnown =
    id === null ||
    rate !== undefined ||
    (await tx.shippingMethod.findUnique({ where: { id }, select: { id: true } })) !== null;
  const isJudged = rate !== undefined || (id !== null && sent.destination !== undefined);
  if (!isKnown || !isOpen || (isJudged && !(await isOffered(sent, { shippingMethodId: id })))) {
    sent.reader.note('shippingMethodId', words.invalid);
    return undefined;
  }
  return rate ? ratesChoice(rate) : { rateId: null, columns: { shippingMethodId: id } };
}

/** The cost that is sent, if it is another one; also the same one, where the write selects a rate. Decision: F43. */
function readCost(
  { write, reader, shipment, input }: SentShipment,
  isOpen: boolean,
  selectsRate: boolean,
): Amount | undefined {
  if (input.cost === undefined) return undefined;
  const cost = reader.read('cost', parseMoney(input.cost, write.settings.currency));
  if (!cost || (!selectsRate && cost.equals(toDecimal(shipment.cost)))) return undefined;
  if (!isOpen) reader.note('cost', words.invalid);
  return cost;
}
