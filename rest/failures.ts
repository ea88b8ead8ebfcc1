import type { ExecutionResult, GraphQLError } from 'graphql';
import { type FieldMessages, ranked, toWireFields } from './words/naming.ts';
import { type Failure, type FailureKind, invalidResource } from './forms/fixed-failures.ts';

export type { Failure, FailureKind } from './forms/fixed-failures.ts';

export const createFailure = (
  kind: FailureKind,
  details: Partial<Omit<Failure, 'kind'>> = {},
): Failure => ({ kind, message: '', fields: {}, headers: {}, ...details });

export const invalidFailure = (fields: FieldMessages): Failure =>
  createFailure('invalid', { fields: ranked(fields) });

/** A write that was refused and kept what it wrote, and whose response was not stored whole. */
export const refusedBefore = createFailure('refused', {
  message: 'The request was refused before. Its response was not stored.',
});

/** A list without pages with more matches than may be listed. */
export const listTooLong = (most: number): Failure =>
  createFailure('listTooLong', {
    message: `More than ${most.toLocaleString('en-US')} records match. Narrow the search, or send page and per_page.`,
  });

type Extensions = GraphQLError['extensions'];

/** Never a Basic challenge: a browser would store the credentials. */
const unauthorized = (reason: string): Failure =>
  createFailure('unauthorized', {
    headers: { 'WWW-Authenticate': `ApiKey realm="Online Store API", error="${reason}"` },
  });

/** An error that says after how many seconds the request may be sent again. */
const repeatable =
  (kind: FailureKind) =>
  ({ retryAfter }: Extensions): Failure => {
    const seconds = typeof retryAfter === 'number' ? Math.max(1, Math.ceil(retryAfter)) : 5;
    return createFailure(kind, { headers: { 'Retry-After': String(seconds) } });
  };

/** The REST error for each code of the schema; nothing else decides a status. */
const rows: Readonly<Record<string, (extensions: Extensions) => Failure>> = {
  UNAUTHENTICATED: ({ reason }) =>
    unauthorized(reason === 'invalid_key' ? 'invalid_key' : 'missing_key'),
  UNAUTHORIZED: () => unauthorized('insufficient_rights'),
  NOT_FOUND: () => createFailure('notFound'),
  INVALID: ({ fields }) => invalidFailure(toWireFields((fields ?? {}) as FieldMessages)),
  ANSWER_TOO_LARGE: () => createFailure('answerTooLarge'),
  IDEMPOTENCY_KEY_REUSED: () => createFailure('keyReused'),
  IDEMPOTENCY_KEY_IN_USE: repeatable('keyInUse'),
  RATE_LIMITED: repeatable('rateLimited'),
  UNAVAILABLE: repeatable('unavailable'),
  INTERNAL_SERVER_ERROR: () => createFailure('unexpected'),
};

/** What a client did wrong in a write, as the schema tells it. */
interface UserError {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** The messages of user errors by REST name; `base` are those of the record as a whole. */
function fieldsIn(errors: readonly UserError[]): FieldMessages {
  const fields: Record<string, string[]> = {};
  for (const { field, message } of errors)
    (fields[field?.join('.') ?? 'base'] ??= []).push(message);
  return ranked(toWireFields(fields));
}

/** A refusal whose first error says what was refused, and whose further ones say why. */
const explained = ([{ message }, ...reasons]: NonEmpty<UserError>): Failure =>
  createFailure('refused', { message, fields: fieldsIn(reasons) });

type NonEmpty<T> = readonly [T, ...T[]];

/** The REST error for each code of a user error. */
const userRows: Readonly<Record<string, (errors: NonEmpty<UserError>) => Failure>> = {
  NOT_FOUND: () => createFailure('notFound'),
  INVALID: (errors) => invalidFailure(fieldsIn(errors)),
  REFUSED: (errors) =>
    createFailure('refused', { message: invalidResource, fields: fieldsIn(errors) }),
  EVENT_REFUSED: explained,
  CHECKOUT_REFUSED: explained,
  CONFLICT: () => createFailure('conflict'),
};

/** Why a write was refused; undefined if it was not, or if the result is that of a query. */
function refusalIn(data: ExecutionResult['data']): Failure | undefined {
  for (const value of Object.values(data ?? {})) {
    const { userErrors } = (value ?? {}) as { readonly userErrors?: readonly UserError[] };
    const [error, ...more] = userErrors ?? [];
    if (error) return requireRow(userRows, error.code)([error, ...more]);
  }
  return undefined;
}

/** Throws for a code without a row; `cause` is what the log then tells. */
function requireRow<Row>(
  table: Readonly<Record<string, Row>>,
  code: unknown,
  cause?: GraphQLError,
): Row {
  const row = table[String(code)];
  if (!row) throw new Error(`The REST layer does not know the code ${String(code)}.`, { cause });
  return row;
}

export interface NoData {
  readonly failure: Failure;
  readonly data?: undefined;
}

/** An operation's data, or why there are none. */
export type OperationOutcome = { readonly data: unknown; readonly failure?: undefined } | NoData;

/** The outcome of an operation; its first error decides. */
export function outcomeOf({ data, errors }: ExecutionResult): OperationOutcome {
  const failure = errors && errors.length > 0 ? toFailure(errors) : refusalIn(data);
  return failure ? { failure } : { data };
}

/**
 * The REST error for the errors of an operation: the first one decides.
 * Throws for a code that no client can cause, such as invalid variables: that is a bug of this layer. So a unit of work
 * is undone, and the gateway answers 500 and logs it once, with the error that had the code.
 */
export function toFailure(errors: readonly GraphQLError[]): Failure {
  const [error] = errors;
  if (!error) throw new Error('An operation failed without an error.');
  return requireRow(rows, error.extensions.code, error)(error.extensions);
}
