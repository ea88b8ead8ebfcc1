import { getNamedType, type GraphQLInputObjectType, isEnumType } from 'graphql';
import { isBlankText } from '../words/texts.ts';
import {
  findMisfit,
  lastSent,
  listEntries,
  type Parameter,
  type Root,
  roots,
  type SentText,
} from './parameters.ts';
import type { SearchReport } from './report.ts';
import type { Whitelist } from './whitelist.ts';

export const maximumKeys = 10;
const maximumLength = 1000;
const sortKeys = ['s', 'sorts', 'order', 'meta_sort'];

export const isSortKey = (key: string): boolean => sortKeys.includes(key);

export interface SortKey {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** The default order of most lists in the older format. Decision: S28. */
export const youngestFirst: readonly SortKey[] = [
  { field: 'CREATED_AT', direction: 'DESC' },
  { field: 'ID', direction: 'DESC' },
];

/** The sort keys of a list by REST name, from the enum of its sort input: those that the caller can also search by. */
export function sortFields(
  sortType: GraphQLInputObjectType,
  whitelist: Whitelist,
): ReadonlyMap<string, string> {
  const { field } = sortType.getFields();
  const names = field && getNamedType(field.type);
  if (!isEnumType(names)) throw new Error(`The schema lacks the sort keys of ${sortType.name}.`);
  return new Map(
    names
      .getValues()
      .map(({ name }) => [name.toLowerCase(), name] as const)
      .filter(([name]) => whitelist(name) !== undefined),
  );
}

interface SentKey {
  readonly key: string;
  readonly direction: string;
  /** What names the key. */
  readonly sent: SentText;
}

/** A key, and the parameter that it is sent in. */
interface Written extends SentKey {
  readonly parameter: Parameter;
  /** Its place among the keys: that of its value, but a list by numbers has one place. */
  readonly place: number;
}

/** `number desc`, `number:desc` or `number.desc`, several separated by commas. */
const writtenTexts = ({ values }: Parameter): SentKey[] =>
  values.flatMap((sent) =>
    sent.text
      .split(',')
      .filter((item) => !isBlankText(item))
      .map((item) => {
        const text = item.trim();
        const end = text.search(/[\s:.]/);
        if (end <= 0) return { key: text, direction: '', sent };
        const direction = text.slice(end).replace(/^[\s:.]+/, '');
        return { key: text.slice(0, end), direction, sent };
      }),
  );

/** The keys of an entry: its texts, or its `name` with its `dir`. A malformed one has none. */
function readEntry(entry: Parameter, report: SearchReport): SentKey[] {
  const { children } = entry;
  const name = children.get('name');
  const dir = children.get('dir');
  const isNameless = children.size > 0 && !name;
  const misfit = findMisfit(entry, ['name', 'dir']) ?? (isNameless ? entry : undefined);
  if (misfit) {
    tellMalformed(misfit, report);
    return [];
  }
  const sent = name && lastSent(name);
  const direction = (dir && lastSent(dir)?.text) ?? '';
  return [...writtenTexts(entry), ...(sent ? [{ key: sent.text.trim(), direction, sent }] : [])];
}

const tellMalformed = (parameter: Parameter, report: SearchReport): void => {
  report.unknown(parameter, parameter.sentName, undefined, 'is not sortable');
};

const valuesIn = ({ values, children }: Parameter): readonly SentText[] => [
  ...values,
  ...[...children.values()].flatMap(valuesIn),
];

function readWritten(parameter: Parameter, report: SearchReport): readonly Written[] {
  const long = valuesIn(parameter).filter(({ text }) => text.length > maximumLength);
  for (const { name } of long) report.refuse(parameter, name, 'is too long');
  if (long.length > 0) return [];
  const { appended, indexed, others } = listEntries(parameter);
  for (const other of others) tellMalformed(other, report);
  const read = (entry: Parameter): SentKey[] => readEntry(entry, report);
  const start = Math.min(...indexed.map(({ position }) => position));
  return [
    ...[...writtenTexts(parameter), ...appended.flatMap(read)].map((key) => ({
      ...key,
      parameter,
      place: key.sent.position,
    })),
    ...indexed.flatMap(read).map((key) => ({ ...key, parameter, place: start })),
  ];
}

/** The keys of an item: itself, after `ascend_by_`, or several joined by `_and_`. */
function resolve(
  { parameter, key, direction, sent: { name: sentName, position } }: Written,
  fields: ReadonlyMap<string, string>,
  report: SearchReport,
): readonly SortKey[] {
  const [, scope, scoped] = /^(ascend|descend)_by_(.+)$/.exec(key) ?? [];
  const isScoped = scope !== undefined && scoped !== undefined && !fields.has(key);
  const name = isScoped ? scoped : key;
  const descends = isScoped ? scope === 'descend' : direction.trim().toLowerCase() === 'desc';
  const names = fields.has(name) ? [name] : name.split('_and_');
  return names.flatMap((part): SortKey[] => {
    const field = fields.get(part);
    if (field !== undefined) return [{ field, direction: descends ? 'DESC' : 'ASC' }];
    const told = `${sentName}=${part}`;
    report.unknown({ ...parameter, position }, sentName, told, 'is not sortable');
    return [];
  });
}

/**
 * The sort keys that a query asks for in any spelling, in order of appearance, each once; empty if there are
 * none. `fieldsOf` tells those of the list by REST name.
 */
export function readSort(
  tree: ReadonlyMap<Root, Parameter>,
  fieldsOf: () => ReadonlyMap<string, string>,
  report: SearchReport,
): readonly SortKey[] {
  const written = roots
    .flatMap((root) =>
      sortKeys.flatMap((key) => {
        const parameter = tree.get(root)?.children.get(key);
        return parameter ? readWritten(parameter, report) : [];
      }),
    )
    .sort((one, other) => one.place - other.place);
  if (written.length === 0) return [];
  const fields = fieldsOf();
  const keys = new Map<string, SortKey>();
  for (const item of written) {
    for (const key of resolve(item, fields, report)) {
      if (!keys.has(key.field)) keys.set(key.field, key);
      if (keys.size > maximumKeys)
        report.refuse(item.parameter, item.parameter.name, 'is too long');
    }
  }
  return [...keys.values()];
}
