import SchemaBuilder, { BasePlugin, RootFieldBuilder } from '@pothos/core';
import type { BuildCache, PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import { ObjectFieldBuilder } from '@pothos/plugin-prisma';
import { defaultFieldResolver, type GraphQLField, type GraphQLObjectType } from 'graphql';
import type { Resolver } from './field.ts';
import { recordsExtensions } from './records-field.ts';

/** What is read of a row, as Prisma takes it. */
export type Select = Readonly<Record<string, unknown>>;

/** Query of the records that a field shows, with what the operation selects of them; `true` if it adds nothing. */
type Nested = (query: unknown, path?: unknown, type?: unknown) => unknown;

/** What a field of a record reads of its row, and how it shows it. */
interface RowField {
  readonly select?: Select | ((args: object, context: object, nested: Nested) => unknown);
  /** The resolver that it was defined with; undefined if it shows the property of its name. */
  readonly resolve: Resolver | undefined;
  /** The relation that it shows as it is. */
  readonly relation?: string;
}

const pluginName = 'plans';

/** The plugins whose wrappers the executor knows to be needless for planned rows. */
const known: readonly string[] = ['prisma', pluginName];

/** The key of the extensions that hold a field's `RowField`, and of a record's type what is always read of it. */
const key = 'row';

/** What a field of a record's row was defined with; undefined for fields of other objects. */
export const rowFieldOf = ({ extensions }: GraphQLField<unknown, unknown>): RowField | undefined =>
  extensions[key] as RowField | undefined;

/** What is read of every record of a type; undefined if that is all its columns, or if it is no record. */
export const alwaysRead = ({ extensions }: GraphQLObjectType): Select | undefined =>
  extensions[key] as Select | undefined;

/**
 * Records what each field of a record was defined with, so that `planOnce` can plan the query of a whole selection and
 * the executor can show its rows without plugin-prisma's wrappers. `prismaObject`, `prismaField`, `relation` and
 * `expose` keep options from plugins, so they are extended to record these.
 * Throws if the schema has any plugin but plugin-prisma: what it wraps around planned fields would be skipped.
 */
class PlansPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  constructor(cache: BuildCache<Types>) {
    super(cache, pluginName);
  }

  override beforeBuild(): void {
    const others = (this.builder.options.plugins ?? []).filter((name) => !known.includes(name));
    if (others.length === 0) return;
    throw new Error(
      `The executor skips what plugins wrap around fields: plugin-prisma must be the only one, but there is ${others.join(', ')}.`,
    );
  }

  override onOutputFieldConfig(
    config: PothosOutputFieldConfig<Types>,
  ): PothosOutputFieldConfig<Types> {
    if (config.kind !== 'PrismaObject') return config;
    const { select } = config.pothosOptions as Pick<RowField, 'select'>;
    const resolve = config.resolve === defaultFieldResolver ? undefined : config.resolve;
    const field = { select, resolve, ...(config.extensions?.[key] as object | undefined) };
    return { ...config, extensions: { ...config.extensions, [key]: field } };
  }
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- where Pothos looks its plugins up
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      [pluginName]: PlansPlugin<Types>;
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, PlansPlugin);

interface Options {
  readonly extensions?: object;
  readonly [option: string]: unknown;
}

type Define = (this: unknown, ...given: unknown[]) => unknown;

/** Makes a method of a builder, which takes options and perhaps a name, add extensions to the options. */
function extend(
  builder: { readonly prototype: object },
  method: string,
  extensionsOf: (options: Options, name: string) => object,
): void {
  const methods = builder.prototype as Record<string, Define>;
  const define = methods[method] as Define;
  methods[method] = function (...given) {
    const options = (given.find((one) => typeof one === 'object') ?? {}) as Options;
    const names = given.filter((one) => typeof one === 'string');
    const extensions = { ...options.extensions, ...extensionsOf(options, String(names[0])) };
    return define.call(this, ...names, { ...options, extensions });
  };
}

// every model has an id, by which plugin-prisma reads what a row lacks
extend(SchemaBuilder, 'prismaObject', ({ select }) =>
  select ? { [key]: { id: true, ...select } } : {},
);

extend(RootFieldBuilder, 'prismaField', ({ resolve }) => {
  const call = resolve as (...given: unknown[]) => unknown;
  return recordsExtensions({ paths: [[]], resolve: ([query], ...given) => call(query, ...given) });
});

extend(ObjectFieldBuilder, 'expose', (_options, name) => ({ [key]: { select: { [name]: true } } }));

extend(ObjectFieldBuilder, 'relation', ({ query, resolve, onNull }, name) => {
  if (typeof query === 'function' || resolve || onNull) return {};
  const select: RowField['select'] = (_args, _context, nested) => ({
    [name]: nested(query ?? true),
  });
  const show: Resolver = (row) => (row as Readonly<Record<string, unknown>>)[name];
  return { [key]: { select, relation: name, resolve: show } };
});
