import type { GraphQLSchema } from 'graphql';
import type { Pair } from '../brackets.ts';
import type { FieldMessages } from '../naming.ts';
import { readFlagWord } from '../texts.ts';
import type { Filter } from './filter.ts';
import { joinRoots, LevelReader } from './levels.ts';
import { lastValue, readPage } from './page.ts';
import type { PageVariables } from './page.ts';
import { readParameters, roots } from './parameters.ts';
import { SearchReport } from './report.ts';
import { SortReader } from './sort.ts';
import type { SortKey } from './sort.ts';
import { Whitelist } from './whitelist.ts';

/** A list and the query that searches it. */
export interface SearchQuestion {
  readonly schema: GraphQLSchema;
  /** The filter input of the list, e.g. `OrderFilter`: the whitelist. */
  readonly filterType: string;
  /** The sort input of the list, e.g. `OrderSort`. */
  readonly sortType: string;
  readonly pairs: readonly Pair[];
  /** IANA name of the zone of times that name none: `UTC` in the newer form. */
  readonly zone: string;
  readonly defaults: {
    readonly perPage: number;
    /** The order sent when none is asked for; absent where the schema's own is meant. */
    readonly sort?: readonly SortKey[];
  };
  /** Wire names of attributes that the caller may not see. Decision: S20. */
  readonly hidden?: ReadonlySet<string>;
}

/** The variables of a list operation. */
export interface SearchVariables extends PageVariables {
  readonly filter?: Filter;
  readonly sort?: readonly SortKey[];
}

export interface Search {
  readonly variables: SearchVariables;
  /** The entries of `X-Search-Ignored`; empty when there is none. */
  readonly ignored: readonly string[];
}

/** A search that is refused as a whole: messages by parameter name. */
export interface SearchFailure {
  readonly errors: FieldMessages;
}

/**
 * Reads `search[...]`, `q[...]`, `page` and `per_page` of a query into the variables of a list
 * operation, by the GraphQL inputs of the list, which are the only whitelist.
 * Contract: Searching, sorting, pagination. Decision: S1 to S33.
 */
export function readSearch(question: SearchQuestion): Search | SearchFailure {
  const { schema, filterType, sortType, pairs, zone, defaults, hidden = new Set() } = question;
  const report = new SearchReport(readFlagWord(lastValue(pairs, 'strict') ?? '') === true);
  const whitelist = new Whitelist(schema, filterType, hidden);
  const tree = readParameters(pairs);
  const terms = roots.map((root) => {
    const parameter = tree.get(root);
    return parameter && new LevelReader(root, whitelist, report, zone).read(parameter);
  });
  const filter = joinRoots(terms.filter((term) => term !== undefined));
  const asked = new SortReader(schema, sortType, hidden, report).read(tree, roots);
  const sort = asked.length > 0 ? asked : defaults.sort;
  if (Object.keys(report.errors).length > 0) return { errors: report.errors };
  return {
    variables: {
      ...(filter && { filter }),
      ...(sort && { sort }),
      ...readPage(pairs, defaults.perPage),
    },
    ignored: report.ignored,
  };
}
