import { changesRecord } from '../conditions.ts';
import { opensByToken } from '../request/path-match.ts';
import type { Route } from '../route.ts';
import type { Asked, Variable } from './asked.ts';
import type { CompleteRequest } from './examples/index.ts';
import type { InputSchemas } from './inputs.ts';
import {
  inHeader,
  inQuery,
  type Operation,
  type Parameter,
  type Ref,
  type Schema,
} from './openapi.ts';
import { inRestWords } from './rest-words.ts';

/** What the path parameters name, by their name or with the literal before it. */
const partDescriptions: Readonly<Record<string, string>> = {
  order: 'Number or id of the order.',
  shipment: 'Number or id of the shipment.',
  inventory_unit: 'Id of the inventory unit.',
  product: 'Permalink or id of the product.',
  country: 'ISO code of two or three letters, or id of the country.',
  id: 'Id of the record.',
  'states id':
    'Id of the state; below a country, or with `country_id`, also its code, such as `ME`.',
};

/** What REST says of parameters of the query itself, because GraphQL refuses what it ignores. */
const queryDescriptions: Readonly<Record<string, string>> = {
  show_deleted:
    'Whether to include deleted records. Ignored unless you have the permission `show_hidden` of the resource, such as `variants.show_hidden`.',
};

const text: Schema = { type: 'string' };

export const sharedParameters = {
  orderToken: inQuery(
    'order_token',
    text,
    'The token of the order, in place of a key. Also as header `X-ServiceOrderToken`.',
  ),
  idempotencyKey: inHeader(
    'Idempotency-Key',
    { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    'A name you choose for this request, such as `order-4711`. Retrying the same request with the same key within 24 hours returns the original response without running it again.',
  ),
  ifMatch: inHeader(
    'If-Match',
    text,
    'The `ETag` of the record as you know it. If the record has changed since, nothing is written: 412. `*` only asks that the record exists.',
  ),
  ifMatchOfOrder: inHeader(
    'If-Match',
    text,
    'The `ETag` of the order, which the path names, as you know it. If the order has changed since, nothing is written: 412. `*` only asks that it exists.',
  ),
  ifNoneMatch: inHeader(
    'If-None-Match',
    text,
    'The `ETag` of the record as you know it. If the record has not changed since: 304 without a body. (`If-Modified-Since` is ignored.)',
  ),
};

const shared = (name: keyof typeof sharedParameters): Ref => ({
  $ref: `#/components/parameters/${name}`,
});

/** Headers for safe retries and conditional requests; `guard` is the record whose tag is compared. */
const describeGuards = (route: Route, asked: Asked, guard: Asked | undefined): readonly Ref[] => [
  ...(route.method === 'GET' ? [] : [shared('idempotencyKey')]),
  ...(changesRecord(route)
    ? [shared(guard && guard.record !== asked.record ? 'ifMatchOfOrder' : 'ifMatch')]
    : []),
  ...(route.method === 'GET' && route.isRecord ? [shared('ifNoneMatch')] : []),
];

/**
 * The attributes of a variant, which may also be sent as `variant[sku]=A1`. The page fills in the first example.
 * Contract: Endpoints / Variants.
 */
function describeAttributes(
  { writes }: Route,
  { input }: Asked,
  inputs: InputSchemas,
): Parameter[] {
  if (!input || writes?.resource !== 'variant') return [];
  const says = 'The attributes, in place of a body or beside it.';
  const sent = inQuery('variant', inputs.of(input.type), says);
  const examples = { none: { summary: 'All in the body', value: {} } };
  return [{ ...sent, style: 'deepObject', explode: true, examples }];
}

const literalBefore = (name: string, { path }: Route): string =>
  path.split(`/:${name}`)[0]?.split('/').at(-1) ?? '';

const describePart = (
  name: string,
  route: Route,
  variable: Variable | undefined,
  { path }: CompleteRequest,
): Parameter => ({
  name,
  in: 'path',
  required: true,
  description:
    partDescriptions[`${literalBefore(name, route)} ${name}`] ??
    partDescriptions[name] ??
    inRestWords(variable?.description ?? name),
  // An id, or a name in its place; Swagger UI validates input against one type only.
  schema: text,
  example: String(path[name]),
});

/** What a route takes beside its body and, for lists, its search. */
export function describeParameters(
  route: Route,
  asked: Asked,
  inputs: InputSchemas,
  example: CompleteRequest,
  search: readonly Parameter[],
  guard: Asked | undefined,
): Operation['parameters'] {
  const parts = Object.entries(asked.params).map(([name, variable]) =>
    describePart(name, route, variable, example),
  );
  const query = Object.entries(asked.query).map(([name, variable]) =>
    inQuery(
      name,
      variable ? inputs.of(variable.type) : text,
      queryDescriptions[name] ?? inRestWords(variable?.description ?? ''),
    ),
  );
  const { named } = asked;
  const event = 'The name of the event, if it is not in the body.';
  return [
    ...parts,
    ...(named ? [inQuery('e', inputs.of(named.type), event)] : []),
    ...query,
    ...describeAttributes(route, asked, inputs),
    ...search,
    ...(opensByToken(asked.params) ? [shared('orderToken')] : []),
    ...describeGuards(route, asked, guard),
  ];
}
