import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute, parse, validate } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createExecutor, schema } from '../../schema/index.ts';
import type { Context, Db } from '../../schema/index.ts';
import { Draws } from '../support/draws.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { madeRows } from '../support/made-rows.ts';
import { sampleOf } from '../support/property.ts';
import { randomOperation } from '../support/random-operation.ts';

const contextOn = (db: Db): Context => ({
  db,
  viewer: adminViewer,
  now: () => new Date(0),
  requestId: 'test',
  settings,
});

/**
 * Data as it is serialised, errors in any order. Where several errors make the whole response null, which of them
 * are told depends on when each comes: only that there are any is compared.
 */
const told = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.stringify(data),
  hasFailed: errors.length > 0,
  errors:
    data === null
      ? []
      : errors.map(({ message, path }) => `${String(path?.join('.'))}: ${message}`).sort(),
});

const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const runs = Number(process.env['FC_RUNS'] ?? sampleOf(1_000));

describe('compiled execution', () => {
  // graphql-js leaves items of a list that fail late, beside one that fails at once, without a handler
  const ignore = (): void => undefined;
  beforeAll(() => {
    process.on('unhandledRejection', ignore);
  });
  afterAll(async () => {
    await new Promise(setImmediate);
    process.off('unhandledRejection', ignore);
  });

  test('answers random operations as graphql-js does, with resolvers that fail as well', async () => {
    process.stdout.write(`FC_SEED=${String(seed)} compiled execution\n`);
    const seen = { failed: 0, shown: 0 };
    const run = createExecutor(schema);
    for (let place = 0; place < runs; place += 1) {
      const draws = Draws.named(seed, String(place));
      const { text, operations, variables } = randomOperation(schema, draws);
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      const spoils = draws.chance(0.5);
      const onRows = () => contextOn(madeRows(seed + place, spoils));
      const args = { schema, document, operations, variableValues: variables };
      const fast = told(await run({ ...args, contextValue: onRows() }));
      const slow = told(await execute({ ...args, contextValue: onRows() }));
      expect({ place, text, variables, ...fast }).toEqual({ place, text, variables, ...slow });
      if (slow.hasFailed) seen.failed += 1;
      if (slow.data !== 'null') seen.shown += 1;
    }
    expect(seen.failed).toBeGreaterThan(runs * 0.2);
    expect(seen.shown).toBeGreaterThan(runs * 0.1);
  });
});
