import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute, parse, validate } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { compile } from '../../schema/execution/compile.ts';
import { schema } from '../../schema/index.ts';
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
    const seen = { compiled: 0, failed: 0, shown: 0 };
    for (let place = 0; place < runs; place += 1) {
      const draws = Draws.named(seed, String(place));
      const { text, variables } = randomOperation(schema, draws);
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      const compiled = compile(schema, document);
      if (!compiled) continue;
      seen.compiled += 1;
      const spoils = draws.chance(0.5);
      const onRows = () => contextOn(madeRows(seed + place, spoils));
      const fast = told(await compiled.run(onRows(), variables));
      const slow = told(
        await execute({ schema, document, contextValue: onRows(), variableValues: variables }),
      );
      expect({ place, text, variables, ...fast }).toEqual({ place, text, variables, ...slow });
      if (slow.hasFailed) seen.failed += 1;
      if (slow.data !== 'null') seen.shown += 1;
    }
    expect(seen.compiled).toBeGreaterThan(runs * 0.9);
    expect(seen.failed).toBeGreaterThan(runs * 0.2);
    expect(seen.shown).toBeGreaterThan(runs * 0.1);
  });
});
