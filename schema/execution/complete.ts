import { GraphQLError, isLeafType, isListType, isNonNullType, isObjectType } from 'graphql';
import type { GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import { readObject } from './field.ts';
import type { Fields, Selected } from './field.ts';
import { isPromise, settle } from './run.ts';
import type { Complete } from './run.ts';
import { NotCompiled } from './selection.ts';

/**
 * Makes what completes the values of a type. `fieldsOf` compiles what is selected of an object.
 * Throws NotCompiled for abstract types and for types that judge their values.
 */
export function completerOf(
  type: GraphQLOutputType,
  place: Selected,
  fieldsOf: (type: GraphQLObjectType) => Fields,
): Complete {
  if (isNonNullType(type)) return refuseNull(completerOf(type.ofType, place, fieldsOf), place);
  if (isListType(type)) {
    const isStrict = isNonNullType(type.ofType);
    return completeList(completerOf(type.ofType, place, fieldsOf), { ...place, isStrict });
  }
  if (isLeafType(type)) return completeLeaf(type);
  if (!isObjectType(type) || type.isTypeOf) throw new NotCompiled();
  const fields = fieldsOf(type);
  return (value, path, run) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    return readObject(fields, value, path, run);
  };
}

function refuseNull(complete: Complete, { parent, field }: Selected): Complete {
  return (value, path, run) => {
    const completed = complete(value, path, run);
    if (completed !== null) return completed;
    throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
  };
}

function completeList(complete: Complete, place: Selected): Complete {
  const { parent, field } = place;
  return (list, path, run) => {
    if (list === null || list === undefined) return null;
    if (list instanceof Error) throw list;
    if (!isIterable(list)) {
      const name = `${parent.name}.${field.name}`;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const items: unknown[] = [];
    try {
      for (const item of list) {
        const itemPath = { prev: path, key: items.length, typename: undefined };
        items.push(settle(item, itemPath, run, place, complete));
      }
    } catch (error) {
      // items that are still awaited may fail as well, and nobody else would notice
      void Promise.allSettled(items);
      throw error;
    }
    return items.some(isPromise) ? Promise.all(items) : items;
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

function completeLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    const shown: unknown = type.serialize(value);
    if (shown !== null && shown !== undefined) return shown;
    throw new Error(`Expected \`${type.name}.serialize\` to return non-nullable value.`);
  };
}
