import { RootFieldBuilder } from '@pothos/core';
import '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';

/** The resolver a `prismaField` was written with: it takes the query first. */
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
 * Lets every `prismaField` keep its own resolver among its extensions, so that the executor can hand
 * it a query planned before. Extends the field builder as plugins do; call it before any field is made.
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

/** The kept resolver of a field; undefined where it is no `prismaField`. */
export function keptResolverOf(
  extensions: Readonly<Record<string, unknown>>,
): QueryResolver | undefined {
  const resolve = extensions[name];
  return typeof resolve === 'function' ? (resolve as QueryResolver) : undefined;
}
