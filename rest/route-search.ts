import { Kind } from 'graphql';
import type { DocumentNode, GraphQLSchema, TypeNode } from 'graphql';
import { createFailure } from './failures.ts';
import type { Failure } from './failures.ts';
import type { Form } from './forms/form.ts';
import type { RestRequest } from './request.ts';
import type { Route } from './route.ts';
import { readSearch } from './search/search.ts';
import type { SearchVariables } from './search/search.ts';

/** The search of a request, for the variables and headers of its list. */
interface RouteSearch {
  /** The smallest page without conditions when the search is refused: rights are asked with it. */
  readonly variables: Partial<SearchVariables>;
  readonly headers: Readonly<Record<string, string>>;
  readonly failure: Failure | undefined;
}

const none: RouteSearch = { variables: {}, headers: {}, failure: undefined };

const nameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);

/** The name of a variable's type, lists and non-null marks taken off. */
export function typeName(document: DocumentNode, variable: string): string {
  const definition = document.definitions
    .flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : [],
    )
    .find((candidate) => candidate.variable.name.value === variable);
  if (!definition) throw new Error(`An operation of a list lacks the variable ${variable}.`);
  return nameOf(definition.type);
}

/** How the schema says that an attribute is not there for the caller. Decision: S20, S22. */
const hiddenMessages = ['is not searchable', 'is not sortable'];

/** The wire names of attributes that a list failed for because the caller may not see them. Decision: S20. */
export const hiddenIn = ({ fields }: Failure): readonly string[] =>
  Object.entries(fields).flatMap(([path, messages]) =>
    messages.some((message) => hiddenMessages.includes(message)) ? path.split('.').slice(-1) : [],
  );

/**
 * Reads the search and page of a list route by the inputs its operation declares, without what is
 * hidden from the caller; nothing for other routes.
 * Decision: S19, S23, S28, S29.
 */
export function readRouteSearch(
  schema: GraphQLSchema,
  { list, operation, olderSort }: Route,
  { queryPairs }: RestRequest,
  form: Form,
  hidden: ReadonlySet<string>,
): RouteSearch {
  if (!list) return none;
  const sort = olderSort && form.defaultSort(olderSort);
  const search = readSearch({
    schema,
    filterType: typeName(operation, 'filter'),
    sortType: typeName(operation, 'sort'),
    pairs: queryPairs,
    zone: form.timeZone,
    hidden,
    defaults: { perPage: form.perPage[list], ...(sort && { sort }) },
  });
  if ('errors' in search) {
    const failure = createFailure('badSearch', { fields: search.errors });
    return { variables: { page: 1, perPage: 1 }, headers: {}, failure };
  }
  const { variables, ignored } = search;
  return {
    variables,
    headers: ignored.length > 0 ? { 'X-Search-Ignored': ignored.join(', ') } : {},
    failure: undefined,
  };
}
