import type { PrismaModelTypes } from '@pothos/plugin-prisma';
import { getDatamodel } from '../prisma/generated/pothos-types.ts';
import type { Types } from './builder.ts';

/** The GraphQL types of columns. Measures are the only decimals that are no amounts: they are exposed one by one. */
const types: Readonly<Record<string, 'ID' | 'Int' | 'String' | 'Boolean' | 'DateTime' | 'Money'>> =
  {
    BigInt: 'ID',
    Int: 'Int',
    String: 'String',
    Boolean: 'Boolean',
    DateTime: 'DateTime',
    Decimal: 'Money',
  };

interface ModelField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly documentation?: string;
}

/** The models of `schema.prisma`, by name. */
export const { models } = getDatamodel().datamodel as unknown as {
  models: Readonly<Record<string, { readonly fields: readonly ModelField[] }>>;
};

/**
 * Fields that show columns of a record as they are. The data model tells their types, whether they may be null, and
 * their descriptions.
 */
export const columns = <Model extends PrismaModelTypes, Shape extends object>(
  t: PothosSchemaTypes.PrismaObjectFieldBuilder<Types, Model, Shape>,
  ...names: readonly (keyof Model['Shape'] & string)[]
) =>
  Object.fromEntries(
    names.map((name) => {
      const column = models[t.model]?.fields.find((field) => field.name === name);
      const type = column && types[column.type];
      if (!type) throw new Error(`${t.model}.${name} is no column that can be shown.`);
      return [name, t.expose(name as never, { type, nullable: !column.isRequired } as never)];
    }),
  );
