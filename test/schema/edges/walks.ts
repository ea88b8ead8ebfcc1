import { getNamedType, getNullableType, isLeafType, isListType } from 'graphql';
import { isObjectType, isRequiredArgument } from 'graphql';
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';

/** A query from a list of records over their edges. */
export interface Walk {
  /** The type whose edges are walked. */
  readonly from: string;
  /** The fields from the root to the records at the end, such as `orders`, `nodes`, `user`. */
  readonly path: readonly string[];
  /** The type of the records at the end. */
  readonly to: string;
  readonly text: string;
}

type Field = GraphQLField<unknown, unknown>;

/** Arguments that a root list cannot do without, or that limit it to records with edges. */
const givenArguments: Readonly<Record<string, string>> = {
  countries: 'filter: { states: { name: { null: false } } }',
  lineItems: 'order: { number: "SHARED" }',
  payments: 'order: { number: "SHARED" }',
};

/** Root lists of figures, which lead to no record. */
const figures: ReadonlySet<string> = new Set(['orderSummary']);

/** Records of one type, and the fields that lead to them. */
interface Place {
  readonly type: GraphQLObjectType;
  readonly path: readonly string[];
}

const typeOf = (field: Field): GraphQLObjectType | undefined => {
  const named = getNamedType(field.type);
  return isObjectType(named) ? named : undefined;
};

const isConnection = ({ name }: GraphQLObjectType): boolean => name.endsWith('Connection');

const isOptional = ({ args }: Field): boolean => !args.some(isRequiredArgument);

const fieldsOf = (type: GraphQLObjectType): Field[] => Object.values(type.getFields());

/** The fields of a record that lead to others. */
const edgesOf = (type: GraphQLObjectType): Field[] =>
  fieldsOf(type).filter((field) => typeOf(field) && isOptional(field));

/** Every field of a record that leads to no other. */
const leavesOf = (type: GraphQLObjectType): string =>
  fieldsOf(type)
    .filter((field) => isLeafType(getNamedType(field.type)) && isOptional(field))
    .map(({ name }) => name)
    .join(' ');

/** Where a field leads, through its connection if it has one. */
function follow(path: readonly string[], field: Field): Place {
  const type = typeOf(field);
  if (!type) throw new Error(`${field.name} leads to no record.`);
  const nodes = isConnection(type) ? type.getFields()['nodes'] : undefined;
  return nodes ? follow([...path, field.name], nodes) : { type, path: [...path, field.name] };
}

const within = (path: readonly string[], selection: string): string =>
  path.reduceRight((below, step) => `${step} { ${below} }`, selection);

/** A list below a record, with everything that it tells of its page. */
const wholePage = (edge: Field, leaves: string): string =>
  `${edge.name}(first: 1) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node { ${leaves} } } }`;

/** The queries of a schema's root lists. */
class Lists {
  private readonly roots: ReadonlyMap<string, Field>;

  constructor(schema: GraphQLSchema) {
    const lists = fieldsOf(schema.getQueryType() as GraphQLObjectType).filter((field) => {
      const type = typeOf(field);
      const isList = type && (isConnection(type) || isListType(getNullableType(field.type)));
      return isList && !figures.has(field.name);
    });
    this.roots = new Map(lists.map((field) => [field.name, field]));
  }

  /** The records of every root list. */
  places(): Place[] {
    return [...this.roots.values()].map((field) => follow([], field));
  }

  /** Where records of each type are found over as few edges as possible. */
  nearest(): Place[] {
    const found = new Map<string, Place>();
    let reached = this.places();
    while (reached.length > 0) {
      const fresh = reached.filter(({ type }, place) => {
        const isFirst = reached.findIndex((other) => other.type === type) === place;
        return isFirst && !found.has(type.name);
      });
      for (const place of fresh) found.set(place.type.name, place);
      reached = fresh.flatMap(({ type, path }) => edgesOf(type).map((edge) => follow(path, edge)));
    }
    return [...found.values()];
  }

  /** A query of `$count` records of a root list, or of all if the list has no pages. */
  query([root = '', ...path]: readonly string[], selection: string): string {
    const isPaged = this.roots.get(root)?.args.some(({ name }) => name === 'perPage');
    const given = [givenArguments[root], isPaged && 'perPage: $count'].filter(Boolean).join(', ');
    const text = `${root}${given && `(${given})`} { ${within(path, selection)} }`;
    return `${isPaged ? 'query ($count: Int) ' : ''}{ ${text} }`;
  }
}

/** The walks that begin at a place: over each edge, over the edges of what it leads to, and over all together. */
function walksFrom(lists: Lists, start: Place): Walk[] {
  const from = start.type.name;
  const walkTo = ({ type, path }: Place): Walk => {
    return { from, path, to: type.name, text: lists.query(path, leavesOf(type)) };
  };
  const single = edgesOf(start.type).flatMap((edge) => {
    const next = follow(start.path, edge);
    const further = edgesOf(next.type).map((beyond) => walkTo(follow(next.path, beyond)));
    const page = wholePage(edge, leavesOf(next.type));
    const isListed = next.path.at(-1) === 'nodes';
    const path = [...start.path, edge.name, 'edges', 'node'];
    const paged = { from, path, to: next.type.name, text: lists.query(start.path, page) };
    return [walkTo(next), ...(isListed ? [paged] : []), ...further];
  });
  const below = ({ type }: Place, depth: number): string => {
    if (depth === 0) return leavesOf(type);
    const edges = edgesOf(type).map((edge) => {
      const next = follow([], edge);
      return within(next.path, below(next, depth - 1));
    });
    return [leavesOf(type), ...edges].join(' ');
  };
  const all = { from, path: start.path, to: from, text: lists.query(start.path, below(start, 2)) };
  return [...single, ...(single.length > 0 ? [all] : [])];
}

/**
 * Every root list with all fields of its records, and from every type of record: over every edge and every edge of
 * what that leads to, with all fields of the records at the end.
 */
export function walksOf(schema: GraphQLSchema): Walk[] {
  const lists = new Lists(schema);
  const listed = lists.places().map(({ type, path }): Walk => {
    return { from: 'Query', path, to: type.name, text: lists.query(path, leavesOf(type)) };
  });
  return [...listed, ...lists.nearest().flatMap((start) => walksFrom(lists, start))];
}

/** How many records lie at the end of a path. */
export function reachedBy(path: readonly string[], value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, item) => sum + reachedBy(path, item), 0);
  }
  const [step, ...further] = path;
  return step === undefined
    ? 1
    : reachedBy(further, (value as Readonly<Record<string, unknown>>)[step]);
}
