import type { ExecutionResult, GraphQLError } from 'graphql';
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

/** A write that was refused and kept what it wrote, and whose response was too large to be stored. Decision: L5, N62. */
export const refusedBefore = createFailure('refused', {
  message: 'The request was refused before. Its response was too large to be stored.',
});

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

/** Never a Basic challenge: a browser would store the credentials. Decision: A9, A10. */
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
  ANSWER_TOO_LARGE: () => createFailure('answerTooLarge'),
  IDEMPOTENCY_KEY_REUSED: () => createFailure('keyReused'),
  IDEMPOTENCY_KEY_IN_USE: (_message, extensions) =>
    createFailure('keyInUse', { headers: retryHeader(extensions) }),
  RATE_LIMITED: (_message, extensions) =>
    createFailure('rateLimited', { headers: retryHeader(extensions) }),
  UNAVAILABLE: (_message, extensions) =>
    createFailure('unavailable', { headers: retryHeader(extensions) }),
  INTERNAL_SERVER_ERROR: () => createFailure('unexpected'),
};

/** What a client did wrong in a write, as the schema tells it. Decision: V1. */
interface UserError {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** What clients get with the reasons why an act is refused. */
const actRefused = 'Invalid resource. Please fix errors and try again.';

/** The messages of user errors by REST name; `base` are those of the record as a whole. */
function fieldsIn(errors: readonly UserError[]): FieldMessages {
  const fields: Record<string, string[]> = {};
  for (const { field, message } of errors)
    (fields[field?.join('.') ?? 'base'] ??= []).push(message);
  return toWireFields(fields);
}

/** A refusal whose first error says what was refused, and whose further ones say why. */
const explained = ([{ message }, ...reasons]: NonEmpty<UserError>): Failure =>
  createFailure('refused', { message, fields: fieldsIn(reasons) });

type NonEmpty<T> = readonly [T, ...T[]];

/** The REST error for each code of a user error. Decision: A45, V1. */
const userRows: Readonly<Record<string, (errors: NonEmpty<UserError>) => Failure>> = {
  NOT_FOUND: () => createFailure('notFound'),
  INVALID: (errors) => invalidFailure(fieldsIn(errors)),
  REFUSED: (errors) => createFailure('refused', { message: actRefused, fields: fieldsIn(errors) }),
  EVENT_REFUSED: explained,
  CHECKOUT_REFUSED: explained,
  CONFLICT: () => createFailure('conflict'),
};

/** Why a write was refused; undefined if it was not, or if the result is that of a query. Decision: V1. */
function refusalIn(data: ExecutionResult['data']): Failure | undefined {
  for (const value of Object.values(data ?? {})) {
    const { userErrors } = (value ?? {}) as { readonly userErrors?: readonly UserError[] };
    const [error, ...more] = userErrors ?? [];
    if (error) return requireRow(userRows, error.code)([error, ...more]);
  }
  return undefined;
}

function requireRow<Row>(table: Readonly<Record<string, Row>>, code: unknown): Row {
  const row = table[String(code)];
  if (!row) throw new Error(`The REST layer does not know the code ${String(code)}.`);
  return row;
}

/** Why an operation failed, by its first error; undefined if it did not. Decision: A45, A46. */
export const failureIn = ({ data, errors }: ExecutionResult): Failure | undefined =>
  errors && errors.length > 0 ? toFailure(errors) : refusalIn(data);

/**
 * The REST error for the errors of an operation: the first one decides.
 * Throws for a code that no client can cause, such as invalid variables: that is a bug of this layer.
 */
export function toFailure(errors: readonly GraphQLError[]): Failure {
  const [error] = errors;
  if (!error) throw new Error('An operation failed without an error.');
  return requireRow(rows, error.extensions.code)(error.message, error.extensions);
}
