import { graphql } from '../graphql.ts';
import { word } from '../words/enums.ts';
import { integer } from '../words/numbers.ts';
import type { FragmentOf } from '../graphql.ts';
import { listOf } from '../answer/long-list.ts';
import { AddressParts, presentAddress } from './address.ts';
import { PackedUnitParts, presentPackedUnit } from './inventory-unit.ts';
import { ManifestEntryParts, presentManifestEntry } from './manifest-entry.ts';
import { OfferedMethodParts, ShippingMethodParts } from './shipping-method.ts';
import { presentOfferedMethod, presentShippingMethod } from './shipping-method.ts';
import { ShippingRateParts, presentShippingRate } from './shipping-rate.ts';
import { both, each, newer, nullable, older, present } from './table.ts';

export const ShipmentParts = graphql(
  `
    fragment ShipmentParts on Shipment {
      id
      number
      orderId
      orderNumber
      state
      cost
      tracking
      shippedAt
      createdAt
      updatedAt
      lockVersion
      address {
        id
        ...AddressParts
      }
      shippingMethod {
        id
        ...ShippingMethodParts
      }
      stockLocationName
      shippingRates {
        ...ShippingRateParts
        shippingMethod {
          ...OfferedMethodParts
        }
      }
      manifest {
        ...ManifestEntryParts
      }
      displayCost
    }
  `,
  [AddressParts, ShippingMethodParts, ShippingRateParts, OfferedMethodParts, ManifestEntryParts],
);

type Shipment = FragmentOf<typeof ShipmentParts>;

const rows = {
  id: both(({ id }: Shipment) => integer(id)),
  number: both(({ number }: Shipment) => number),
  order_id: each<Shipment>({
    older: ({ orderId }) => integer(orderId),
    newer: ({ orderNumber }) => orderNumber,
  }),
  state: both(({ state }: Shipment) => word(state)),
  cost: both(({ cost }: Shipment, form) => form.money(cost)),
  tracking: both(({ tracking }: Shipment) => tracking),
  shipped_at: both(({ shippedAt }: Shipment, form) => nullable(shippedAt, form.time)),
  created_at: older(({ createdAt }: Shipment, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }: Shipment, form) => form.time(updatedAt)),
  address_id: older(({ address }: Shipment) => nullable(address, ({ id }) => integer(id))),
  address: older(({ address }: Shipment, form) =>
    nullable(address, (parts) => presentAddress(parts, form)),
  ),
  shipping_method_id: older(({ shippingMethod }: Shipment) =>
    nullable(shippingMethod, ({ id }) => integer(id)),
  ),
  shipping_method: both(({ shippingMethod }: Shipment, form) =>
    nullable(shippingMethod, (parts) => presentShippingMethod(parts, form)),
  ),
  stock_location_name: newer(({ stockLocationName }: Shipment) => stockLocationName),
  shipping_rates: newer(({ shippingRates }: Shipment, form) =>
    shippingRates.map((rate) => presentShippingRate(rate, form)),
  ),
  manifest: newer(({ manifest }: Shipment, form) =>
    manifest.map((entry) => presentManifestEntry(entry, form)),
  ),
  selected_shipping_rate: newer(({ shippingRates }: Shipment, form) =>
    nullable(shippingRates.find(({ selected }) => selected) ?? null, (rate) =>
      presentShippingRate(rate, form),
    ),
  ),
  shipping_methods: newer(({ shippingRates }: Shipment, form) =>
    shippingRates.map(({ shippingMethod }) => presentOfferedMethod(shippingMethod, form)),
  ),
  display_cost: newer(({ displayCost }: Shipment) => displayCost),
};

/** Shipment inside an order. Contract: Resources / Shipment. Decision: R13, R31. */
export const presentShipment = present(ShipmentParts, rows);

export const ShipmentRecordParts = graphql(
  `
    fragment ShipmentRecordParts on Shipment {
      ...ShipmentParts
      inventoryUnits {
        ...PackedUnitParts
      }
    }
  `,
  [ShipmentParts, PackedUnitParts],
);

/** Shipment as the record itself; the older format then lists its units. Decision: R13. */
export const presentShipmentRecord = present(ShipmentRecordParts, {
  ...rows,
  inventory_units: older(({ inventoryUnits }, form) =>
    nullable(inventoryUnits, (units) => listOf(units, (unit) => presentPackedUnit(unit, form))),
  ),
});
