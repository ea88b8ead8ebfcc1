import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { answersFile, readAnswers } from '../../rest/reference/examples/answers.ts';
import type { ExampleAnswers } from '../../rest/reference/examples/answers.ts';
import { exampleIds } from '../../rest/reference/examples/index.ts';
import type { FormName } from '../../rest/request/form-name.ts';
import type { Reply } from '../support/clients.ts';
import { formats, openSampleStore, operations } from './sample-store.ts';
import type { SampleStore } from './sample-store.ts';

let sample: SampleStore;
/** The current responses: `npm run generate:examples` writes them. */
const answered: Record<FormName, Record<string, Record<string, unknown>>> = {
  newer: {},
  older: {},
};
const isWriting = process.env['WRITE_EXAMPLES'] === '1';
const kept: Readonly<Record<FormName, ExampleAnswers>> = {
  newer: readAnswers('newer'),
  older: readAnswers('older'),
};

beforeAll(async () => {
  sample = await openSampleStore();
});
afterAll(async () => {
  await sample.close();
  if (isWriting && isWhole()) await writeFile(answersFile, textOf(answered));
});

/** A run of some of the tests would write a file without the others. */
const isWhole = (): boolean =>
  cases.every(({ id, format }) => {
    const both = answered[format][id];
    return both !== undefined && 'accepted' in both && 'refused' in both;
  });

/** One line for each operation, so that changes show in diffs. */
const textOf = (all: typeof answered): string => {
  const formatted = Object.entries(all).map(([format, answers]) => {
    const lines = Object.entries(answers).map(([id, both]) => `"${id}": ${JSON.stringify(both)}`);
    return `"${format}": {\n${lines.join(',\n')}\n}`;
  });
  return `{${formatted.join(',\n')}}\n`;
};

const answerOf = ({ status, body }: Reply) => ({ status, ...(body !== undefined && { body }) });

/** Numbers of the sample store are fixed; others are random. */
const isOfSample = /^(R1000000|H100000000)\d\d$/;

/** Replaces random values and times by fixed ones. */
const settle = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null, (key, value: unknown) => {
      if (/_(at|on)$/.test(key) && typeof value === 'string') return 'a time';
      if (key === 'token') return 'a token';
      if (key === 'number' && typeof value === 'string' && !isOfSample.test(value)) return 'drawn';
      return value;
    }),
  ) as unknown;

const cases = operations.flatMap((operation) =>
  formats.map((format) => ({ ...operation, format, path: operation.route.path })),
);

describe.each(cases)('$id in the $format format', ({ id, route, examples, format }) => {
  afterEach(async () => {
    if (route.method !== 'GET') await sample.reset();
  });

  test.each(['accepted', 'refused'] as const)(
    'is answered as the reference shows: %s',
    async (outcome) => {
      const reply = await sample.send(format, route, examples[outcome]);
      const answer = answerOf(reply);
      const shown = kept[format][id]?.[outcome];
      const isKept = isDeepStrictEqual(settle(answer), settle(shown));
      (answered[format][id] ??= {})[outcome] = isKept ? shown : answer;
      expect(settle(answer)).toEqual(settle(isWriting ? answer : shown));
      expect(reply.status < 300).toBe(outcome === 'accepted');
    },
  );
});

test('every example is of an operation', () => {
  const ids = operations.map(({ id }) => id);
  expect(exampleIds.filter((id) => !ids.includes(id))).toEqual([]);
});

const searches = operations.flatMap(({ id, route, examples }) =>
  (['q', 'search'] as const).flatMap((root) =>
    Object.entries(examples[root] ?? {}).map(([says, conditions]) => ({
      ...{ id, route, root, says, conditions, path: examples.accepted.path },
    })),
  ),
);

test.each(searches)(
  '$id understands every condition of $root: $says',
  async ({ route, root, says, conditions, path }) => {
    const query = Object.fromEntries(
      Object.entries(conditions).map(([name, value]) => [`${root}[${name}]`, value]),
    );
    const { status, headers } = await sample.send('newer', route, { says, path, query });
    expect([status, headers.get('x-search-ignored')]).toEqual([200, null]);
  },
);
