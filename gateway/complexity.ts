import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
} from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  GraphQLError,
  GraphQLField,
  GraphQLNamedType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { fragmentsOf, limits, tooComplex } from './limits.ts';

/** Rows that a list without a page size is taken to have. */
const usualRows = 10;
/** Rows that a page has when its size is not told, and the most it can have. Decision: G3. */
const usualPage = 25;
const largestPage = 500;

type Variables = Readonly<Record<string, unknown>>;

/**
 * The records an operation may make the database load: every field that gives records counts one, times
 * the rows of the lists around it. A page counts its `perPage`, any other list ten. Fields that
 * give values count nothing: a record can have only so many.
 * The document has passed validation. Decision: A43.
 */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const fragments = fragmentsOf(document);
  const sent = { ...defaultsOf(operation), ...withoutAbsent(variables) };
  const known = new Map<string, number>();

  function costOf(
    selection: SelectionSetNode | undefined,
    parent: GraphQLNamedType | undefined,
    pageSize: number | undefined,
  ): number {
    return (selection?.selections ?? []).reduce((sum, node) => {
      if (node.kind === Kind.FIELD) return sum + fieldCost(node, parent, pageSize);
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + fragmentCost(node.name.value, pageSize);
      const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent;
      return sum + costOf(node.selectionSet, on, pageSize);
    }, 0);
  }

  function fragmentCost(name: string, pageSize: number | undefined): number {
    const key = `${name} ${String(pageSize)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const fragment = fragments.get(name);
    const on = fragment && schema.getType(fragment.typeCondition.name.value);
    const cost = costOf(fragment?.selectionSet, on, pageSize);
    known.set(key, cost);
    return cost;
  }

  function fieldCost(
    node: FieldNode,
    parent: GraphQLNamedType | undefined,
    pageSize: number | undefined,
  ): number {
    if (!isObjectType(parent) && !isInterfaceType(parent)) return 0;
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || isLeafType(type)) return 0;
    const ownPage = pageSizeOf(field, node, sent);
    const isList = isListType(getNullableType(field.type));
    const rows = isList ? (ownPage ?? pageSize ?? usualRows) : 1;
    return rows * (1 + costOf(node.selectionSet, type, isList ? undefined : ownPage));
  }

  return costOf(
    operation.selectionSet,
    schema.getRootType(operation.operation) ?? undefined,
    undefined,
  );
}

/** The numbers that variables are where they are not sent. */
const defaultsOf = ({ variableDefinitions = [] }: OperationDefinitionNode): Variables =>
  Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );

const withoutAbsent = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));

/** The rows of a page as asked for; `undefined` for fields without pages. */
function pageSizeOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Variables,
): number | undefined {
  const argument = field.args.find(({ name }) => name === 'perPage');
  if (!argument) return undefined;
  const value = node.arguments?.find(({ name }) => name.value === 'perPage')?.value;
  const asked =
    value?.kind === Kind.VARIABLE
      ? variables[value.name.value]
      : value?.kind === Kind.INT
        ? Number(value.value)
        : argument.defaultValue;
  return typeof asked === 'number' && asked >= 1 ? Math.min(asked, largestPage) : usualPage;
}

/** Says what is wrong with a cost; `undefined` when the operation may run. Decision: A43. */
export function refuseCost(cost: number): GraphQLError | undefined {
  if (cost <= limits.complexity) return undefined;
  const figures = `${String(cost)}, ${String(limits.complexity)} is allowed`;
  return tooComplex(`The query is too complex: ${figures}. Ask for smaller pages.`);
}
