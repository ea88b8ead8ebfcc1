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

export type { FragmentOf, ResultOf, TadaDocumentNode } from 'gql.tada';
