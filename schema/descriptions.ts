import { getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from 'graphql';

/** The records whose fields an input speaks of, by what its name ends in; the first that has the field tells. */
const endings = /(?:Filter|Match|SortField|RefInput|Input)$/;

const isCondition = /Filter$/;

/** Where the name of an input is not that of a record. */
const records: Readonly<Record<string, readonly string[]>> = {
  CountryState: ['State'],
  VariantOptionType: ['OptionType'],
  Product: ['Product', 'Variant'],
  CreateRole: ['Role'],
  UpdateRole: ['Role'],
};

/** What names a record, where that is more than its id. */
const names: Readonly<Record<string, string>> = {
  Order: 'Id or number of the order.',
  Shipment: 'Id or number of the shipment.',
  Product: 'Id or permalink of the product.',
  Country: 'Id or ISO code of the country.',
  State: 'Id of the state; where `country` is given, also its code.',
};

/** Arguments that mean the same wherever they are taken. */
const argumentTexts: Readonly<Record<string, string>> = {
  order: 'Id or number of the order.',
  userId: 'Id of the user.',
  event: 'Name of the event.',
  overlapSeconds: 'For how many seconds the former key still works.',
  showDeleted: 'Whether deleted ones are shown too; heard from admins only.',
};

const words = (name: string): string => name.replace(/\B[A-Z]/g, ' $&').toLowerCase();

const sentence = (name: string): string => {
  const text = words(name);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

/**
 * Describes what has no description of its own, so that whoever explores the schema is told of everything:
 * fields of inputs and sort keys as the fields of the record are, arguments by their names, anything else by
 * its type.
 * Decision: P61.
 */
export function describeAll(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    const tell = (field: string): string | undefined => recordText(schema, type.name, field);
    if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        for (const argument of field.args) {
          argument.description ??= argumentText(argument, getNamedType(field.type).name);
        }
      }
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        field.description ??=
          tell(field.name) ?? matchText(getNamedType(field.type)) ?? sentence(field.name);
      }
    } else if (isEnumType(type)) {
      for (const value of type.getValues()) {
        value.description ??= tell(String(value.value)) ?? sentence(String(value.value));
      }
    }
  }
  return schema;
}

function recordText(schema: GraphQLSchema, input: string, field: string): string | undefined {
  const record = input.replace(endings, '');
  for (const name of records[record] ?? [record]) {
    const type = schema.getType(name);
    const text = isObjectType(type) && fieldText(type, field);
    if (text) return text;
  }
  return undefined;
}

/** What a condition on other records says of itself; one on a value says nothing of the value. */
const matchText = ({ name, description }: GraphQLNamedType): string | undefined =>
  isCondition.test(name) ? undefined : (description ?? undefined);

const fieldText = (type: GraphQLObjectType, field: string): string | undefined =>
  type.getFields()[field]?.description ?? undefined;

function argumentText({ name, type }: GraphQLArgument, answers: string): string | undefined {
  if (name === 'id') return `Id of the ${words(answers)}.`;
  if (name === 'ref') return names[answers];
  return argumentTexts[name] ?? getNamedType(type).description ?? undefined;
}
