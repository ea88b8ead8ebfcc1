import { STATUS_CODES } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { recordsOf } from '../conditions.ts';
import type { FormName } from '../request/form-name.ts';
import type { Form } from '../forms/form.ts';
import { opensByToken } from '../request/path-match.ts';
import type { Route } from '../route.ts';
import { capitalize } from '../words/naming.ts';
import { type Asked, readAsked } from './asked.ts';
import { describeBody } from './bodies.ts';
import { type ExampleAnswers, readAnswers } from './examples/answers.ts';
import { examplesOf } from './examples/index.ts';
import { describeFailures } from './failures.ts';
import { responseHeaders } from './headers.ts';
import { InputSchemas } from './inputs.ts';
import type { Named, Operation, Parameter, Response, Schema } from './openapi.ts';
import { operationIdOf } from './operation-id.ts';
import { describeParameters, sharedParameters } from './parameters.ts';
import { describeRecords } from './records.ts';
import { describeResponses, type ResponseParts } from './responses.ts';
import { inRestWords } from './rest-words.ts';
import { describeConditions, describeSearch } from './search-parameters.ts';

const formats = {
  newer: {
    title: 'Online Store, newer format',
    introduction: `The newer format: the API key goes into the header \`X-ServiceAPIKey\`. Single records are bare,
lists are pages, amounts are decimal text, times are UTC. Paths may also end in \`.json\`.`,
    credential: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-ServiceAPIKey',
        description: 'An API key.',
      },
    },
  },
  older: {
    title: 'Online Store, older format',
    introduction: `The older format: the API key is the user name of HTTP Basic, with any password. Records are wrapped
in their name, lists are arrays, amounts are numbers, times have the offset of the store's time zone, and a
completed order has the state \`new\`. Paths may also be sent without \`.json\`; with an \`order_token\` alone it
is \`.json\` that selects this format.`,
    credential: {
      basic: {
        type: 'http',
        scheme: 'basic',
        description: 'An API key as the user name, with any password.',
      },
    },
  },
} satisfies Readonly<Record<FormName, object>>;

const introduction = `\`HEAD\` is answered wherever \`GET\` is, and \`PATCH\` is the same as \`PUT\`. Attributes that are unknown,
or that the caller may not write, are ignored. Numbers, and true or false, may be sent as text. Records inside
a record may also be sent under their name with \`_attributes\` behind it.`;

const orderTokens = {
  orderToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-ServiceOrderToken',
    description: 'The token of one order, in place of a key.',
  },
  orderTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'order_token',
    description: 'The same, for clients that cannot send headers.',
  },
};

/** `/api/orders/:order` as `/api/orders/{order}`, or as `/api/orders/{order}.json`. */
export const templateOf = (
  { path }: Pick<Route, 'path'>,
  { suffix }: Pick<Form, 'suffix'>,
): string => path.replace(/:(\w+)/g, '{$1}') + suffix;

/** The schema's description of the field, short as plain text and complete; the route's own event comes first. */
function describePurpose(
  route: Route,
  { field, event }: Asked,
): Pick<Operation, 'summary' | 'description'> {
  const description = inRestWords(route.says ?? field.description ?? '');
  const [first = ''] = description.split(/(?<=[.;]) /);
  const summary =
    event === undefined
      ? first.replace(/[.;]$/, '').replaceAll('`', '')
      : `Fires the event ${event}`;
  return { summary, description };
}

/** The responses of HEAD: those of GET without bodies; `shared` are those that operations refer to. */
const withoutBodies = (
  responses: Operation['responses'],
  shared: Named<Response>,
): Operation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const { headers } =
        '$ref' in response ? (shared[response.$ref.split('/').at(-1) ?? ''] ?? {}) : response;
      return [status, { description: STATUS_CODES[status] ?? '', ...(headers && { headers }) }];
    }),
  );

/** An operation is shown once: its aliases have no examples. */
const withoutExamples = (operation: Operation): Operation =>
  JSON.parse(
    JSON.stringify(operation, (key, value: unknown) => (key === 'examples' ? undefined : value)),
  ) as Operation;

/**
 * The method that a request may use in place of the route's: HEAD for GET, PATCH for PUT. It is in the documents for
 * proxies that validate by them; the page leaves it out.
 */
function describeAlias(
  { method }: Route,
  operation: Operation,
  shared: Named<Response>,
): Named<Operation> {
  const { operationId, summary, description, responses } = operation;
  const alias = { GET: 'head', PUT: 'patch', POST: undefined, DELETE: undefined }[method];
  if (!alias) return {};
  const same = `Same as \`${method}\``;
  return {
    [alias]: {
      ...withoutExamples(operation),
      operationId: alias + capitalize(operationId),
      summary: `${summary} (${alias.toUpperCase()})`,
      description: alias === 'head' ? `${same}, without the body.` : `${same}. ${description}`,
      ...(alias === 'head' && { responses: withoutBodies(responses, shared) }),
    },
  };
}

/** What the operations of one format are described by, and collect in. */
interface Sources extends ResponseParts {
  readonly schema: GraphQLSchema;
  readonly routes: readonly Route[];
  /** By a route that writes, the one that reads the record. */
  readonly records: ReadonlyMap<Route, Route>;
  readonly answers: ExampleAnswers;
  readonly inputs: InputSchemas;
  readonly conditions: Record<string, Schema>;
}

function describeOperation(sources: Sources, route: Route): Operation {
  const { schema, form, inputs } = sources;
  const asked = readAsked(schema, route, form);
  const read = sources.records.get(route);
  const guard = read && readAsked(schema, read, form);
  const operationId = operationIdOf(route, sources.routes);
  const examples = examplesOf(route, operationId);
  const requestBody = describeBody(route, asked, inputs, examples.accepted);
  const [conditions = '', searched] = describeConditions(schema, route) ?? [];
  if (searched) sources.conditions[conditions] = searched;
  const search = describeSearch(route, conditions, examples, form);
  const credentials = [
    ...Object.keys(formats[form.name].credential),
    ...(opensByToken(asked.params) ? Object.keys(orderTokens) : []),
  ];
  return {
    operationId,
    tags: [asked.record],
    ...describePurpose(route, asked),
    parameters: describeParameters(route, asked, inputs, examples.accepted, search, guard),
    ...(requestBody && { requestBody }),
    responses: describeResponses(sources, route, examples, sources.answers[operationId]),
    security: credentials.map((name) => ({ [name]: [] })),
  };
}

/**
 * The OpenAPI document of one format, generated from the route table: parameters and bodies from the types of the
 * operations, responses from what presenters show, examples from the requests that tests send to the sample store.
 * `version` is the program's, and `publicUrl` may have a path. Throws if a route does not fit the schema.
 */
export function createReference(
  routes: readonly Route[],
  schema: GraphQLSchema,
  form: Form,
  version: string,
  publicUrl: string | null = null,
) {
  const { schemas, nameRecord } = describeRecords(schema, form);
  const failures = describeFailures(form);
  const inputs = new InputSchemas();
  const answers = readAnswers(form.name);
  const conditions: Record<string, Schema> = {};
  const records = recordsOf(routes);
  const sources = {
    ...{ schema, routes, records, form, nameRecord, failures, inputs, answers, conditions },
  };
  const paths: Record<string, Record<string, Operation>> = {};
  const tags = new Set<string>();
  for (const route of routes) {
    const operation = describeOperation(sources, route);
    for (const tag of operation.tags) tags.add(tag);
    Object.assign((paths[templateOf(route, form)] ??= {}), {
      [route.method.toLowerCase()]: operation,
      ...describeAlias(route, operation, failures.responses),
    });
  }
  const { title, introduction: own, credential } = formats[form.name];
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: `${own}\n\n${introduction}`,
      license: { name: 'All rights reserved' },
    },
    // Without the host: the page may only send to the one that it was loaded from.
    servers: [
      { url: publicUrl === null ? '/' : new URL(publicUrl).pathname, description: 'This store.' },
    ],
    tags: [...tags].map((name) => ({
      name,
      description: schema.getType(name)?.description ?? '',
    })),
    paths,
    components: {
      schemas: { ...schemas, ...inputs.schemas, ...conditions, ...failures.schemas },
      parameters: sharedParameters as Named<Parameter>,
      responses: failures.responses,
      headers: responseHeaders,
      securitySchemes: { ...credential, ...orderTokens },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof createReference>;
