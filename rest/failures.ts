import type { GraphQLError } from 'graphql';
import { toWireFields } from './words/naming.ts';
import type { FieldMessages } from './words/naming.ts';
import type { RequestFailureKind } from './request/request-failure.ts';

/** Every error of REST; a format turns it into status and body. Decision: A28. */
export type FailureKind =
  | RequestFailureKind
  | 'unauthorized'
  | 'notFound'
  | 'methodNotAllowed'
  | 'invalid'
  | 'refused'
  | 'badSearch'
  | 'ignoredSearch'
  | 'answerTooLarge'
  | 'listTooLong'
  | 'conflict'
  | 'preconditionFailed'
  | 'keyReused'
  | 'keyInUse'
  | 'rateLimited'
  | 'unavailable'
  | 'unexpected';

/** An error before it is formatted. `fields` are messages by REST name, empty if there are none. */
export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly fields: FieldMessages;
  /** Its headers, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
}

export const createFailure = (
  kind: FailureKind,
  details: Partial<Omit<Failure, 'kind'>> = {},
): Failure => ({ kind, message: '', fields: {}, headers: {}, ...details });

/** Attributes that do not fit, found before the operation ran. */
export const invalidFailure = (fields: FieldMessages): Failure =>
  createFailure('invalid', { fields });

/** A list without pages with more matches than may be listed. Decision: O1. */
export const listTooLong = (most: number): Failure =>
  createFailure('listTooLong', {
    message: `More than ${most.toLocaleString('en-US')} records match. Narrow the search, or send page and per_page.`,
  });

type Extensions = GraphQLError['extensions'];

function readFields({ fields }: Extensions): FieldMessages {
  return typeof fields === 'object' && fields !== null ? toWireFields(fields as FieldMessages) : {};
}

const challenge = 'ApiKey realm="Online Store API"';

/** Never a Basic challenge: a browser would store the credentials. Decision: G5, A9, A10. */
const challengeHeader = (reason: string): Record<string, string> => ({
  'WWW-Authenticate': `${challenge}, error="${reason}"`,
});

const retryHeader = ({ retryAfter }: Extensions): Record<string, string> => ({
  'Retry-After': typeof retryAfter === 'number' ? String(Math.max(1, Math.ceil(retryAfter))) : '5',
});

/** The REST error for each code of the schema; nothing else decides a status. Decision: A45. */
const rows: Readonly<Record<string, (message: string, extensions: Extensions) => Failure>> = {
  UNAUTHENTICATED: (_message, { reason }) =>
    createFailure('unauthorized', {
      headers: challengeHeader(reason === 'invalid_key' ? 'invalid_key' : 'missing_key'),
    }),
  UNAUTHORIZED: () =>
    createFailure('unauthorized', { headers: challengeHeader('insufficient_rights') }),
  NOT_FOUND: () => createFailure('notFound'),
  INVALID: (_message, extensions) => invalidFailure(readFields(extensions)),
  REFUSED: (message, extensions) =>
    createFailure('refused', { message, fields: readFields(extensions) }),
  ANSWER_TOO_LARGE: () => createFailure('answerTooLarge'),
  CONFLICT: () => createFailure('conflict'),
  IDEMPOTENCY_KEY_REUSED: () => createFailure('keyReused'),
  IDEMPOTENCY_KEY_IN_USE: (_message, extensions) =>
    createFailure('keyInUse', { headers: retryHeader(extensions) }),
  RATE_LIMITED: (_message, extensions) =>
    createFailure('rateLimited', { headers: retryHeader(extensions) }),
  UNAVAILABLE: (_message, extensions) =>
    createFailure('unavailable', { headers: retryHeader(extensions) }),
  INTERNAL_SERVER_ERROR: () => createFailure('unexpected'),
};

/**
 * The REST error for the errors of an operation: the first one decides.
 * Throws for a code that no client can cause, such as invalid variables: that is a bug of this layer.
 * Decision: A45, A46.
 */
export function toFailure(errors: readonly GraphQLError[]): Failure {
  const [error] = errors;
  const read = rows[String(error?.extensions.code)];
  if (!error || !read) {
    throw new Error('An operation of the REST layer does not fit the schema.', { cause: error });
  }
  return read(error.message, error.extensions);
}
