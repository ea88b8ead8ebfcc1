/**
 * What can be wrong with a request before any operation runs.
 * - `malformedRequest` the path, the query or a form body cannot be read, or exceeds its limits
 * - `malformedBody`    the body is not UTF-8, or not JSON
 * - `notAnObject`      the body is JSON, but a bare value
 * - `listBody`         the body is a JSON array
 * - `tooDeep`          the body has too many levels
 * - `tooManyValues`    the body has too many values
 * - `numberTooLong`    a number in the body has too many digits
 * - `mediaType`        the body is neither JSON nor a form, or has another charset or coding
 * - `tooLarge`         the body is too large
 * - `notAcceptable`    the client does not accept JSON
 * - `malformedKey`     the Idempotency-Key is not valid
 */
export type RequestFailureKind =
  | 'malformedRequest'
  | 'malformedBody'
  | 'notAnObject'
  | 'listBody'
  | 'tooDeep'
  | 'tooManyValues'
  | 'numberTooLong'
  | 'mediaType'
  | 'tooLarge'
  | 'notAcceptable'
  | 'malformedKey';

/** A request that cannot be read; a format turns it into status and body. Decision: A24, A28. */
export class RequestFailure extends Error {
  readonly kind: RequestFailureKind;

  constructor(kind: RequestFailureKind) {
    super(kind);
    this.name = 'RequestFailure';
    this.kind = kind;
  }
}
