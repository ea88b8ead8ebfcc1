import type { Named, Response, Schema } from './openapi.ts';

const text: Schema = { type: 'string' };

export const responseHeaders: Named<{ readonly description: string; readonly schema: Schema }> = {
  ETag: {
    description:
      'Changes with each write of the record, and with anything in the body but the variants in it.',
    schema: text,
  },
  Location: { description: 'The address of the new record.', schema: text },
  Link: { description: 'The first, previous, next and last page.', schema: text },
  'X-Total-Count': { description: 'How many records match.', schema: { type: 'integer' } },
  'X-Search-Ignored': { description: 'Parts of the search that were ignored.', schema: text },
  'Preference-Applied': {
    description: '`handling=strict` if the request prefers that.',
    schema: text,
  },
  'X-Request-Cost': {
    description: 'Estimated and actual cost of the request: `requested=97676, actual=1310`.',
    schema: text,
  },
  'X-Request-Id': {
    description: 'The id of the request in the log; the one that you sent, if it can be one.',
    schema: text,
  },
  RateLimit: {
    description: 'What is left, and after how many seconds all is: `"key";r=119999;t=60`.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit and its seconds: `"key";q=120000;w=60`.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'What is wrong with the key.', schema: text },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: 'The response is that of an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
};

/** The headers of every response; those of limits are absent where there are none. */
export const headersOfAll = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

export const describeHeaders = (names: readonly string[]): Pick<Response, 'headers'> =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      };
