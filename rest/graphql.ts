import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema-types.d.ts';

/**
 * Parses documents against the schema's SDL: results and variables are typed by it, and fragments are read
 * where they are spread. Ids, times and money are texts.
 * Decision: R11, B40.
 */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: {
    ID: string;
    Money: string;
    DateTime: string;
  };
}>();

export type { FragmentOf, TadaDocumentNode } from 'gql.tada';

// What many documents repeat. The texts are of literal types, so that the documents stay typed.

/** Why a write was refused. */
export const userErrors = 'userErrors { code field message }';

/** The variables of a list: the filter and the sort of its type, and the page. */
export const listVariables = <const Type extends string>(type: Type) =>
  `$filter: ${type}Filter, $sort: [${type}Sort!], $page: Int, $perPage: Int` as const;

/** The arguments of a list, from these variables. */
export const listArguments = 'filter: $filter, sort: $sort, page: $page, perPage: $perPage';

export const pageNumbers = 'count totalCount pages currentPage perPage';
