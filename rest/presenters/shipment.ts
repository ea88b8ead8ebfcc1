import { presentAddress } from './address.ts';
import { presentPackedUnit } from './inventory-unit.ts';
import { both, newer, older, unseen } from './rows.ts';
import { presentOfferedMethod, presentShippingMethod } from './shipping-method.ts';
import {
  amount,
  countsByState,
  id,
  idOf,
  its,
  list,
  money,
  selected,
  time,
  value,
  word,
} from './show.ts';
import { present } from './table.ts';
import { presentVariant } from './variant.ts';

/** ManifestEntry; newer format only. Contract: Resources / ManifestEntry. */
const presentManifestEntry = present('ManifestEntryParts on ManifestEntry', {
  quantity: newer(value),
  states: newer(countsByState),
  variant: newer(presentVariant),
});

/** ShippingRate; newer format only, as part of a shipment. Contract: Resources / ShippingRate. */
const presentShippingRate = present('ShippingRateParts on ShippingRate', {
  id: newer(id),
  name: newer(value),
  // In the contract this one amount is a number, where the others are texts.
  cost: newer(amount),
  selected: newer(value),
  shipment_id: newer(idOf, 'shipment'),
  shipping_method_id: newer(idOf, 'shippingMethod'),
  display_cost: newer(value),
});

const rows = {
  id: both(id),
  number: both(value),
  order_id: { ...older(id), ...newer(value, 'orderNumber') },
  state: both(word),
  cost: both(money),
  tracking: both(value),
  shipped_at: both(time),
  created_at: older(time),
  updated_at: both(time),
  lock_version: unseen(value),
  address_id: older(idOf, 'address'),
  address: older(presentAddress),
  shipping_method_id: older(idOf, 'shippingMethod'),
  shipping_method: both(presentShippingMethod),
  stock_location_name: newer(value),
  shipping_rates: newer(list(presentShippingRate)),
  manifest: newer(list(presentManifestEntry)),
  selected_shipping_rate: newer(selected(presentShippingRate), 'shippingRates'),
  shipping_methods: newer(list(its('shippingMethod', presentOfferedMethod)), 'shippingRates'),
  display_cost: newer(value),
};

/** Shipment inside an order. Contract: Resources / Shipment. */
export const presentShipment = present('ShipmentParts on Shipment', rows);

/** Shipment as the record itself; the older format then lists its units. */
export const presentShipmentRecord = present('ShipmentRecordParts on Shipment', {
  ...rows,
  inventory_units: older(list(presentPackedUnit)),
});
