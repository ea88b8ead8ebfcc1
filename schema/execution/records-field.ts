import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLField, GraphQLResolveInfo } from 'graphql';

/** Names of fields that lead from the value of a field to records; empty if it is the records. */
export type ToRecords = readonly string[];

type Queries<Paths extends readonly ToRecords[]> = { readonly [Path in keyof Paths]: object };

/** A resolver that is handed a query for the records at the end of each path; without `select` if none is selected. */
type Resolve<Paths extends readonly ToRecords[], Source, Args, Context, Result> = (
  queries: Queries<Paths>,
  source: Source,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Result;

export interface RecordsField {
  readonly paths: readonly ToRecords[];
  readonly resolve: (queries: readonly object[], ...given: readonly unknown[]) => unknown;
}

const name = 'records';

/** Extensions of such a field, by which the executor hands its resolver queries planned earlier. */
export const recordsExtensions = (field: RecordsField): Readonly<Record<string, RecordsField>> => ({
  [name]: field,
});

/** What a field was defined with; undefined if it reads no records by queries of its own. */
export const recordsFieldOf = ({
  extensions,
}: GraphQLField<unknown, unknown>): RecordsField | undefined =>
  extensions[name] as RecordsField | undefined;

/**
 * Options of a field that reads the records at the ends of `paths`, such as `[['node']]` for edges. With `[[]]` it is
 * what `prismaField` is, for types known only at start. Decision: Q21.
 */
export function recordsField<
  const Paths extends readonly ToRecords[],
  Source,
  Args,
  Context extends object,
  Result,
>(paths: Paths, resolve: Resolve<Paths, Source, Args, Context, Result>) {
  return {
    extensions: recordsExtensions({ paths, resolve: resolve as RecordsField['resolve'] }),
    resolve: (source: Source, args: Args, context: Context, info: GraphQLResolveInfo): Result => {
      const queries = paths.map((path): object =>
        queryFromInfo({ context, info, path: [...path] }),
      );
      return resolve(queries as unknown as Queries<Paths>, source, args, context, info);
    },
  };
}

/** The query of each record that is selected, by its field: the last of its path. */
export type RecordQueries = Readonly<Record<string, object>>;

/** The queries by field; of what is not selected there is nothing to load, and no query. */
export const queriesByField = (
  paths: readonly ToRecords[],
  queries: readonly object[],
): RecordQueries =>
  Object.fromEntries(
    paths.flatMap((path, at) => {
      const query = queries[at];
      return query && Object.keys(query).length > 0 ? [[String(path.at(-1)), query] as const] : [];
    }),
  );
