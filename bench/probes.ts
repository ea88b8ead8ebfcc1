/** A page of GraphQL's list of orders by cursor. */
export interface CursorPage {
  /** A sort as GraphQL writes it. */
  readonly sort: string;
  /** Its number, if the pages before it have as many records. */
  readonly number: (orders: number) => number;
}

/** One query on the list of orders. */
export interface Probe {
  readonly title: string;
  /** The query string in the newer format; page numbers depend on the number of orders. */
  readonly query: (orders: number) => string;
  /** Asked of GraphQL in its place. */
  readonly byCursor?: CursorPage;
  /** Why it may cost more in a larger store; without it the cost may grow by half at most. */
  readonly grows?: string;
  /** Why it may scan a growing table sequentially; without it none may. */
  readonly scans?: string;
}

/** Small, so that a small store also has a page 1,000. */
const perPage = 10;

const counted = 'every order is counted';
const matches = 'the rows that match and are counted grow with the store';
const joined = 'a column of another table: all rows are joined and sorted';

const page = (title: string, number: (orders: number) => number, sort?: string): Probe => ({
  title,
  query: (orders) =>
    `per_page=${perPage}&page=${number(orders)}${sort === undefined ? '' : `&q[s]=${sort}`}`,
  grows: counted,
});

const search = (condition: string, grows?: string): Probe => ({
  title: condition.replace(/_gt=.*/, ', an hour').replace(/=.*/, ''),
  query: () =>
    `per_page=25&${condition
      .split('&')
      .map((part) => `q[${part.replace('=', ']=')}`)
      .join('&')}`,
  ...(grows !== undefined && { grows }),
});

const sort = (key: string, isJoined = false): Probe => ({
  title: `sorted by ${key}`,
  query: () => `per_page=25&q[s]=${encodeURIComponent(key)}`,
  ...(isJoined ? { grows: joined, scans: joined } : { grows: counted }),
});

/** The size of pages by cursor: page 40,000 is the last one of 1,000,000 orders. */
export const cursorPageSize = 25;

const byCursor = (title: string, sort: string, number: CursorPage['number']): Probe => ({
  title,
  query: () => '',
  byCursor: { sort, number },
});

/** The first page and the last by cursor, under one sort. They cost the same. */
const cursorPages = (sort: string): readonly Probe[] => [
  byCursor(`the first page by cursor, ${sort}`, sort, () => 1),
  byCursor(`the last page by cursor, ${sort}`, sort, (orders) =>
    Math.floor(orders / cursorPageSize),
  ),
];

/** The queries sent to a small and a large store; conditions match the same rows in both, unless noted. */
export const probes: readonly Probe[] = [
  { title: 'the count, with one order', query: () => 'per_page=1', grows: counted },
  page('page 1', () => 1),
  page('page 1,000', () => 1_000),
  page('the middle page', (orders) => Math.ceil(orders / perPage / 2)),
  page('the last page', (orders) => orders / perPage),
  page('the last page by created_at', (orders) => orders / perPage, 'created_at%20desc'),
  ...cursorPages('{ field: ID }'),
  ...cursorPages('{ field: CREATED_AT, direction: DESC }'),
  ...cursorPages('{ field: COMPLETED_AT, direction: DESC }'),
  ...cursorPages('{ field: TOTAL }'),
  search('id_eq=4711'),
  search('number_eq=R500004711'),
  search('number_start=R50000471', 'all numbers share the trigrams of its beginning'),
  search('number_cont=0000471'),
  search('created_at_gt=2024-02-03T00:00:00Z&created_at_lt=2024-02-03T01:00:00Z'),
  search('updated_at_gt=2024-02-03T00:00:00Z&updated_at_lt=2024-02-03T01:00:00Z'),
  search('completed_at_gt=2024-02-03T00:00:00Z&completed_at_lt=2024-02-03T01:00:00Z'),
  search('shipments_number_eq=H20000004712'),
  search('shipments_tracking_eq=1Z4712'),
  search('email_eq=customer7@example.test', matches),
  search('user_id_eq=7', matches),
  search('state_eq=delivery', matches),
  search('payment_state_eq=paid', matches),
  search('shipment_state_eq=shipped', matches),
  search('bill_address_lastname_eq=Field7', matches),
  search('line_items_variant_sku_eq=APR-000002', matches),
  sort('number desc'),
  sort('created_at desc'),
  sort('updated_at desc'),
  sort('completed_at desc'),
  sort('total desc'),
  sort('email asc'),
  sort('state asc'),
  sort('payment_state asc'),
  sort('shipment_state asc'),
  sort('bill_address_lastname asc', true),
  sort('user_email asc', true),
];
