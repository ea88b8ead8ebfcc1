import fc from 'fast-check';
import { routes } from '../../rest/routes.ts';
import type { Ground } from './ground.ts';
import { oddText, oddValue } from './odd-values.ts';

/** A request to send over a kept-alive connection. */
export interface GeneratedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** Names with a meaning in bodies, including wrappers. */
const attributes = [
  ...['order', 'line_item', 'line_items', 'line_items_attributes', 'shipment', 'payment'],
  ...['product', 'variant', 'inventory_unit', 'address', 'bill_address', 'ship_address'],
  ...['shipments_attributes', 'payments_attributes', 'inventory_unit_ids', 'option_values'],
  ...['id', 'variant_id', 'quantity', 'price', 'email', 'state', 'number', 'token', 'user_id'],
  ...['name', 'description', 'permalink', 'sku', 'count_on_hand', 'backorderable', 'weight'],
  ...['available_on', 'lock_version', 'special_instructions', 'use_billing', 'country', 'e'],
  ...['country_id', 'state_id', 'shipment_id', 'stock_location_id', 'tracking', 'cost', 'amount'],
  ...['payment_method', 'payment_method_id', 'shipping_method_id', 'completed_at', 'coupon_code'],
];

const searched = [
  ...['id', 'number', 'state', 'email', 'total', 'created_at', 'completed_at', 'user_id', 'sku'],
  ...['line_items_quantity', 'shipments_state', 'bill_address_lastname', 'product_name', 'token'],
  ...['name', 'price', 'count_on_hand', 'variant_id', 'user_email', 'option_values_name'],
];
const predicates = [
  ...['_eq', '_not_eq', '_cont', '_start', '_end', '_gt', '_lteq', '_in', '_not_in', '_null'],
  ...['_present', '_blank', '_true', '_matches', '_cont_any', '_eq_all', '_i_cont', '', '_x'],
];

/** Percent-encodes a text, even an unpaired surrogate. */
const encode = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');

const partOf = ({ order, variantId }: Ground): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(order, String(variantId), '1', '2') },
    { weight: 2, arbitrary: oddText.map((text) => encode(text.slice(0, 300))) },
    { weight: 1, arbitrary: fc.constantFrom('%zz', '%FF', '%00', '.json', '..%2F') },
  );

const condition: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('q', 'search', 'q[g][0]'),
    fc.constantFrom(...searched),
    fc.constantFrom(...predicates),
    fc.constantFrom('', '[]', '[0]', '[x]'),
    oddText,
  )
  .map(
    ([root, attribute, predicate, list, value]) =>
      `${root}[${attribute}${predicate}]${list}=${encode(value)}`,
  );

const parameter: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: condition },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('page', 'per_page', 'q[s]', 'q[s][]', 'e', 'order_token'), oddText)
      .map(([name, value]) => `${name}=${encode(value)}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(oddText, oddText)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`),
  },
);

const body: fc.Arbitrary<{ bytes: Buffer; type: string } | undefined> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  {
    weight: 6,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...attributes), oddValue(attributes)), { maxLength: 3 })
      .map((entries) => ({
        bytes: Buffer.from(JSON.stringify(Object.fromEntries(entries))),
        type: 'application/json',
      })),
  },
  {
    weight: 1,
    arbitrary: fc.array(parameter, { maxLength: 5 }).map((pairs) => ({
      bytes: Buffer.from(pairs.join('&')),
      type: 'application/x-www-form-urlencoded',
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => ({ bytes: Buffer.from(bytes), type: 'application/json' })),
  },
);

/** Requests to every route, in both formats and in neither. */
export function restRequest(ground: Ground): fc.Arbitrary<GeneratedRequest> {
  const credentials = [ground.newer, ground.newer, ground.older, ground.older, 'X-None: x'].map(
    (line) => line.split(': ') as [string, string],
  );
  return fc
    .record({
      route: fc.constantFrom(...routes),
      parts: fc.array(partOf(ground), { minLength: 4, maxLength: 4 }),
      suffix: fc.constantFrom('', '', '', '.json', '.xml'),
      method: fc.option(fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH'), { freq: 8 }),
      parameters: fc.array(parameter, { maxLength: 4 }),
      credentials: fc.constantFrom(...credentials),
      body,
    })
    .map(({ route, parts, suffix, method, parameters, credentials: [name, value], ...sent }) => {
      let place = -1;
      const path = route.path.replace(/:\w+/g, () => parts[(place += 1)] ?? '1');
      const query = parameters.length > 0 ? `?${parameters.join('&').slice(0, 8_000)}` : '';
      return {
        method: method ?? route.method,
        path: `${path}${suffix}${query}`,
        headers: { [name]: value, ...(sent.body && { 'content-type': sent.body.type }) },
        body: sent.body?.bytes,
      };
    });
}
