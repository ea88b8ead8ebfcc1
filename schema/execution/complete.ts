import { GraphQLString, isLeafType, isListType, isNonNullType } from 'graphql';
import type { GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql';
import type { Selected } from './field.ts';
import { type Fields, readOnce } from './object.ts';
import { type Complete, isPromise, settle } from './run.ts';
import { TooManyValues } from './shown-values.ts';

/** Creates the function that completes the values of a type. `fieldsOf` compiles the selection of an object. */
export function completerOf(
  type: GraphQLOutputType,
  place: Selected,
  fieldsOf: (type: GraphQLObjectType) => Fields,
): Complete {
  if (isLeafType(type)) return completeLeaf(type);
  if (isNonNullType(type)) {
    const { ofType } = type;
    if (isLeafType(ofType)) return completeStrictLeaf(ofType, place);
    return refuseNull(completerOf(ofType, place, fieldsOf), place);
  }
  if (isListType(type)) {
    const isStrict = isNonNullType(type.ofType);
    return completeList(completerOf(type.ofType, place, fieldsOf), { ...place, isStrict });
  }
  const fields = fieldsOf(type as GraphQLObjectType);
  return (value, path, run) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    // looking for one value takes longer than reading it
    if (fields.isShared && fields.count > 1) return readOnce(fields, value, path, run);
    run.values.note(fields.count);
    return fields.read(value, path, run);
  };
}

function refuseNull(complete: Complete, place: Selected): Complete {
  return (value, path, run) => {
    const completed = complete(value, path, run);
    return completed === null ? throwNull(place) : completed;
  };
}

function throwNull({ parent, field }: Selected): never {
  throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
}

function completeList(complete: Complete, place: Selected): Complete {
  const { parent, field } = place;
  return (list, path, run) => {
    if (list === null || list === undefined) return null;
    if (list instanceof Error) throw list;
    if (!isIterable(list)) {
      const name = `${parent.name}.${field.name}`;
      throw new TypeError(`Expected Iterable, but did not find one for field "${name}".`);
    }
    const left = list[Symbol.iterator]();
    const items: unknown[] = [];
    const goOn = (): unknown[] | Promise<unknown[]> => {
      try {
        for (let next = left.next(); !next.done; next = left.next()) {
          run.values.note(1);
          if (run.values.areTooMany) throw new TooManyValues();
          const itemPath = { prev: path, key: items.length, typename: undefined };
          items.push(settle(next.value, itemPath, run, place, complete));
          if (run.pace.isDue) return later();
        }
      } catch (error) {
        // pending items may reject too, and nobody else would handle that
        void Promise.allSettled(items);
        throw error;
      }
      return items.some(isPromise) ? Promise.all(items) : items;
    };
    const later = (): Promise<unknown[]> => {
      // items may reject before all are there
      void Promise.allSettled(items);
      return run.pace.wait().then(() => (run.pace.isOver ? items : goOn()));
    };
    return goOn();
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Most of a response are leaves: a non-null one is completed by a single function, and text as it is. */
function completeStrictLeaf(type: GraphQLLeafType, place: Selected): Complete {
  const completeValue = completeLeaf(type);
  const isText = type === GraphQLString;
  return (value, path, run) => {
    if (isText && typeof value === 'string') return value;
    return value === null || value === undefined
      ? throwNull(place)
      : completeValue(value, path, run);
  };
}

function completeLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    const shown: unknown = type.serialize(value);
    if (shown !== null && shown !== undefined) return shown;
    throw new Error(`Expected \`${type.name}.serialize\` to return non-nullable value.`);
  };
}
