import { describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { answerFailure } from '../../rest/answer/answer.ts';
import { createFailure, outcomeOf, toFailure } from '../../rest/failures.ts';
import type { FailureKind } from '../../rest/failures.ts';
import type { Form } from '../../rest/forms/form.ts';
import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';

const older = createOlder('UTC');

function answer(form: Form, code: string, extensions: object = {}, message = ''): unknown[] {
  const error = new GraphQLError(message, { extensions: { code, ...extensions } });
  const { status, body } = answerFailure(toFailure([error]), form);
  return [status, body];
}

/** The answer to a write with these user errors. */
function refuse(form: Form, userErrors: readonly object[]): unknown[] {
  const { failure } = outcomeOf({ data: { emptyOrder: { order: null, userErrors } } });
  if (!failure) return ['no failure'];
  const { status, body } = answerFailure(failure, form);
  return [status, body];
}

const sameInBoth: [FailureKind, number, string][] = [
  ['malformedBody', 400, 'The request body is not valid JSON.'],
  ['malformedRequest', 400, 'The request is not valid.'],
  ['malformedKey', 400, 'The Idempotency-Key must be 1 to 255 printable characters.'],
  ['unauthorized', 401, 'You are not authorized to perform that action.'],
  ['notFound', 404, 'The resource you were looking for could not be found.'],
  ['methodNotAllowed', 405, 'That method is not allowed here.'],
  ['notAcceptable', 406, 'Only JSON is available.'],
  ['conflict', 409, 'The record was changed by someone else. Fetch it again and retry.'],
  ['keyInUse', 409, 'A request with this Idempotency-Key is still running.'],
  ['preconditionFailed', 412, 'The record no longer matches If-Match.'],
  ['tooLarge', 413, 'The request body is too large.'],
  ['mediaType', 415, 'Send the body as application/json.'],
  ['contentCoding', 415, 'Send the body as application/json.'],
  ['keyReused', 422, 'The Idempotency-Key was used for another request.'],
  ['rateLimited', 429, 'Too many requests. Please try again later.'],
  ['unexpected', 500, 'Internal server error'],
  ['unavailable', 503, 'The service is temporarily unavailable. Please try again later.'],
];

describe('A28: a failure that both forms tell alike', () => {
  test.each(sameInBoth)('%s', (kind, status, error) => {
    const answers = [newer, older].map((form) => answerFailure(createFailure(kind), form));
    const expected = { status, headers: {}, body: JSON.stringify({ error }) };
    expect(answers).toEqual([expected, expected]);
  });
});

const fields = { 'billAddress.firstname': ["can't be blank"], quantity: ['must be an integer'] };

test('A28: invalid data are messages by field and 422 in the newer format', () => {
  expect(answer(newer, 'INVALID', { fields })).toEqual([
    422,
    '{"error":"Invalid resource. Please fix errors and try again.","errors":{"quantity":["must be an integer"],"bill_address.firstname":["can\'t be blank"]}}',
  ]);
});

test('A33: invalid data are full messages and 500 in the older format', () => {
  expect(answer(older, 'INVALID', { fields })).toEqual([
    500,
    '{"error":"Invalid resource. Please fix errors and try again.","errors":["Quantity must be an integer","Bill address firstname can\'t be blank"]}',
  ]);
});

test('A33: a route may give refused data 422 in the older format', () => {
  const failure = createFailure('invalid', { fields: { sku: ['has already been taken'] } });
  expect(answerFailure(failure, older, 422)).toEqual({
    status: 422,
    headers: {},
    body: '{"error":"Invalid resource. Please fix errors and try again.","errors":["Sku has already been taken"]}',
  });
});

const notNow = 'Valid event name but not allowed for this object, valid names are resume';
const refusal = [
  { code: 'EVENT_REFUSED', field: null, message: notNow },
  { code: 'EVENT_REFUSED', field: ['state'], message: 'cannot transition via "cancel"' },
];

test('A31: a refused event is 422 with its text in the newer format', () => {
  expect(refuse(newer, refusal)).toEqual([
    422,
    JSON.stringify({ error: notNow, errors: { state: ['cannot transition via "cancel"'] } }),
  ]);
});

test('A31: a refused event is 422 with full messages in the older format', () => {
  expect(refuse(older, refusal)).toEqual([
    422,
    JSON.stringify({ error: notNow, errors: ['State cannot transition via "cancel"'] }),
  ]);
});

test('F15: a conflict and a missing record are told as such', () => {
  const told = (code: string): unknown => refuse(newer, [{ code, field: null, message: '' }])[0];
  expect([told('CONFLICT'), told('NOT_FOUND')]).toEqual([409, 404]);
});

test('A28: a refused action has its own body in the older format', () => {
  const message = 'The master variant cannot be deleted.';
  expect(refuse(older, [{ code: 'REFUSED', field: null, message }])).toEqual([
    422,
    '{"error":"Invalid resource. Please fix errors and try again.","errors":["The master variant cannot be deleted."]}',
  ]);
});

const badSearch = createFailure('badSearch', {
  fields: { 'q[created_at_gt]': ['is not a valid date'] },
});

test('S19: a bad search names the parameters as written in the newer format', () => {
  expect(answerFailure(badSearch, newer)).toEqual({
    status: 422,
    headers: {},
    body: '{"error":"Invalid search. Please fix errors and try again.","errors":{"q[created_at_gt]":["is not a valid date"]}}',
  });
});

test('S19: a bad search names the parameters as written in the older format', () => {
  expect(answerFailure(badSearch, older)).toEqual({
    status: 422,
    headers: {},
    body: '{"error":"Invalid search. Please fix errors and try again.","errors":["q[created_at_gt] is not a valid date"]}',
  });
});

describe('A45: a code of the schema is a failure', () => {
  test.each([
    ['UNAUTHORIZED', 401],
    ['NOT_FOUND', 404],
    ['IDEMPOTENCY_KEY_IN_USE', 409],
    ['IDEMPOTENCY_KEY_REUSED', 422],
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
    ['INTERNAL_SERVER_ERROR', 500],
  ])('%s is %i', (code, status) => {
    expect(answer(newer, code)[0]).toBe(status);
  });
});

test.each([
  ['UNAUTHENTICATED', { reason: 'missing_key' }, 'missing_key'],
  ['UNAUTHENTICATED', { reason: 'invalid_key' }, 'invalid_key'],
  ['UNAUTHORIZED', {}, 'insufficient_rights'],
])('A9: %s %j tells its reason in the challenge alone', (code, extensions, reason) => {
  const error = new GraphQLError('', { extensions: { code, ...extensions } });
  expect(toFailure([error]).headers).toEqual({
    'WWW-Authenticate': `ApiKey realm="Online Store API", error="${reason}"`,
  });
});

test('A27: an answer that the database is away says when to come back', () => {
  const error = new GraphQLError('', { extensions: { code: 'UNAVAILABLE', retryAfter: 5 } });
  expect(toFailure([error]).headers).toEqual({ 'Retry-After': '5' });
});

test('a code that no client can cause is thrown, with what it was told for', () => {
  const cause = new GraphQLError('Variable "$w" is odd.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
  const message = 'The REST layer does not know the code BAD_USER_INPUT.';
  expect(() => toFailure([cause])).toThrow(expect.objectContaining({ message, cause }));
});
