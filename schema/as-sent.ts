import { isEnumType } from 'graphql';
import type { GraphQLEnumType, GraphQLScalarType, GraphQLSchema } from 'graphql';
import { eventWord } from './domain/refusal.ts';
import { scalars } from './scalars.ts';

/** A value as a client sent it, which its type does not read. No JSON holds one. */
class AsSent {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** What REST wraps a value in; read from the extensions of a type or of an input field. */
type WrapAsSent = (value: unknown) => unknown;

const wrap: WrapAsSent = (value) => new AsSent(value);

/** The extensions of a type or field that lets REST hand it a value as it was sent. */
export const takenAsSent = { asSent: wrap };

const events = ['OrderEvent', 'ShipmentEvent', 'PaymentEvent', 'InventoryUnitEvent'];

/** Whether every value of a type is read by the domain. */
const isAsGiven = (name: string): boolean => name in scalars || events.includes(name);

/** Whether the domain reads the values of fields that say so; others are as the type has them, such as a page. */
const isAsGivenByField = (name: string): boolean => name === 'Int' || name === 'Float';

/**
 * Lets REST hand values to the schema that their types would refuse, because it reports all that is wrong with a body
 * together and in the words of the domain, which reads every value again: numbers, times, events. Clients of GraphQL
 * cannot send them. Decision: V6.
 */
export function takeAsSent(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, type] of Object.entries(schema.getTypeMap())) {
    if (!isAsGiven(name) && !isAsGivenByField(name)) continue;
    const leaf = type as GraphQLScalarType | GraphQLEnumType;
    const read = leaf.parseValue.bind(leaf);
    const take = isEnumType(leaf) ? eventWord : (value: unknown) => value ?? null;
    leaf.parseValue = (value: unknown) =>
      value instanceof AsSent ? take(value.value) : read(value);
    if (isAsGiven(name)) leaf.extensions = { ...leaf.extensions, ...takenAsSent };
  }
  return schema;
}
