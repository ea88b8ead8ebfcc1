import { STATUS_CODES } from 'node:http';
import type { FormName } from '../form-name.ts';
import type { Form } from '../forms/form.ts';
import type { Call, Route } from '../route.ts';
import type { FailureSchemas } from './failures.ts';
import { inferSchema } from './infer.ts';
import type { Named, OpenApiDocument, Response, Schema } from './openapi.ts';
import type { FormRecords } from './records.ts';
import type { Specimens } from './specimen.ts';

/** What responses are described with. */
export interface ResponseParts {
  readonly specimens: Specimens;
  readonly forms: Readonly<Record<FormName, Form>>;
  readonly records: Readonly<Record<FormName, FormRecords>>;
  readonly failures: FailureSchemas;
}

const text: Schema = { type: 'string' };

/** Decision: F14. */
export const responseHeaders: OpenApiDocument['components']['headers'] = {
  ETag: { description: 'Changes whenever anything in the body changes.', schema: text },
  Location: { description: 'The address of the record that was made.', schema: text },
  Link: { description: 'The first, previous, next and last page.', schema: text },
  'X-Total-Count': { description: 'How many records match.', schema: { type: 'integer' } },
  'X-Search-Ignored': { description: 'Parts of the search that mean nothing.', schema: text },
  'WWW-Authenticate': { description: 'What is wrong with the key.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: 'That the answer was given before to the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
};

const headersOfStatus: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const describeHeaders = (names: readonly string[]): Pick<Response, 'headers'> =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      };

/** Several schemas of which an answer has one. */
function anyOf(schemas: readonly Schema[]): Schema {
  const different = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [first = {}, ...others] = different.values();
  return others.length === 0 ? first : { anyOf: [first, ...others] };
}

const titles: Readonly<Record<FormName, string>> = { newer: 'Newer form', older: 'Older form' };

/** One schema where the forms agree, else one for each under the form's title. */
function describeForms(schemas: Readonly<Partial<Record<FormName, Schema>>>): Schema {
  const { newer, older } = schemas;
  if (JSON.stringify(newer) === JSON.stringify(older)) return newer ?? {};
  const titled = Object.entries(titles).flatMap(([form, title]) => {
    const schema = schemas[form as FormName];
    return schema ? [{ title, ...schema }] : [];
  });
  return { anyOf: titled };
}

const describeContent = (schema: Schema): Pick<Response, 'content'> => ({
  content: { 'application/json': { schema } },
});

/** What a form shows of all that the operation of a route could give. */
function showSpecimens({ specimens, forms }: ResponseParts, route: Route, form: FormName) {
  const call: Call = {
    params: {},
    query: {},
    event: null,
    attributes: {},
    search: {},
    form: forms[form],
  };
  return specimens.of(route.operation).map((data) => route.show(data, call));
}

function describeSuccess(parts: ResponseParts, route: Route): Named<Response> {
  const replay = route.method === 'GET' ? [] : ['Idempotency-Replayed'];
  if (route.status === 204) return { 204: { description: 'Deleted.', ...describeHeaders(replay) } };
  const shown = showSpecimens(parts, route, 'newer');
  const inForm = (form: FormName): Schema =>
    inferSchema(
      showSpecimens(parts, route, form).map(({ body }) => body),
      parts.records[form].nameRecord,
    );
  const headers = [
    ...(route.isRecord ? ['ETag'] : []),
    ...(shown.every(({ location }) => location !== undefined) ? ['Location'] : []),
    ...replay,
    ...(route.list ? ['Link', 'X-Total-Count', 'X-Search-Ignored'] : []),
  ];
  const success = {
    description: STATUS_CODES[route.status] ?? '',
    ...describeHeaders(headers),
    ...describeContent(describeForms({ newer: inForm('newer'), older: inForm('older') })),
  };
  const known = { description: 'What `If-None-Match` names.', ...describeHeaders(['ETag']) };
  return {
    [route.status]: success,
    ...(route.isRecord && route.method === 'GET' && { 304: known }),
  };
}

function describeFailures({ failures }: ResponseParts, route: Route): Named<Response> {
  const newer = failures.of(route, 'newer');
  const older = failures.of(route, 'older');
  const statuses = [...new Set([...Object.keys(newer), ...Object.keys(older)])];
  return Object.fromEntries(
    statuses.map((status) => {
      const inForms = {
        ...(newer[status] && { newer: anyOf(newer[status]) }),
        ...(older[status] && { older: anyOf(older[status]) }),
      };
      const response = {
        description: STATUS_CODES[status] ?? '',
        ...describeHeaders(headersOfStatus[status] ?? []),
        ...describeContent(describeForms(inForms)),
      };
      return [status, response];
    }),
  );
}

/**
 * Every answer of a route by status, in both forms: found out by showing what its operation could
 * give, and by its failures.
 * Decision: F14, F20, A28, A33.
 */
export const describeResponses = (parts: ResponseParts, route: Route): Named<Response> => ({
  ...describeSuccess(parts, route),
  ...describeFailures(parts, route),
});
