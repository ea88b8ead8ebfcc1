import { describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { outcomeOf } from '../../gateway/graphql/graphql-outcome.ts';

const failed = (code: string) => [new GraphQLError('failed', { extensions: { code } })];

describe('the status of a result (A45)', () => {
  const codes = ['UNAUTHENTICATED', 'UNAUTHORIZED', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

  test.each(codes)('with data it is 200, also beside %s (safety 17)', (code) => {
    const data = { first: { id: 1 }, second: null };
    expect(outcomeOf({ data, errors: failed(code) })).toEqual({ status: 200, headers: {} });
  });

  test.each([
    ['UNAUTHENTICATED', 401, 401],
    ['UNAUTHORIZED', 200, 401],
    ['UNAVAILABLE', 503, 503],
    ['INTERNAL_SERVER_ERROR', 200, 500],
  ])('of %s it is %i where data are null, %i where nothing ran', (code, executed, before) => {
    const errors = failed(code);
    expect(outcomeOf({ data: null, errors }).status).toBe(executed);
    expect(outcomeOf({ errors }).status).toBe(before);
  });
});
