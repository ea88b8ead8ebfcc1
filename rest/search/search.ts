import type { GraphQLInputObjectType } from 'graphql';
import { type Pair, splitName } from '../request/brackets.ts';
import type { FieldMessages } from '../words/naming.ts';
import { readFlagWord } from '../words/texts.ts';
import { type Filter, toFilter } from './filter.ts';
import { joinRoots, levelReader } from './levels.ts';
import { maximumConditions } from './operands.ts';
import { lastValue, type PageVariables, readPage } from './page.ts';
import { readParameters, roots } from './parameters.ts';
import { SearchReport } from './report.ts';
import { maximumKeys, readSort, sortFields, type SortKey } from './sort.ts';
import { type Attribute, type Whitelist, whitelistOf } from './whitelist.ts';

export interface SearchQuestion {
  /** The filter input of the list, e.g. `OrderFilter`: the whitelist. */
  readonly filterType: GraphQLInputObjectType;
  /** The sort input of the list, e.g. `OrderSort`. */
  readonly sortType: GraphQLInputObjectType;
  readonly pairs: readonly Pair[];
  /** IANA zone of times without one: `UTC` in the newer format. */
  readonly zone: string;
  readonly moneyDecimals: number;
  /**
   * If what would be ignored is refused: the names of parameters that the list reads beside its search and page,
   * such as `show_deleted`.
   */
  readonly others?: ReadonlySet<string> | undefined;
  readonly defaults: {
    readonly perPage: number;
    /** Default sort order; absent if the schema's own is used. */
    readonly sort?: readonly SortKey[];
  };
  /** REST paths of attributes that the caller may not see, such as `order_email`. */
  readonly hidden?: ReadonlySet<string>;
}

export interface SearchVariables extends PageVariables {
  readonly filter?: Filter;
  readonly sort?: readonly SortKey[];
}

export interface Search {
  readonly variables: Partial<SearchVariables>;
  /** The entries of `X-Search-Ignored`; empty if there are none. */
  readonly ignored: readonly string[];
}

/** A refused search: messages by parameter name. */
export interface SearchFailure {
  readonly errors: FieldMessages;
  /** Whether everything would have been ignored if the client had not preferred a refusal. */
  readonly onlyIgnored: boolean;
  /** What tells which of its names the caller may not see: see `naming`. */
  readonly named: Partial<SearchVariables>;
}

/**
 * Reads `search[...]`, `q[...]`, `page` and `per_page` of a query into the variables of a list operation, by
 * the GraphQL inputs of the list, which are the only whitelist. Contract: Searching, sorting, pagination.
 * Decision: S1 to S33.
 */
export function readSearch(question: SearchQuestion): Search | SearchFailure {
  const { filterType, sortType, pairs, others, defaults, hidden = new Set() } = question;
  const isStrict = readFlagWord(lastValue(pairs, 'strict') ?? '') === true;
  const report = reportOn(pairs, others, searchParameters, isStrict);
  const whitelist = whitelistOf(filterType, hidden);
  const tree = readParameters(pairs);
  const named = new Map<string, Attribute>();
  const noting: Whitelist = (path) => {
    const attribute = whitelist(path);
    if (attribute) named.set(attribute.path.join('.'), attribute);
    return attribute;
  };
  const readLevel = levelReader(noting, report, question);
  const asked = roots.flatMap((root) => {
    const parameter = tree.get(root);
    const term = parameter && readLevel(parameter);
    return term ? [{ parameter, term }] : [];
  });
  const filter = joinRoots(asked, report);
  const keys = readSort(tree, () => sortFields(sortType, whitelist), report);
  const sort = keys.length > 0 ? keys : defaults.sort;
  const variables = {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...readPage(pairs, defaults.perPage),
  };
  return conclude(report, variables, naming([...named.values()], keys));
}

/** A search by these attributes that finds nothing, whatever their values: it fails if one is hidden. */
function naming(
  attributes: readonly Attribute[],
  keys: readonly SortKey[],
): Partial<SearchVariables> {
  const terms = attributes
    .slice(0, maximumConditions - 1)
    .map(({ path }) => ({ type: 'leaf', path, predicate: 'null', value: true }) as const);
  const none = { type: 'leaf', path: ['id'], predicate: 'in', value: [] } as const;
  return {
    filter: toFilter({ type: 'level', terms: [none, ...terms] }),
    ...(keys.length > 0 && { sort: keys.slice(0, maximumKeys) }),
  };
}

/** A search of a list that is not searchable: every condition is unknown. */
export function readNoSearch({
  pairs,
  others,
}: Pick<SearchQuestion, 'pairs' | 'others'>): Search | SearchFailure {
  const report = reportOn(pairs, others, rootParameters, false);
  for (const { children } of readParameters(pairs).values()) {
    for (const parameter of children.values()) report.unknown(parameter, parameter.sentName);
  }
  return conclude(report, {});
}

/** What is told as a condition, on a list without a search too. */
const rootParameters: ReadonlySet<string> = new Set(roots);

const searchParameters: ReadonlySet<string> = new Set([...roots, 'strict', 'page', 'per_page']);

/** The report on a query; with `others` it refuses what the list reads neither as its own nor as one of them. */
function reportOn(
  pairs: readonly Pair[],
  others: ReadonlySet<string> | undefined,
  own: ReadonlySet<string>,
  isStrict: boolean,
): SearchReport {
  const report = new SearchReport(isStrict, others !== undefined);
  if (!others) return report;
  pairs.forEach(([sent], position) => {
    const [name = ''] = splitName(sent);
    if (!own.has(name) && !others.has(name)) report.outside(sent, position);
  });
  return report;
}

function conclude(
  { errors, ignored, refusesOnlyIgnored: onlyIgnored }: SearchReport,
  variables: Partial<SearchVariables>,
  named: Partial<SearchVariables> = {},
): Search | SearchFailure {
  return Object.keys(errors).length > 0 ? { errors, onlyIgnored, named } : { variables, ignored };
}
