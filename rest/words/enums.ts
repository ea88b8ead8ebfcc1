import type { GraphQLEnumType } from 'graphql';
import type { introspection } from '../schema-types.d.ts';

/** A value of an enum as REST reads and writes it: `READY_TO_SHIP` is `ready_to_ship`. */
export const word = (value: string): string => value.toLowerCase();

/** The words of an enum, so that a table of them must be complete. */
export type WordOf<Name extends keyof Types> = Types[Name] extends {
  readonly enumValues: infer Value extends string;
}
  ? Lowercase<Value>
  : never;

type Types = introspection['types'];

/** Other words that searches know, by enum. Decision: S21. */
const otherWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  OrderState: { new: 'complete' },
  OrderShipmentState: { ready_to_ship: 'ready' },
  ShipmentState: { ready: 'ready_to_ship' },
};

/** The values of an enum in the order that the schema means; those of the type itself are sorted by name. */
export function valuesOf(type: GraphQLEnumType): readonly string[] {
  const meant = type.extensions.inOrder as readonly string[] | undefined;
  return meant ?? type.getValues().map(({ name }) => name);
}

/** The values of an enum by the words that a search may use for them. */
export function valuesByWord(type: GraphQLEnumType): ReadonlyMap<string, string> {
  const values = new Map(valuesOf(type).map((name) => [word(name), name]));
  const others = Object.entries(otherWords[type.name] ?? {}).flatMap(([other, known]) => {
    const value = values.get(known);
    return value === undefined ? [] : [[other, value] as const];
  });
  return new Map([...values, ...others]);
}
