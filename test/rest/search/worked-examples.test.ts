import { expect, test } from '@jest/globals';
import { search } from './searchable-store.ts';

const firstPage = { page: 1, perPage: 25 };

/** Number, list, both spellings, and the variables; `search` only where they differ. */
const examples = [
  [1, 'Shipment', 'q[state_eq]=ready', { filter: { state: { eq: 'READY_TO_SHIP' } } }],
  [1, 'Shipment', 'search[state]=ready_to_ship', { filter: { state: { eq: 'READY_TO_SHIP' } } }],
  ...both(
    2,
    'Shipment',
    'q[created_at_gt]=2010-01-01',
    'search[created_at_greater_than]=2010-01-01',
    {
      filter: { createdAt: { gt: '2010-01-01T00:00:00.000Z' } },
    },
  ),
  [3, 'Order', 'q[state_eq]=complete', { filter: { state: { eq: 'COMPLETE' } } }],
  [3, 'Order', 'search[state]=new', { filter: { state: { eq: 'COMPLETE' } } }],
  ...both(
    4,
    'Order',
    'q[email_cont]=shop.test&q[s]=number%20desc',
    'search[email_like]=shop.test&search[order]=descend_by_number',
    {
      filter: { email: { cont: 'shop.test' } },
      sort: [{ field: 'NUMBER', direction: 'DESC' }],
    },
  ),
  ...both(
    5,
    'Variant',
    'q[sku_cont]=TSH&q[s]=product_name asc&page=2&per_page=10',
    'search[sku_contains]=TSH&search[meta_sort]=product_name.asc&page=2&per_page=10',
    {
      filter: { sku: { cont: 'TSH' } },
      sort: [{ field: 'PRODUCT_NAME', direction: 'ASC' }],
      page: 2,
      perPage: 10,
    },
  ),
  ...both(
    6,
    'Order',
    'q[state_eq]=complete&q[payment_state_eq]=paid&q[shipment_state_eq]=ready',
    'search[state]=complete&search[payment_state]=paid&search[shipment_state]=ready',
    {
      filter: {
        state: { eq: 'COMPLETE' },
        paymentState: { eq: 'PAID' },
        shipmentState: { eq: 'READY' },
      },
    },
  ),
  ...both(
    7,
    'Order',
    'q[state_in][]=cart&q[state_in][]=address',
    'search[state][]=cart&search[state][]=address',
    { filter: { state: { in: ['CART', 'ADDRESS'] } } },
  ),
  ...both(8, 'Order', 'q[email_or_number_start]=r1', 'search[email_or_number_begins_with]=r1', {
    filter: { or: [{ email: { start: 'r1' } }, { number: { start: 'r1' } }] },
  }),
  ...both(
    9,
    'Order',
    'q[email_cont_any][]=ann&q[email_cont_any][]=bob',
    'search[email_like_any][]=ann&search[email_like_any][]=bob',
    { filter: { or: [{ email: { cont: 'ann' } }, { email: { cont: 'bob' } }] } },
  ),
  ...both(
    10,
    'Order',
    'q[line_items_variant_sku_eq]=A1&q[line_items_quantity_gt]=2',
    'search[line_items_variant_sku]=A1&search[line_items_quantity_gt]=2',
    { filter: { lineItems: { quantity: { gt: 2 }, variant: { sku: { eq: 'A1' } } } } },
  ),
  ...both(
    11,
    'Order',
    'q[m]=or&q[completed_at_null]=1&q[total_gteq]=100',
    'search[m]=or&search[completed_at_is_null]=1&search[total_gte]=100',
    { filter: { or: [{ completedAt: { null: true } }, { total: { gteq: '100' } }] } },
  ),
  ...both(
    12,
    'Order',
    'q[updated_at_gteq]=2014-07-06T18:52:33.724Z&q[s]=updated_at asc',
    'search[updated_at_gte]=2014-07-06T18:52:33.724Z&search[order]=ascend_by_updated_at',
    {
      filter: { updatedAt: { gteq: '2014-07-06T18:52:33.724Z' } },
      sort: [{ field: 'UPDATED_AT', direction: 'ASC' }],
    },
  ),
  ...both(
    13,
    'Order',
    'q[shipments_id_null]=1&q[email_eq]=',
    'search[shipments_id_null]=1&search[email]=',
    { filter: { shipments: { id: { null: true } } } },
  ),
  ...both(
    14,
    'InventoryUnit',
    'q[order_id_eq]=R123&q[state_not_eq]=shipped',
    'search[order_id]=R123&search[state_is_not]=shipped',
    { filter: { orderId: { eq: 'R123' }, state: { notEq: 'SHIPPED' } } },
  ),
] as const;

function both<Variables>(
  number: number,
  list: 'Order' | 'Shipment' | 'Variant' | 'InventoryUnit',
  q: string,
  older: string,
  variables: Variables,
) {
  return [
    [number, list, q, variables],
    [number, list, older, variables],
  ] as const;
}

test.each(examples)('Example %i of %s, %s', (_number, list, query, variables) => {
  expect(search(list, query)).toEqual({ variables: { ...firstPage, ...variables }, ignored: [] });
});

test('Example 15 under q is served without the unknown key, which is named', () => {
  expect(search('Variant', 'q[in_stock_true]=1&q[shoe_size_eq]=9')).toEqual({
    variables: { ...firstPage, filter: { inStock: { eq: true } } },
    ignored: ['q[shoe_size_eq]'],
  });
});

test('Example 15 under search is refused, once it is known that the other name is not hidden', () => {
  expect(search('Variant', 'search[in_stock_is_true]=1&search[shoe_size]=9')).toEqual({
    errors: { 'search[shoe_size]': ['is not searchable'] },
    onlyIgnored: false,
    named: { filter: { id: { in: [] }, inStock: { null: true } } },
  });
});
