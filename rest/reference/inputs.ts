import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { takesRecordsAsNames } from '../variables/attributes.ts';
import { asSent } from '../variables/scalar-values.ts';
import { valuesOf, word } from '../words/enums.ts';
import { toSnake } from '../words/naming.ts';
import { orNull } from './infer.ts';
import { type Named, type Schema, schemaRef } from './openapi.ts';
import { inRestWords } from './rest-words.ts';

/** What clients may send for each scalar; numbers and booleans may also be texts. */
const scalars: Named<Schema> = {
  ID: { type: 'integer' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Money: { type: ['string', 'number'], examples: ['19.99'] },
  DateTime: { type: 'string', examples: ['2024-02-06T15:04:05.120Z'] },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
};

/** What REST says of `lock_version`, which it takes of records that it does not show it of. */
export const versionText =
  'The version that you read: if it was changed since, you get 409 and nothing is changed. GraphQL shows it, REST of inventory units alone; in REST use `If-Match`.';

/** REST ignores what GraphQL refuses. Decision: V30. */
const ownTexts: Named<string> = {
  lock_version: versionText,
  'OrderPaymentInput.id': 'An entry with an id is ignored, because the payment exists.',
};

/** Names for one thing of which another than the first one counts, by the first. Decision: C23, C24. */
const ownChoices: Named<string> = {
  'CountryRefInput.id':
    'Of `code`, `id`, `iso`, `iso3`, `iso_name` and `name`, the first that you send counts.',
  'AddressInput.countryId':
    'Of `country_id` and `country`, the first counts that is not the present country.',
  'UpdatePaymentInput.paymentMethodId':
    'Of `payment_method_id` and `payment_method`, the one counts that is not the present method.',
  'AddressInput.stateId':
    'A `state_id` of the country counts before `state_name`, and that before `state`.',
};

/** Which of several names for one thing counts in REST, by the rules that GraphQL refuses the others by. */
function choicesOf({ name, extensions }: GraphQLInputObjectType): readonly string[] {
  const { either = [], eitherOrNull = [] } = (extensions.rules ?? {}) as {
    readonly either?: readonly string[][];
    readonly eitherOrNull?: readonly string[][];
  };
  return [...either, ...eitherOrNull].map((names) => {
    const listed = names.map((one) => `\`${one}\``);
    return (
      ownChoices[`${name}.${names[0] ?? ''}`] ??
      `Of ${listed.slice(0, -1).join(', ')} and ${listed.at(-1) ?? ''}, the first that you send counts.`
    );
  });
}

/** Inputs that refer to another record and may be shortened to one value. */
const isReference = ({ name }: GraphQLInputObjectType): boolean => name.endsWith('RefInput');

const recordWithName: Schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' } },
};

/** The schemas of request bodies, created as they are referred to. */
export class InputSchemas {
  readonly schemas: Record<string, Schema> = {};

  /** What may be sent for a type of the schema. */
  of(type: GraphQLInputType): Schema {
    if (isNonNullType(type)) return this.of(type.ofType);
    if (isListType(type)) return { type: 'array', items: this.of(type.ofType) };
    if (isInputObjectType(type)) {
      const record = this.record(type);
      return isReference(type) ? { anyOf: [record, { type: ['string', 'integer'] }] } : record;
    }
    if (isEnumType(type)) {
      const words = { enum: valuesOf(type).map(word) };
      return asSent(type) ? { type: 'string', ...words } : words;
    }
    const scalar = scalars[type.name];
    if (!scalar) throw new Error(`The reference does not know how ${type.name} is sent.`);
    return scalar;
  }

  private record(type: GraphQLInputObjectType): Schema {
    const { name } = type;
    const description = [type.description ?? '', ...choicesOf(type)].join(' ');
    if (name in this.schemas) return schemaRef(name);
    // Inputs can be recursive: the name is registered before the fields are read.
    this.schemas[name] = {};
    const fields = Object.values(type.getFields());
    const required = fields.filter(isRequiredInputField).map((field) => toSnake(field.name));
    this.schemas[name] = {
      ...(description && { description: inRestWords(description) }),
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        fields.map((field) => {
          const key = toSnake(field.name);
          const told = ownTexts[`${name}.${field.name}`] ?? ownTexts[key] ?? field.description;
          return [
            key,
            { ...this.nullable(field.type, key), ...(told && { description: inRestWords(told) }) },
          ];
        }),
      ),
    };
    return schemaRef(name);
  }

  private nullable(type: GraphQLInputType, name: string): Schema {
    const schema = takesRecordsAsNames(name)
      ? { type: 'array', items: { anyOf: [{ type: 'string' }, recordWithName] } }
      : this.of(type);
    return isNonNullType(type) ? schema : orNull(schema);
  }
}
