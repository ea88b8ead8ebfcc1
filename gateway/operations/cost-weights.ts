import type { GraphQLNamedType } from 'graphql';

/**
 * The parts of an operation's cost, and their weights. Fields and types name their row by the extension `weighsAs`, a
 * field before its type; single values without it cost nothing, objects without it are records. Decision: N32.
 */
export const weights = {
  /** A record in the response. */
  record: 1,
  /** An object around records, such as an edge. */
  nothing: 0,
  /** A comparison in a search. */
  condition: 1,
  /** A text searched inside texts of at most a few hundred characters. */
  pattern: 10,
  /** A text searched inside texts of any length. */
  longPattern: 50,
  /** Other records searched for each record. */
  records: 10,
  /** A value computed of other records, for a page by one statement. */
  figures: 2,
  /** The same, of all payments of an order; as many as one may have below an edge that leads back. */
  payments: 2,
  /** An entry of a list in the request: of a write, or a group of conditions. */
  entry: 1,
  /** Each value of a list in the request, such as that of `in`, wherever it is used; rounded down. */
  listedValue: 1 / 10,
  /** A mutation: a separate transaction. */
  mutation: 10,
  /** Each id that a list of ids may contain. */
  listedId: 1 / 20,
  /** A field that reads an order with everything that belongs to it. */
  wholeOrder: 10,
  /** Figures over any number of records; the rows of them are counted as records, too. */
  summary: 400,
} as const;

/** What a single value weighs below an edge that leads back, if another than elsewhere. */
const weightsAgain: Partial<Record<keyof typeof weights, number>> = { payments: 500 };

const isWeighed = (name: unknown): name is keyof typeof weights =>
  typeof name === 'string' && name in weights;

/**
 * The weight that a field, an argument or a type names; undefined if it names none. `isAgain`: below an edge that leads
 * back to a record above it.
 */
export function weightOf(
  { extensions }: Pick<GraphQLNamedType, 'extensions'>,
  isAgain = false,
): number | undefined {
  const name = extensions['weighsAs'];
  if (!isWeighed(name)) return undefined;
  return (isAgain ? weightsAgain[name] : undefined) ?? weights[name];
}
