import { getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
} from 'graphql';
import { models } from './columns.ts';

/** What stands before and after the name of the record whose fields an input has. */
const around = /^(?:Create|Update|Add)(?=[A-Z])|(?:Filter|Match|SortField|RefInput|Input)$/g;

/** Inputs that a list is searched by, and enums that it is sorted by. */
const isSearch = /(?:Filter|Match)$/;
const isSort = /SortField$/;

/** Inputs that are not named after a record. */
const records: Readonly<Record<string, readonly string[]>> = {
  CountryState: ['State'],
  VariantOptionType: ['OptionType'],
  Product: ['Product', 'Variant'],
  OrderLineItem: ['LineItem'],
  OrderPayment: ['Payment'],
  OrderShipment: ['Shipment'],
  ProductVariant: ['Variant'],
  Variants: ['Variant'],
  ShipmentUnit: ['InventoryUnit'],
};

/** Arguments that mean the same in every field. */
const argumentTexts: Readonly<Record<string, string>> = {
  userId: 'Id of the user.',
  showDeleted:
    'Whether to include deleted records. You need the permission `show_hidden` of the resource, such as `variants.show_hidden`. Without it GraphQL refuses this.',
};

/** Attributes of lists that are not fields of the record, or hold more than the field shows. */
const attributeTexts: Readonly<Record<string, string>> = {
  'AddressMatch.stateName': 'Name of the state, whether or not the store lists it.',
  userName: 'Name of the user who owns the order or, if it is unknown, their e-mail address.',
  userLogin: 'Same as `userName`.',
};

const schemaText = `The data of an online store: orders with line items, payments, shipments and inventory units; products, variants and stock; countries and states; users, roles, API keys and the audit log.

**Sign in**: send your API key in the header \`X-ServiceAPIKey\`, or as the user name of HTTP Basic. Without a key, the header \`X-ServiceOrderToken\` with the token of an order gives access to that order.

**Begin** with \`{ viewer { email roles { name } } }\` (whose key is this?) or \`{ orders(filter: {state: {eq: COMPLETE}}, first: 5) { totalCount nodes { number total } } }\`.

**Lists** return 25 records, at most 500 with \`first\`. The next ones: the same with \`after: pageInfo.endCursor\`, also while records are written; \`totalCount\` is counted if you select it. Tables may send \`page\` and \`perPage\` instead. Amounts are decimal strings such as "79.95", times are UTC. Errors carry a code such as \`NOT_FOUND\` in \`extensions.code\`.

**Retry** a mutation with the header \`Idempotency-Key\`, which runs it once. \`extensions.cost\` tells what a request cost. This schema as text: \`GET /graphql/schema.graphql\`.`;

const words = (name: string): string => name.replace(/\B[A-Z]/g, ' $&').toLowerCase();

const relatedWords: Readonly<Record<string, string>> = {
  externalRefs: 'names in other systems',
  master: 'master variant',
};

/** How a field says who sees its values. Others may not search or sort by it, and it is not null to them. */
const hiddenFrom =
  /(?:\. Null unless you hold|\. Null if it is another user and you lack|, or if it is another user and you lack) (.+)\.$/;

/** What columns mean that many tables have, unless `schema.prisma` says more of one. */
const usualTexts: Readonly<Record<string, (record: string) => string>> = {
  id: (record) => `The ${record}'s id.`,
  createdAt: (record) => `When the ${record} was created.`,
  updatedAt: (record) => `When the ${record} was last updated.`,
  lockVersion: () =>
    'Version of the record, counted up by each change. Send it with an update to get CONFLICT if the record was changed in between.',
};

const usualText = (record: string, column: string): string | undefined =>
  column.endsWith('Id')
    ? usualTexts['id']?.(words(column.slice(0, -'Id'.length)))
    : usualTexts[column]?.(words(record));

const forSearch = (text: string, act: string): string =>
  text.replace(hiddenFrom, `. You need $1 to ${act} by it.`);

/**
 * Adds descriptions that are not written beside a field or an input: columns get the usual ones, fields of inputs and
 * sort keys that of the record's field with the same name or of the id behind it, conditions on related records and
 * arguments one by name, inputs one by the act in theirs.
 * What gets none fails a test: the text of its type would say nothing of it.
 */
export function describeAll(schema: GraphQLSchema): GraphQLSchema {
  schema.description = schemaText;
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    if (!models[type.name]) continue;
    for (const field of Object.values(type.getFields())) {
      field.description ??= usualText(type.name, field.name);
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    const tell = (field: string): string | undefined => recordText(schema, type.name, field);
    if (isObjectType(type)) {
      type.extensions = { ...type.extensions, ids: idsOf(type) };
      for (const field of Object.values(type.getFields())) {
        for (const argument of field.args) {
          argument.description ??= argumentText(argument, recordOf(field).name);
        }
      }
    } else if (isInputObjectType(type)) {
      type.description ??= sentTexts(type).type;
      for (const field of Object.values(type.getFields())) {
        field.description ??= isSearch.test(type.name)
          ? conditionText(field, type.name, tell(field.name))
          : (lookUpText(getNamedType(field.type)) ?? tell(field.name));
      }
    } else if (isEnumType(type)) {
      for (const value of type.getValues()) {
        const name = String(value.value);
        const text = tell(name) ?? attributeTexts[name];
        value.description ??= isSort.test(type.name) && text ? forSearch(text, 'sort') : text;
      }
    }
  }
  return schema;
}

function recordText(schema: GraphQLSchema, input: string, field: string): string | undefined {
  const record = input.replaceAll(around, '');
  for (const name of records[record] ?? [record]) {
    const type = schema.getType(name);
    const text = isObjectType(type) && fieldText(type, field);
    if (text) return text;
  }
  return undefined;
}

/** What a condition is about: related records, or a field of the record, whose text this is. */
function conditionText(
  { name, type, extensions }: GraphQLInputField,
  input: string,
  text: string | undefined,
): string | undefined {
  if (!getNamedType(type).name.endsWith('Match')) {
    return (
      attributeTexts[`${input}.${name}`] ??
      (text && forSearch(text, 'search')) ??
      attributeTexts[name]
    );
  }
  const [, right] = hiddenFrom.exec(text ?? '') ?? [];
  const several = extensions['weighsAs'] === 'records' ? ': one of them must match all' : '';
  const needed = right === undefined ? '' : ` You need ${right} for this.`;
  return `Conditions on its ${relatedWords[name] ?? words(name)}${several}.${needed}`;
}

/** What finds a record by one of its names. */
function lookUpText(type: GraphQLNamedType): string | undefined {
  if (!isInputObjectType(type) || !type.isOneOf || !type.name.endsWith('By')) return undefined;
  const others = Object.keys(type.getFields()).filter((name) => name !== 'id');
  const names = ['id', ...others].map((name) => `\`${name}\``);
  const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
  return `The ${words(type.name.slice(0, -'By'.length))}, by its ${listed}.`;
}

const actOf = /^(Create|Add|Update)(.+)Input$/;

/** What the fields of a record are sent for, as the descriptions of an argument and of its type; none if for no act. */
function sentTexts({ name }: GraphQLNamedType): { argument?: string; type?: string } {
  const [, act, record = ''] = actOf.exec(name) ?? [];
  const of = words(record);
  if (act === undefined) return {};
  if (act !== 'Update') return { argument: `The new ${of}.`, type: `A new ${of}.` };
  const changes = `Changes to ${/^[AEIO]/.test(record) ? 'an' : 'a'} ${of}`;
  return {
    argument: `Changes to the ${of}.`,
    type: `${changes}. Fields that you leave out stay as they are.`,
  };
}

/** That of a way back tells who may see it, which says nothing of an input. */
function fieldText(type: GraphQLObjectType, name: string): string | undefined {
  const field = type.getFields()[name];
  if (!field) return idsOf(type)[name];
  return field.extensions['isEdge'] === true ? undefined : (field.description ?? undefined);
}

/** Ids that say more than their column. */
const idTexts: Readonly<Record<string, string>> = {
  'Shipment.addressId':
    "Id of the shipment's own address or, if it has none, of the order's ship address.",
};

/** What the ids of records mean that a type shows as edges, such as `countryId` of `country`. */
function idsOf(type: GraphQLObjectType): Readonly<Record<string, string>> {
  const fields = type.getFields();
  const columns = models[type.name]?.fields ?? [];
  return Object.fromEntries(
    columns.flatMap(({ name, documentation }) => {
      const edge = name.endsWith('Id') && !fields[name] && fields[name.slice(0, -2)];
      const text = idTexts[`${type.name}.${name}`] ?? documentation ?? usualText(type.name, name);
      return edge && text ? [[name, text]] : [];
    }),
  );
}

/** What a field answers; of a payload, the record that the mutation is named for. */
function recordOf({ name, type }: GraphQLField<unknown, unknown>): GraphQLNamedType {
  const answer = getNamedType(type);
  if (!isObjectType(answer) || !answer.name.endsWith('Payload')) return answer;
  const parts = Object.values(answer.getFields()).map((part) => getNamedType(part.type));
  return parts.find((part) => name.includes(part.name)) ?? parts[0] ?? answer;
}

function argumentText({ name, type }: GraphQLArgument, answers: string): string | undefined {
  if (name === 'id') return `Id of the ${words(answers)}.`;
  const named = getNamedType(type);
  return argumentTexts[name] ?? lookUpText(named) ?? sentTexts(named).argument;
}
