import { defaultFieldResolver } from 'graphql';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { Resolver } from './field.ts';

/** The key under which a schema lists the plugins it was built with. */
const pluginsKey = 'builtWith';

/** The only plugins that the executor supports. */
export const builtWith = (plugins: readonly string[]): Readonly<Record<string, unknown>> => ({
  [pluginsKey]: [...plugins],
});

/**
 * Throws unless plugin-prisma is the only plugin of the schema. The executor skips the wrappers of planned
 * fields, and with them anything that another plugin had added, such as authorization.
 * Decision: Q22.
 */
export function requireOnlyPrismaWraps(schema: GraphQLSchema): void {
  const plugins: unknown = schema.extensions[pluginsKey];
  const isOnlyPrisma = Array.isArray(plugins) && plugins.length === 1 && plugins[0] === 'prisma';
  if (!isOnlyPrisma) {
    throw new Error(
      `The fast path skips what plugins wrap around fields: plugin-prisma must be the only one, ` +
        `but the schema was built with ${JSON.stringify(plugins ?? 'plugins it does not tell')}.`,
    );
  }
}

/** Whether plugin-prisma checks how a field's row was loaded before its resolver runs. */
export const isWrapped = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  Boolean(extensions['pothosPrismaSelect']);

const propertyReader =
  (name: string): Resolver =>
  (row) =>
    (row as Readonly<Record<string, unknown>>)[name];

/**
 * The resolver of a field without plugin-prisma's wrapper; undefined if it has none, as for columns: its value
 * is the property of the same name.
 */
export function unwrappedOf(field: GraphQLField<unknown, unknown>): Resolver | undefined {
  if (!isWrapped(field)) return field.resolve;
  const relation = field.extensions['pothosPrismaRelationField'] as { name: string } | undefined;
  if (relation) return propertyReader(relation.name);
  const resolve = field.extensions['pothosOriginalResolve'];
  if (typeof resolve !== 'function') return field.resolve;
  return resolve === defaultFieldResolver ? undefined : (resolve as Resolver);
}

/** Whether a row contains the relation that a field shows; undefined for fields that show none. */
export function isLoadedOf({
  extensions,
}: GraphQLField<unknown, unknown>): ((row: unknown) => boolean) | undefined {
  const isLoaded = extensions['pothosPrismaLoaded'];
  return typeof isLoaded === 'function' ? (isLoaded as (row: unknown) => boolean) : undefined;
}
