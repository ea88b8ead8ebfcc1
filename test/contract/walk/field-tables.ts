import {
  arrayOf,
  boolean,
  counts,
  decimalString,
  display,
  integer,
  money,
  nullable,
  number,
  record,
  sitePath,
  string,
  timestamp,
} from './json-types.ts';
import type { JsonType } from './json-types.ts';
import type { FormName } from '../../../rest/request/form-name.ts';

/** A row of a field table. */
export interface Field {
  readonly name: string;
  readonly type: JsonType;
  /** The format that the contract names for it; absent: both. */
  readonly form?: FormName;
}

/** The fields of one type that the contract lists in one cell or with one note. */
const fields =
  (form?: FormName) =>
  (names: string, type: JsonType): Field[] =>
    names.split(' ').map((name) => ({ name, type, ...(form && { form }) }));

const both = fields();
const older = fields('older');
const newer = fields('newer');

const address = record('Address', 'address1');
const variant = record('Variant', 'sku');

/**
 * The field tables of the contract, in its order.
 * Contract: Resources and their fields.
 */
export const order: readonly Field[] = [
  ...both('id', integer),
  ...both('number state', string),
  ...both('item_total total adjustment_total', money),
  ...older('credit_total', number),
  ...newer('payment_total', decimalString),
  ...newer('display_item_total display_total', display),
  ...both('user_id', nullable(integer)),
  ...newer('email special_instructions shipment_state payment_state', nullable(string)),
  ...newer('total_quantity', integer),
  ...both('token', nullable(string)),
  ...both('created_at updated_at', timestamp),
  ...both('completed_at', nullable(timestamp)),
  ...older('bill_address', address),
  ...both('line_items', arrayOf('LineItem', 'quantity')),
  ...both('shipments', arrayOf('Shipment', 'tracking')),
  ...newer('adjustments payments', arrayOf('records', 'amount')),
];

export const lineItem: readonly Field[] = [
  ...both('id', integer),
  ...older('order_id', integer),
  ...both('variant_id', integer),
  ...both('variant', variant),
  ...both('quantity', integer),
  ...both('price', money),
  ...newer('single_display_amount display_total', display),
  ...newer('total', decimalString),
  ...older('created_at updated_at', timestamp),
];

export const shipment: readonly Field[] = [
  ...both('id', integer),
  ...both('number', string),
  ...older('order_id', integer),
  ...newer('order_id', string),
  ...both('state', string),
  ...both('cost', money),
  ...both('tracking', nullable(string)),
  ...both('shipped_at', nullable(timestamp)),
  ...older('created_at updated_at', timestamp),
  ...older('address_id', integer),
  ...older('address', address),
  ...older('shipping_method_id', integer),
  ...both('shipping_method', record('ShippingMethod', 'zone_id')),
  ...newer('stock_location_name', string),
  ...newer('shipping_rates', arrayOf('ShippingRate', 'selected')),
  ...newer('manifest', arrayOf('ManifestEntry', 'states')),
];

export const shippingMethod: readonly Field[] = [
  ...both('name', string),
  ...both('zone_id', integer),
  ...older('id', integer),
  ...older('created_at updated_at', timestamp),
  ...newer('shipping_category_id', integer),
];

export const shippingRate: readonly Field[] = [
  ...newer('id', integer),
  ...newer('name', string),
  ...newer('cost', number),
  ...newer('selected', boolean),
  ...newer('shipment_id shipping_method_id', integer),
];

export const manifestEntry: readonly Field[] = [
  ...newer('quantity', integer),
  ...newer('states', counts),
  ...newer('variant', variant),
];

export const addressFields: readonly Field[] = [
  ...both('id', integer),
  ...both('firstname lastname address1 address2 city zipcode', string),
  ...both('country_id state_id', integer),
  ...both('phone', string),
  ...both('alternative_phone', nullable(string)),
  ...both('created_at updated_at', timestamp),
];

export const stateName: readonly Field[] = both('state_name', nullable(string));

export const variantFields: readonly Field[] = [
  ...both('id', integer),
  ...newer('name', string),
  ...both('sku', string),
  ...both('price cost_price', money),
  ...newer('display_price', display),
  ...both('weight height width depth', nullable(number)),
  ...both('is_master', boolean),
  ...older('count_on_hand product_id', integer),
  ...both('deleted_at', nullable(timestamp)),
  ...both('permalink description options_text', string),
  ...both('in_stock', boolean),
  ...both('option_values', arrayOf('OptionValue', 'option_type_name')),
  ...both('images', arrayOf('Image', 'viewable_id')),
];

export const optionValue: readonly Field[] = [
  ...both('id', integer),
  ...both('name presentation option_type_name', string),
  ...both('option_type_id', integer),
];

export const image: readonly Field[] = [
  ...both('id position', integer),
  ...both('attachment_content_type attachment_file_name type', string),
  ...both('attachment_updated_at', nullable(timestamp)),
  ...both('attachment_width attachment_height', integer),
  ...both('alt', nullable(string)),
  ...both('viewable_type', string),
  ...both('viewable_id', integer),
  ...both('mini_url small_url product_url large_url', sitePath),
];
