import type { FailureKind } from '../failures.ts';
import type { RequestFailureKind } from '../request/request-failure.ts';
import type { FailureRow } from './form.ts';

const fixed = <Status extends number>(status: Status, error: string) =>
  [status, () => ({ error })] as const satisfies FailureRow;

/** The errors that are the same in both formats. Contract: Errors. Decision: A10, A28. */
export const fixedFailures = {
  malformedBody: fixed(400, 'The request body is not valid JSON.'),
  notAnObject: fixed(400, 'The request body must be a JSON object.'),
  listBody: fixed(400, 'The request body must be a JSON object, not an array.'),
  tooDeep: fixed(400, 'The request body is nested more than 32 levels deep.'),
  tooManyValues: fixed(400, 'The request body has more than 20,000 values.'),
  numberTooLong: fixed(400, 'A number in the request body has more than 64 digits.'),
  malformedRequest: fixed(400, 'The request is not valid.'),
  malformedKey: fixed(400, 'The Idempotency-Key must be 1 to 255 printable characters.'),
  unauthorized: fixed(401, 'You are not authorized to perform that action.'),
  notFound: fixed(404, 'The resource you were looking for could not be found.'),
  methodNotAllowed: fixed(405, 'That method is not allowed here.'),
  notAcceptable: fixed(406, 'Only JSON is available.'),
  conflict: fixed(409, 'The record was changed by someone else. Fetch it again and retry.'),
  keyInUse: fixed(409, 'A request with this Idempotency-Key is still running.'),
  preconditionFailed: fixed(412, 'The record no longer matches If-Match.'),
  tooLarge: fixed(413, 'The request body is too large.'),
  mediaType: fixed(415, 'Send the body as application/json.'),
  answerTooLarge: fixed(422, 'The response would be too large. Please request less at once.'),
  listTooLong: [422, ({ message }) => ({ error: message })],
  keyReused: fixed(422, 'The Idempotency-Key was used for another request.'),
  rateLimited: fixed(429, 'Too many requests. Please try again later.'),
  unexpected: fixed(500, 'Internal server error'),
  unavailable: fixed(503, 'The service is temporarily unavailable. Please try again later.'),
} satisfies Partial<Record<FailureKind, FailureRow>>;

export const invalidResource = 'Invalid resource. Please fix errors and try again.';
export const invalidSearch = 'Invalid search. Please fix errors and try again.';

/** Status and text of a request that cannot be read, the same in both formats. Decision: A28. */
export function tellFailure(kind: RequestFailureKind) {
  const [status, body] = fixedFailures[kind];
  return { status, text: body().error };
}
