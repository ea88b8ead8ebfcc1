import {
  type DocumentNode,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { keep } from '../keep.ts';
import { declaredBy } from './declared.ts';
import { asSent, type AsSent, meansNull, readLeaf } from './scalar-values.ts';
import { type FieldMessages, toSnake } from '../words/naming.ts';
import { isBlankText, isObject } from '../words/texts.ts';

const maximumEntries = 500;

/** Routes write look-ups, the search reader writes filters and sorts, with exact types. */
const isExact = (name: string): boolean => /(?:Filter|Sort|By)$/.test(name);

/** How the type of a value takes one that the domain reads. */
const wrapOf = (type: GraphQLInputType): AsSent | undefined => {
  const named = getNullableType(type);
  return isLeafType(named) ? asSent(named) : undefined;
};

/** Texts of the record that is written, which may be blank. */
const isText = (type: GraphQLInputType): boolean =>
  isScalarType(type) && ['String', 'ID'].includes(type.name);

interface ReadField {
  readonly name: string;
  readonly wireName: string;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
  /** A text that must be there. */
  readonly mayBeBlank: boolean;
  readonly wrap: AsSent | undefined;
}

const fieldsOf = keep((record: GraphQLInputObjectType): readonly ReadField[] =>
  Object.values(record.getFields()).map(({ name, type, defaultValue, extensions }) => ({
    name,
    wireName: toSnake(name),
    type,
    hasDefault: defaultValue !== undefined,
    mayBeBlank: isNonNullType(type) && isText(type.ofType),
    wrap: asSent({ extensions }) ?? wrapOf(type),
  })),
);

/** Converts values, and collects those that do not fit. */
function createCoercion(zone: string) {
  const problems: Record<string, string[]> = {};

  function report(path: readonly string[], message: string): unknown {
    (problems[path.join('.')] ??= []).push(message);
    return undefined;
  }

  /** The value converted to the type, or wrapped if the domain reads it; undefined if it is left out. */
  function coerce(
    type: GraphQLInputType,
    value: unknown,
    path: readonly string[],
    wrap = wrapOf(type),
  ): unknown {
    if (isNonNullType(type)) {
      const { ofType } = type;
      if (value !== undefined && !meansNull(ofType, value, wrap)) {
        return coerce(ofType, value, path, wrap);
      }
      // The domain says what is missing.
      return wrap?.('') ?? report(path, "can't be blank");
    }
    if (value === undefined) return undefined;
    if (meansNull(type, value, wrap)) return null;
    if (isListType(type)) return list(type.ofType, value, path);
    if (isInputObjectType(type)) return record(type, value, path);
    const reading = readLeaf(type, value, zone, wrap);
    return 'value' in reading ? reading.value : report(path, reading.message);
  }

  function list(type: GraphQLInputType, value: unknown, path: readonly string[]): unknown {
    if (!Array.isArray(value)) return report(path, 'is invalid');
    if (value.length > maximumEntries) {
      return report(path, `is too long (maximum is ${maximumEntries} entries)`);
    }
    const inner = getNullableType(type);
    if (isInputObjectType(inner)) {
      return value.map((entry: unknown, position) =>
        coerce(type, entry, [...path, String(position)]),
      );
    }
    // An empty text in a form means an empty list, or that all boxes are unchecked.
    const isIds = isScalarType(inner) && inner.name === 'ID';
    const named = isIds ? value.filter((entry) => !isBlankText(entry)) : value;
    const entries = createCoercion(zone);
    const read = named.map((entry: unknown) => entries.coerce(type, entry, path));
    // One bad entry makes the list invalid; that is reported once.
    return Object.keys(entries.problems).length > 0 ? report(path, 'is invalid') : read;
  }

  function record(type: GraphQLInputObjectType, value: unknown, path: readonly string[]): unknown {
    if (!isObject(value)) return report(path, 'is invalid');
    if (isExact(type.name)) return value;
    const read: Record<string, unknown> = {};
    for (const field of fieldsOf(type)) {
      const sent = Object.hasOwn(value, field.wireName) ? value[field.wireName] : undefined;
      const taken = readField(field, sent, path);
      if (taken !== undefined) read[field.name] = taken;
    }
    return read;
  }

  function readField(
    { wireName, type, hasDefault, mayBeBlank, wrap }: ReadField,
    value: unknown,
    path: readonly string[],
  ): unknown {
    if (value === undefined && (hasDefault || !isNonNullType(type))) return undefined;
    if (mayBeBlank && (value === undefined || meansNull(getNullableType(type), value))) return '';
    return coerce(type, value, [...path, wireName], wrap);
  }

  return { problems, coerce };
}

interface CoercedVariables {
  readonly variables: Record<string, unknown>;
  /** Values that did not fit and were left out, by REST name with dots: `line_items.0.quantity`. */
  readonly problems: FieldMessages;
}

/**
 * Variables of the types that the operation declares, from texts of a query or form and from attributes in REST names:
 * `"2"` becomes 2 for an Int, `variant_id` becomes `variantId`, undeclared values are dropped. A blank text is null in
 * a record and absent for a variable. All values that do not fit are reported together; fields of a record that is a
 * variable are reported without the variable's name. A time without zone is read in `zone`, an IANA name.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  values: Readonly<Record<string, unknown>>,
  zone = 'UTC',
): CoercedVariables {
  const { problems, coerce } = createCoercion(zone);
  const variables: Record<string, unknown> = {};
  for (const [name, { type, hasDefault }] of declaredBy(schema, document)) {
    const sent = values[name];
    const isAbsent = sent === undefined || (isBlankText(sent) && meansNull(type, sent));
    if (isAbsent && (hasDefault || !isNonNullType(type))) continue;
    const isRecord = isInputObjectType(getNullableType(type)) && isObject(sent);
    const value = coerce(type, sent, isRecord ? [] : [toSnake(name)]);
    if (value !== undefined) variables[name] = value;
  }
  return { variables, problems };
}
