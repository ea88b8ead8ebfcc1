import { rowOf } from '../../prisma/fast-path/tables.ts';
import type PrismaTypes from '../../prisma/generated/pothos-types.ts';
import type { Association, Attribute, AttributeList, Kind } from './attributes.ts';

type Model = keyof PrismaTypes;

/** How columns are searched, by their types in the data model. */
const kinds: Readonly<Record<string, Kind>> = {
  BigInt: 'id',
  Int: 'whole',
  String: 'text',
  Boolean: 'flag',
  DateTime: 'time',
  Decimal: 'money',
};

/**
 * Attributes that are columns of a model: the data model tells their names, their kinds and whether they may be null.
 * Long texts, states, and what is no amount although it has decimals are written out.
 */
export function own<Of extends Model>(
  model: Of,
  ...fields: readonly (keyof PrismaTypes[Of]['Shape'] & string)[]
): Readonly<Record<string, Attribute>> {
  const { columns } = rowOf(model);
  return Object.fromEntries(
    fields.map((field) => {
      const found = columns.find((column) => column.field === field);
      const kind = found && kinds[found.type];
      if (!kind) throw new Error(`${model}.${field} is no column that can be searched.`);
      return [field, { kind, column: found.column, through: [], nullable: found.nullable }];
    }),
  );
}

/** The whitelist of a model's table; `name` is that of its inputs, if it is not the model's. */
export const attributeList = (
  model: Model,
  attributes: Readonly<Record<string, Attribute>>,
  associations: Readonly<Record<string, Association>> = {},
  name: string = model,
): AttributeList => ({ name, table: rowOf(model).table, attributes, associations });

/** The same list with more associations, such as those that would be a circle if it were built with them. */
export const extended = (
  list: AttributeList,
  associations: Readonly<Record<string, Association>>,
): AttributeList => ({ ...list, associations: { ...list.associations, ...associations } });
