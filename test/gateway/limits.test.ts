import { describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery, getOperationAST, GraphQLError } from 'graphql';
import { complexityOf } from '../../gateway/operations/complexity.ts';
import { parseWithinLimits } from '../../gateway/operations/query-limits.ts';
import { fakeSchema } from './support.ts';

const schema = fakeSchema();

function refusalOf(query: string): string | undefined {
  try {
    parseWithinLimits(query);
    return undefined;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    expect(error.extensions['code']).toBe('QUERY_TOO_COMPLEX');
    return error.message;
  }
}

function nest(levels: number): string {
  return levels === 0 ? 'id' : `units { order { ${nest(levels - 1)} } }`;
}

/** Twelve fragments, each spreading the next two levels deeper. */
const bomb = [
  '{ order(by: { id: "1" }) { ...F0 } }',
  ...Array.from({ length: 12 }, (_, index) => {
    const next = index === 11 ? 'id' : `units { order { ...F${String(index + 1)} } }`;
    return `fragment F${String(index)} on Order { ${next} }`;
  }),
].join('\n');

describe('the shape of a query (A43)', () => {
  test('ten levels are allowed, eleven are not', () => {
    expect(refusalOf(`{ order(by: { id: "1" }) { ${nest(4)} } }`)).toBeUndefined();
    expect(
      refusalOf(`{ order(by: { id: "1" }) { ${nest(4).replace('id', 'units { id }')} } }`),
    ).toBe('The query has more than 10 levels.');
  });

  test('fifteen aliases are allowed, sixteen are not, in fragments as well', () => {
    const aliases = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${String(index)}: hello`).join(' ');
    expect(refusalOf(`{ ${aliases(15)} }`)).toBeUndefined();
    expect(refusalOf(`{ ${aliases(16)} }`)).toBe('The query has more than 15 aliases.');
    expect(refusalOf(`{ ...A ...A } fragment A on Query { ${aliases(8)} }`)).toBe(
      'The query has more than 15 aliases.',
    );
  });

  test('two thousand tokens are allowed, more are not', () => {
    const braces = 2;
    expect(refusalOf(`{ ${'hello '.repeat(2_000 - braces)} }`)).toBeUndefined();
    expect(refusalOf(`{ ${'hello '.repeat(2_001 - braces)} }`)).toBe(
      'The query has more than 2000 tokens.',
    );
  });

  test('safety 4: 64 brackets inside each other are allowed, more are not, whatever they hold', () => {
    const inside = (open: string, close: string, depth: number): string =>
      `{ hello(a: ${open.repeat(depth)}1${close.repeat(depth)}) }`;
    // a brace and a parenthesis are around them
    expect(refusalOf(inside('[', ']', 62))).toBeUndefined();
    for (const [open, close] of [
      ['[', ']'],
      ['{ a: ', '}'],
    ] as const) {
      expect(refusalOf(inside(open, close, 63))).toBe(
        'The query has more than 64 brackets inside each other.',
      );
    }
    // so many that the parser would leave the stack
    expect(refusalOf(`{ hello(a: ${'['.repeat(1_990)}`)).toBe(
      'The query has more than 64 brackets inside each other.',
    );
    expect(refusalOf(`{ hello } # ${'['.repeat(500)}`)).toBeUndefined();
    expect(refusalOf(`{ hello(a: "${'['.repeat(500)}") }`)).toBeUndefined();
  });

  test('a syntax error stays a syntax error', () => {
    expect(() => parseWithinLimits('{ hello')).toThrow('Syntax Error: Expected Name, found <EOF>.');
  });

  test.each([
    '{ ...A } fragment A on Query { hello ...B } fragment B on Query { ...A }',
    '{ hello } fragment A on Query { orders { nodes { ... on Order { ...A } } } }',
  ])('fragments that hold themselves are refused before validation (safety 4): %s', (query) => {
    expect(() => parseWithinLimits(query)).toThrow('Cannot spread fragment "A" within itself.');
  });

  test('so are more than 50 fragments, those of one name counted too (safety 4)', () => {
    const fragments = (count: number, name: (at: number) => string): string =>
      `{ ...F0 } ${Array.from({ length: count }, (_, at) => `fragment ${name(at)} on Query { hello }`).join(' ')}`;
    const named = (at: number): string => `F${String(at)}`;
    expect(refusalOf(fragments(50, named))).toBeUndefined();
    const refusal = 'The query has more than 50 fragments.';
    expect(refusalOf(fragments(51, named))).toBe(refusal);
    expect(refusalOf(fragments(51, () => 'F0'))).toBe(refusal);
  });

  test('so is a long text, whatever it is made of (safety 5)', () => {
    expect(refusalOf(`{ hello } #${'x'.repeat(131_061)}`)).toBeUndefined();
    expect(refusalOf(`{ hello } #${'x'.repeat(131_062)}`)).toBe(
      'The query has more than 131072 characters.',
    );
  });

  test('so are more than 2,000 lines, of which each error would read all before it', () => {
    expect(refusalOf(`{ hello${'\n'.repeat(1_999)}}`)).toBeUndefined();
    expect(refusalOf(`{ hello${'\n'.repeat(2_000)}}`)).toBe('The query has more than 2000 lines.');
  });

  test('the chained fragments that once exhausted memory are refused', () => {
    expect(refusalOf(bomb)).toBe('The query has more than 10 levels.');
  });

  test('fragments that double at each of 49 steps are refused without a walk through their fields one by one', () => {
    const steps = Array.from({ length: 49 }, (_, index) => {
      const next = `...F${String(index + 1)}`;
      return `fragment F${String(index)} on Query { ${index === 48 ? 'a: hello' : `${next} ${next}`} }`;
    });
    // 2 to the power of 48 fields: a walk would never end
    expect(refusalOf(['{ ...F0 }', ...steps].join('\n'))).toMatch(
      /^The query has more than \d+ aliases\.$/,
    );
  });
});

describe('introspection', () => {
  test('the usual query passes', () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      oneOf: true,
    });
    const document = parseWithinLimits(query);
    const operation = getOperationAST(document);
    expect(operation && complexityOf(schema, document, operation, {}).requested).toBeLessThan(
      5_000,
    );
  });

  test.each([
    [
      'lists of types inside each other',
      '{ __schema { types { fields { type { fields { name } } } } } }',
      'The query has more than 2 nested lists of introspection.',
    ],
    [
      'aliases',
      '{ a: __schema { types { name } } }',
      'The query has more than 0 aliases in introspection.',
    ],
    [
      'more fields than anybody needs',
      `{ __schema { types { ${'name '.repeat(499)} } } }`,
      'The query has more than 500 fields of introspection.',
    ],
  ])('%s are refused', (_title, query, message) => {
    expect(refusalOf(query)).toBe(message);
  });
});
