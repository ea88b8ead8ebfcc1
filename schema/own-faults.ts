import { GraphQLError, isLeafType, isSpecifiedScalarType } from 'graphql';
import type { GraphQLLeafType, GraphQLSchema } from 'graphql';
import { scalars } from './scalars.ts';

/** Whether the type's `serialize` is that of graphql-js. Those of `scalars` throw what they should. */
const isForeign = (type: GraphQLLeafType): boolean =>
  type.name !== 'ID' && (isSpecifiedScalarType(type) || !(type.name in scalars));

/**
 * Makes a value that its type cannot show a fault of the program. graphql-js throws the same error for it as for a value
 * that was sent: the client would be told that its request is wrong, nothing would be logged, and a write in a unit of
 * work would stay.
 */
export function ownFaults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isLeafType(type) || !isForeign(type)) continue;
    const show = type.serialize.bind(type);
    type.serialize = (value: unknown) => {
      try {
        return show(value);
      } catch (error) {
        throw error instanceof GraphQLError ? new TypeError(error.message) : error;
      }
    };
  }
  return schema;
}
