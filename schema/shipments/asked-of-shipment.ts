import { isAmount } from '../domain/money.ts';
import { isBlank, parseText } from '../domain/text.ts';
import { asked } from '../heard.ts';
import { addressOfBox } from '../order-desk/order-parts.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { askedOfAddress, isAsShown } from '../places/address-input.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { ShipmentEntry } from './shipment-input.ts';

/**
 * What an input asks of a shipment of an order, both as they were before the write. The address that a shipment shows
 * is its own or that of the order, and its id is that of the same address. Decision: F11, R13.
 */
export function askedOfShipment(
  write: Write,
  order: WorkingOrder,
  shipment: WorkingShipment,
  input: ShipmentEntry,
): ShipmentEntry {
  const { viewer, settings } = write;
  const to = addressOfBox(order, shipment);
  const others = asked(viewer, input, {
    tracking: (sent) => {
      const tracking = parseText(sent);
      return tracking.ok && tracking.value === shipment.tracking;
    },
    cost: (sent) => isAmount(sent, settings.currency, shipment.cost),
    // a rate counts before a method, also the present one (F43)
    shippingMethodId: (sent) =>
      !isBlank(input.selectedShippingRateId) ||
      (isBlank(sent) ? null : soughtId(sent)) === shipment.shippingMethodId,
    selectedShippingRateId: (sent) =>
      isBlank(sent) || shipment.rates.some(({ id, selected }) => selected && id === parseId(sent)),
    address: (sent) => !sent || isAsShown(write, to, sent),
    addressId: (sent) => parseId(sent) === to?.id,
    stockLocationId: (sent) => isBlank(sent) || parseId(sent) === shipment.stockLocationId,
    stockLocation: (sent) => isBlank(sent) || !isBlank(input.stockLocationId),
  });
  if (!to || !others.address) return others;
  return { ...others, address: askedOfAddress(write, to, others.address) };
}
