import {
  valueFromASTUntyped,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { costTerms, type Cost } from './cost-of-selections.ts';
import { evaluateAll, type Variables } from './cost-term.ts';
import { limits, tooComplex } from './query-limits.ts';

/** The cost of an operation, of which `asked` is the part for arguments. */
type Complexity = Readonly<Record<keyof Cost, number>>;

const compiled = new WeakMap<
  OperationDefinitionNode,
  { readonly terms: Cost; readonly defaults: Variables }
>();

/**
 * The cost of an operation: every field that returns records costs one, times the rows of the lists around it,
 * plus the weights of its arguments. A page counts its `first`, `last` or `perPage`, the results of rows that are
 * sent count these, any other list ten, or 500 below an edge that leads back to a record above. Fields that return
 * values, and edges of which only the id is selected, cost nothing, because a record has a limited number of them, but
 * for those that read an order or other records. The operation is analysed once; per request only what depends on its
 * variables is computed. The document must be validated.
 */
export function complexityOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Complexity {
  let known = compiled.get(operation);
  if (known === undefined) {
    const terms = costTerms(schema, document, operation);
    known = { terms, defaults: defaultsOf(operation) };
    compiled.set(operation, known);
  }
  return evaluateAll(known.terms, withDefaults(variables, known.defaults));
}

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

/** The error for a cost that is too high; `undefined` if the operation may run. */
export function refuseCost(cost: number): GraphQLError | undefined {
  if (cost <= limits.complexity) return undefined;
  const figures = `${String(cost)}, ${String(limits.complexity)} is allowed`;
  return tooComplex(`The query is too complex: ${figures}. Ask for smaller pages.`);
}
