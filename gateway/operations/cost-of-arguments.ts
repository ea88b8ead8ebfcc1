import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  Kind,
  print,
  valueFromASTUntyped,
  type ArgumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type ValueNode,
} from 'graphql';
import { onceARequest, sum, type Term, type Variables } from './cost-term.ts';
import { weightOf, weights } from './cost-weights.ts';

const usualPage = 25;
const largestPage = 500;
/** Maximum length of a list of ids. Decision: O1. */
const mostIds = 100_000;

/** The rows of an argument that has one result for each; undefined for fields without one. */
export function rowsSent(field: GraphQLField<unknown, unknown>, node: FieldNode): Term | undefined {
  const rows = field.args.find(({ extensions }) => extensions['answersEach'] === true);
  const sent = node.arguments?.find(({ name }) => name.value === rows?.name)?.value;
  if (!sent) return undefined;
  return (variables) => {
    const value = valueFromASTUntyped(sent, variables);
    // what is selected beneath is planned, whether or not there are rows
    return Array.isArray(value) ? Math.max(1, value.length) : 1;
  };
}

/** The weights of an operation's arguments; a variable is weighed once a request, however often it is used. */
export class ArgumentWeights {
  private readonly byUse = new Map<string, Term>();

  /** What the arguments of a field weigh. */
  of(field: GraphQLField<unknown, unknown>, sent: readonly ArgumentNode[]): Term {
    return sum(
      sent.map(({ name, value }): Term => {
        const argument = field.args.find((declared) => declared.name === name.value);
        if (!argument) return 0;
        const { type, extensions } = argument;
        if (extensions['weighsAs'] === 'summary') return weights.summary;
        if (extensions['weighsAs'] !== 'listedId') return this.inside(value, type);
        return (variables) =>
          Math.ceil(boundIds(valueFromASTUntyped(value, variables)) * weights.listedId);
      }),
    );
  }

  /** The same as `weigh`, of a value as the document spells it. */
  private inside(value: ValueNode, type: GraphQLInputType): Term {
    const own = getNullableType(type);
    if (value.kind === Kind.NULL || isLeafType(own)) return 0;
    if (value.kind === Kind.VARIABLE) return this.variable(value.name.value, own);
    if (isListOfValues(own)) {
      if (value.kind !== Kind.LIST) return 0;
      return (variables) =>
        valuesWeigh(value.values.map((one) => valueFromASTUntyped(one, variables)));
    }
    if (isListType(own)) {
      const entries = value.kind === Kind.LIST ? value.values : [value];
      return sum(entries.flatMap((entry) => [weights.entry, this.inside(entry, own.ofType)]));
    }
    if (!isInputObjectType(own) || value.kind !== Kind.OBJECT) return 0;
    const declared = own.getFields();
    return sum(
      value.fields.flatMap(({ name, value: inner }): Term[] => {
        const field = declared[name.value];
        return field ? [ifSent(inner, weightOf(field) ?? 0), this.inside(inner, field.type)] : [];
      }),
    );
  }

  private variable(name: string, type: GraphQLInputType): Term {
    const use = `${name}: ${String(type)}`;
    const term = this.byUse.get(use) ?? onceARequest((variables) => weigh(variables[name], type));
    this.byUse.set(use, term);
    return term;
  }
}

/** A list such as the operand of `in`: the database compares with all of it wherever it is used. */
const isListOfValues = (type: GraphQLInputType): boolean =>
  isListType(type) && isLeafType(getNamedType(type));

/** What a list of values weighs; a few weigh nothing, and long texts as many as they are long. */
const valuesWeigh = (values: readonly unknown[]): number =>
  Math.floor(values.reduce<number>((all, one) => all + lengthOf(one), 0) * weights.listedValue);

/** How many usual values a listed one is as long as. */
const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? Math.max(1, value.length / usualCharacters) : 1;

const usualCharacters = 64;

/** A weight, unless the value turns out to be null. */
function ifSent(value: ValueNode, weight: number): Term {
  if (value.kind === Kind.NULL) return 0;
  if (value.kind !== Kind.VARIABLE) return weight;
  return (variables) => (variables[value.name.value] == null ? 0 : weight);
}

function weigh(value: unknown, type: GraphQLInputType): number {
  if (value == null) return 0;
  const own = getNullableType(type);
  if (isListOfValues(own)) return Array.isArray(value) ? valuesWeigh(value) : 0;
  if (isListType(own)) {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
    const inside = own.ofType;
    return entries.reduce<number>((all, entry) => all + weights.entry + weigh(entry, inside), 0);
  }
  if (!isInputObjectType(own) || typeof value !== 'object') return 0;
  const fields = own.getFields();
  return Object.entries(value).reduce<number>((all, [name, inner]) => {
    const field = fields[name];
    if (!field || inner == null) return all;
    return all + (weightOf(field) ?? 0) + weigh(inner, field.type);
  }, 0);
}

/** Numbers of records on a page; a request with several is refused by the list. */
const sizeArguments: ReadonlySet<string> = new Set(['perPage', 'first', 'last']);

function boundPage(asked: readonly unknown[]): number {
  const sizes = asked.filter((size) => typeof size === 'number' && size >= 1) as number[];
  return sizes.length > 0 ? Math.min(Math.max(...sizes), largestPage) : usualPage;
}

/** Maximum length of a list of ids; anything but a number is refused before execution. */
const boundIds = (asked: unknown): number =>
  typeof asked === 'number' ? Math.min(Math.max(asked, 1), mostIds) : 0;

/** The rows of requested pages; equal ones are one term, so that fragments are analysed once. */
export class PageSizes {
  private readonly bySizes = new Map<string, Term>();

  /** Undefined for fields without pages. */
  of(field: GraphQLField<unknown, unknown>, node: FieldNode): Term | undefined {
    if (!field.args.some(({ name }) => name === 'perPage')) return undefined;
    const sent = (node.arguments ?? []).filter(({ name }) => sizeArguments.has(name.value));
    const sizes = (variables: Variables): number =>
      boundPage(sent.map(({ value }) => valueFromASTUntyped(value, variables)));
    if (sent.every(({ value }) => value.kind !== Kind.VARIABLE)) return sizes({});
    const name = sent.map(({ value }) => print(value)).join();
    const term = this.bySizes.get(name) ?? sizes;
    this.bySizes.set(name, term);
    return term;
  }
}
