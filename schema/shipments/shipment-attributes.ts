import { addressAttributes } from '../places/place-attributes.ts';
import {
  attributeList,
  id,
  money,
  one,
  part,
  ref,
  state,
  text,
  time,
} from '../search/attributes.ts';
import { ShipmentState } from '../states.ts';

const order = { table: 'orders', column: 'order_id', always: true };
const stockLocation = { table: 'stock_locations', column: 'stock_location_id', always: true };

/** Attributes that shipping methods are searched by, through their shipment. Decision: S20. */
const shippingMethodAttributes = attributeList('ShippingMethod', 'shipping_methods', {
  id: id('id'),
  name: text('name'),
});

/**
 * Attributes that shipments are searched by, in every list. A shipment without its own address goes to its order's ship
 * address, and is found by that.
 * Decision: S20, R13.
 */
export const shipmentAttributes = attributeList(
  'Shipment',
  'shipments',
  {
    id: id('id'),
    orderId: ref('order_id', { reference: { through: [order], column: 'number', fold: 'upper' } }),
    number: text('number', { fold: 'upper' }),
    state: state(ShipmentState, 'state'),
    tracking: text('tracking', { nullable: true }),
    cost: money('cost'),
    shippedAt: time('shipped_at', { nullable: true }),
    stockLocationName: text('name', { through: [stockLocation] }),
    shippingMethodId: id('shipping_method_id', { nullable: true }),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  {
    shippingMethod: one(shippingMethodAttributes, 'shipping_method_id', part),
    address: one(addressAttributes, 'address_id', part, {
      orElse: { through: [order], column: 'ship_address_id' },
    }),
  },
);
