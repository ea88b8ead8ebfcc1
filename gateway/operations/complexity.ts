import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  print,
  valueFromASTUntyped,
} from 'graphql';
import type {
  ArgumentNode,
  DocumentNode,
  FieldNode,
  GraphQLError,
  GraphQLField,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { evaluateAll, onceARequest, product, sum } from './cost-term.ts';
import type { Term, Variables } from './cost-term.ts';
import { fragmentsOf, limits, tooComplex } from './query-limits.ts';

/**
 * The parts of an operation's cost, and their weights. Fields and types name their row by the extension `weighsAs`, a
 * field before its type; values without it cost nothing, objects without it are records.
 * Decision: N32.
 */
const weights = {
  /** A record in the response. */
  record: 1,
  /** An object around records, such as an edge. */
  nothing: 0,
  /** A comparison in a search. */
  condition: 1,
  /** A text searched inside texts of at most a few hundred characters. */
  pattern: 10,
  /** A text searched inside texts of any length. */
  longPattern: 50,
  /** Other records searched for each record. */
  records: 10,
  /** An entry of a list in the request: of a write, or a group of conditions. */
  entry: 1,
  /** A mutation: a separate transaction. */
  mutation: 10,
  /** Each id that a list of ids may contain. */
  listedId: 1 / 20,
  /** A field that reads an order with everything that belongs to it. */
  wholeOrder: 10,
  /** Figures over any number of records; the rows of them are counted as records, too. */
  summary: 400,
} as const;

const isWeighed = (name: unknown): name is keyof typeof weights =>
  typeof name === 'string' && name in weights;

/** The weight that a field, an argument or a type names; undefined if it names none. */
const weightOf = ({ extensions }: Pick<GraphQLNamedType, 'extensions'>): number | undefined =>
  isWeighed(extensions['weighsAs']) ? weights[extensions['weighsAs']] : undefined;

/** Assumed length of a list without a page size. */
const usualRows = 10;
/** Default page size, and its maximum. Decision: S29. */
const usualPage = 25;
const largestPage = 500;
/** Maximum length of a list of ids. Decision: O1. */
const mostIds = 100_000;

/** The cost of an operation. */
export interface Complexity {
  /** The maximum: arguments, and the records it may load from the database. */
  readonly requested: number;
  /** The part for arguments, whatever is found. */
  readonly asked: number;
}

interface Compiled {
  readonly terms: Readonly<Record<keyof Complexity, Term>>;
  /** Defaults of numeric variables. */
  readonly defaults: Variables;
}

const compiled = new WeakMap<OperationDefinitionNode, Compiled>();

/**
 * The cost of an operation: every field that returns records costs one, times the rows of the lists around it,
 * plus the weights of its arguments. A page counts its `first`, `last` or `perPage`, the results of rows that are
 * sent count these, any other list ten. Fields that return values, and edges of which only the id is selected, cost
 * nothing, because a record has a limited number of them, but for those that read an order. The operation is
 * analysed once; per request only what depends on its variables is computed. The document must be validated.
 * Decision: A43, N32.
 */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Complexity {
  let known = compiled.get(operation);
  if (known === undefined) {
    known = compile(schema, document, operation);
    compiled.set(operation, known);
  }
  return evaluateAll(known.terms, withDefaults(variables, known.defaults));
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Compiled {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Map<Term | undefined, Term>>();
  const asked: Term[] = [];
  const pages = new PageSizes();
  const root = schema.getRootType(operation.operation) ?? undefined;

  function termOf(
    selection: SelectionSetNode | undefined,
    parent: GraphQLNamedType | undefined,
    page: Term | undefined,
  ): Term {
    return sum(
      (selection?.selections ?? []).map((node) => {
        if (node.kind === Kind.FIELD) return fieldTerm(node, parent, page);
        if (node.kind === Kind.FRAGMENT_SPREAD) return fragmentTerm(node.name.value, page);
        const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent;
        return termOf(node.selectionSet, on, page);
      }),
    );
  }

  function fragmentTerm(name: string, page: Term | undefined): Term {
    const ofPage = known.get(name) ?? new Map<Term | undefined, Term>();
    known.set(name, ofPage);
    const found = ofPage.get(page);
    if (found !== undefined) return found;
    const fragment = fragments.get(name);
    const on = fragment && schema.getType(fragment.typeCondition.name.value);
    const term = onceARequest(termOf(fragment?.selectionSet, on, page));
    ofPage.set(page, term);
    return term;
  }

  function fieldTerm(
    node: FieldNode,
    parent: GraphQLNamedType | undefined,
    page: Term | undefined,
  ): Term {
    if (!isObjectType(parent) && !isInterfaceType(parent)) return 0;
    const field = parent.getFields()[node.name.value];
    if (!field) return 0;
    const sent = argumentsTerm(field, node.arguments ?? []);
    const act = parent === schema.getMutationType() ? weights.mutation : 0;
    asked.push(sent, act);
    const type = getNamedType(field.type);
    if (isLeafType(type)) return sum([act, sent, weightOf(field) ?? 0]);
    const isOfRecord = parent !== root && weightOf(parent) === undefined;
    if (isOfRecord && isColumn(field, node)) return sent;
    const ownPage = pages.of(field, node) ?? rowsSent(field, node);
    const isList = isListType(getNullableType(field.type));
    const rows = isList ? (ownPage ?? page ?? usualRows) : 1;
    const inside = termOf(node.selectionSet, type, isList ? undefined : ownPage);
    return sum([
      act,
      sent,
      product(rows, sum([weightOf(field) ?? weightOf(type) ?? weights.record, inside])),
    ]);
  }

  const requested = termOf(operation.selectionSet, root, undefined);
  return { terms: { requested, asked: sum(asked) }, defaults: defaultsOf(operation) };
}

/** Whether only the id of another record is selected, which the row itself contains. Decision: Q83. */
const isColumn = (field: GraphQLField<unknown, unknown>, { selectionSet }: FieldNode): boolean =>
  field.args.length === 0 &&
  !isListType(getNullableType(field.type)) &&
  (selectionSet?.selections ?? []).every(
    (one) => one.kind === Kind.FIELD && one.name.value === 'id',
  );

/** The rows of an argument that has one result for each; undefined for fields without one. */
function rowsSent(field: GraphQLField<unknown, unknown>, node: FieldNode): Term | undefined {
  const rows = field.args.find(({ extensions }) => extensions['answersEach'] === true);
  const sent = node.arguments?.find(({ name }) => name.value === rows?.name)?.value;
  if (!sent) return undefined;
  return (variables) => {
    const value: unknown = valueFromASTUntyped(sent, { ...variables });
    return Array.isArray(value) ? value.length : 1;
  };
}

/** The weights of a field's arguments. */
function argumentsTerm(field: GraphQLField<unknown, unknown>, sent: readonly ArgumentNode[]): Term {
  return sum(
    sent.flatMap(({ name, value }): Term[] => {
      const argument = field.args.find((declared) => declared.name === name.value);
      if (!argument) return [];
      const { type, extensions } = argument;
      const valueOf = (variables: Variables) => valueFromASTUntyped(value, { ...variables });
      if (extensions['weighsAs'] === 'listedId') {
        return [(variables) => Math.ceil(boundIds(valueOf(variables)) * weights.listedId)];
      }
      if (extensions['weighsAs'] === 'summary') return [weights.summary];
      if (!isInputObjectType(getNamedType(type))) return [];
      return [(variables) => weigh(valueOf(variables), type)];
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

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );

/** The variables that were sent, and the defaults of the others. */
function withDefaults(variables: Variables, defaults: Variables): Variables {
  const values: Record<string, unknown> = { ...defaults };
  for (const name in variables) {
    if (variables[name] !== undefined) values[name] = variables[name];
  }
  return values;
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
class PageSizes {
  private readonly bySizes = new Map<string, Term>();

  /** Undefined for fields without pages. */
  of(field: GraphQLField<unknown, unknown>, node: FieldNode): Term | undefined {
    if (!field.args.some(({ name }) => name === 'perPage')) return undefined;
    const sent = (node.arguments ?? []).filter(({ name }) => sizeArguments.has(name.value));
    const sizes = (variables: Variables): number =>
      boundPage(sent.map(({ value }) => valueFromASTUntyped(value, { ...variables })));
    if (sent.every(({ value }) => value.kind !== Kind.VARIABLE)) return sizes({});
    const name = sent.map(({ value }) => print(value)).join();
    const term = this.bySizes.get(name) ?? sizes;
    this.bySizes.set(name, term);
    return term;
  }
}

/** The error for a cost that is too high; `undefined` if the operation may run. Decision: A43. */
export function refuseCost(cost: number): GraphQLError | undefined {
  if (cost <= limits.complexity) return undefined;
  const figures = `${String(cost)}, ${String(limits.complexity)} is allowed`;
  return tooComplex(`The query is too complex: ${figures}. Ask for smaller pages.`);
}
