import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  isInputObjectType,
  isListType,
} from 'graphql';
import { AttributeReader } from './attribute-reader.ts';
import { words } from './domain/messages.ts';
import { isBlank } from './domain/text.ts';

/** What the fields of an input may not contain although their types allow it, because it would have no effect. */
export interface InputRules {
  /** Fields of which one is read: the first that is sent and not blank. */
  readonly either?: readonly (readonly string[])[];
  /** The same, where null is a value: it removes what any of the fields names. */
  readonly eitherOrNull?: readonly (readonly string[])[];
  /** Fields that can be left out but not removed: null or a blank text would mean nothing. */
  readonly neverBlank?: readonly string[];
  /** Fields without which the input would mean nothing. */
  readonly needed?: readonly string[];
}

export const inputRules = (rules: InputRules) => ({ extensions: { rules } });

export const rulesOf = ({ extensions }: { readonly extensions?: unknown }): InputRules =>
  (extensions as { readonly rules?: InputRules } | undefined)?.rules ?? {};

type Values = Readonly<Record<string, unknown>>;

/** Whether a value was sent that names something. */
export const isFilled = (value: unknown): boolean => !isBlank(value) && value !== false;
/** Whether a value was sent, be it null. */
export const isSent = (value: unknown): boolean => value !== undefined;

function noteRules(
  reader: AttributeReader,
  given: GraphQLInputType,
  value: unknown,
  path: readonly string[],
): void {
  const type = getNullableType(given);
  if (Array.isArray(value) && isListType(type)) {
    for (const [place, entry] of value.entries()) {
      noteRules(reader, type.ofType, entry, [...path, String(place)]);
    }
  }
  if (!isInputObjectType(type) || value === null || value === undefined) return;
  const values = value as Values;
  const { either = [], eitherOrNull = [], neverBlank = [], needed = [] } = rulesOf(type);
  const note = (name: string, message: string): void => {
    reader.note([...path, name].join('.'), message);
  };
  const noteOthers = ([read, ...others]: readonly string[]): void => {
    for (const other of others) note(other, words.sentWith(String(read)));
  };
  for (const names of either) noteOthers(names.filter((name) => isFilled(values[name])));
  for (const names of eitherOrNull) noteOthers(names.filter((name) => isSent(values[name])));
  const kept = [...neverBlank.filter((name) => isSent(values[name])), ...needed];
  for (const name of kept) if (isBlank(values[name])) note(name, words.blank);
  for (const { name, type: inner } of Object.values(type.getFields())) {
    if (values[name] != null) noteRules(reader, inner, values[name], [...path, name]);
  }
}

/** The field of the schema whose arguments are looked at. */
export type AskedField = Pick<GraphQLResolveInfo, 'parentType' | 'fieldName'>;

/**
 * Throws Invalid if the arguments of a field contain what the rules of their inputs exclude. Keys in the argument `input`
 * stand alone.
 */
export function requireRules({ parentType, fieldName }: AskedField, args: object): void {
  const reader = new AttributeReader();
  for (const { name, type } of parentType.getFields()[fieldName]?.args ?? []) {
    noteRules(reader, type, (args as Values)[name], name === 'input' ? [] : [name]);
  }
  reader.check();
}
