import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { argumentsTerm, PageSizes, rowsSent } from './cost-of-arguments.ts';
import { evaluateAll, onceARequest, product, sum, type Term, type Variables } from './cost-term.ts';
import { weightOf, weights } from './cost-weights.ts';
import { fragmentsOf, limits, tooComplex } from './query-limits.ts';

/** Assumed length of a list without a page size. */
const usualRows = 10;

/** The cost of an operation. */
export interface Complexity {
  /** The maximum: arguments, and the records it may load from the database. */
  readonly requested: number;
  /** The part for arguments, whatever is found. */
  readonly asked: number;
}

interface Compiled {
  readonly terms: Readonly<Record<keyof Complexity, Term>>;
  /** Defaults of variables. */
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
    const sent = onceARequest(argumentsTerm(field, node.arguments ?? []));
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

const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
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

/** The error for a cost that is too high; `undefined` if the operation may run. Decision: A43. */
export function refuseCost(cost: number): GraphQLError | undefined {
  if (cost <= limits.complexity) return undefined;
  const figures = `${String(cost)}, ${String(limits.complexity)} is allowed`;
  return tooComplex(`The query is too complex: ${figures}. Ask for smaller pages.`);
}
