import { getNamedType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { FormName } from '../form-name.ts';
import type { Form } from '../forms/form.ts';
import type { Route } from '../route.ts';
import { readAsked } from './asked.ts';
import type { Asked } from './asked.ts';
import { describeBody } from './bodies.ts';
import { FailureSchemas } from './failures.ts';
import { InputSchemas } from './inputs.ts';
import type { Named, OpenApiDocument, Operation } from './openapi.ts';
import { describeParameters, takesOrderToken } from './parameters.ts';
import { describeRecords } from './records.ts';
import { describeResponses, responseHeaders } from './responses.ts';
import type { ResponseParts } from './responses.ts';
import { Specimens } from './specimen.ts';

const introduction = `Every operation answers in two forms, and the credential chooses: the header
\`X-ServiceAPIKey\` the newer form, HTTP Basic with the key as the user name the older. The forms differ
in what stands around a record, in some of its keys, in how amounts and times are written (decimal
texts and UTC; numbers and the clock of the store) and in what failures tell. An older order whose
state is \`complete\` is called \`new\`.

Every path may end in \`.json\`. \`HEAD\` is answered wherever \`GET\` is, and \`PATCH\` is \`PUT\`. Attributes
that are unknown, or that the caller may not write, are ignored. Numbers and words for yes and no may
be sent as text; records inside a record may also stand under their name with \`_attributes\` behind it.`;

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-ServiceAPIKey',
    description: 'An API key; the newer form answers.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the user name, any password; the older form answers.',
  },
  orderToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-ServiceOrderToken',
    description: 'The token of one order, in place of a key.',
  },
} as const;

type SchemeName = keyof typeof securitySchemes;

/** `/api/orders/:order` as `/api/orders/{order}`. */
const templateOf = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}');

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `GET /api/orders/:order/line_items` as `getApiOrdersOrderLineItems`. */
const operationIdOf = ({ method, path }: Route): string =>
  method.toLowerCase() + path.split(/\W|_/).map(capitalize).join('');

/** The record that the operation of a route is about. */
const tagOf = ({ field }: Asked): string => getNamedType(field.type).name.replace(/Page$/, '');

/** What the schema says of the field, after the event that a route of its own fires. */
function describePurpose(
  route: Route,
  { field, event }: Asked,
): Pick<Operation, 'summary' | 'description'> {
  const says = route.says ?? field.description ?? '';
  return event === undefined
    ? { summary: says }
    : { summary: `Fires \`${event}\`.`, description: says };
}

function securityOf(route: Route): Operation['security'] {
  const schemes: readonly SchemeName[] = [
    ...(['apiKey', 'basic'] as const),
    ...(takesOrderToken(route) ? (['orderToken'] as const) : []),
  ];
  return schemes.map((name) => ({ [name]: [] }));
}

/** Describes operations and collects the schemas they refer to. */
class Describer {
  private readonly schema: GraphQLSchema;
  private readonly parts: ResponseParts;
  private readonly inputs = new InputSchemas();
  private readonly tags = new Set<string>();

  constructor(schema: GraphQLSchema, parts: ResponseParts) {
    this.schema = schema;
    this.parts = parts;
  }

  private operation(route: Route): Operation {
    const { schema } = this;
    const { forms } = this.parts;
    const asked = readAsked(schema, route, forms.newer);
    const requestBody = describeBody(route, asked, this.inputs);
    const tag = tagOf(asked);
    this.tags.add(tag);
    return {
      operationId: operationIdOf(route),
      tags: [tag],
      ...describePurpose(route, asked),
      parameters: describeParameters(schema, route, asked, this.inputs, forms),
      ...(requestBody && { requestBody }),
      responses: describeResponses(this.parts, route),
      security: securityOf(route),
    };
  }

  document(routes: readonly Route[]): OpenApiDocument {
    const { records, failures } = this.parts;
    const paths: Record<string, Record<string, Operation>> = {};
    for (const route of routes) {
      (paths[templateOf(route)] ??= {})[route.method.toLowerCase()] = this.operation(route);
    }
    const tags = [...this.tags].map((name) => ({
      name,
      description: this.schema.getType(name)?.description ?? '',
    }));
    return {
      openapi: '3.1.0',
      info: { title: 'Online Store', version: '1', description: introduction },
      servers: [{ url: '/' }],
      tags,
      paths: paths satisfies Named<Named<Operation>>,
      components: {
        schemas: {
          ...records.newer.schemas,
          ...records.older.schemas,
          ...this.inputs.schemas,
          ...failures.schemas,
        },
        headers: responseHeaders,
        securitySchemes,
      },
    };
  }
}

/**
 * The OpenAPI document of the endpoints, made from the route table: what routes take from the
 * types of their operations, what they answer by showing what these could give, in both forms.
 * Throws when a route does not fit the schema.
 */
export function createReference(
  routes: readonly Route[],
  schema: GraphQLSchema,
  forms: Readonly<Record<FormName, Form>>,
): OpenApiDocument {
  const specimens = new Specimens(schema);
  const describer = new Describer(schema, {
    specimens,
    forms,
    records: {
      newer: describeRecords(schema, specimens, forms.newer),
      older: describeRecords(schema, specimens, forms.older),
    },
    failures: new FailureSchemas(forms),
  });
  return describer.document(routes);
}
