import { describe, expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, parse } from 'graphql';
import type { DocumentNode } from 'graphql';
import { complexityOf, refuseCost } from '../../gateway/complexity.ts';
import { fakeSchema } from './support.ts';

const schema = fakeSchema();

function refuse(of: typeof schema, document: DocumentNode, name?: string, variables = {}) {
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error(`There is no operation ${String(name)}.`);
  return refuseCost(complexityOf(of, document, operation, variables));
}

describe('the complexity of a query (A43)', () => {
  const refusal = (query: string, variables = {}, operationName?: string) =>
    refuse(schema, parse(query), operationName, variables)?.message;
  const tooMuch = (cost: number) =>
    `The query is too complex: ${String(cost)}, 5000 is allowed. Ask for smaller pages.`;

  test('a page counts its rows times what each row holds', () => {
    const query = (perPage: string) =>
      `query Q($n: Int) { orders${perPage} { count nodes { id number units { id order { id } } } } }`;
    expect(refusal(query(''))).toBeUndefined();
    expect(refusal(query('(perPage: 238)'))).toBe(undefined);
    expect(refusal(query('(perPage: 239)'))).toBe(tooMuch(1 + 239 * (1 + 10 * 2)));
    expect(refusal(query('(perPage: $n)'), { n: 239 })).toBe(tooMuch(5_020));
  });

  test('a page size that is the default of a variable counts where the variable is not sent', () => {
    const query = `query Q($n: Int = 239) { orders(perPage: $n) { count nodes { id number units { id order { id } } } } }`;
    expect(refusal(query)).toBe(tooMuch(5_020));
    expect(refusal(query, { n: undefined })).toBe(tooMuch(5_020));
    expect(refusal(query, { n: 10 })).toBeUndefined();
  });

  test.each([['-1'], ['0']])('a page size of %s counts as the usual page', (perPage) => {
    const nested = 'nodes { units { order { units { order { id } } } } }';
    expect(refusal(`{ orders(perPage: ${perPage}) { ${nested} } }`)).toBe(
      tooMuch(1 + 25 * (1 + 10 * (1 + 1 + 10 * 2))),
    );
  });

  test('a page size beyond the largest page counts as the largest', () => {
    const query = '{ orders(perPage: 1000000) { nodes { units { id } } } }';
    expect(refusal(query)).toBe(tooMuch(1 + 500 * 11));
  });

  test('only the operation that runs counts', () => {
    const query = `
      query Small { hello }
      query Large { orders(perPage: 500) { nodes { units { id } } } }
    `;
    expect(refusal(query, {}, 'Small')).toBeUndefined();
    expect(refusal(query, {}, 'Large')).toBe(tooMuch(1 + 500 * 11));
  });

  test('fragments that double at each step are counted in no time', () => {
    const wide = buildSchema(
      'type Query { node: Node } type Node { id: ID left: Node right: Node }',
    );
    const steps = Array.from({ length: 60 }, (_, index) => {
      const next =
        index === 59
          ? 'id'
          : `left { ...F${String(index + 1)} } right { ...F${String(index + 1)} }`;
      return `fragment F${String(index)} on Node { ${next} }`;
    });
    const document = parse(['{ node { ...F0 } }', ...steps].join('\n'));
    const startedAt = process.cpuUsage();
    expect(refuse(wide, document)?.extensions['code']).toBe('QUERY_TOO_COMPLEX');
    // 50 ms is promised; a busy machine gets some more
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(250);
  });
});
