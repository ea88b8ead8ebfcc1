import { describe, expect, test } from '@jest/globals';
import { buildSchema, execute, parse } from 'graphql';
import type { DocumentNode } from 'graphql';
import { readOnceMore, runningOnceMore } from '../../gateway/operations/run-operation.ts';

const schema = buildSchema('type Query { count: Int } type Mutation { count: Int }');

/** A field that fails so many times before it returns the number of attempts. */
function failing(error: Error, times: number) {
  let asked = 0;
  return {
    asked: () => asked,
    count: (): Promise<number> => {
      asked += 1;
      return asked <= times ? Promise.reject(error) : Promise.resolve(asked);
    },
  };
}

/** Runs an operation whose fields are those of `root`. */
const runOn = (root: object, document: DocumentNode) =>
  runningOnceMore((args) => execute({ ...args, rootValue: root }))({ schema, document });

const lost = new Error('Connection terminated unexpectedly');

describe('An operation whose connection to the database broke (L27)', () => {
  test('is run once more when it is a query', async () => {
    const root = failing(lost, 1);
    const result = await runOn(root, parse('{ count }'));
    expect(result).toEqual({ data: { count: 2 } });
  });

  test('is not run a third time', async () => {
    const root = failing(lost, 9);
    const result = await runOn(root, parse('{ count }'));
    expect([root.asked(), result.errors?.[0]?.originalError]).toEqual([2, lost]);
  });

  test('is never run again when it is a mutation', async () => {
    const root = failing(lost, 1);
    const document = parse('mutation { count }');
    const result = await runOn(root, document);
    expect([root.asked(), result.errors?.length]).toEqual([1, 1]);
  });

  test.each([
    ['no connection was free', 'timeout exceeded when trying to connect'],
    ['the database is away', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ['it was a bug', 'undefined is not a function'],
  ])('is not run again when %s', async (_what, message) => {
    const root = failing(new Error(message), 1);
    await runOn(root, parse('{ count }'));
    expect(root.asked()).toBe(1);
  });

  test('looks its caller up once more', async () => {
    const look = failing(lost, 1);
    expect(await readOnceMore(look.count)).toBe(2);
    const other = failing(new Error('timeout exceeded when trying to connect'), 1);
    await expect(readOnceMore(other.count)).rejects.toThrow('timeout exceeded');
    expect(other.asked()).toBe(1);
  });
});
