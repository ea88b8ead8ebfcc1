import type { Ground } from '../hostile/ground.ts';

/** A request of a certain size, whose CPU time in the service is measured. */
export interface SizedRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its body the so manieth time that it is sent. */
  readonly body?: (time: number) => string;
}

/** A kind of input: what grows, how far it may grow before the transport refuses it, and the request. */
export interface Input {
  readonly name: string;
  /** Characters of the largest input; half and a quarter of it are tried as well. */
  readonly most: number;
  /** The status of the answer to the smallest, which shows that its reader was reached. */
  readonly reads: number;
  readonly of: (size: number, ground: Ground) => SizedRequest;
}

/** What `name` ends in where the largest input is just under the bound beyond which it is refused unread. */
export const asRead = ', as many as are read';

/** The smallest size that is tried. */
export const smallestOf = ({ most }: Input): number => most / 4;

const keyOf = ({ newer }: Ground): Record<string, string> => ({
  'x-serviceapikey': newer.split(': ')[1] ?? '',
});

/** At most so many characters of a repeated piece, which is never cut: half a piece would be another kind of input. */
export const repeated = (piece: string, size: number): string =>
  piece.repeat(Math.floor(size / piece.length));

/** A body sent to an order. */
export const body = (
  ground: Ground,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): SizedRequest => ({
  method: 'PUT',
  path: `/api/orders/${ground.order}`,
  headers: { ...keyOf(ground), 'content-type': 'application/json', ...headers },
  body: () => text,
});

/** A document sent to `/graphql`, a different one each time: the store keeps those that it has read. */
export const document = (ground: Ground, query: string, variables = '{}'): SizedRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: { ...keyOf(ground), 'content-type': 'application/json' },
  body: (time) =>
    `{"query":${JSON.stringify(`${query}#${String(time)}`)},"variables":${variables}}`,
});

/** A read of a path, with headers. */
export const read = (
  ground: Ground,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): SizedRequest => ({ method: 'GET', path, headers: { ...keyOf(ground), ...headers } });

/** A read of a path by somebody without a key. */
export const readWithoutKey = (
  path: string,
  headers: Readonly<Record<string, string>>,
): SizedRequest => ({ method: 'GET', path, headers });
