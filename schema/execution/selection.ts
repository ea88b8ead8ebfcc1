import { isAbstractType, Kind, typeFromAST } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLObjectType,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';

/** The document contains what only graphql-js runs. */
export class NotCompiled extends Error {}

/** The fields of one object, by their key in the response; each with every node that selects it. */
export type Selection = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>;

/** Directives that decide per request what is selected. */
const deciding = new Set(['skip', 'include']);

/**
 * Collects what a document selects, with fragments expanded.
 * Throws NotCompiled for @skip and @include.
 */
export class Selections {
  readonly fragments: Record<string, FragmentDefinitionNode> = {};
  private readonly schema: GraphQLSchema;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.schema = schema;
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments[node.name.value] = node;
    }
  }

  /** What the nodes of a field select of the type that it returns. */
  beneath(type: GraphQLObjectType, nodes: readonly FieldNode[]): Selection {
    return this.of(
      type,
      nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    );
  }

  of(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
    const found = new Map<string, [FieldNode, ...FieldNode[]]>();
    const spread = new Set<string>();
    for (const set of sets) this.collect(type, set, found, spread);
    return found;
  }

  private collect(
    type: GraphQLObjectType,
    set: SelectionSetNode,
    found: Map<string, [FieldNode, ...FieldNode[]]>,
    spread: Set<string>,
  ): void {
    for (const node of set.selections) {
      if (node.directives?.some(({ name }) => deciding.has(name.value))) throw new NotCompiled();
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        // as a key of an object it would set its prototype
        if (key === '__proto__') throw new NotCompiled();
        const known = found.get(key);
        if (known) known.push(node);
        else found.set(key, [node]);
        continue;
      }
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(node.name.value)) continue;
        spread.add(node.name.value);
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.fragments[node.name.value];
      if (!fragment) throw new NotCompiled();
      if (this.applies(fragment.typeCondition, type)) {
        this.collect(type, fragment.selectionSet, found, spread);
      }
    }
  }

  private applies(
    condition: FragmentDefinitionNode['typeCondition'] | undefined,
    type: GraphQLObjectType,
  ): boolean {
    const on = condition && typeFromAST(this.schema, condition);
    if (!on || on === type) return true;
    return isAbstractType(on) && this.schema.isSubType(on, type);
  }
}
