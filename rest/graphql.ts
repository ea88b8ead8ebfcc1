import { initGraphQLTada } from 'gql.tada';
import {
  type DocumentNode,
  type FieldNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { introspection } from './schema-types.d.ts';

/** What the schema returns for its scalars: ids, times and money are texts. Decision: B40. */
export interface Scalars {
  readonly ID: string;
  readonly Money: string;
  readonly DateTime: string;
  readonly String: string;
  readonly Int: number;
  readonly Float: number;
  readonly Boolean: boolean;
}

/** Parses documents against the schema's SDL, by which results and variables are typed; fragments are not masked. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: Scalars;
}>();

export type { TadaDocumentNode } from 'gql.tada';

type Fragments = NonNullable<Parameters<typeof graphql>[1]>;

/** Makes the function that parses documents which spread this fragment. */
export const spreading =
  <const Fragment extends Fragments[number]>(fragment: Fragment) =>
  <const Text extends string>(text: Text) =>
    graphql(text, [fragment]);

// What many documents repeat. The texts are of literal types, so that the documents stay typed.

export const userErrors = 'userErrors { code field message }';

/** The variables of a list: the filter and the sort of its type, and the page. */
export const listVariables = <const Type extends string>(type: Type) =>
  `$filter: ${type}Filter, $sort: [${type}Sort!], $page: Int, $perPage: Int` as const;

/** The arguments of a list, from these variables. */
export const listArguments = 'filter: $filter, sort: $sort, page: $page, perPage: $perPage';

export const pageNumbers = 'count totalCount pages currentPage perPage';

export function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = getOperationAST(document);
  if (!operation) throw new Error('A document lacks its operation.');
  return operation;
}

/** The one field that an operation always asks for. */
export function fieldOf(document: DocumentNode): FieldNode {
  const { selections } = operationOf(document).selectionSet;
  const node = selections.find(({ directives = [] }) => directives.length === 0);
  if (node?.kind !== Kind.FIELD) throw new Error('An operation asks for nothing.');
  return node;
}

/** The field that an operation always asks for: others have a directive. It is null only together with an error. */
type FieldOf<Data> = {
  [Field in keyof Data]-?: Partial<Pick<Data, Field>> extends Pick<Data, Field>
    ? never
    : NonNullable<Data[Field]>;
}[keyof Data];

/** What an operation without errors returns: the field it always asks for, or the record in that field's payload. */
export type ValueOf<Data> =
  FieldOf<Data> extends infer Value extends { readonly userErrors: unknown }
    ? NonNullable<Value[Exclude<keyof Value, 'userErrors'>]>
    : FieldOf<Data>;

/** Reads this value from an operation's result: the schema that types the document validates it at start. */
export function readerOf<Data>(operation: DocumentNode): (data: unknown) => ValueOf<Data> {
  const { name, selectionSet } = fieldOf(operation);
  const inner = (selectionSet?.selections ?? []).map((node) =>
    node.kind === Kind.FIELD ? node.name.value : '',
  );
  const record = inner.includes('userErrors') && inner.find((field) => field !== 'userErrors');
  return (data) => {
    const value = (data as Readonly<Record<string, unknown>>)[name.value];
    const read = record ? (value as Readonly<Record<string, unknown>>)[record] : value;
    return read as ValueOf<Data>;
  };
}
