import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import {
  type Act,
  type Amount,
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
 * accepted; others only while the shipment's rate may be changed.
 * Decision: T24, F43, R31.
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
    ? await readMethod(write, reader, shipment, input, isOpen, keyOf)
    : readRate(reader, shipment, input, isOpen, keyOf)) ?? { columns: {} };
  const cost = readCost(write, reader, shipment, input, isOpen, keyOf);
  return cost === undefined ? change : { ...change, columns: { ...change.columns, cost } };
}

function readRate(
  reader: AttributeReader,
  shipment: WorkingShipment,
  { selectedShippingRateId }: RateAttributes,
  isOpen: boolean,
  keyOf: (name: string) => string,
): RateChange | undefined {
  const id = parseId(selectedShippingRateId);
  const rate = shipment.rates.find((candidate) => candidate.id === id);
  if (rate?.selected === true) return undefined;
  if (rate && isOpen) return ratesChoice(rate);
  reader.note(keyOf('selectedShippingRateId'), words.invalid);
  return undefined;
}

const ratesChoice = ({ id, shippingMethodId, cost }: WorkingRate): RateChange => ({
  rateId: id,
  columns: { shippingMethodId, cost },
});

async function readMethod(
  { tx }: Write,
  reader: AttributeReader,
  shipment: WorkingShipment,
  { shippingMethodId: given }: RateAttributes,
  isOpen: boolean,
  keyOf: (name: string) => string,
): Promise<RateChange | undefined> {
  if (given === undefined) return undefined;
  const id = isBlank(given) ? null : soughtId(given);
  if (id === shipment.shippingMethodId) return undefined;
  const rate = shipment.rates.find(({ shippingMethodId }) => shippingMethodId === id);
  const isKnown =
    id === null ||
    rate !== undefined ||
    (await tx.shippingMethod.findUnique({ where: { id }, select: { id: true } })) !== null;
  if (!isKnown || !isOpen) {
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
