import { RootFieldBuilder } from '@pothos/core';
import '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';

/** The resolver that a `prismaField` was defined with: its first argument is the query. */
export type QueryResolver = (
  query: unknown,
  source: unknown,
  args: unknown,
  context: unknown,
  info: GraphQLResolveInfo,
) => unknown;

interface PrismaFieldOptions {
  readonly resolve: QueryResolver;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface FieldBuilder {
  prismaField: (options: PrismaFieldOptions) => unknown;
}

const name = 'keptResolver';

/**
 * Makes every `prismaField` store its own resolver in its extensions, so that the executor can pass it a query
 * planned earlier. Extends the field builder as plugins do; call it before any field is defined.
 * Decision: Q21.
 */
export function keepResolvers(): void {
  const builder = RootFieldBuilder.prototype as unknown as FieldBuilder;
  const { prismaField } = builder;
  builder.prismaField = function (this: FieldBuilder, options) {
    const extensions = { ...options.extensions, [name]: options.resolve };
    return prismaField.call(this, { ...options, extensions });
  };
}

/** The stored resolver of a field; undefined if it is not a `prismaField`. */
export function keptResolverOf(
  extensions: Readonly<Record<string, unknown>>,
): QueryResolver | undefined {
  const resolve = extensions[name];
  return typeof resolve === 'function' ? (resolve as QueryResolver) : undefined;
}
