import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValueNode,
  visit,
} from 'graphql';

/** The value of `@skip(if:)` and `@include(if:)` with which a selection is left out. */
const leavesOut: Readonly<Record<string, boolean>> = { skip: true, include: false };

/** Whether a directive decides per request what is selected. */
export const isDeciding = (name: string): boolean => leavesOut[name] !== undefined;

export interface Conditions {
  /** A letter for the value of each: `t`, `f`, or `-` if it is no boolean, as that of another operation may be. */
  readonly valuesOf: (variables: Readonly<Record<string, unknown>>) => string;
  /** One operation with the fragments as they are under these values, without the `@skip` and `@include` they decide. */
  readonly under: (values: string, operation: OperationDefinitionNode) => DocumentNode;
}

/** The conditions on which a validated document includes selections. */
export function conditionsOf(document: DocumentNode): Conditions {
  const found = new Set<string>();
  visit(document, {
    Directive({ name, arguments: [argument] = [] }) {
      if (isDeciding(name.value) && argument?.value.kind === Kind.VARIABLE) {
        found.add(argument.value.name.value);
      }
    },
  });
  const names = [...found];
  return {
    valuesOf: (variables) => names.map((name) => letterOf(variables[name])).join(''),
    under: (values, operation) => {
      const definitions = document.definitions.filter(
        (node) => node === operation || node.kind === Kind.FRAGMENT_DEFINITION,
      );
      const known = new Map(names.map((name, place) => [name, values[place]]));
      return includedUnder({ ...document, definitions }, known);
    },
  };
}

const letterOf = (value: unknown): string => (value === true ? 't' : value === false ? 'f' : '-');

function includedUnder(
  document: DocumentNode,
  values: ReadonlyMap<string, string | undefined>,
): DocumentNode {
  const valueOf = (value: ValueNode | undefined): boolean | undefined => {
    if (value?.kind !== Kind.VARIABLE) return value?.kind === Kind.BOOLEAN && value.value;
    return { t: true, f: false }[values.get(value.name.value) ?? ''];
  };
  const decide = (node: SelectionNode): SelectionNode | null | undefined => {
    const { directives = [] } = node;
    const deciding = directives.filter(({ name }) => isDeciding(name.value));
    if (deciding.length === 0) return undefined;
    const decided = deciding.map(({ name, arguments: [argument] = [] }) => {
      const value = valueOf(argument?.value);
      return value === undefined ? value : value === leavesOut[name.value];
    });
    if (decided.includes(true)) return null;
    return decided.includes(undefined)
      ? undefined
      : { ...node, directives: directives.filter((one) => !deciding.includes(one)) };
  };
  return visit(document, { Field: decide, InlineFragment: decide, FragmentSpread: decide });
}
