import {
  type DocumentNode,
  getNamedType,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
} from 'graphql';
import { createFailure, type Failure } from '../failures.ts';
import type { Form } from '../forms/form.ts';
import type { RestParts } from '../parts.ts';
import { readAsked } from '../reference/asked.ts';
import { strictApplied } from '../request/prefer.ts';
import type { RestRequest } from '../request/request.ts';
import { isList, type Route } from '../route.ts';
import { declaredBy } from './declared.ts';
import { namesPage } from '../search/page.ts';
import {
  readNoSearch,
  readSearch,
  type SearchQuestion,
  type SearchVariables,
} from '../search/search.ts';

/** The search of a request, for the variables and headers of its list. */
export interface RouteSearch {
  /**
   * If the search is refused, one that finds nothing by what it names, so that missing permissions are reported first,
   * and nothing is told of what is hidden.
   */
  readonly variables: Partial<SearchVariables>;
  readonly headers: Readonly<Record<string, string>>;
  readonly failure: Failure | undefined;
  /** Whether every match is listed: the page of the variables is then only the first part. */
  readonly isWhole: boolean;
}

/** How many records of a long list, and of one whose records are large, are read at once. Decision: N24, N46. */
export const partSizes = { long: 100, large: 8 } as const;

/** Whether others would wait for the one statement of a page: while there are any, it is read in parts. */
export const isLongPage = ({ variables, failure, isWhole }: RouteSearch): boolean =>
  failure === undefined && !isWhole && (variables.perPage ?? 0) > partSizes.long;

type SearchedParts = Pick<RestParts, 'schema' | 'moneyDecimals'>;

/** The search of a route that is no list. */
export const noSearch: RouteSearch = {
  variables: {},
  headers: {},
  failure: undefined,
  isWhole: false,
};

/** The input that a variable of a list's operation takes, without lists and non-null. */
export function inputOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variable: 'filter' | 'sort',
): GraphQLInputObjectType {
  const declared = declaredBy(schema, document).get(variable);
  const type = declared && getNamedType(declared.type);
  if (!isInputObjectType(type)) throw new Error(`The operation of a list lacks its ${variable}.`);
  return type;
}

/** The schema's message for an attribute that does not exist for the caller. */
const hiddenMessages = ['is not searchable', 'is not sortable'];

/** `filter.and.0.order.email` as the path that a client writes: `order_email`. */
const searchedPath = (path: string): string =>
  path
    .split('.')
    .slice(1)
    .filter((step) => !/^(?:and|or|\d+)$/.test(step))
    .join('_');

/** The REST paths of attributes for which a list failed because the caller may not see them. */
export const hiddenIn = (failure: Failure | undefined): readonly string[] =>
  Object.entries(failure?.fields ?? {}).flatMap(([path, messages]) =>
    messages.some((message) => hiddenMessages.includes(message)) ? [searchedPath(path)] : [],
  );

/**
 * Reads the search and page of a list route by the inputs that its operation declares, without what is hidden
 * from the caller; nothing for other routes.
 */
export function readRouteSearch(
  parts: SearchedParts,
  route: Route,
  request: RestRequest,
  form: Form,
  hidden: ReadonlySet<string>,
): RouteSearch {
  const { queryPairs, prefersStrict } = request;
  if (!isList(route)) return noSearch;
  const others = prefersStrict ? otherParameters(parts, route, form) : undefined;
  const sent = { pairs: queryPairs, others };
  const search = route.list
    ? readSearch({ ...questionOf(parts, route, form, route.list), ...sent, hidden })
    : readNoSearch(sent);
  const applied = prefersStrict ? strictApplied : {};
  if ('errors' in search) {
    const kind = search.onlyIgnored ? 'ignoredSearch' : 'badSearch';
    const failure = createFailure(kind, { fields: search.errors, headers: applied });
    const variables = { ...search.named, page: 1, perPage: 1 };
    return { variables, headers: {}, failure, isWhole: false };
  }
  const { variables, ignored } = search;
  return {
    variables,
    headers: { ...applied, ...(ignored.length > 0 && { 'X-Search-Ignored': ignored.join(', ') }) },
    failure: undefined,
    isWhole: route.isWhole || (form.listsWhole && !namesPage(queryPairs)),
  };
}

/** What may stand in the query of a list beside its search and page: the token, and what the reference documents. */
const otherParameters = (
  { schema }: SearchedParts,
  route: Route,
  form: Form,
): ReadonlySet<string> =>
  new Set(['order_token', ...Object.keys(readAsked(schema, route, form).query)]);

/** How the list of a route is searched: its whitelists, what its values are read by, and its defaults. */
function questionOf(
  { schema, moneyDecimals }: SearchedParts,
  { operation, olderSort, perPage }: Route,
  form: Form,
  list: 'page' | 'array',
): Omit<SearchQuestion, 'pairs'> {
  const sort = olderSort && form.defaultSort(olderSort);
  return {
    filterType: inputOf(schema, operation, 'filter'),
    sortType: inputOf(schema, operation, 'sort'),
    zone: form.timeZone,
    moneyDecimals,
    defaults: { perPage: perPage ?? form.perPage[list], ...(sort && { sort }) },
  };
}
