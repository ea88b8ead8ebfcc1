import { type Pair, splitName } from '../request/brackets.ts';
import { isBlankText } from '../words/texts.ts';

/** The two spellings of a search. Decision: S1. */
export type Root = 'q' | 'search';

export const roots: readonly Root[] = ['q', 'search'];

export interface SentText {
  readonly text: string;
  /** The full decoded name, without a trailing `[]`. */
  readonly name: string;
  /** Its index in the query. */
  readonly position: number;
}

/** One name of a search and its values. */
export interface Parameter {
  readonly root: Root;
  /** Decoded, from the root: `q[g][0][m]`. */
  readonly name: string;
  /** The full name where it first occurs, as sent but without a trailing `[]`. */
  readonly sentName: string;
  /** The index of its first occurrence in the query. */
  readonly position: number;
  readonly values: SentText[];
  readonly children: Map<string, Parameter>;
}

const newParameter = (
  first: Pick<Parameter, 'root' | 'name' | 'sentName' | 'position'>,
): Parameter => ({ ...first, values: [], children: new Map() });

/** The keys of a name; unbalanced brackets become one key that no attribute has. */
function keysOf(name: string): readonly [root: string, ...keys: string[]] {
  const [first = '', ...keys] = splitName(name);
  const root = roots.find((candidate) => first.startsWith(`${candidate}[`));
  return root === undefined ? [first, ...keys] : [root, first.slice(root.length)];
}

/**
 * The query as a tree of names for each root, with values in order of appearance. A name keeps all its values,
 * because the predicate decides whether the last one or all are used.
 */
export function readParameters(pairs: readonly Pair[]): ReadonlyMap<Root, Parameter> {
  const tree = new Map<Root, Parameter>();
  pairs.forEach(([name, value], position) => {
    const [first, ...keys] = keysOf(name);
    const root = roots.find((candidate) => candidate === first);
    if (!root) return;
    const sentName = name.replace(/\[\]$/, '');
    const place = { root, sentName, position };
    let parameter = tree.get(root) ?? newParameter({ ...place, name: root });
    tree.set(root, parameter);
    for (const key of keys) {
      const path = key.startsWith('[') ? key : `[${key}]`;
      const child =
        parameter.children.get(key) ?? newParameter({ ...place, name: parameter.name + path });
      parameter.children.set(key, child);
      parameter = child;
    }
    parameter.values.push({ text: value, name: sentName, position });
  });
  return tree;
}

const isPosition = (key: string): boolean => /^\d+$/.test(key);

/** The entries of a list: those of `[]` as one, those of indexes by number, and those of other keys. */
export function listEntries({ children }: Parameter) {
  const indexed = [...children].filter(([key]) => isPosition(key));
  const others = [...children].filter(([key]) => key !== '' && !isPosition(key));
  const appended = children.get('');
  return {
    appended: appended ? [appended] : [],
    indexed: indexed
      .sort(([one], [other]) => Number(one) - Number(other))
      .map(([, entry]) => entry),
    others: others.map(([, entry]) => entry),
  };
}

/** The first child that is not a plain value with one of these names; undefined if there is none. */
export const findMisfit = (
  { children }: Parameter,
  names: readonly string[],
): Parameter | undefined =>
  [...children].find(([key, child]) => !names.includes(key) || child.children.size > 0)?.[1];

/** The texts of a list, whose entries may have them under one of these names; undefined if it has anything else. */
export function listTexts(
  parameter: Parameter,
  names: readonly string[] = [],
): readonly SentText[] | undefined {
  const { appended, indexed, others } = listEntries(parameter);
  const entries = [...appended, ...indexed];
  if (others.length > 0 || entries.some((entry) => findMisfit(entry, names))) return undefined;
  return entries.flatMap((entry) => [
    ...entry.values,
    ...names.flatMap((name) => entry.children.get(name)?.values ?? []),
  ]);
}

export const hasText = ({ values }: Parameter): boolean =>
  values.some(({ text }) => !isBlankText(text));

/** The value of a parameter that takes one: the last one is used, a blank is none. */
export function lastSent({ values }: Parameter): SentText | undefined {
  const last = values.at(-1);
  return last === undefined || isBlankText(last.text) ? undefined : last;
}
