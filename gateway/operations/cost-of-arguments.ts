import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  print,
  valueFromASTUntyped,
} from 'graphql';
import type { ArgumentNode, FieldNode, GraphQLField, GraphQLInputType, ValueNode } from 'graphql';
import { sum, type Term, type Variables } from './cost-term.ts';
import { weightOf, weights } from './cost-weights.ts';

/** Default page size, and its maximum. Decision: S29. */
const usualPage = 25;
const largestPage = 500;
/** Maximum length of a list of ids. Decision: O1. */
const mostIds = 100_000;

const valueOf = (sent: ValueNode, variables: Variables): unknown =>
  valueFromASTUntyped(sent, variables);

/** The rows of an argument that has one result for each; undefined for fields without one. */
export function rowsSent(field: GraphQLField<unknown, unknown>, node: FieldNode): Term | undefined {
  const rows = field.args.find(({ extensions }) => extensions['answersEach'] === true);
  const sent = node.arguments?.find(({ name }) => name.value === rows?.name)?.value;
  if (!sent) return undefined;
  return (variables) => {
    const value = valueOf(sent, variables);
    return Array.isArray(value) ? value.length : 1;
  };
}

/** The weights of a field's arguments. */
export function argumentsTerm(
  field: GraphQLField<unknown, unknown>,
  sent: readonly ArgumentNode[],
): Term {
  return sum(
    sent.flatMap(({ name, value }): Term[] => {
      const argument = field.args.find((declared) => declared.name === name.value);
      if (!argument) return [];
      const { type, extensions } = argument;
      if (extensions['weighsAs'] === 'listedId') {
        return [(variables) => Math.ceil(boundIds(valueOf(value, variables)) * weights.listedId)];
      }
      if (extensions['weighsAs'] === 'summary') return [weights.summary];
      if (!isInputObjectType(getNamedType(type))) return [];
      return [(variables) => weigh(valueOf(value, variables), type)];
    }),
  );
}

function weigh(value: unknown, type: GraphQLInputType): number {
  if (value === null || value === undefined) return 0;
  const own = getNullableType(type);
  if (isListType(own)) {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!isInputObjectType(getNamedType(own))) return 0;
    const inside = own.ofType;
    return entries.reduce<number>((all, entry) => all + weights.entry + weigh(entry, inside), 0);
  }
  if (!isInputObjectType(own) || typeof value !== 'object') return 0;
  const fields = own.getFields();
  return Object.entries(value).reduce<number>((all, [name, inner]) => {
    const field = fields[name];
    if (!field || inner === null || inner === undefined) return all;
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
      boundPage(sent.map(({ value }) => valueOf(value, variables)));
    if (sent.every(({ value }) => value.kind !== Kind.VARIABLE)) return sizes({});
    const name = sent.map(({ value }) => print(value)).join();
    const term = this.bySizes.get(name) ?? sizes;
    this.bySizes.set(name, term);
    return term;
  }
}
