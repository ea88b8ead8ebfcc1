import { itsOrder, orderId } from '../orders/order-attributes.ts';
import { addressAttributes } from '../places/place-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { one, part, state, text } from '../search/attributes.ts';
import { ShipmentState } from '../states.ts';

const stockLocation = { table: 'stock_locations', column: 'stock_location_id', always: true };

/** Attributes that shipping methods are searched by, through their shipment. */
const shippingMethodAttributes = attributeList(
  'ShippingMethod',
  own('ShippingMethod', 'id', 'name'),
);

/**
 * Attributes that shipments are searched by, in every list. A shipment without its own address goes to its order's ship
 * address, and is found by that.
 */
export const shipmentAttributes = attributeList(
  'Shipment',
  {
    ...own('Shipment', 'id', 'tracking', 'cost', 'shippingMethodId'),
    ...own('Shipment', 'shippedAt', 'createdAt', 'updatedAt'),
    orderId,
    number: text('number', { fold: 'upper' }),
    state: state(ShipmentState, 'state'),
    stockLocationName: text('name', { through: [stockLocation] }),
  },
  {
    shippingMethod: one(shippingMethodAttributes, 'shipping_method_id', part),
    address: one(addressAttributes, 'address_id', part, {
      orElse: { through: [itsOrder], column: 'ship_address_id' },
    }),
  },
);
