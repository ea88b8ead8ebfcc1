import { STATUS_CODES } from 'node:http';
import type { Form } from '../forms/form.ts';
import { isList, type Route } from '../route.ts';
import type { OperationAnswers } from './examples/answers.ts';
import type { CompleteExamples } from './examples/index.ts';
import type { Failures } from './failures.ts';
import { describeHeaders, headersOfAll } from './headers.ts';
import { inferSchema, type NameRecord } from './infer.ts';
import type { Example, Named, Ref, Response } from './openapi.ts';

export interface ResponseParts {
  readonly form: Form;
  readonly nameRecord: NameRecord;
  readonly failures: Failures;
}

function describeSuccess(
  { form, nameRecord }: ResponseParts,
  route: Route,
  examples: Named<Example>,
): Named<Response> {
  const common = [...(route.method === 'GET' ? [] : ['Idempotency-Replayed']), ...headersOfAll];
  if (route.status === 204) return { 204: { description: 'Deleted.', ...describeHeaders(common) } };
  const headers = [
    ...(route.isRecord ? ['ETag'] : []),
    ...(route.hasLocation ? ['Location'] : []),
    ...common,
    'X-Request-Cost',
    ...(route.list ? ['Link'] : []),
    ...(isList(route) ? ['X-Total-Count', 'X-Search-Ignored', 'Preference-Applied'] : []),
  ];
  const success = {
    description: STATUS_CODES[route.status] ?? '',
    ...describeHeaders(headers),
    content: {
      'application/json': {
        schema: inferSchema(route.outlines(form), nameRecord),
        examples,
      },
    },
  };
  const known = {
    description: 'Not changed since the `ETag` in `If-None-Match`.',
    ...describeHeaders(['ETag', ...headersOfAll]),
  };
  return {
    [route.status]: success,
    ...(route.isRecord && route.method === 'GET' && { 304: known }),
  };
}

/** All responses of a route by status: what its sign shows, its errors, and the sample store's answers to examples. */
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
