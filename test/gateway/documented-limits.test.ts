import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isEnumType } from 'graphql';
import { statuses, statusesBefore } from '../../gateway/graphql/graphql-outcome.ts';
import { limits } from '../../gateway/operations/query-limits.ts';
import { schema } from '../../schema/index.ts';

const text = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8');

/** The cells of the rows of the table below the line that begins so. */
function tableAfter(head: string): string[][] {
  const [, below = ''] = text.split(`\n| ${head}`);
  const [table = ''] = below.split('\n\n');
  const rows = table.split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const wordsIn = (cell = ''): string[] =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);

test('docs/graphql.md tells every limit of a request as it is, but those of introspection', () => {
  const told = tableAfter('of a request').map(([what, most = '']) => [
    wordsIn(what)[0],
    Number(most.replaceAll(',', '')),
  ]);
  const left = new Set(['validationErrors', 'introspectionFields', 'introspectionLists']);
  const known = Object.entries(limits).filter(([name]) => !left.has(name));
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(known));
});

test('docs/graphql.md tells every code that decides a status at /graphql, with that status', () => {
  const told = tableAfter('`extensions.code`');
  const rows = told.flatMap(([codes, status = '']) => {
    const numbers = status.split(', ').map(Number);
    return wordsIn(codes).map((code, at): [string, number] => [
      code,
      numbers[at] ?? numbers[0] ?? 0,
    ]);
  });
  const deciding = rows.filter(([, status]) => status !== 200);
  expect(Object.fromEntries(deciding)).toEqual({ ...statuses, ...statusesBefore });
});

test('docs/graphql.md names a mutation for every event that clients can fire, but for `next`', () => {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const kinds = ['OrderEvent', 'ShipmentEvent', 'InventoryUnitEvent', 'PaymentEvent'];
  const rows = tableAfter('record');
  expect(rows.length).toBe(kinds.length);
  for (const [at, kind] of kinds.entries()) {
    const words = wordsIn(rows[at]?.[1]);
    const type = schema.getType(kind);
    const events = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    expect(words.filter((word) => /^[A-Z_]+$/.test(word)).toSorted()).toEqual(events.toSorted());
    const named = words.filter((word) => !/^[A-Z_]+$/.test(word));
    expect(named.length).toBeGreaterThanOrEqual(events.length);
    expect(named.filter((name) => !(name in mutations))).toEqual([]);
  }
});
