import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { delivers } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import {
  type Act,
  type Amount,
  shipAddressOf,
  type WorkingOrder,
  type WorkingRate,
  type WorkingShipment,
} from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { ShipmentChanges } from './shipment-input.ts';

type RateAttributes = Pick<ShipmentChanges, 'selectedShippingRateId' | 'shippingMethodId' | 'cost'>;

/** A shipment's new rate, method and cost; what is absent stays. */
interface RateChange {
  /** The rate to select; null for none. */
  readonly rateId?: bigint | null;
  readonly columns: {
    readonly shippingMethodId?: bigint | null;
    readonly cost?: Amount;
  };
}

/** Whether a shipment's rate, method and cost may still be changed. Decision: T24. */
const isRateOpen = (order: WorkingOrder, { state }: WorkingShipment): boolean =>
  !isClosed(order.state) && state !== 'shipped' && state !== 'canceled';

/**
 * Reads the rate or method that a write selects and the cost that it sets. A rate determines cost and method,
 * and so does a method with a rate here; a rate takes precedence over a method. Unchanged values are always
 * accepted; others only while the shipment's rate may be changed, and where the method delivers.
 * Decision: T24, T27, F43, R31.
 */
export async function readRateChange(
  write: Write,
  reader: AttributeReader,
  order: WorkingOrder,
  shipment: WorkingShipment,
  input: RateAttributes,
  keyOf: (name: string) => string,
): Promise<RateChange> {
  const isOpen = isRateOpen(order, shipment);
  const change = (isBlank(input.selectedShippingRateId)
    ? await readMethod(write, reader, order, shipment, input, isOpen, keyOf)
    : await readRate(write, reader, order, shipment, input, isOpen, keyOf)) ?? { columns: {} };
  const cost = readCost(write, reader, shipment, input, isOpen, keyOf);
  return cost === undefined ? change : { ...change, columns: { ...change.columns, cost } };
}

async function readRate(
  write: Write,
  reader: AttributeReader,
  order: WorkingOrder,
  shipment: WorkingShipment,
  { selectedShippingRateId }: RateAttributes,
  isOpen: boolean,
  keyOf: (name: string) => string,
): Promise<RateChange | undefined> {
  const id = parseId(selectedShippingRateId);
  const rate = shipment.rates.find((candidate) => candidate.id === id);
  if (rate?.selected === true) return undefined;
  if (rate && isOpen && (await isOffered(write, order, shipment, rate))) return ratesChoice(rate);
  reader.note(keyOf('selectedShippingRateId'), words.invalid);
  return undefined;
}

/** Whether a rate delivers where a shipment goes, which may have moved since completion. Decision: T24, T27. */
async function isOffered(
  write: Write,
  order: WorkingOrder,
  { addressId }: WorkingShipment,
  rate: WorkingRate,
): Promise<boolean> {
  const to = shipAddressOf(order);
  if (!to || addressId !== null || isInCheckout(order.state)) return true;
  await readMethods(write);
  return delivers(write, rate, to);
}

const ratesChoice = ({ id, shippingMethodId, cost }: WorkingRate): RateChange => ({
  rateId: id,
  columns: { shippingMethodId, cost },
});

async function readMethod(
  write: Write,
  reader: AttributeReader,
  order: WorkingOrder,
  shipment: WorkingShipment,
  { shippingMethodId: given }: RateAttributes,
  isOpen: boolean,
  keyOf: (name: string) => string,
): Promise<RateChange | undefined> {
  if (given === undefined) return undefined;
  const id = isBlank(given) ? null : soughtId(given);
  if (id === shipment.shippingMethodId) return undefined;
  const { tx } = write;
  const rate = shipment.rates.find(({ shippingMethodId }) => shippingMethodId === id);
  const isKnown =
    id === null ||
    rate !== undefined ||
    (await tx.shippingMethod.findUnique({ where: { id }, select: { id: true } })) !== null;
  if (!isKnown || !isOpen || (rate && !(await isOffered(write, order, shipment, rate)))) {
    reader.note(keyOf('shippingMethodId'), words.invalid);
    return undefined;
  }
  return rate ? ratesChoice(rate) : { rateId: null, columns: { shippingMethodId: id } };
}

function readCost(
  { settings: { currency } }: Act,
  reader: AttributeReader,
  shipment: WorkingShipment,
  { cost: given }: RateAttributes,
  isOpen: boolean,
  keyOf: (name: string) => string,
): Amount | undefined {
  if (given === undefined) return undefined;
  const cost = reader.read(keyOf('cost'), parseMoney(given, currency));
  if (!cost || cost.equals(toDecimal(shipment.cost))) return undefined;
  if (!isOpen) reader.note(keyOf('cost'), words.invalid);
  return cost;
}
