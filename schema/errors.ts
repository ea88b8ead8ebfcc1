import { GraphQLError } from 'graphql';
import { AnswerTooLarge } from '../prisma/fast-path/answer-size.ts';
import { classifyDatabaseError, tellsOfLostConnection } from '../prisma/database-errors.ts';
import type { Messages } from './domain/messages.ts';
import { TooManyValues } from './execution/shown-values.ts';

const unauthorized = 'You are not authorized to perform that action.';
const invalid = 'Invalid resource. Please fix errors and try again.';

/** An expected error: it has a code and is shown to the client. */
class StoreError extends GraphQLError {
  constructor(message: string, extensions: { readonly code: string } & Record<string, unknown>) {
    super(message, { extensions });
  }
}

/** The caller was not authenticated. `invalid_key` covers unknown, revoked and expired keys alike. */
export class Unauthenticated extends StoreError {
  constructor(reason: 'missing_key' | 'invalid_key') {
    super(unauthorized, { code: 'UNAUTHENTICATED', reason });
  }
}

/** The caller is authenticated but lacks the permission. */
export class Unauthorized extends StoreError {
  constructor() {
    super(unauthorized, { code: 'UNAUTHORIZED', reason: 'insufficient_rights' });
  }
}

/** The record does not exist, or is hidden from the caller. */
export class NotFound extends StoreError {
  constructor() {
    super('The resource you were looking for could not be found.', { code: 'NOT_FOUND' });
  }
}

/** Invalid data of a create or update. */
export class Invalid extends StoreError {
  readonly fields: Messages;
  constructor(fields: Messages) {
    super(invalid, { code: 'INVALID', fields });
    this.fields = fields;
  }
}

interface RefusedDetails {
  readonly reason: 'blank' | 'unknown' | 'not_now' | 'checkout' | 'act';
  readonly event?: string;
  readonly state?: string;
  readonly allowed?: readonly string[];
  readonly fields: Messages;
}

/**
 * An event or action that the record's state does not allow.
 * - `blank`, `unknown`, `not_now`: an event
 * - `checkout`: a checkout step
 * - `act`: anything else, such as deleting a master variant
 */
export class Refused extends StoreError {
  readonly reason: RefusedDetails['reason'];
  readonly allowed: readonly string[] | undefined;
  readonly fields: Messages;

  constructor(message: string, details: RefusedDetails) {
    super(message, { code: 'REFUSED', ...details });
    this.reason = details.reason;
    this.allowed = details.allowed;
    this.fields = details.fields;
  }

  /** A refused action other than create, update or event. */
  static act(fields: Messages): Refused {
    return new Refused(invalid, { reason: 'act', fields });
  }
}

/** The record was changed since the caller read it. */
export class Conflict extends StoreError {
  readonly lockVersion: number;
  /** The key of the version, if it is that of a record inside the one that is written. */
  readonly key: string | undefined;
  constructor(lockVersion: number, key?: string) {
    super('The record was changed by someone else. Fetch it again and retry.', {
      code: 'CONFLICT',
      lockVersion,
    });
    this.lockVersion = lockVersion;
    this.key = key;
  }
}

/** The database is away, too slow, or has no free connection. */
export class Unavailable extends StoreError {
  constructor() {
    super('The service is temporarily unavailable. Please try again later.', {
      code: 'UNAVAILABLE',
      retryAfter: 2,
    });
  }
}

/** A write was committed, and what it tells could not be read, or may no longer be. */
export class NotTold extends StoreError {
  constructor(cause?: unknown) {
    super(
      'The write was carried out, but its response could not be read. Fetch the record instead.',
      { code: 'RESPONSE_NOT_READ' },
    );
    this.cause = cause;
  }
}

export class KeyReused extends StoreError {
  constructor() {
    super('The Idempotency-Key was used for another request.', { code: 'IDEMPOTENCY_KEY_REUSED' });
  }
}

export class KeyInUse extends StoreError {
  constructor() {
    super('A request with this Idempotency-Key is still running.', {
      code: 'IDEMPOTENCY_KEY_IN_USE',
      retryAfter: 1,
    });
  }
}

/** The database layer's error behind a resolver's error, which graphql-js wraps. */
export function causeOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError
    ? causeOf(error.originalError)
    : error;
}

/** What is behind an error; of a write whose response could not be read, why it could not. */
export function reasonOf(error: unknown): unknown {
  const cause = causeOf(error);
  return cause instanceof NotTold && cause.cause !== undefined ? causeOf(cause.cause) : cause;
}

/** Errors of the store that say nothing against what a client asked. */
const troubles = new Set<unknown>(['UNAVAILABLE', 'ANSWER_TOO_LARGE']);

/**
 * The error of a field of a mutation whose write is done: what keeps the field from being read must not look as if the
 * write had failed. Decision: A41, N46, P74.
 */
export function afterWrite(error: GraphQLError): GraphQLError {
  const { nodes = null, path } = error;
  const cause = causeOf(error);
  const code = asExpected(cause)?.extensions['code'];
  // a mutation itself has a path of one key
  const isTold = path === undefined || path.length < 2;
  if (isTold || (code !== undefined && !troubles.has(code))) return error;
  const originalError = new NotTold(cause);
  return new GraphQLError(originalError.message, { nodes, path, originalError });
}

/**
 * The error as clients may see it: expected ones with their code, database trouble as UNAVAILABLE, errors of the
 * request as they are, and everything else masked. Adds the request id. Decision: A34, A45.
 */
export function toClientError(error: unknown, requestId: string): GraphQLError {
  const cause = causeOf(error);
  const where = error instanceof GraphQLError ? error : undefined;
  const shown =
    asExpected(cause) ?? new StoreError('Internal server error', { code: 'INTERNAL_SERVER_ERROR' });
  return new GraphQLError(shown.message, {
    ...(where?.nodes && { nodes: where.nodes }),
    ...(where?.path && { path: where.path }),
    ...(where?.source && { source: where.source, positions: where.positions }),
    extensions: { ...shown.extensions, requestId },
  });
}

/** Whether the error is caused by the client or known to the operator; others are bugs and logged. */
export function isExpected(error: unknown): boolean {
  return asExpected(causeOf(error)) !== undefined;
}

/** Whether an operation failed because its database connection broke: reads may run again. */
export function isConnectionLost(error: unknown): boolean {
  return tellsOfLostConnection(causeOf(error));
}

/** Whether more would be read or shown than is allowed. */
export const isTooLarge = (error: unknown): boolean =>
  [AnswerTooLarge, TooManyValues].some((kind) => reasonOf(error) instanceof kind);

function asExpected(cause: unknown): GraphQLError | undefined {
  if (cause instanceof StoreError) return cause;
  if (isTooLarge(cause)) {
    const message = 'The response would be too large. Please request less at once.';
    return new StoreError(message, { code: 'ANSWER_TOO_LARGE' });
  }
  if (cause instanceof GraphQLError) {
    if (cause.extensions['code'] !== undefined) return cause;
    // graphql-js errors during execution are ours; earlier ones are the request's.
    return cause.path === undefined ? badRequest(cause) : undefined;
  }
  return classifyDatabaseError(cause) === 'unavailable' ? new Unavailable() : undefined;
}

/** An error that graphql-js found in the document or its variables. */
const badRequest = (error: GraphQLError): GraphQLError =>
  new StoreError(toldOf(error.message), { code: 'BAD_USER_INPUT' });

/** So many characters of a long message are told from its beginning, and from its end. */
const endLength = 500;

/**
 * A message of graphql-js as it is told: without its suggestions of names, and without the middle of a long one, which
 * repeats what was sent between what is wrong with it.
 */
export function toldOf(message: string): string {
  const suggestion = message.indexOf('Did you mean ');
  const text = suggestion < 0 ? message : message.slice(0, suggestion).trimEnd();
  if (text.length <= 2 * endLength) return text;
  return `${text.slice(0, endLength)}…${text.slice(-endLength)}`.toWellFormed();
}
