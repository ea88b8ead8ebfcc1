import { type DocumentNode, Kind, type SelectionNode, type ValueNode, visit } from 'graphql';

/** The value of `@skip(if:)` and `@include(if:)` with which a selection is left out. */
const leavesOut: Readonly<Record<string, boolean>> = { skip: true, include: false };

/** A document with more conditions than this is left to graphql-js: each has two variants, compiled apart. */
const mostConditions = 2;

/** The conditions of a document. */
export interface Conditions {
  /**
   * A letter for the value of each, `t` or `f`, as a request gives them. Undefined unless each is a boolean: then
   * graphql-js has an error to tell.
   */
  readonly valuesOf: (variables: Readonly<Record<string, unknown>>) => string | undefined;
  /** The document as it is under these values, without `@skip` and `@include`. */
  readonly under: (values: string) => DocumentNode;
}

/**
 * The conditions on which a validated document includes selections. Undefined if there are too many.
 * Decision: Q27.
 */
export function conditionsOf(document: DocumentNode): Conditions | undefined {
  const names = new Set<string>();
  const defaults = new Map<string, ValueNode | undefined>();
  visit(document, {
    Directive({ name, arguments: [argument] = [] }) {
      if (leavesOut[name.value] === undefined || argument?.value.kind !== Kind.VARIABLE) return;
      names.add(argument.value.name.value);
    },
    VariableDefinition({ variable, defaultValue }) {
      defaults.set(variable.name.value, defaultValue);
    },
  });
  if (names.size > mostConditions) return undefined;
  return {
    valuesOf(variables) {
      let values = '';
      for (const name of names) {
        const fallback = defaults.get(name);
        const value =
          variables[name] === undefined && fallback?.kind === Kind.BOOLEAN
            ? fallback.value
            : variables[name];
        if (typeof value !== 'boolean') return undefined;
        values += value ? 't' : 'f';
      }
      return values;
    },
    under: (values) =>
      includedUnder(
        document,
        new Map([...names].map((name, place) => [name, values[place] === 't'])),
      ),
  };
}

function includedUnder(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const valueOf = (value: ValueNode | undefined): boolean | undefined => {
    if (value?.kind === Kind.VARIABLE) return values.get(value.name.value);
    return value?.kind === Kind.BOOLEAN ? value.value : undefined;
  };
  const decide = (node: SelectionNode): SelectionNode | null | undefined => {
    const { directives = [] } = node;
    const deciding = directives.filter(({ name }) => leavesOut[name.value] !== undefined);
    if (deciding.length === 0) return undefined;
    const isOut = deciding.some(
      ({ name, arguments: [argument] = [] }) => valueOf(argument?.value) === leavesOut[name.value],
    );
    return isOut
      ? null
      : { ...node, directives: directives.filter((one) => !deciding.includes(one)) };
  };
  return visit(document, { Field: decide, InlineFragment: decide, FragmentSpread: decide });
}
