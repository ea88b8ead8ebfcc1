import { type FieldNode, Kind } from 'graphql';
import type { FormName } from '../request/form-name.ts';

/** The fields that are read of a record, and what is read below each. */
export type Selection = ReadonlyMap<string, Selection>;

export type Reads = Readonly<Record<FormName, Selection>>;

export const nothing: Selection = new Map();

/** Everything that one of the selections reads. */
export function joined(selections: readonly Selection[]): Selection {
  const below = new Map<string, Selection[]>();
  for (const [field, selection] of selections.flatMap((entries) => [...entries])) {
    below.set(field, [...(below.get(field) ?? []), selection]);
  }
  return new Map([...below].map(([field, parts]) => [field, joined(parts)]));
}

const fieldText = (field: string, below: Selection): string =>
  below.size === 0 ? field : `${field} { ${textOf(below)} }`;

/** A selection as GraphQL writes it, without its braces. */
export const textOf = (selection: Selection): string =>
  [...selection].map(([field, below]) => fieldText(field, below)).join(' ');

const made = new Map<string, FieldNode>();

/** A selection in GraphQL. Equal fields share one node, which the executor compiles once. */
export const nodesOf = (selection: Selection): readonly FieldNode[] =>
  [...selection].map(([field, below]) => {
    const text = fieldText(field, below);
    const node = made.get(text) ?? {
      kind: Kind.FIELD,
      name: { kind: Kind.NAME, value: field },
      ...(below.size > 0 && {
        selectionSet: { kind: Kind.SELECTION_SET, selections: nodesOf(below) },
      }),
    };
    made.set(text, node);
    return node;
  });
