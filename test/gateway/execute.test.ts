import { describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import { contextOf, createExecute, type Execution } from '../../gateway/operations/execute.ts';
import type { RequestState } from '../../gateway/passage/request-state.ts';
import { fakeParts, fakeViewer, keepLog } from './support.ts';

const state = (key: string | null = 'good-key'): RequestState => ({
  requestId: 'request-1',
  credentials: { key, orderToken: null },
});

const fakeExecution = (): Execution => ({
  ...fakeParts(),
  viewerOf: ({ credentials }) => fakeViewer({}, credentials),
});

describe('execution for REST', () => {
  test('gives the data of a prepared document', async () => {
    const execute = createExecute(fakeExecution());
    const document = parse('query Q($w: String!) { repeat(word: $w, times: 3) }');
    expect(await execute({ state: state() }, document, { w: 'a' })).toEqual({
      data: { repeat: 'aaa' },
    });
  });

  test('is not bound by the limits of /graphql', async () => {
    const execute = createExecute(fakeExecution());
    const aliases = Array.from({ length: 20 }, (_, index) => `a${String(index)}: hello`).join(' ');
    const { errors } = await execute({ state: state() }, parse(`{ ${aliases} }`), {});
    expect(errors).toBeUndefined();
  });

  test.each([
    ['{ missing }', 'NOT_FOUND'],
    ['{ broken }', 'INTERNAL_SERVER_ERROR'],
    ['{ databaseAway }', 'UNAVAILABLE'],
    ['query Q($w: String!) { repeat(word: $w) }', 'BAD_USER_INPUT'],
  ])('%s fails with %s and the request id', async (query, code) => {
    const execute = createExecute(fakeExecution());
    const { errors } = await execute({ state: state() }, parse(query), {});
    expect(errors?.[0]?.extensions).toMatchObject({ code, requestId: 'request-1' });
  });

  test('a bad key reaches the resolvers, which refuse', async () => {
    const execute = createExecute(fakeExecution());
    const { errors } = await execute({ state: state('wrong') }, parse('{ hello }'), {});
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'invalid_key',
    });
  });

  test.each([
    ['for a turn of its own while others wait', false, 1],
    ['for no turn within a transaction, which holds locks and a connection', true, 0],
  ])('an answer of many records waits %s (N46)', async (_what, isInUnit, expected) => {
    const rows = Array.from({ length: 600 }, (_, id) => ({ id }));
    const executor = () => Promise.resolve({ data: { rows } });
    const execution = { ...fakeExecution(), executor };
    let turns = 0;
    const shared: RequestState = {
      ...state(),
      isShared: true,
      ownTurn: () => {
        turns += 1;
        return Promise.resolve();
      },
    };
    if (isInUnit) shared.unit = await contextOf(execution, shared, 'rest');
    await createExecute(execution)({ state: shared }, parse('{ hello }'), {});
    expect(turns).toBe(expected);
  });

  test('a lookup of the key that fails is reported like any other database trouble', async () => {
    const { log, lines } = keepLog();
    const viewerOf = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
    const execute = createExecute({ ...fakeExecution(), viewerOf, log });
    const result = await execute({ state: state() }, parse('{ hello }'), {});
    expect(result.data).toBeUndefined();
    expect(result.errors?.[0]?.extensions['code']).toBe('UNAVAILABLE');
    expect(lines).toMatchObject([
      { level: 40, msg: 'database unavailable', requestId: 'request-1' },
    ]);
  });
});
