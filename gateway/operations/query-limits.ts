import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql';

/** Limits of a query over /graphql; documents of the REST layer are exempt. Decision: A43. */
export const limits = {
  /** Characters of the document, including comments. */
  characters: 131_072,
  tokens: 2_000,
  /** Brackets inside each other, of any kind: the parser calls itself for each. */
  brackets: 64,
  fragments: 50,
  /** An error looks for its place among all lines before it. */
  lines: 2_000,
  depth: 10,
  aliases: 15,
  complexity: 5_000,
  /** Fields with the same name and selections, which validation compares in pairs. */
  repeats: 25,
  /** Mutations of one request; each is a transaction. */
  mutations: 10,
  /** Values in the variables, including those inside lists and records. */
  values: 10_000,
  /** Validation errors before it stops. */
  validationErrors: 10,
  /** Fields below `__schema` and `__type`; the usual introspection query has fewer than 300. */
  introspectionFields: 500,
  /** Nested lists of types or fields below `__schema` and `__type`. */
  introspectionLists: 2,
} as const;

const introspectionLists = new Set([
  'types',
  'fields',
  'inputFields',
  'interfaces',
  'possibleTypes',
]);

export function tooComplex(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}

function assertAtMost(most: number, found: number, what: string): void {
  if (found > most) throw tooComplex(`The query has more than ${String(most)} ${what}.`);
}

const fragmentsIn = ({ definitions }: DocumentNode): readonly FragmentDefinitionNode[] =>
  definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(fragmentsIn(document).map((fragment) => [fragment.name.value, fragment]));
}

/**
 * Parses a query and refuses, before anything else reads it, one with too many characters, tokens, lines, fragments,
 * levels, aliases, repetitions or mutations, and one with circular fragments. Throws GraphQLErrors: of graphql-js for
 * bad syntax, as validation would for circles, else with the code QUERY_TOO_COMPLEX. Takes linear time.
 */
export function parseWithinLimits(source: Parameters<typeof parse>[0]): DocumentNode {
  const document = parseTokens(source);
  assertAtMost(limits.lines, document.loc?.endToken.line ?? 0, 'lines');
  assertRepeats(document);
  const shapeOf = shapes(fragmentsOf(document));
  assertAtMost(limits.fragments, fragmentsIn(document).length, 'fragments');
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const shape = shapeOf(node.selectionSet, false);
    assertShape(shape, node.operation);
    if (shape.introspectionFields > 0) introspecting.add(node);
  }
  return document;
}

const introspecting = new WeakSet<OperationDefinitionNode>();

/** Whether an operation from `parseWithinLimits` is an introspection. */
export function asksForSchema(operation: OperationDefinitionNode): boolean {
  return introspecting.has(operation);
}

/** The error for variables with too many values, before they are coerced; stops counting at the limit. */
export function refuseValues(variables: unknown): GraphQLError | undefined {
  let left: number = limits.values;
  const open = [variables];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inside = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
    left -= inside.length;
    if (left < 0)
      return tooComplex(`The variables have more than ${String(limits.values)} values.`);
    for (const one of inside) open.push(one);
  }
  return undefined;
}

function assertRepeats(document: DocumentNode): void {
  const found = new Map<string, number>();
  visit(document, {
    Field({ alias, name, selectionSet }) {
      if (!selectionSet) return;
      const { value } = alias ?? name;
      const count = (found.get(value) ?? 0) + 1;
      if (count > limits.repeats) {
        throw tooComplex(`The query has one field more than ${String(limits.repeats)} times.`);
      }
      found.set(value, count);
    },
  });
}

function parseTokens(source: Parameters<typeof parse>[0]): DocumentNode {
  const { length } = typeof source === 'string' ? source : source.body;
  assertAtMost(limits.characters, length, 'characters');
  assertBrackets(typeof source === 'string' ? new Source(source) : source);
  try {
    return parse(source, { maxTokens: limits.tokens });
  } catch (error) {
    const stopped = error instanceof GraphQLError && error.message.includes('Parsing aborted.');
    if (!stopped) throw error;
    throw tooComplex(`The query has more than ${String(limits.tokens)} tokens.`);
  }
}

const opening: readonly string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const closing: readonly string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/** Throws what the parser would for bad tokens; looks at no more of them than it does. */
function assertBrackets(source: Source): void {
  const lexer = new Lexer(source);
  let open = 0;
  for (let tokens = 0; tokens <= limits.tokens; tokens += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (opening.includes(kind)) open += 1;
    else if (closing.includes(kind)) open -= 1;
    if (open > limits.brackets) {
      throw tooComplex(
        `The query has more than ${String(limits.brackets)} brackets inside each other.`,
      );
    }
  }
}

const noShape = {
  /** Fields on the first level. */
  fields: 0,
  depth: 0,
  aliases: 0,
  introspectionFields: 0,
  introspectionLists: 0,
  introspectionAliases: 0,
};

/** The size of a selection with its fragments expanded. */
type Shape = Readonly<typeof noShape>;

function assertShape(shape: Shape, operation: OperationTypeNode): void {
  const isMutation = operation === OperationTypeNode.MUTATION;
  assertAtMost(limits.mutations, isMutation ? shape.fields : 0, 'mutations');
  assertAtMost(limits.depth, shape.depth, 'levels');
  assertAtMost(limits.aliases, shape.aliases, 'aliases');
  assertAtMost(limits.introspectionFields, shape.introspectionFields, 'fields of introspection');
  assertAtMost(
    limits.introspectionLists,
    shape.introspectionLists,
    'nested lists of introspection',
  );
  assertAtMost(0, shape.introspectionAliases, 'aliases in introspection');
}

/** Side by side: the maximum of depths, the sum of counts. */
function beside(one: Shape, other: Shape): Shape {
  return {
    fields: one.fields + other.fields,
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    introspectionFields: one.introspectionFields + other.introspectionFields,
    introspectionLists: Math.max(one.introspectionLists, other.introspectionLists),
    introspectionAliases: one.introspectionAliases + other.introspectionAliases,
  };
}

/**
 * Measures selections; each fragment once, so that a small text cannot cost much here. Refuses circular fragments,
 * also those that no operation uses, before rules run that follow every spread.
 */
function shapes(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
  const known = new Map<string, Shape>();
  const open = new Set<string>();

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
    const fragment = fragments.get(name);
    if (!fragment) return noShape;
    if (open.has(name)) {
      throw new GraphQLError(`Cannot spread fragment "${name}" within itself.`, {
        nodes: fragment,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      });
    }
    open.add(name);
    const shape = shapeOf(fragment.selectionSet, introspection);
    open.delete(name);
    known.set(key, shape);
    return shape;
  }

  function fieldShape(field: FieldNode, inside: boolean): Shape {
    const name = field.name.value;
    const introspection = inside || name === '__schema' || name === '__type';
    const below = shapeOf(field.selectionSet, introspection);
    const alias = field.alias ? 1 : 0;
    if (!introspection) {
      return { ...below, fields: 1, depth: below.depth + 1, aliases: below.aliases + alias };
    }
    return {
      fields: 1,
      depth: 0,
      aliases: 0,
      introspectionFields: below.introspectionFields + 1,
      introspectionLists: below.introspectionLists + (introspectionLists.has(name) ? 1 : 0),
      introspectionAliases: below.introspectionAliases + alias,
    };
  }

  for (const name of fragments.keys()) fragmentShape(name, false);
  return shapeOf;
}
