import { isInputObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { changesRecord } from '../conditions.ts';
import type { FormName } from '../form-name.ts';
import type { Form } from '../forms/form.ts';
import type { Route } from '../route.ts';
import { typeName } from '../route-search.ts';
import { roots } from '../search/parameters.ts';
import type { Root } from '../search/parameters.ts';
import { sortFields } from '../search/sort.ts';
import { spellings } from '../search/spellings.ts';
import { searchableNames } from '../search/whitelist.ts';
import type { SearchableNames } from '../search/whitelist.ts';
import type { Asked, Variable } from './asked.ts';
import type { InputSchemas } from './inputs.ts';
import type { Parameter } from './openapi.ts';

/** What the parts of a path name. Decision: F40. */
const partDescriptions: Readonly<Record<string, string>> = {
  order: 'Number or id of the order.',
  shipment: 'Number or id of the shipment.',
  inventory_unit: 'Id of the inventory unit.',
  product: 'Permalink or id of the product.',
  country: 'ISO code of two or three letters, or id of the country.',
  id: 'Id of the record.',
};

/** The parts of a path that an order token may open. Decision: A4. */
const tokenParts = ['order', 'shipment', 'inventory_unit'];

/** Whether a caller without a key may be let in by the token of the order he names. */
export const takesOrderToken = ({ path }: Route): boolean =>
  tokenParts.some((part) => path.split('/').includes(`:${part}`));

const describePart = (name: string, variable: Variable | undefined, inputs: InputSchemas) => ({
  name,
  in: 'path' as const,
  required: true as const,
  description: partDescriptions[name] ?? variable?.description ?? name,
  schema: variable ? inputs.of(variable.type) : { type: 'string' },
});

const quoteAll = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(', ');

/** One line for each record: its own attributes, those beside it after their prefix. */
function listNames({ attributes, associations }: SearchableNames): string[] {
  const beside = Object.entries(associations).map(([name, inner]) => {
    const further = Object.keys(inner.associations).map((prefix) => `${prefix}_…`);
    return `After \`${name}_\`: ${quoteAll([...inner.attributes, ...further])}.`;
  });
  return [`Attributes: ${quoteAll(attributes)}.`, ...beside];
}

const predicates = [...new Set(spellings.q.map(({ spellings: [first = ''] }) => first))].sort();

/** How a list is searched, sorted and paged. Decision: S1, S13, S25, S29. */
function describeSearch(
  schema: GraphQLSchema,
  { operation, list }: Route,
  forms: Readonly<Record<FormName, Form>>,
): Parameter[] {
  if (!list) return [];
  const filter = schema.getType(typeName(operation, 'filter'));
  if (!isInputObjectType(filter)) throw new Error('A list lacks its filter.');
  const names = listNames(searchableNames(filter));
  const sorts = [...sortFields(schema, typeName(operation, 'sort'), new Set()).keys()];
  const { newer, older } = forms;
  const descriptions: Readonly<Record<Root, string>> = {
    q: [
      'Conditions `q[<attribute>_<predicate>]=<value>`.',
      ...names,
      `Predicates: ${quoteAll(predicates)}.`,
      `Order: \`q[s]=<key> asc\` or \`desc\`. Keys: ${quoteAll(sorts)}.`,
      'Unknown names are ignored and told in `X-Search-Ignored`, unless `strict` is sent.',
    ].join('\n\n'),
    search: 'As `q`; unknown names are refused, and the predicate `matches` is `cont`.',
  };
  const search = roots.map((root): Parameter => ({
    name: root,
    in: 'query',
    style: 'deepObject',
    explode: true,
    description: descriptions[root],
    schema: {
      type: 'object',
      additionalProperties: { type: ['string', 'array'] },
      // Without an example the page would fill in conditions that mean nothing.
      examples: [{}],
    },
  }));
  const perPage = { newer: newer.perPage[list], older: older.perPage[list] };
  return [
    { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
    {
      name: 'per_page',
      in: 'query',
      description: `When it is not sent: ${perPage.newer} in the newer form, ${perPage.older} in the older.`,
      schema: { type: 'integer', minimum: 1, maximum: 500 },
    },
    ...search,
    {
      name: 'strict',
      in: 'query',
      description: 'Whether unknown names are refused under `q` too.',
      schema: { type: 'boolean' },
    },
  ];
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name of this request. Sent again within 24 hours, it is not carried out again but answered as the first time.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the record as the caller knows it; nothing is written if it has changed.',
  schema: { type: 'string' },
};

/** The headers by which a write is made safe. Decision: L3, L9. */
const describeGuards = (route: Route): readonly Parameter[] => [
  ...(route.method === 'GET' ? [] : [idempotencyKey]),
  ...(changesRecord(route) ? [ifMatch] : []),
];

/** What a route takes beside its body. */
export function describeParameters(
  schema: GraphQLSchema,
  route: Route,
  asked: Asked,
  inputs: InputSchemas,
  forms: Readonly<Record<FormName, Form>>,
): readonly Parameter[] {
  const parts = Object.entries(asked.params).map(([name, variable]) =>
    describePart(name, variable, inputs),
  );
  const query = Object.entries(asked.query).map(([name, variable]): Parameter => ({
    name,
    in: 'query',
    ...(variable?.description && { description: variable.description }),
    schema: variable ? inputs.of(variable.type) : { type: 'string' },
  }));
  const event: Parameter = {
    name: 'e',
    in: 'query',
    description: 'The name of the event; it may stand in the body as well.',
    schema: { type: 'string' },
  };
  const token: Parameter = {
    name: 'order_token',
    in: 'query',
    description: 'The token of the order, in place of a key.',
    schema: { type: 'string' },
  };
  return [
    ...parts,
    ...(asked.takesEvent ? [event] : []),
    ...query,
    ...describeSearch(schema, route, forms),
    ...(takesOrderToken(route) ? [token] : []),
    ...describeGuards(route),
  ];
}
