import {
  getNullableType,
  GraphQLBoolean,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { type AskedField, isFilled, isSent, rulesOf } from './input-rules.ts';
import type { ToldError } from './user-errors.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The field of an input that was sent for this one: another name for the same thing, if it was not sent itself. A flag
 * that is not true is no name.
 */
function nameAsSent(type: GraphQLInputObjectType, values: Values, name: string): string {
  if (isSent(values[name])) return name;
  const { either = [], eitherOrNull = [] } = rulesOf(type);
  const names = [...either, ...eitherOrNull].filter((group) => group.includes(name)).flat();
  const isFlag = (other: string): boolean => type.getFields()[other]?.type === GraphQLBoolean;
  return (
    names.find((other) => isFilled(values[other])) ??
    names.find((other) => isSent(values[other]) && !isFlag(other)) ??
    name
  );
}

function pathAsSent(
  { parentType, fieldName }: AskedField,
  args: Values,
  path: readonly string[],
): readonly string[] {
  const input = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input');
  let type: GraphQLInputType | undefined = input?.type;
  let values = args['input'];
  return path.map((name) => {
    const given: GraphQLInputType | undefined = type && getNullableType(type);
    const isList = isListType(given);
    const isObject = isInputObjectType(given);
    const inner = (values ?? {}) as Values;
    const sent = isObject ? nameAsSent(given, inner, name) : name;
    type = isList ? given.ofType : isObject ? given.getFields()[sent]?.type : undefined;
    values = inner[sent];
    return sent;
  });
}

/**
 * User errors as clients of GraphQL know what they sent. Where one of several names stands for a thing, an error names
 * the one that was sent. What concerns a record as a whole is its state, and no value. Decision: V1, V30.
 */
export const errorsAsSent = (
  asked: AskedField,
  args: object,
  errors: readonly ToldError[],
): readonly ToldError[] =>
  errors.map(({ field: path = [], ...error }) => {
    const isWhole = path.length === 0 || path.at(-1) === 'base';
    const field = pathAsSent(asked, args as Values, isWhole ? path.slice(0, -1) : path);
    return {
      ...error,
      ...(isWhole && error.code === 'INVALID' && { code: 'REFUSED' }),
      ...(field.length > 0 && { field }),
    };
  });
