import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  astFromValue,
  buildSchema,
  getOperationAST,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
  print,
  validate,
  type DocumentNode,
  type GraphQLFieldConfig,
} from 'graphql';
import { complexityOf, refuseCost } from '../../gateway/operations/complexity.ts';
import { schema as storeSchema } from '../../schema/index.ts';
import { documents } from '../../bench/graphql-documents.ts';
import { property } from '../support/property.ts';
import { fakeSchema } from './support.ts';

const schema = fakeSchema();

function refuse(of: typeof schema, document: DocumentNode, name?: string, variables = {}) {
  const operation = getOperationAST(document, name);
  if (!operation) throw new Error(`There is no operation ${String(name)}.`);
  return refuseCost(complexityOf(of, document, operation, variables).requested);
}

function costIn(of: typeof schema, query: string, variables = {}) {
  const document = parse(query);
  expect(validate(of, document)).toEqual([]);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('There is no operation.');
  return complexityOf(of, document, operation, variables);
}

const searched = storeSchema.getType('OrderFilter') as GraphQLInputObjectType;

/** A filter as a document spells it. */
function spell(filter: object): string {
  const node = astFromValue(filter, searched);
  if (!node) throw new Error('A filter has a spelling.');
  return print(node);
}

const texts = fc.record({ eq: fc.string(), cont: fc.string() }, { requiredKeys: [] });
const { filters } = fc.letrec<{ filters: object }>((again) => ({
  filters: fc.record(
    {
      or: fc.option(fc.array(again('filters'), { maxLength: 3 })),
      number: fc.option(texts),
      specialInstructions: texts,
      id: fc.record({ in: fc.array(fc.nat().map(String), { maxLength: 25 }) }),
    },
    { requiredKeys: [] },
  ),
}));

property(
  'an operation costs the same whether its values stand in it, are variables or are defaults',
  fc.array(filters, { maxLength: 3 }),
  fc.integer({ min: -1, max: 600 }),
  fc.integer({ min: -1, max: 200_000 }),
  (groups, perPage, most) => {
    const or = groups.map(spell).join();
    const listing = (sizes: string, filter: string) =>
      `orders(perPage: ${sizes}, filter: ${filter}) { nodes { shipments { id } } }`;
    const ids = (size: string, filter: string) =>
      `orders(filter: ${filter}) { ids(most: ${size}) }`;
    const twice = (size: string, bound: string, filter: string) =>
      `{ a: ${listing(size, filter)} b: ${ids(bound, filter)} }`;
    const cost = (query: string, variables = {}) => costIn(storeSchema, query, variables);
    const written = twice(String(perPage), String(most), `{ or: [${or}] }`);
    const inVariables = twice('$size', '$most', '$filter');
    const inside = twice('$size', '$most', '{ or: $groups }');
    const expected = cost(written);
    expect(
      cost(`query ($size: Int, $most: Int!, $filter: OrderFilter) ${inVariables}`, {
        size: perPage,
        most,
        filter: { or: groups },
      }),
    ).toEqual(expected);
    expect(
      cost(
        `query ($size: Int = ${String(perPage)}, $most: Int! = ${String(most)},
          $filter: OrderFilter = { or: [${or}] }) ${inVariables}`,
      ),
    ).toEqual(expected);
    expect(
      cost(`query ($size: Int, $most: Int!, $groups: [OrderFilter!]) ${inside}`, {
        size: perPage,
        most,
        groups,
      }),
    ).toEqual(expected);
    expect(
      cost(
        `query ($size: Int, $most: Int!, $filter: OrderFilter) { ...Both }
        fragment Both on Query ${inVariables}`,
        { size: perPage, most, filter: { or: groups } },
      ),
    ).toEqual(expected);
  },
);

describe('the complexity of a query (A43)', () => {
  const refusal = (query: string, variables = {}, operationName?: string) =>
    refuse(schema, parse(query), operationName, variables)?.message;
  const tooMuch = (cost: number) =>
    `The query is too complex: ${String(cost)}, 5000 is allowed. Ask for smaller pages.`;

  test('a page counts its rows times what each row holds', () => {
    const query = (perPage: string) =>
      `query Q($n: Int) { orders${perPage} { count nodes { id number units { id order { number } } } } }`;
    expect(refusal(query(''))).toBeUndefined();
    expect(refusal(query('(perPage: 238)'))).toBe(undefined);
    expect(refusal(query('(perPage: 239)'))).toBe(tooMuch(1 + 239 * (1 + 10 * 2)));
    expect(refusal(query('(perPage: $n)'), { n: 239 })).toBe(tooMuch(5_020));
  });

  test('a page size that is the default of a variable counts where the variable is not sent', () => {
    const query = `query Q($n: Int = 239) { orders(perPage: $n) { count nodes { id number units { id order { number } } } } }`;
    expect(refusal(query)).toBe(tooMuch(5_020));
    expect(refusal(query, { n: undefined })).toBe(tooMuch(5_020));
    expect(refusal(query, { n: 10 })).toBeUndefined();
  });

  test('a filter that is the default of a variable counts where the variable is not sent', () => {
    const patterns = Array.from(
      { length: 100 },
      () => '{specialInstructions: {cont: "xxxxxxxxx"}}',
    );
    const lists = Array.from({ length: 15 }, (_, at) => {
      return `a${String(at)}: orders(perPage: 1, filter: $f) { nodes { id } }`;
    });
    const query = `query ($f: OrderFilter = {or: [${patterns.join()}]}) { ${lists.join(' ')} }`;
    const cost = (variables: object) => costIn(storeSchema, query, variables).requested;
    const page = 1 + 1;
    expect(cost({})).toBe(15 * (100 * (1 + 50) + page));
    expect(cost({ f: undefined })).toBe(cost({}));
    expect(cost({ f: null })).toBe(15 * page);
    expect(cost({ f: { number: { eq: 'R1' } } })).toBe(15 * (1 + page));
  });

  test('a variable is weighed once a request, however often it is used', () => {
    const everywhere = `query ($f: OrderFilter!) { a: orders(filter: $f) { count } b: orders(filter: { or: [${'$f '.repeat(400)}] }) { count } }`;
    let looks = 0;
    const watched = new Proxy([{ number: { eq: 'R1' } }], {
      get: (entries, name) => {
        if (name === '0') looks += 1;
        return Reflect.get(entries, name) as unknown;
      },
    });
    expect(costIn(storeSchema, everywhere, { f: { or: watched } }).asked).toBe(2 + 400 * (1 + 2));
    expect(looks).toBe(1);
  });

  test('rows that are the default of a variable count where the variable is not sent', () => {
    const cost = (declared: string, rows: string) =>
      costIn(
        storeSchema,
        `mutation ${declared} { setStockLevels(rows: ${rows}) { results { stockItem { countOnHand } } } }`,
      );
    const rows = '[{variant: {sku: "KET"}, onHand: 4}, {variant: {sku: "CUP"}, onHand: 5}]';
    expect(cost(`($rows: [SetStockLevelInput!] = ${rows})`, '$rows')).toEqual(cost('', rows));
    expect(cost('', rows)).toEqual({ requested: 10 + 2 + 1 + 2 * (1 + 1), asked: 10 + 2 });
  });

  test('the arguments in a fragment count each time that it is spread', () => {
    const own = 'orders(perPage: 1, filter: { number: { cont: "R1" } }) { count }';
    const written = `{ a: order(by: { id: "1" }) { user { ${own} } } b: order(by: { id: "2" }) { user { ${own} } } }`;
    const spread = `{ a: order(by: { id: "1" }) { user { ...F } } b: order(by: { id: "2" }) { user { ...F } } } fragment F on User { ${own} }`;
    expect(costIn(storeSchema, spread)).toEqual(costIn(storeSchema, written));
  });

  test.each([['-1'], ['0']])('a page size of %s counts as the usual page', (perPage) => {
    const nested = 'nodes { units { order { units { order { number } } } } }';
    expect(refusal(`{ orders(perPage: ${perPage}) { ${nested} } }`)).toBe(
      tooMuch(1 + 25 * (1 + 10 * (1 + 1 + 500 * 2))),
    );
  });

  test('a list below an edge that leads back to a record above it counts all that it may have', () => {
    const cost = (inside: string) =>
      costIn(storeSchema, `{ order(by: { number: "R1" }) { ${inside} } }`).requested;
    const line = 'lineItems { quantity order { number } }';
    expect(cost(line)).toBe(1 + 10 * (1 + 1));
    expect(cost(`lineItems { order { ${line} } }`)).toBe(1 + 10 * (1 + 1 + 500 * (1 + 1)));
    expect(cost('lineItems { order { payments { amount } } }')).toBe(1 + 10 * (1 + 1 + 500));
    expect(cost('lineItems { variant { images { position } } }')).toBe(1 + 10 * (1 + 1 + 10));
    const spread = '{ order(by: { number: "R1" }) { ...O lineItems { order { ...O } } } }';
    const fragment = 'fragment O on Order { payments { amount } }';
    expect(costIn(storeSchema, `${spread} ${fragment}`).requested).toBe(
      1 + 10 + 10 * (1 + 1 + 500),
    );
  });

  test('lists of an order below its lines are refused, those of other variants of a product are not', () => {
    const refused = (inside: string) => refuse(storeSchema, parse(`{ ${inside} }`))?.message;
    const order = (inside: string) => refused(`order(by: { number: "R1" }) { ${inside} }`);
    expect(order('lineItems { quantity order { number } }')).toBeUndefined();
    expect(order('lineItems { order { lineItems { quantity } } }')).toContain('too complex');
    expect(order('lineItems { order { payments { amount } } }')).toContain('too complex');
    expect(
      order('lineItems { variant { product { variants { sku optionValues { name } } } } }'),
    ).toBeUndefined();
    expect(
      refused(
        'shipment(by: { number: "H1" }) { order { shipments { manifest { quantity variant { sku } } } } }',
      ),
    ).toBeUndefined();
  });

  test('an operation with more fields than are looked at is too dear', () => {
    const fields = (count: number) =>
      `{ viewer { ${Array.from({ length: count }, (_, place) => `a${String(place)}: id`).join(' ')} } }`;
    const document = (count: number) => parse(fields(count));
    expect(refuse(storeSchema, document(19_000))).toBeUndefined();
    expect(refuse(storeSchema, document(21_000))?.message).toContain('too complex');
  });

  test('a page size beyond the largest page counts as the largest', () => {
    const query = '{ orders(perPage: 1000000) { nodes { units { id } } } }';
    expect(refusal(query)).toBe(tooMuch(1 + 500 * 11));
  });

  test('a record of which only the id is asked costs nothing, unless it is looked up or listed', () => {
    const cost = (query: string) => {
      const document = parse(query);
      const operation = getOperationAST(document);
      return operation && complexityOf(storeSchema, document, operation, {}).requested;
    };
    const orders = (fields: string) => cost(`{ orders(perPage: 5) { nodes { ${fields} } } }`);
    expect(orders('number')).toBe(1 + 5);
    expect(orders('number user { id }')).toBe(1 + 5);
    expect(orders('number user { email }')).toBe(1 + 5 + 5);
    expect(orders('number lineItems { id }')).toBe(1 + 5 + 5 * 10);
    expect(cost('{ orders(first: 5) { edges { node { id } } } }')).toBe(1 + 5);
    expect(cost('{ order(by: { id: "1" }) { id } }')).toBe(1);
  });

  test.each(Object.entries(documents))(
    'what REST shows is allowed in one query: %s',
    (_job, text) => {
      expect(refuse(storeSchema, parse(text), undefined, { perPage: 25 })).toBeUndefined();
    },
  );

  test('the type of an option costs nothing beside its option', () => {
    const document = parse(
      '{ variants(perPage: 5) { nodes { optionValues { id optionType { name } } } } }',
    );
    const operation = getOperationAST(document);
    expect(operation && complexityOf(storeSchema, document, operation, {}).requested).toBe(
      1 + 5 + 5 * 10,
    );
  });

  test('a field that reads a whole order counts as ten records', () => {
    const query = (first: number) =>
      parse(`{ orders(first: ${String(first)}) { nodes { allowedEvents } } }`);
    expect(refuse(storeSchema, query(454))).toBeUndefined();
    expect(refuse(storeSchema, query(455))?.message).toBe(tooMuch(1 + 455 * 11));
  });

  test('a value that is computed of other records counts two: what variants come to, and the steps of a checkout', () => {
    const cost = (query: string) => costIn(storeSchema, query).requested;
    const products = (fields: string) => cost(`{ products(perPage: 100) { nodes { ${fields} } } }`);
    for (const field of ['hasVariants', 'countOnHand', 'priceRange { lowest }']) {
      expect(products(`name ${field}`)).toBe(1 + 100 * 3);
    }
    expect(cost('{ orders(perPage: 100) { nodes { number checkoutSteps } } }')).toBe(1 + 100 * 3);
  });

  test('the steps of the orders of lines count all payments that each may have', () => {
    const query = '{ lineItems(order: { id: 1 }, first: 3) { nodes { order { checkoutSteps } } } }';
    expect(costIn(storeSchema, query).requested).toBe(1 + 3 * (1 + 1 + 2));
    const again = '{ order(by: { id: 1 }) { lineItems { order { checkoutSteps } } } }';
    expect(costIn(storeSchema, again).requested).toBe(1 + 10 * (1 + 1 + 500));
  });

  test('a listed text counts as many as it is long, wherever the list is used', () => {
    const query = (uses: number) =>
      `query ($t: [String!]) { orders(perPage: 1, filter: { or: [${'{ email: { in: $t } }, '.repeat(uses)}] }) { nodes { id } } }`;
    const cost = (uses: number, text: string) =>
      costIn(storeSchema, query(uses), { t: Array(500).fill(text) }).requested;
    const short = cost(1, 'ada@harbour.test');
    expect(cost(2, 'ada@harbour.test') - short).toBe(50 + 2);
    expect(cost(1, 'x'.repeat(640)) - short).toBe(500 - 50);
    const literal = (text: string) =>
      costIn(storeSchema, `{ orders(filter: { email: { in: ["${text}", "b"] } }) { count } }`)
        .requested;
    expect(literal('x'.repeat(640)) - literal('a')).toBe(1);
    const inside = 'query ($t: String!) { orders(filter: { email: { in: [$t, $t] } }) { count } }';
    expect(costIn(storeSchema, inside, { t: 'x'.repeat(640) }).requested).toBe(literal('a') + 2);
  });

  test('a circle of lists below records counts every round of it', () => {
    const round = (inside: string) => `user { orders(first: 10) { nodes { ${inside} } } }`;
    const once = parse(`{ orders(first: 25) { nodes { ${round('id')} } } }`);
    expect(refuse(storeSchema, once)).toBeUndefined();
    const often = parse(`{ orders(first: 25) { nodes { ${round(round('id'))} } } }`);
    const innermost = 2 + 10;
    expect(refuse(storeSchema, often)).toBeUndefined();
    const thrice = parse(`{ orders(first: 25) { nodes { ${round(round(round('id')))} } } }`);
    expect(refuse(storeSchema, thrice)?.message).toBe(
      tooMuch(1 + 25 * (1 + 2 + 10 * (1 + 2 + 10 * (1 + innermost)))),
    );
  });

  test('rows that are written count each, with what is shown of each of them, and 500 are allowed', () => {
    const query = `mutation ($rows: [SetStockLevelInput!]!) { setStockLevels(rows: $rows) {
      results { index stockItem { id countOnHand variant { sku } } userErrors { code field } } userErrors { code } } }`;
    const costOf = (rows: unknown): number => {
      const document = parse(query);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('There is no operation.');
      return complexityOf(storeSchema, document, operation, { rows }).requested;
    };
    const row = { variant: { sku: 'KET' }, onHand: 4 };
    const [payload, mutation] = [1, 10];
    expect(costOf([row])).toBe(mutation + payload + 1 + 3);
    expect(costOf(row)).toBe(costOf([row]));
    expect(costOf(Array.from({ length: 500 }, () => row))).toBe(mutation + payload + 500 * (1 + 3));
    expect(refuseCost(costOf(Array.from({ length: 500 }, () => row)))).toBeUndefined();
  });

  test('a list by cursors counts `first` or `last`, its edges what its records do, and its page info nothing', () => {
    const costOf = (query: string, variables = {}) => {
      const document = parse(query);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('There is no operation.');
      return complexityOf(storeSchema, document, operation, variables).requested;
    };
    const cost = 1 + 40 * (1 + 10);
    expect(costOf('{ orders(perPage: 40) { nodes { id shipments { id } } } }')).toBe(cost);
    expect(costOf('{ orders(first: 40) { nodes { id shipments { id } } } }')).toBe(cost);
    expect(costOf('{ orders(last: 40) { edges { cursor node { id shipments { id } } } } }')).toBe(
      cost,
    );
    expect(
      costOf(
        'query ($n: Int) { orders(first: $n) { pageInfo { endCursor } nodes { shipments { id } } } }',
        {
          n: 40,
        },
      ),
    ).toBe(cost);
    expect(costOf('{ orders(first: 40) { totalCount pageInfo { endCursor hasNextPage } } }')).toBe(
      1,
    );
    expect(costOf('{ orders(last: 501) { edges { cursor node { id } } } }')).toBe(501);
    // a list refuses both; until then the longer one counts
    expect(costOf('{ orders(first: 3, last: 7) { nodes { id } } }')).toBe(8);
  });

  test('a summary counts 400, because it reads any number of orders, and so before it runs (V10)', () => {
    const document = parse(
      '{ orderSummary(from: "2026-01-01", to: "2026-02-01", by: DAY) { turnover } }',
    );
    const operation = getOperationAST(document);
    expect(operation && complexityOf(storeSchema, document, operation, {})).toEqual({
      requested: 410,
      asked: 400,
    });
  });

  test('twenty ids of a list count one, a list beyond its bound as the longest', () => {
    const schema = buildSchema('type Query { ids(most: Int!): [ID!]! }');
    const query = 'query Q($most: Int!) { ids(most: $most) }';
    const costOf = (most: number) => {
      const document = parse(query);
      const operation = getOperationAST(document, 'Q');
      if (!operation) throw new Error('There is no operation.');
      const argument = schema.getQueryType()?.getFields()['ids']?.args[0];
      Object.assign(argument?.extensions ?? {}, { weighsAs: 'listedId' });
      return complexityOf(schema, document, operation, { most });
    };
    expect([1, 20, 21, 10_000, 100_000, 2_000_000_000, -5].map(costOf)).toEqual(
      [1, 1, 2, 500, 5_000, 5_000, 1].map((cost) => ({ requested: cost, asked: cost })),
    );
  });

  test('each ten values of a list count one, in every condition that uses the list (N32)', () => {
    const times = (count: number) => Array.from({ length: count }, () => '2026-01-01T00:00:00Z');
    const products = (filter: string) => `products(perPage: 1 filter: ${filter}) { nodes { id } }`;
    const cost = (text: string, t?: unknown) =>
      costIn(storeSchema, `query ($t: [DateTime!]) { ${text} }`, { t });
    const once = products('{ createdAt: { in: $t } }');
    const found = 1 + 1;
    expect([0, 1, 9, 10, 19, 20, 500].map((count) => cost(once, times(count)).requested)).toEqual(
      [1, 1, 1, 2, 2, 3, 51].map((condition) => found + condition),
    );
    expect(cost(once, times(500)).asked).toBe(51);
    expect(cost(once, '2026-01-01').requested).toBe(found + 1);
    expect(cost(once).requested).toBe(found);
    const inText = (count: number) =>
      products(`{ createdAt: { in: ${JSON.stringify(times(count))} } }`);
    expect(costIn(storeSchema, `{ ${inText(30)} }`).asked).toBe(1 + 3);
    const used = ['createdAt', 'updatedAt', 'availableOn', 'deletedAt']
      .map((name) => `${name}: { in: $t notIn: $t }`)
      .join(' ');
    const twice = products(`{ ${used} and: [{ ${used} }] }`);
    const alike = Array.from({ length: 15 }, (_, place) => `a${String(place)}: ${twice}`).join(' ');
    const all = cost(alike, times(500)).requested;
    expect(all).toBe(15 * (found + 1 + 16 * 51));
    expect(refuseCost(all)?.extensions['code']).toBe('QUERY_TOO_COMPLEX');
  });

  test('each ten values of a list in a write count one, such as the options of a new variant', () => {
    const query = `mutation ($ids: [ID!]) {
      createVariant(product: { id: "1" }, input: { optionValueIds: $ids }) { userErrors { code } } }`;
    const cost = (ids: readonly string[]) => costIn(storeSchema, query, { ids }).asked;
    expect(cost(Array.from({ length: 500 }, String)) - cost([])).toBe(50);
  });

  test('safety 9: conditions, patterns, groups and other records count, once for each row around them (N32)', () => {
    const condition = (weighsAs: string) => ({ type: GraphQLString, extensions: { weighsAs } });
    const Filter: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: 'Filter',
      fields: () => ({
        or: { type: new GraphQLList(Filter) },
        number: { type: Text },
        lines: { type: Text, extensions: { weighsAs: 'records' } },
      }),
    });
    const Text = new GraphQLInputObjectType({
      name: 'Text',
      fields: {
        eq: condition('condition'),
        cont: condition('pattern'),
        contLong: condition('longPattern'),
      },
    });
    const found: GraphQLFieldConfig<unknown, unknown> = {
      type: new GraphQLList(GraphQLString),
      args: { filter: { type: Filter } },
    };
    const Page = new GraphQLObjectType({ name: 'Page', fields: { found } });
    const pages = { type: Page, args: { perPage: { type: GraphQLInt } } };
    const query = new GraphQLObjectType({
      name: 'Query',
      fields: { found, rows: { type: new GraphQLList(Page) }, pages },
    });
    const cost = (text: string, variables = {}) => {
      const document = parse(text);
      const operation = getOperationAST(document);
      return (
        operation && complexityOf(new GraphQLSchema({ query }), document, operation, variables)
      );
    };
    expect(cost('{ found(filter: { number: { eq: "a", cont: "b", contLong: "c" } }) }')).toEqual({
      requested: 1 + 10 + 50,
      asked: 61,
    });
    const groups = { or: [{ number: { cont: 'x' } }, { lines: { eq: 'x' } }, {}] };
    const inVariable = 'query ($f: Filter) { found(filter: $f) }';
    expect(cost(inVariable, { f: groups })?.requested).toBe(3 + 10 + 10 + 1);
    expect(cost(inVariable)?.requested).toBe(0);
    expect(cost('query ($f: Filter) { rows { found(filter: $f) } }', { f: groups })).toEqual({
      requested: 10 * (1 + 24),
      asked: 24,
    });
  });

  test('only the operation that runs counts', () => {
    const query = `
      query Small { hello }
      query Large { orders(perPage: 500) { nodes { units { id } } } }
    `;
    expect(refusal(query, {}, 'Small')).toBeUndefined();
    expect(refusal(query, {}, 'Large')).toBe(tooMuch(1 + 500 * 11));
  });

  test('fragments that double at each of 60 steps are counted once each', () => {
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
    // a walk that visits each of the 2^60 fields never ends
    expect(refuse(wide, document)?.extensions['code']).toBe('QUERY_TOO_COMPLEX');
  });
});
