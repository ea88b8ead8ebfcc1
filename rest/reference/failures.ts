import { STATUS_CODES } from 'node:http';
import { changesRecord } from '../conditions.ts';
import { createFailure, type Failure, type FailureKind, listTooLong } from '../failures.ts';
import { failsFor, type FailsFor } from '../forms/fixed-failures.ts';
import type { Form } from '../forms/form.ts';
import { isList, type Route } from '../route.ts';
import { capitalize } from '../words/naming.ts';
import { describeHeaders, headersOfAll } from './headers.ts';
import {
  type Example,
  type Named,
  type Ref,
  type Response,
  type Schema,
  schemaRef,
} from './openapi.ts';

type Test = (route: Route, form: Form) => boolean;

type Row = readonly [FailureKind, Test];

const isWrite: Test = ({ method }) => method !== 'GET';
const writesData: Test = ({ writes }) => writes !== undefined;

const tests: Readonly<Record<Exclude<FailsFor, 'none'>, Test>> = {
  body: ({ method }) => method === 'POST' || method === 'PUT',
  write: isWrite,
  change: changesRecord,
  all: () => true,
};

/** Which errors each route can return. If several share a status, the first one that a route has names the response. */
const rows: readonly Row[] = [
  ['invalid', writesData],
  ['refused', isWrite],
  ['badSearch', isList],
  ...Object.entries(failsFor).flatMap(([kind, requests]): Row[] =>
    requests === 'none' ? [] : [[kind as FailureKind, tests[requests]]],
  ),
  ['ignoredSearch', isList],
  ['listTooLong', ({ list }, { listsWhole }) => list !== undefined && listsWhole],
];

/** Errors that describe what was wrong with the request, each with an example. */
const telling: Readonly<Partial<Record<FailureKind, Partial<Failure>>>> = {
  invalid: { fields: { quantity: ['must be an integer'] } },
  refused: {
    message: 'Valid event name but not allowed for this object, valid names are next,complete',
    fields: { state: ['cannot transition via "cancel"'] },
  },
  badSearch: { fields: { 'search[shoe_size]': ['is not searchable'] } },
  ignoredSearch: { fields: { 'q[shoe_size]': ['is not searchable'] } },
  listTooLong: listTooLong(10_000),
};

const headersOfStatus: Readonly<Record<string, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const texts: Schema = { type: 'array', items: { type: 'string' } };

/** The errors of one format: their schemas, and which of them a route can return. */
export function describeFailures(form: Form) {
  const responses: Record<string, Response> = {};

  function show(kind: FailureKind, told?: Partial<Failure>): Readonly<Record<string, unknown>> {
    const [, body] = form.failures[kind];
    return body(createFailure(kind, told));
  }

  function describe(
    status: string,
    of: readonly FailureKind[],
    own: Named<Example> = {},
  ): Response {
    const examples = Object.fromEntries(
      of.map((kind) => [kind, { value: show(kind, telling[kind]) }]),
    );
    return {
      description: STATUS_CODES[status] ?? '',
      ...describeHeaders([...(headersOfStatus[status] ?? []), ...headersOfAll]),
      content: {
        'application/json': { schema: schemaRef('Failure'), examples: { ...own, ...examples } },
      },
    };
  }

  /** The errors of a route, by status; with its own examples, if any. */
  function of(
    route: Route,
    own: { readonly status: number; readonly examples: Named<Example> } | undefined,
  ) {
    const byStatus: Record<string, FailureKind[]> = {};
    for (const [kind, canFail] of rows) {
      if (!canFail(route, form)) continue;
      const [usual] = form.failures[kind];
      const status = kind === 'invalid' ? (route.invalid ?? usual) : usual;
      (byStatus[String(status)] ??= []).push(kind);
    }
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, of]): [string, Response | Ref] =>
        status === String(own?.status)
          ? [status, describe(status, of, own?.examples)]
          : [status, share(status, of)],
      ),
    );
  }

  /** Defines a response where all routes that have it can refer to it. */
  function share(status: string, of: readonly FailureKind[]): Ref {
    const response = describe(status, of);
    const [first = ''] = of;
    const taken = responses[capitalize(first)];
    const isTaken = taken && JSON.stringify(taken) !== JSON.stringify(response);
    const name = capitalize(first) + (isTaken ? status : '');
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  const { errors } = show('invalid', telling.invalid);
  const details = Array.isArray(errors) ? texts : { type: 'object', additionalProperties: texts };
  const schemas: Named<Schema> = {
    Failure: {
      type: 'object',
      // an error without details can have the status of one with them
      required: ['error'],
      properties: { error: { type: 'string' }, errors: details },
    },
  };
  return { schemas, responses, of };
}

export type Failures = ReturnType<typeof describeFailures>;
