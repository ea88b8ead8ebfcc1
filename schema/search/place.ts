import { type Messages, words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import type { ReadingDirection } from './order.ts';

/** The arguments of a list that say which part of it is requested. */
export interface PlaceRequest {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly page?: number | null | undefined;
  readonly perPage?: number | null | undefined;
}

export interface Place {
  /** The number of the page, from 1; null if it is requested by cursor. */
  readonly page: number | null;
  /** Maximum number of records. */
  readonly size: number;
  /** Rows skipped before them. */
  readonly offset: number;
  /** Read from the end of the list or not. */
  readonly reading: ReadingDirection;
  /** Cursors of the records around the rows, as sent. */
  readonly after: string | undefined;
  readonly before: string | undefined;
}

/** Records on a page if the request names no number. */
const usualSize = 25;
const largestSize = 500;
const largestPage = 2_147_483_647;

/** The bounds of the arguments that are numbers. */
const bounds = {
  page: largestPage,
  perPage: largestSize,
  first: largestSize,
  last: largestSize,
} as const;

/** What is wrong with a number that is not from 1 to the largest one. */
export const outOf = (most: number): string => `must be between 1 and ${String(most)}`;

type Argument = keyof PlaceRequest;

/** Arguments that exclude each other, and which of them is refused. */
const conflicts: readonly (readonly [refused: Argument, others: readonly Argument[]])[] = [
  ['last', ['first']],
  ['page', ['first', 'last', 'after', 'before']],
  ['perPage', ['first', 'last', 'after', 'before']],
];

const isSent = (request: PlaceRequest, name: Argument): boolean => request[name] != null;

function complaints(request: PlaceRequest): Messages {
  const messages: Record<string, readonly string[]> = {};
  for (const [name, most] of Object.entries(bounds)) {
    const number = request[name as keyof typeof bounds] ?? 1;
    if (number < 1 || number > most) messages[name] = [outOf(most)];
  }
  for (const [name, others] of conflicts) {
    const other = others.find((one) => isSent(request, one));
    if (isSent(request, name) && other) messages[name] ??= [words.sentWith(other)];
  }
  return messages;
}

/**
 * The requested part of a list: a numbered page, or `first` or `last` records between two cursors. `before`
 * alone means the last ones before it.
 * Throws Invalid naming each argument that is out of bounds or excludes another.
 */
export function readPlace(request: PlaceRequest): Place {
  const messages = complaints(request);
  if (Object.keys(messages).length > 0) throw new Invalid(messages);
  const { first, last, page, perPage } = request;
  const [after, before] = [request.after ?? undefined, request.before ?? undefined];
  if (first == null && last == null && after === undefined && before === undefined) {
    const [number, size] = [page ?? 1, perPage ?? usualSize];
    const offset = (number - 1) * size;
    return { page: number, size, offset, reading: 'forwards', after, before };
  }
  const isFromEnd = last != null || (first == null && after === undefined);
  const reading = isFromEnd ? 'backwards' : 'forwards';
  return { page: null, size: first ?? last ?? usualSize, offset: 0, reading, after, before };
}
