import type { FieldMessages } from '../words/naming.ts';

type Fixed = Readonly<Record<string, readonly [status: number, text: string]>>;

/** Status and text of what can be wrong with a request before any operation runs. Decision: A24, A28. */
const unreadable = {
  malformedBody: [400, 'The request body is not valid JSON.'],
  notAnObject: [400, 'The request body must be a JSON object.'],
  listBody: [400, 'The request body must be a JSON object, not an array.'],
  tooDeep: [400, 'The request body is nested more than 32 levels deep.'],
  tooManyValues: [400, 'The request body has more than 20,000 values.'],
  tooManyNames: [400, 'An object in the request body has more than 1,000 attributes.'],
  numberTooLong: [400, 'A number in the request body has more than 64 digits.'],
  // a path, query or form that cannot be decoded, or has too many parts
  malformedRequest: [400, 'The request is not valid.'],
  malformedKey: [400, 'The Idempotency-Key must be 1 to 255 printable characters.'],
  notAcceptable: [406, 'Only JSON is available.'],
  tooLarge: [413, 'The request body is too large.'],
  // also another charset than UTF-8
  mediaType: [415, 'Send the body as application/json.'],
  // GraphQL names the known ones
  contentCoding: [415, 'Send the body as application/json.'],
} as const satisfies Fixed;

export type RequestFailureKind = keyof typeof unreadable;

/** Status and text of the errors that are the same in both formats. Contract: Errors. Decision: A10, A28. */
const fixed = {
  ...unreadable,
  unauthorized: [401, 'You are not authorized to perform that action.'],
  // a write by a page of another origin, which the gateway refuses
  foreignOrigin: [403, 'Pages of other origins cannot change data here.'],
  notFound: [404, 'The resource you were looking for could not be found.'],
  methodNotAllowed: [405, 'That method is not allowed here.'],
  conflict: [409, 'The record was changed by someone else. Fetch it again and retry.'],
  keyInUse: [409, 'A request with this Idempotency-Key is still running.'],
  preconditionFailed: [412, 'The record no longer matches If-Match.'],
  answerTooLarge: [422, 'The response would be too large. Please request less at once.'],
  keyReused: [422, 'The Idempotency-Key was used for another request.'],
  rateLimited: [429, 'Too many requests. Please try again later.'],
  unexpected: [500, 'Internal server error'],
  unavailable: [503, 'The service is temporarily unavailable. Please try again later.'],
} as const satisfies Fixed;

/** Every error of REST; a format turns it into status and body. Decision: A28. */
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

/** An error with its reasons, if it has any. Decision: A27. */
const told = (error: string, fields: FieldMessages, tell: Tell) => ({
  error,
  ...(Object.keys(fields).length > 0 && { errors: tell(fields) }),
});

/**
 * The errors of a format. `invalid` is the status of invalid data; `tell` writes messages by field, `tellSearch`
 * those of a search, whose names are as the client sent them.
 * Contract: Errors. Decision: A28, A33.
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

/** The text of an error that is the same in both formats. Decision: A28. */
export const tellFailure = (kind: keyof typeof fixed): string => fixed[kind][1];
