import type { FieldMessages } from '../words/naming.ts';

/** Which requests an error can be the answer to. */
export type FailsFor = 'body' | 'write' | 'change' | 'all' | 'none';

type Fixed = Readonly<Record<string, readonly [status: number, text: string, FailsFor]>>;

/**
 * What can be wrong with a request before any operation runs. If several share a status, the first one that a route has
 * names its response in the reference.
 */
const unreadable = {
  malformedBody: [400, 'The request body is not valid JSON.', 'body'],
  notAnObject: [400, 'The request body must be a JSON object.', 'body'],
  listBody: [400, 'The request body must be a JSON object, not an array.', 'body'],
  tooDeep: [400, 'The request body is nested more than 32 levels deep.', 'body'],
  tooManyValues: [400, 'The request body has more than 20,000 values.', 'body'],
  tooManyNames: [400, 'An object in the request body has more than 1,000 attributes.', 'body'],
  numberTooLong: [400, 'A number in the request body has more than 64 digits.', 'body'],
  malformedKey: [400, 'The Idempotency-Key must be 1 to 255 printable characters.', 'write'],
  // a path, query or form that cannot be decoded, or has too many parts
  malformedRequest: [400, 'The request is not valid.', 'all'],
  notAcceptable: [406, 'Only JSON is available.', 'all'],
  tooLarge: [413, 'The request body is too large.', 'body'],
  // also another charset than UTF-8
  mediaType: [415, 'Send the body as application/json.', 'body'],
  // GraphQL names the known ones; the reference has it as mediaType
  contentCoding: [415, 'Send the body as application/json.', 'none'],
} as const satisfies Fixed;

export type RequestFailureKind = keyof typeof unreadable;

/** The errors that are the same in both formats. Contract: Errors. */
const fixed = {
  ...unreadable,
  unauthorized: [401, 'You are not authorized to perform that action.', 'all'],
  // a write by a page of another origin, which the gateway refuses
  foreignOrigin: [403, 'Pages of other origins cannot change data here.', 'write'],
  notFound: [404, 'The resource you were looking for could not be found.', 'all'],
  // a method that a path does not support is no operation of it
  methodNotAllowed: [405, 'That method is not allowed here.', 'none'],
  conflict: [409, 'The record was changed by someone else. Fetch it again and retry.', 'write'],
  keyInUse: [409, 'A request with this Idempotency-Key is still running.', 'write'],
  preconditionFailed: [412, 'The record no longer matches If-Match.', 'change'],
  keyReused: [422, 'The Idempotency-Key was used for another request.', 'write'],
  answerTooLarge: [422, 'The response would be too large. Please request less at once.', 'all'],
  rateLimited: [429, 'Too many requests. Please try again later.', 'all'],
  unexpected: [500, 'Internal server error', 'all'],
  unavailable: [503, 'The service is temporarily unavailable. Please try again later.', 'all'],
} as const satisfies Fixed;

/** Every error of REST; a format turns it into status and body. */
export type FailureKind =
  keyof typeof fixed | 'listTooLong' | 'invalid' | 'refused' | 'badSearch' | 'ignoredSearch';

/** An error before it is formatted. `fields` are messages by REST name, empty if there are none. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly fields: FieldMessages;
  /** Its headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Status and body of an error. The body never contains internals. */
export type FailureRow = readonly [
  status: number,
  body: (failure: Failure) => Readonly<Record<string, unknown>>,
];

const fixedRows = Object.fromEntries(
  Object.entries(fixed).map(([kind, [status, error]]) => [kind, [status, () => ({ error })]]),
) as unknown as Readonly<Record<keyof typeof fixed, FailureRow>>;

/** What clients get with the reasons why a write is refused. */
export const invalidResource = 'Invalid resource. Please fix errors and try again.';

const invalidSearch = 'Invalid search. Please fix errors and try again.';

/** Writes messages by REST name. */
type Tell = (fields: FieldMessages) => unknown;

/** An error with its reasons, if it has any. */
const told = (error: string, fields: FieldMessages, tell: Tell) => ({
  error,
  ...(Object.keys(fields).length > 0 && { errors: tell(fields) }),
});

/**
 * The errors of a format. `invalid` is the status of invalid data; `tell` writes messages by field, `tellSearch` those
 * of a search, whose names are as the client sent them. Contract: Errors.
 */
export const failuresOf = (
  invalid: number,
  tell: Tell,
  tellSearch: Tell,
): Readonly<Record<FailureKind, FailureRow>> => ({
  ...fixedRows,
  listTooLong: [422, ({ message }) => ({ error: message })],
  invalid: [invalid, ({ fields }) => told(invalidResource, fields, tell)],
  refused: [422, ({ message, fields }) => told(message, fields, tell)],
  badSearch: [422, ({ fields }) => told(invalidSearch, fields, tellSearch)],
  ignoredSearch: [400, ({ fields }) => told(invalidSearch, fields, tellSearch)],
});

/** Which requests each error can be the answer to that is the same in both formats. */
export const failsFor = Object.fromEntries(
  Object.entries(fixed).map(([kind, [, , requests]]) => [kind, requests]),
) as Readonly<Record<keyof typeof fixed, FailsFor>>;

/** The text of an error that is the same in both formats. */
export const tellFailure = (kind: keyof typeof fixed): string => fixed[kind][1];
