import { RootFieldBuilder } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { isPromise } from './run.ts';

/** The resolver that a field was defined with: its first argument is the query. */
export type QueryResolver = (
  query: unknown,
  source: unknown,
  args: unknown,
  context: unknown,
  info: GraphQLResolveInfo,
) => unknown;

/** The resolver of a field that reads records, and the fields that lead from its value to them. */
interface KeptResolver {
  readonly resolve: QueryResolver;
  readonly path: readonly string[];
}

interface PrismaFieldOptions {
  readonly resolve: QueryResolver;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface FieldBuilder {
  prismaField: (options: PrismaFieldOptions) => unknown;
}

const name = 'keptResolver';

const kept = (resolve: QueryResolver, path: readonly string[]): Record<string, KeptResolver> => ({
  [name]: { resolve, path },
});

/**
 * Makes every `prismaField` store its own resolver in its extensions, so that the executor can pass it a query
 * planned earlier. Extends the field builder as plugins do; call it before any field is defined.
 * Decision: Q21.
 */
export function keepResolvers(): void {
  const builder = RootFieldBuilder.prototype as unknown as FieldBuilder;
  const { prismaField } = builder;
  builder.prismaField = function (this: FieldBuilder, options) {
    const extensions = { ...options.extensions, ...kept(options.resolve, []) };
    return prismaField.call(this, { ...options, extensions });
  };
}

/**
 * Options of a field that reads records, where `path` leads from its values: `['node']` for edges. Without a path
 * it is what `prismaField` is, for types known only at start. The query has no `select` if nothing of the records
 * is selected. `nodes` are the same for all fields that one selection asks for.
 * Decision: Q21.
 */
export function recordsField<Source, Context extends object, Result>(
  path: readonly string[],
  resolve: (
    query: object,
    source: Source,
    context: Context,
    nodes: GraphQLResolveInfo['fieldNodes'],
  ) => Promise<Result>,
) {
  const keptResolver: QueryResolver = (query, source, _args, context, { fieldNodes }) =>
    resolve(query as object, source as Source, context as Context, fieldNodes);
  return {
    extensions: kept(keptResolver, path),
    resolve: (
      source: Source,
      _args: object,
      context: Context,
      info: GraphQLResolveInfo,
    ): Promise<Result> => {
      const query = queryFromInfo({ context, info, path: [...path], awaitSelections: true });
      return isPromise(query)
        ? query.then((planned) => resolve(planned as object, source, context, info.fieldNodes))
        : resolve(query, source, context, info.fieldNodes);
    },
  };
}

/** The stored resolver of a field; undefined if it reads no records. */
export const keptResolverOf = (
  extensions: Readonly<Record<string, unknown>>,
): KeptResolver | undefined => extensions[name] as KeptResolver | undefined;
