import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { isDeciding } from './conditions.ts';

/** The fields of one object, by their key in the response; each with every node that selects it. */
export type Selection = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>;

/**
 * Collects what a validated document selects, with fragments expanded: without abstract types each is of the type that
 * it stands in. Throws a GraphQLError for `@skip` and `@include`: decided ones are left out of the document, so these
 * have no value.
 */
export class Selections {
  readonly fragments: Record<string, FragmentDefinitionNode> = {};

  constructor(document: DocumentNode) {
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments[node.name.value] = node;
    }
  }

  beneath(nodes: readonly FieldNode[]): Selection {
    return this.of(nodes.flatMap(({ selectionSet }) => selectionSet ?? []));
  }

  of(sets: readonly SelectionSetNode[]): Selection {
    const found = new Map<string, [FieldNode, ...FieldNode[]]>();
    const spread = new Set<string>();
    for (const set of sets) this.collect(set, found, spread);
    return found;
  }

  private collect(
    set: SelectionSetNode,
    found: Map<string, [FieldNode, ...FieldNode[]]>,
    spread: Set<string>,
  ): void {
    for (const node of set.selections) {
      if (node.directives?.some(({ name }) => isDeciding(name.value))) {
        throw new GraphQLError('Argument "if" of non-null type "Boolean!" must not be null.');
      }
      if (node.kind === Kind.FIELD) {
        const key = node.alias?.value ?? node.name.value;
        const known = found.get(key);
        if (known) known.push(node);
        else found.set(key, [node]);
        continue;
      }
      if (node.kind === Kind.INLINE_FRAGMENT) {
        this.collect(node.selectionSet, found, spread);
        continue;
      }
      const { value: name } = node.name;
      if (!spread.has(name)) {
        spread.add(name);
        this.collect((this.fragments[name] as FragmentDefinitionNode).selectionSet, found, spread);
      }
    }
  }
}
