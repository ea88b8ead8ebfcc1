import type { Ground } from '../hostile/ground.ts';
import type { Input, SizedRequest } from './input.ts';
import { body, read, readWithoutKey, repeated } from './input.ts';

/** Request line and headers are limited to 16 KiB together. */
const most = 14_000;

type Headers = Readonly<Record<string, string>>;

/** Requests whose reader of a header is reached. */
const aList = (ground: Ground, headers: Headers): SizedRequest =>
  read(ground, '/api/countries?per_page=1', headers);
const anOrder = (ground: Ground, headers: Headers): SizedRequest =>
  read(ground, `/api/orders/${ground.order}`, headers);
const aWrite = (ground: Ground, headers: Headers): SizedRequest => body(ground, '{}', headers);
const withoutKey = ({ order }: Ground, headers: Headers): SizedRequest =>
  readWithoutKey(`/api/orders/${order}`, headers);
const writeWithoutKey = ({ order }: Ground, headers: Headers): SizedRequest => ({
  method: 'PUT',
  path: `/api/orders/${order}`,
  headers: { ...headers, 'content-type': 'application/json' },
  body: () => '{}',
});
const aPageOfOurs = (_ground: Ground, headers: Headers): SizedRequest =>
  readWithoutKey('/session', { 'x-session': 'page', host: 'a', ...headers });
const aLargeAnswer = (_ground: Ground, headers: Headers): SizedRequest =>
  readWithoutKey('/api/openapi.json', headers);

/** A header of a repeated piece between two texts, and what has to be asked for so that it is read. */
function header(
  name: string,
  piece: string,
  to: (ground: Ground, headers: Headers) => SizedRequest,
  reads: number,
  [start, end]: readonly [start: string, end: string] = ['', ''],
): Input {
  return {
    name: `header: ${name} of ${piece.trim() || 'blanks'}`,
    most,
    reads,
    of: (size, ground) => to(ground, { [name]: `${start}${repeated(piece, size)}${end}` }),
  };
}

/** Contents of the headers. */
export const headerInputs: readonly Input[] = [
  {
    name: 'header: accept of commas in a quote, at /',
    most,
    reads: 200,
    of: (size, ground) => read(ground, '/', { accept: `"${repeated(',', size)}` }),
  },
  header('accept', 'text/a;q=0.1,', aList, 406),
  header('accept', ';', aList, 200),
  header('accept-encoding', 'gzip;q=0.1, ', aLargeAnswer, 200),
  header('accept-encoding', 'a, ', aLargeAnswer, 200),
  header('authorization', 'QQ', withoutKey, 401, ['Basic ', '']),
  header('authorization', ' ', withoutKey, 401, ['Basic', 'x']),
  header('authorization', 'Q ', withoutKey, 401, ['Basic ', '']),
  header('cookie', 'a=b; ', aPageOfOurs, 200),
  header('cookie', '=', aPageOfOurs, 200),
  header('cookie', 'a', aPageOfOurs, 200, ['online-store-session-80=', '']),
  header('if-none-match', '"a", ', anOrder, 200),
  header('if-none-match', '"', anOrder, 200),
  header('if-match', '"a", ', aWrite, 412),
  header('if-match', '"', aWrite, 412),
  header('content-type', ';a=b', aWrite, 200, ['application/json', '']),
  header('content-type', '; charset ', aWrite, 200, ['application/json', '']),
  header('content-type', ' ', aWrite, 200, ['application/json;', 'x']),
  header('origin', 'a.', writeWithoutKey, 403, ['https://', '']),
  header('x-forwarded-for', '1.1.1.1, ', aList, 200),
  header('x-forwarded-for', '1.', aList, 200, ['', ':x']),
  header('x-request-id', 'a', aList, 200),
  header('idempotency-key', 'a', aWrite, 400),
  header('prefer', 'a=b, ', aList, 200),
  header('prefer', ';', aList, 200),
  header('host', 'a', aList, 400),
  header('host', 'a.', aList, 400),
  header('host', 'a-', aList, 400),
  header('x-serviceapikey', 'a', aList, 401),
  header('x-serviceordertoken', 'a', withoutKey, 401),
  {
    name: 'parameter: order_token of a',
    most,
    reads: 401,
    of: (size, { order }) =>
      readWithoutKey(`/api/orders/${order}?order_token=${repeated('a', size)}`, {}),
  },
  {
    name: 'headers: as many as fit, each of another name',
    most,
    reads: 200,
    of: (size, ground) => {
      const names = Array.from({ length: Math.floor(size / 11) }, (_, at) => `a${10_000 + at}`);
      return aList(ground, Object.fromEntries(names.map((name) => [name, '1'])));
    },
  },
];
