import type { GraphQLSchema } from 'graphql';
import type { Form } from '../forms/form.ts';
import type { Route } from '../route.ts';
import { inputOf } from '../variables/route-search.ts';
import { type Root, roots } from '../search/parameters.ts';
import { sortFields } from '../search/sort.ts';
import { spellings } from '../search/spellings.ts';
import { searchableNames, type SearchableNames, whitelistOf } from '../search/whitelist.ts';
import type { CompleteExamples } from './examples/index.ts';
import {
  type Example,
  inHeader,
  inQuery,
  type Named,
  type Parameter,
  type Schema,
  schemaRef,
} from './openapi.ts';

const quoteAll = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(', ');

/** One paragraph for each record: its own attributes, and those of related records after their prefix. */
function listNames({ attributes, associations }: SearchableNames): string[] {
  const beside = Object.entries(associations).map(([name, inner]) => {
    const further = Object.keys(inner.associations).map((prefix) => `${prefix}_…`);
    return `After \`${name}_\`: ${quoteAll([...inner.attributes, ...further])}.`;
  });
  return [`Attributes: ${quoteAll(attributes)}.`, ...beside];
}

/** Prefixes that no key of `s` has: those of lists, and of what is beyond them. */
const unsorted = (
  { associations }: SearchableNames,
  sorts: ReadonlySet<string>,
  before = '',
): string[] =>
  Object.entries(associations).flatMap(([name, inner]) => {
    const prefix = `${before}${name}_`;
    const isSorted = inner.attributes.some((attribute) => sorts.has(prefix + attribute));
    return isSorted ? unsorted(inner, sorts, prefix) : [prefix];
  });

function sortsIn(names: SearchableNames, sorts: ReadonlySet<string>): string {
  const lists = unsorted(names, sorts);
  const except = lists.length > 0 ? `, but none after ${quoteAll(lists)}` : '';
  return `Keys of \`s\`, with \`asc\` or \`desc\` behind them: the same attributes${except}.`;
}

const predicates = [...new Set(spellings.q.map(({ spellings: [first = ''] }) => first))].sort();

const said: Readonly<Record<Root, string>> = {
  q: 'Filter and sort: `q[total_gt]=100&q[s]=created_at desc`. All conditions must hold. Unknown names are ignored and listed in `X-Search-Ignored`.',
  search:
    'Filter by the older spelling: `search[number]=R100000047`. Unknown names are refused with 422.',
};

const severalValues =
  'Several ids, numbers, amounts or states are one text with commas: `q[id_in]=1,2`. Several texts are a list, which this schema leaves out, because generated clients cannot send one: `q[<attribute>_in][]=one&q[<attribute>_in][]=other`; so may the keys of `s` be: `q[s][]=id desc`.';

const groups =
  '`q[m]=or` joins the conditions by `or`, `q[g][0][m]=or&q[g][0][id_lt]=5` those of a group; `q[c][0][a][]=id&q[c][0][p]=lt&q[c][0][v][]=5` is the long spelling of `q[id_lt]=5`.';

/** No lists: generated clients cannot send a list in an object of the query, and those of numbers have commas. */
const conditionTypes = {
  type: 'object',
  properties: {
    s: {
      type: 'string',
      description: 'Sort order: `created_at desc`, several keys with commas between them.',
    },
    g: { type: 'object', description: 'Groups of conditions.' },
    c: { type: 'object', description: 'Conditions in their long spelling.' },
  },
  additionalProperties: { type: ['string', 'number', 'boolean'] },
} as const;

/** The empty example comes first, because the page fills in the first one. */
const examplesOf = (found: Named<Readonly<Record<string, string>>> = {}): Named<Example> => ({
  none: { summary: 'All records', value: {} },
  ...Object.fromEntries(
    Object.entries(found).map(([summary, value], place) => [
      `example${String(place + 1)}`,
      { summary, value },
    ]),
  ),
});

/** The schema of a list's conditions, by name. What can be searched is described here once, not in every parameter. */
export function describeConditions(
  schema: GraphQLSchema,
  { operation, list }: Route,
): readonly [name: string, Schema] | undefined {
  if (!list) return undefined;
  const filter = inputOf(schema, operation, 'filter');
  const names = searchableNames(filter);
  const sorts = sortFields(inputOf(schema, operation, 'sort'), whitelistOf(filter, new Set()));
  const description = [
    'Conditions as `<attribute>_<predicate>`, and the order of the list as `s`.',
    ...listNames(names),
    `Predicates: ${quoteAll(predicates)}.`,
    sortsIn(names, new Set(sorts.keys())),
    severalValues,
    groups,
  ].join('\n\n');
  const name = filter.name.replace(/Filter(Input)?$/, 'Conditions');
  return [name, { description, ...conditionTypes }];
}

const prefer = inHeader(
  'Prefer',
  { type: 'string' },
  '`handling=strict` (RFC 7240): parts of a search that would be ignored, and parameters that the list does not read, are refused with 400, which names them.',
);

export function describeSearch(
  { list, isWhole, perPage }: Route,
  conditions: string,
  examples: CompleteExamples,
  form: Form,
): readonly Parameter[] {
  if (!list) return isWhole ? [prefer] : [];
  const whole = form.listsWhole ? ' Without `page` and `per_page` the list holds every match.' : '';
  return [
    inQuery('page', { type: 'integer', minimum: 1 }, 'Number of the page; 1 if it is not sent.'),
    inQuery(
      'per_page',
      { type: 'integer', minimum: 1, maximum: 500 },
      `Records on a page; ${String(perPage ?? form.perPage[list])} if it is not sent.${whole}`,
    ),
    ...roots.map((root): Parameter => ({
      name: root,
      in: 'query',
      style: 'deepObject',
      explode: true,
      description: said[root],
      schema: schemaRef(conditions),
      examples: examplesOf(examples[root]),
    })),
    inQuery('strict', { type: 'boolean' }, 'Refuse unknown names under `q` too.'),
    prefer,
  ];
}
