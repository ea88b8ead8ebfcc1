import type { AttributeReader } from '../attribute-reader.ts';
import type { Transaction } from '../context.ts';
import { words } from '../domain/messages.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { isMovable } from '../inventory-units/move-units.ts';
import { unitsIn } from '../order-desk/order-parts.ts';
import { parseId } from '../refs.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';

type LocationOf = (input: ShipmentChanges) => bigint | undefined;

/** What an input names its location by, if it names one. */
const locationKey = ({ stockLocationId }: ShipmentChanges) =>
  isBlank(stockLocationId) ? 'stockLocation' : 'stockLocationId';

export const namesLocation = (input: ShipmentChanges): boolean =>
  !isBlank(input[locationKey(input)]);

/** The active locations, which are few, read by one statement if an input names one by its id or name. */
export async function findLocations(
  tx: Transaction,
  inputs: readonly ShipmentChanges[],
): Promise<LocationOf> {
  const locations = inputs.some(namesLocation)
    ? await tx.stockLocation.findMany({ where: { active: true }, select: { id: true, name: true } })
    : [];
  return ({ stockLocationId, stockLocation }) =>
    isBlank(stockLocationId)
      ? locations.find(({ name }) => name === soughtText(stockLocation))?.id
      : locations.find(({ id }) => id === parseId(stockLocationId))?.id;
}

/** The active location that an input names, undefined if it names none; adds a message if it is unknown. */
export function readLocation(
  reader: AttributeReader,
  input: ShipmentChanges,
  locationOf: LocationOf,
): bigint | undefined {
  if (!namesLocation(input)) return undefined;
  const id = locationOf(input);
  if (id === undefined) reader.note(locationKey(input), words.invalid);
  return id;
}

/** The new location of a shipment; undefined if it does not change. */
export function readNewLocation(
  { reader, order, shipment, input }: SentShipment,
  locationOf: LocationOf,
): bigint | undefined {
  // The current location may be sent back, even if it was closed meanwhile.
  if (parseId(input.stockLocationId) === shipment.stockLocationId) return undefined;
  const id = readLocation(reader, input, locationOf);
  if (id === undefined || id === shipment.stockLocationId) return undefined;
  if (shipment.state !== 'shipped' && unitsIn(order, shipment).every(isMovable)) return id;
  reader.note(locationKey(input), words.invalid);
  return undefined;
}
