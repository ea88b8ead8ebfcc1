import type { Input } from './input.ts';
import { asRead, read, repeated } from './input.ts';

/** Request line and headers are limited to 16 KiB together. */
const most = 14_000;

/** Just under what a thousand parameters have. */
const thousand = (parameter: string): number => 990 * parameter.length;

/** Characters of a value of a search that is still read, and of a pattern. */
const mostOf = { value: 990, pattern: 90 } as const;

/** A value of a search: one that is refused as too long, and one that is read, with the status of the latter. */
function search(
  condition: string,
  name: string,
  reads: number,
  [piece, end = '']: readonly [piece: string, end?: string],
  mostRead: number = mostOf.value,
): readonly Input[] {
  const of: Input['of'] = (size, ground) =>
    read(ground, `/api/products?per_page=1&q[${condition}]=${repeated(piece, size)}${end}`);
  const title = `search: ${condition} of ${name}`;
  return [
    { name: title, most, reads: 422, of },
    { name: `${title}${asRead}`, most: mostRead, reads, of },
  ];
}

const path = (
  name: string,
  reads: number,
  spell: (size: number) => string,
  mostHere = most,
): Input => ({
  name: `path: ${name}`,
  most: mostHere,
  reads,
  of: (size, ground) => read(ground, spell(size)),
});

/** A parameter with as many brackets as a name may have, which do not pair. */
const brackets = `a${'['.repeat(12)}=1&`;

/** Contents of the request line. */
export const lineInputs: readonly Input[] = [
  ...search('id_eq', 'digits', 422, ['1', 'x']),
  ...search('id_in', 'commas', 200, ['1,']),
  ...search('price_gt', 'digits', 422, ['0', '.x']),
  ...search('name_eq', 'letters', 200, ['a']),
  ...search('name_matches', 'wildcards', 422, ['%25a'], mostOf.pattern),
  ...search('name_cont_any', 'commas', 200, ['a,'], mostOf.pattern),
  ...search('available_on_gt', 'digits', 422, ['2024-']),
  ...search('available_on_gt', 'blanks', 422, ['+', 'x']),
  ...search('deleted_at_null', 'letters', 422, ['t']),
  ...search('s', 'sort keys', 200, ['name+asc,']),
  {
    name: 'search: conditions',
    most,
    reads: 200,
    of: (size, ground) => read(ground, `/api/products?${repeated('q[name_eq]=a&', size)}`),
  },
  {
    name: `search: conditions${asRead}`,
    most: thousand('q[name_eq]=a&'),
    reads: 200,
    of: (size, ground) => read(ground, `/api/products?${repeated('q[name_eq]=a&', size)}`),
  },
  {
    name: 'search: words of one condition',
    most,
    reads: 422,
    of: (size, ground) => read(ground, `/api/products?q[${repeated('name_or_', size)}name_eq]=a`),
  },
  {
    name: 'search: attributes of one condition, each with every value',
    most: thousand('q[c][0][a]=id&'),
    reads: 422,
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
    reads: 400,
    of: (size, ground) => read(ground, `/api/products?q${repeated('[g][0]', size)}[name_eq]=a`),
  },
  path('slashes', 200, (size) => `/api${repeated('/', size)}`),
  path('parts', 404, (size) => `/api${repeated('/orders', size)}`),
  path('signs', 404, (size) => `/api/orders/${repeated('%25', size)}`),
  path('dots', 404, (size) => `/api/orders/${repeated('.json', size)}`),
  path('a number of an order', 404, (size) => `/api/orders/${repeated('1', size)}`),
  path('brackets', 400, (size) => `/api/orders?${repeated('[', size)}=1`),
  path('pairs', 200, (size) => `/api/orders?per_page=1&${repeated('a=b&', size)}`),
  path(`brackets${asRead}`, 200, (size) => `/api/orders?per_page=1&${repeated(brackets, size)}`),
  path(
    `pairs${asRead}`,
    200,
    (size) => `/api/orders?per_page=1&${repeated('a=b&', size)}`,
    thousand('a=b&'),
  ),
  path(
    'a document at /graphql',
    200,
    (size) => `/graphql?query={__typename}${repeated('%20', size)}`,
  ),
  path('variables at /graphql', 200, (size) => {
    const variables = `{"a":[0${repeated(',1', size)}]}`;
    return `/graphql?query=query($a:[Int!]){orders(filter:{totalQuantity:{in:$a}}){totalCount}}&variables=${variables}`;
  }),
  path('parameters at /graphql', 400, (size) => `/graphql?${repeated('a&', size)}`),
];
