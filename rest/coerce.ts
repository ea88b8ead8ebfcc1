import { isInputObjectType, isListType, isNonNullType, isScalarType } from 'graphql';
import { Kind, typeFromAST } from 'graphql';
import type { DocumentNode, GraphQLInputField, GraphQLInputType, GraphQLSchema } from 'graphql';
import type { GraphQLInputObjectType, OperationDefinitionNode } from 'graphql';
import { meansNull, readLeaf } from './leaf.ts';
import { toSnake } from './naming.ts';
import type { FieldMessages } from './naming.ts';
import { isBlankText, isObject } from './texts.ts';

const maximumEntries = 500;

/** Filters and sorts are written by the search reader and are exact already. */
const isSearchInput = (name: string): boolean => /(Filter|Sort)$/.test(name);

/** Collects what does not fit while it converts what does. */
class Coercion {
  readonly problems: Record<string, string[]> = {};
  private readonly zone: string;

  constructor(zone: string) {
    this.zone = zone;
  }

  private report(path: readonly string[], message: string): unknown {
    (this.problems[path.join('.')] ??= []).push(message);
    return undefined;
  }

  /** The value as the type wants it, or undefined when it is left out. */
  value(type: GraphQLInputType, value: unknown, path: readonly string[]): unknown {
    if (isNonNullType(type)) {
      if (value === undefined || meansNull(type.ofType, value)) {
        return this.report(path, "can't be blank");
      }
      return this.value(type.ofType, value, path);
    }
    if (value === undefined) return undefined;
    if (meansNull(type, value)) return null;
    if (isListType(type)) return this.list(type.ofType, value, path);
    if (isInputObjectType(type)) return this.record(type, value, path);
    const reading = readLeaf(type, value, this.zone);
    return 'value' in reading ? reading.value : this.report(path, reading.message);
  }

  private list(type: GraphQLInputType, value: unknown, path: readonly string[]): unknown {
    if (!Array.isArray(value)) return this.report(path, 'is invalid');
    if (value.length > maximumEntries) {
      return this.report(path, `is too long (maximum is ${maximumEntries} entries)`);
    }
    const inner = isNonNullType(type) ? type.ofType : type;
    if (isInputObjectType(inner)) {
      return value.map((entry: unknown, position) =>
        this.value(type, entry, [...path, String(position)]),
      );
    }
    // A form says so that a list of ids is empty, and that boxes were there to tick.
    const isIds = isScalarType(inner) && inner.name === 'ID';
    const named = isIds ? value.filter((entry) => !isBlankText(entry)) : value;
    const entries = new Coercion(this.zone);
    const read = named.map((entry: unknown) => entries.value(type, entry, path));
    // One bad entry makes the list bad, and it is said once.
    return Object.keys(entries.problems).length > 0 ? this.report(path, 'is invalid') : read;
  }

  private record(type: GraphQLInputObjectType, value: unknown, path: readonly string[]): unknown {
    if (!isObject(value)) return this.report(path, 'is invalid');
    if (isSearchInput(type.name)) return value;
    const fields = Object.values(type.getFields()).map(
      (field) => [field.name, this.field(field, value, path)] as const,
    );
    return Object.fromEntries(fields.filter(([, read]) => read !== undefined));
  }

  private field(
    { name, type, defaultValue }: GraphQLInputField,
    record: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ): unknown {
    const wireName = toSnake(name);
    const value = Object.hasOwn(record, wireName) ? record[wireName] : undefined;
    if (value === undefined && defaultValue !== undefined) return undefined;
    return this.value(type, value, [...path, wireName]);
  }
}

function operationOf(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (!operation) throw new Error('The document has no operation.');
  return operation;
}

function typeOf(schema: GraphQLSchema, node: Parameters<typeof typeFromAST>[1]): GraphQLInputType {
  const type = typeFromAST(schema, node);
  if (!type) throw new Error('The schema lacks the type of a variable.');
  return type as GraphQLInputType;
}

const holdsRecord = (type: GraphQLInputType): boolean =>
  isInputObjectType(isNonNullType(type) ? type.ofType : type);

export interface CoercedVariables {
  readonly variables: Record<string, unknown>;
  /** What did not fit and was left out, under wire names with dots: `line_items.0.quantity`. */
  readonly problems: FieldMessages;
}

/**
 * Variables that fit the types the operation declares, from texts of a query or form and from
 * attributes in wire names: `"2"` becomes 2 for an Int, `variant_id` becomes `variantId`, what is
 * not declared is dropped. A blank text is null in a record and absent for a variable. All values
 * that do not fit are reported at once; the fields of a record given as a variable are reported
 * under their own names, without the variable's. A time without zone is read in `zone`, an IANA name.
 * Decision: F11, C1, A29, A30, A39.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  values: Readonly<Record<string, unknown>>,
  zone = 'UTC',
): CoercedVariables {
  const coercion = new Coercion(zone);
  const variables: Record<string, unknown> = {};
  for (const definition of operationOf(document).variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeOf(schema, definition.type);
    const sent = values[name];
    const isAbsent = sent === undefined || (isBlankText(sent) && meansNull(type, sent));
    if (isAbsent && (definition.defaultValue || !isNonNullType(type))) continue;
    const path = holdsRecord(type) && isObject(sent) ? [] : [toSnake(name)];
    const value = coercion.value(type, sent, path);
    if (value !== undefined) variables[name] = value;
  }
  return { variables, problems: coercion.problems };
}
