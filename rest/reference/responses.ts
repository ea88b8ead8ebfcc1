import { STATUS_CODES } from 'node:http';
import type { Form } from '../forms/form.ts';
import type { Call, Route } from '../route.ts';
import type { OperationAnswers } from './examples/answers.ts';
import type { CompleteExamples } from './examples/index.ts';
import type { Failures } from './failures.ts';
import { describeHeaders } from './headers.ts';
import { inferSchema } from './infer.ts';
import type { Example, Named, Ref, Response } from './openapi.ts';
import type { FormRecords } from './records.ts';
import type { Specimens } from './specimen.ts';

/** What describes the responses of one format. */
export interface ResponseParts {
  readonly specimens: Specimens;
  readonly form: Form;
  readonly records: FormRecords;
  readonly failures: Failures;
}

/** The presented form of everything that the operation of a route could return. */
function showSpecimens({ specimens, form }: ResponseParts, route: Route) {
  const call: Call = { params: {}, query: {}, event: null, attributes: {}, search: {}, form };
  return specimens.of(route.operation).map((data) => route.show(data, call));
}

function describeSuccess(
  parts: ResponseParts,
  route: Route,
  examples: Named<Example>,
): Named<Response> {
  const replay = route.method === 'GET' ? [] : ['Idempotency-Replayed'];
  if (route.status === 204) return { 204: { description: 'Deleted.', ...describeHeaders(replay) } };
  const shown = showSpecimens(parts, route);
  const headers = [
    ...(route.isRecord ? ['ETag'] : []),
    ...(shown.every(({ location }) => location !== undefined) ? ['Location'] : []),
    ...replay,
    'X-Request-Cost',
    ...(route.list ? ['Link', 'X-Total-Count', 'X-Search-Ignored', 'Preference-Applied'] : []),
    ...(route.isWhole ? ['X-Total-Count'] : []),
  ];
  const bodies = shown.map(({ body }) => body);
  const success = {
    description: STATUS_CODES[route.status] ?? '',
    ...describeHeaders(headers),
    content: {
      'application/json': {
        schema: inferSchema(bodies, parts.records.nameRecord),
        examples,
      },
    },
  };
  const known = {
    description: 'Not changed since the `ETag` in `If-None-Match`.',
    ...describeHeaders(['ETag']),
  };
  return {
    [route.status]: success,
    ...(route.isRecord && route.method === 'GET' && { 304: known }),
  };
}

/**
 * All responses of a route by status: found by presenting what its operation could return, and from its errors,
 * with the sample store's answers to the examples.
 * Decision: F14, F20, A28, A33, O23.
 */
export function describeResponses(
  parts: ResponseParts,
  route: Route,
  examples: CompleteExamples,
  answers: OperationAnswers | undefined,
): Named<Response | Ref> {
  const shown = (outcome: 'accepted' | 'refused'): Named<Example> =>
    answers?.[outcome].body === undefined
      ? {}
      : { [outcome]: { summary: examples[outcome].says, value: answers[outcome].body } };
  const refused = answers && { status: answers.refused.status, examples: shown('refused') };
  return {
    ...describeSuccess(parts, route, shown('accepted')),
    ...parts.failures.of(route, refused),
  };
}
