import type { Named, Response, Schema } from './openapi.ts';

const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };

const told = (description: string, schema = text) => ({ description, schema });

export const responseHeaders: Named<ReturnType<typeof told>> = {
  ETag: told(
    'Changes with each write of the record, and with anything in the body but the variants in it.',
  ),
  Location: told('The address of the new record.'),
  Link: told('The first, previous, next and last page.'),
  'X-Total-Count': told('How many records match.', integer),
  'X-Search-Ignored': told('Parts of the search that were ignored.'),
  'Preference-Applied': told('`handling=strict` if the request prefers that.'),
  'X-Request-Cost': told(
    'Estimated and actual cost of the request: `requested=97676, actual=1310`.',
  ),
  'X-Request-Id': told(
    'The id of the request in the log; the one that you sent, if it can be one.',
  ),
  RateLimit: told('What is left, and after how many seconds all is: `"key";r=119999;t=60`.'),
  'RateLimit-Policy': told('The limit and its seconds: `"key";q=120000;w=60`.'),
  'WWW-Authenticate': told('What is wrong with the key.'),
  'Retry-After': told('Seconds to wait.', integer),
  'Idempotency-Replayed': told(
    'The response is that of an earlier request with this `Idempotency-Key`.',
    { type: 'string', const: 'true' },
  ),
};

/** The headers of every response; those of limits are absent where there are none. */
export const headersOfAll = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

export const describeHeaders = (names: readonly string[]): Pick<Response, 'headers'> => ({
  headers: Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});
