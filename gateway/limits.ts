import { GraphQLError, Kind, parse } from 'graphql';
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';

/** How large a query over /graphql may be; documents of the REST floor are exempt. Decision: A43. */
export const limits = {
  tokens: 2_000,
  depth: 10,
  aliases: 15,
  complexity: 5_000,
  /** Fields written below `__schema` and `__type`; the usual introspection query has fewer than 300. */
  introspectionFields: 500,
  /** Lists of types or fields inside each other below `__schema` and `__type`. */
  introspectionLists: 2,
} as const;

const introspectionLists = new Set([
  'types',
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
]);

/** The refusal of a query that is too large. Decision: A43. */
export function tooComplex(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

/** The fragments of a document by name. */
export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * Parses a query and refuses, before anything else looks at it, one with too many tokens, levels or
 * aliases. Throws GraphQLErrors: of graphql-js for bad syntax, else with the code QUERY_TOO_COMPLEX.
 * Decision: A43.
 */
export function parseWithinLimits(source: Parameters<typeof parse>[0]): DocumentNode {
  const document = parseTokens(source);
  const shapeOf = shapes(fragmentsOf(document));
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) assertShape(shapeOf(node.selectionSet, false));
  }
  return document;
}

function parseTokens(source: Parameters<typeof parse>[0]): DocumentNode {
  try {
    return parse(source, { maxTokens: limits.tokens });
  } catch (error) {
    const stopped = error instanceof GraphQLError && error.message.includes('Parsing aborted.');
    if (!stopped) throw error;
    throw tooComplex(`The query has more than ${String(limits.tokens)} tokens.`);
  }
}

/** The size of a selection with its fragments spread out. */
interface Shape {
  readonly depth: number;
  readonly aliases: number;
  readonly introspectionFields: number;
  readonly introspectionLists: number;
  readonly introspectionAliases: number;
}

const noShape: Shape = {
  depth: 0,
  aliases: 0,
  introspectionFields: 0,
  introspectionLists: 0,
  introspectionAliases: 0,
};

function assertShape(shape: Shape): void {
  const rows = [
    ['levels', shape.depth, limits.depth],
    ['aliases', shape.aliases, limits.aliases],
    ['fields of introspection', shape.introspectionFields, limits.introspectionFields],
    ['nested lists of introspection', shape.introspectionLists, limits.introspectionLists],
    ['aliases in introspection', shape.introspectionAliases, 0],
  ] as const;
  for (const [what, found, most] of rows) {
    if (found > most) throw tooComplex(`The query has more than ${String(most)} ${what}.`);
  }
}

/** Side by side: depths compete, counts add up. */
function beside(one: Shape, other: Shape): Shape {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    introspectionFields: one.introspectionFields + other.introspectionFields,
    introspectionLists: Math.max(one.introspectionLists, other.introspectionLists),
    introspectionAliases: one.introspectionAliases + other.introspectionAliases,
  };
}

/** Measures selections; each fragment once, so that a small text cannot cost much here. */
function shapes(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const known = new Map<string, Shape>();

  function shapeOf(selection: SelectionSetNode | undefined, introspection: boolean): Shape {
    return (selection?.selections ?? []).reduce<Shape>((sum, node) => {
      if (node.kind === Kind.FIELD) return beside(sum, fieldShape(node, introspection));
      if (node.kind === Kind.INLINE_FRAGMENT) {
        return beside(sum, shapeOf(node.selectionSet, introspection));
      }
      return beside(sum, fragmentShape(node.name.value, introspection));
    }, noShape);
  }

  function fragmentShape(name: string, introspection: boolean): Shape {
    const key = `${name} ${String(introspection)}`;
    const found = known.get(key);
    if (found) return found;
    // a fragment inside itself counts as nothing here: validation refuses it afterwards
    known.set(key, noShape);
    const shape = shapeOf(fragments.get(name)?.selectionSet, introspection);
    known.set(key, shape);
    return shape;
  }

  function fieldShape(field: FieldNode, inside: boolean): Shape {
    const name = field.name.value;
    const introspection = inside || name === '__schema' || name === '__type';
    const below = shapeOf(field.selectionSet, introspection);
    const alias = field.alias ? 1 : 0;
    if (!introspection) {
      return { ...below, depth: below.depth + 1, aliases: below.aliases + alias };
    }
    return {
      depth: 0,
      aliases: 0,
      introspectionFields: below.introspectionFields + 1,
      introspectionLists: below.introspectionLists + (introspectionLists.has(name) ? 1 : 0),
      introspectionAliases: below.introspectionAliases + alias,
    };
  }

  return shapeOf;
}
