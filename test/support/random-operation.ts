import { getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Draws } from './draws.ts';

/** A document, its operations in the order in which to run them, and their variables. */
export interface RandomOperation {
  readonly text: string;
  readonly operations: readonly string[];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Root fields with their arguments; `$` arguments are variables. */
const roots = [
  ['order', 'by: $ref'],
  ['order', 'by: { number: "R100000001" }'],
  ['orders', 'page: $page, perPage: 2'],
  ['orders', 'first: $perPage'],
  ['myOrders', 'last: 2'],
  ['variants', 'perPage: $perPage'],
  ['products', 'page: 1'],
  ['shipments', 'perPage: $perPage, page: $page'],
  ['inventoryUnits', ''],
  ['countries', ''],
  ['orderSummary', 'from: "2026-01-01", to: "2026-02-01", by: WEEK'],
  ['viewer', ''],
] as const;

/** The arguments of the fields below that cannot be left out. */
const requiredArguments: Readonly<Record<string, string>> = { ids: '(most: 3)' };

const deepest = 4;

/** Variables that decide what is selected. */
const conditions = ['on', 'off', 'third', 'fourth'];

/** One without conditions, and one with a variable of the name of a condition. */
const others = [
  'query Other { viewer { id } }',
  'query More($on: String) { viewer { id ... @include(if: true) { __typename } } order(by: { number: $on }) { id } }',
];

const declared = conditions.map((name) => `$${name}: Boolean = true`).join(', ');

/** Generates a random operation of the store's schema: aliases, fragments, repeated fields, variables, conditions. */
export function randomOperation(schema: GraphQLSchema, draws: Draws): RandomOperation {
  return new Writer(schema, draws).write();
}

class Writer {
  private readonly schema: GraphQLSchema;
  private readonly draws: Draws;
  private readonly fragments: string[] = [];
  /** Fragments that are a complete selection, by type. */
  private readonly whole = new Map<string, string>();

  constructor(schema: GraphQLSchema, draws: Draws) {
    this.schema = schema;
    this.draws = draws;
  }

  write(): RandomOperation {
    const { draws } = this;
    const query = this.schema.getQueryType() as GraphQLObjectType;
    const fields = Array.from({ length: 1 + draws.below(2) }, (_, place) => {
      const [name, given] = draws.pick(roots);
      const field = query.getFields()[name] as GraphQLField<unknown, unknown>;
      const called = `r${String(place)}: ${name}${given && `(${given})`}`;
      return called + this.selection(getNamedType(field.type) as GraphQLObjectType, 1);
    });
    const decided = conditions.map(
      (name) => `${name}: __typename ${draws.pick(['@skip', '@include'])}(if: $${name})`,
    );
    const isOne = draws.chance(0.8);
    const text = [
      `query Random($ref: OrderBy!, $page: Int, $perPage: Int = 3, ${declared}) {`,
      `${fields.join(' ')} used: order(by: $ref) { id ${decided.join(' ')} }`,
      `u2: orders(page: $page, perPage: $perPage) { perPage } }`,
      ...(isOne ? [] : others),
      ...this.fragments,
    ].join(' ');
    const variables = {
      ...(!draws.chance(0.03) && { ref: { number: 'R100000001' } }),
      ...(draws.chance(0.5) && { page: draws.pick([1, 2, null]) }),
      ...(draws.chance(0.5) && { perPage: draws.pick<unknown>([2, 4, 'much']) }),
      ...Object.fromEntries(
        conditions.flatMap((name) => (draws.chance(0.8) ? [[name, draws.chance(0.5)]] : [])),
      ),
    };
    const operations = isOne ? ['Random'] : ['Random', 'Other', 'More', 'Random'];
    return { text, operations, variables };
  }

  private selection(type: GraphQLObjectType, depth: number): string {
    const { draws } = this;
    const known = this.whole.get(type.name);
    if (known !== undefined && draws.chance(0.6)) return ` { ...${known} }`;
    const fields = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) || depth < deepest,
    );
    const count = 1 + draws.below(depth > 2 ? 3 : 5);
    const parts = Array.from({ length: count }, () => this.part(type, draws.pick(fields), depth));
    // one leaf at least, and sometimes a field that is selected already
    const leaf = fields.find((field) => isLeafType(getNamedType(field.type)));
    const text = `{ ${[...parts, leaf?.name ?? '__typename'].join(' ')} }`;
    return ` ${this.asWhole(type, text)}`;
  }

  /** Sometimes a selection that other positions may share. */
  private asWhole(type: GraphQLObjectType, text: string): string {
    if (this.whole.has(type.name) || !this.draws.chance(0.3)) return text;
    const name = `W${type.name}`;
    this.whole.set(type.name, name);
    this.fragments.push(`fragment ${name} on ${type.name} ${text}`);
    return `{ ...${name} }`;
  }

  private part(
    type: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    depth: number,
  ): string {
    const { draws } = this;
    if (draws.chance(0.04)) return draws.pick(['__typename', 'what: __typename']);
    if (draws.chance(0.05)) return `... @include(if: $${draws.pick(conditions)}) { __typename }`;
    const inner = getNamedType(field.type);
    // an alias names one field only, because two in one selection would conflict
    const alias = draws.chance(0.15) ? `${draws.pick(['a', 'b'])}_${field.name}: ` : '';
    const beneath = isObjectType(inner) ? this.selection(inner, depth + 1) : '';
    const given = field.args.some(isRequiredArgument) ? requiredArguments[field.name] : '';
    const condition = draws.chance(0.1)
      ? ` ${draws.pick(['@skip', '@include'])}(if: $${draws.pick(conditions)})`
      : '';
    const text = `${alias}${field.name}${given ?? ''}${condition}${beneath}`;
    if (draws.chance(0.08)) return `... on ${type.name} { ${text} }`;
    if (draws.chance(0.05)) return `... { ${text} }`;
    if (draws.chance(0.06)) {
      const name = `F${String(this.fragments.length)}`;
      this.fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
      return `...${name} ...${name}`;
    }
    return text;
  }
}
