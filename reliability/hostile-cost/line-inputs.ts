import type { Input } from './input.ts';
import { read, repeated } from './input.ts';

/** Request line and headers are limited to 16 KiB together. */
const most = 14_000;

const search = (condition: string, name: string, piece: string, end = ''): Input => ({
  name: `search: ${condition} of ${name}`,
  most,
  of: (size, ground) =>
    read(ground, `/api/products?per_page=1&q[${condition}]=${repeated(piece, size)}${end}`),
});

const path = (name: string, spell: (size: number) => string): Input => ({
  name: `path: ${name}`,
  most,
  of: (size, ground) => read(ground, spell(size)),
});

const header = (name: string, piece: string, start = '', end = ''): Input => ({
  name: `header: ${name} of ${piece.trim()}`,
  most,
  of: (size, ground) =>
    read(ground, '/api/countries?per_page=1', {
      [name]: `${start}${repeated(piece, size)}${end}`,
    }),
});

/** Contents of the request line and the headers. */
export const lineInputs: readonly Input[] = [
  search('id_eq', 'digits', '1', 'x'),
  search('id_in', 'commas', '1,'),
  search('price_gt', 'digits', '0', '.x'),
  search('name_eq', 'letters', 'a'),
  search('name_matches', 'wildcards', '%25a'),
  search('name_cont_any', 'commas', 'a,'),
  search('available_on_gt', 'digits', '2024-'),
  search('available_on_gt', 'blanks', '+', 'x'),
  search('deleted_at_null', 'letters', 't'),
  search('s', 'sort keys', 'name+asc,'),
  {
    name: 'search: conditions',
    most,
    of: (size, ground) => read(ground, `/api/products?${repeated('q[name_eq]=a&', size)}`),
  },
  {
    name: 'search: words of one condition',
    most,
    of: (size, ground) => read(ground, `/api/products?q[${repeated('name_or_', size)}name_eq]=a`),
  },
  {
    name: 'search: attributes of one condition, each with every value',
    most,
    of: (size, ground) => {
      const [attributes, values] = ['q[c][0][a]=id&', 'q[c][0][v]=1&'].map((part) =>
        repeated(part, size / 2),
      );
      return read(ground, `/api/products?${String(attributes)}${String(values)}q[c][0][p]=lt_all`);
    },
  },
  {
    name: 'search: groups in groups',
    most,
    of: (size, ground) => read(ground, `/api/products?q${repeated('[g][0]', size)}[name_eq]=a`),
  },
  path('slashes', (size) => `/api${repeated('/', size)}`),
  path('parts', (size) => `/api${repeated('/orders', size)}`),
  path('signs', (size) => `/api/orders/${repeated('%25', size)}`),
  path('dots', (size) => `/api/orders/${repeated('.json', size)}`),
  path('a number of an order', (size) => `/api/orders/${repeated('1', size)}`),
  path('brackets', (size) => `/api/orders?${repeated('[', size)}=1`),
  path('pairs', (size) => `/api/orders?per_page=1&${repeated('a=b&', size)}`),
  path('parameters at /graphql', (size) => `/graphql?${repeated('a&', size)}`),
  {
    name: 'header: accept of commas in a quote, at /',
    most,
    of: (size, ground) => read(ground, '/', { accept: `"${repeated(',', size)}` }),
  },
  header('accept', 'text/a;q=0.1,'),
  header('accept', ';'),
  header('accept-encoding', 'gzip;q=0.1, '),
  header('accept-language', 'en;q=0.1, '),
  header('authorization', 'QQ', 'Basic '),
  header('authorization', ' ', 'Basic', 'x'),
  header('cookie', 'a=b; '),
  header('cookie', '='),
  header('if-none-match', '"a", '),
  header('if-none-match', '"'),
  header('content-type', ';a=b', 'application/json'),
  header('origin', 'a.', 'https://'),
  header('x-forwarded-for', '1.1.1.1, '),
  header('x-request-id', 'a'),
  header('traceparent', '0-'),
  header('idempotency-key', 'a'),
];
