import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { isBlankText } from '../words/texts.ts';
import { lastText, listEntries } from './parameters.ts';
import type { Parameter, Root } from './parameters.ts';
import type { SearchReport } from './report.ts';
import { graphOnly } from './whitelist.ts';

const maximumKeys = 10;
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

/** The sort keys of a list by REST name, from the enum of its sort input. Decision: S25, S33. */
export function sortFields(
  schema: GraphQLSchema,
  sortType: string,
  hidden: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const sort = schema.getType(sortType);
  const field = isInputObjectType(sort) ? sort.getFields().field : undefined;
  const names = field && getNamedType(field.type);
  if (!isEnumType(names)) throw new Error(`The schema lacks the sort keys of ${sortType}.`);
  return new Map(
    names
      .getValues()
      .map(({ name }) => [name.toLowerCase(), name] as const)
      .filter(([name]) => !hidden.has(name) && !graphOnly.has(name)),
  );
}

/** A key as it was sent, with its direction. */
interface Written {
  readonly parameter: Parameter;
  readonly root: Root;
  readonly key: string;
  readonly direction: string;
}

/** `number desc`, `number:desc` or `number.desc`, several separated by commas. */
function splitText(text: string): { key: string; direction: string }[] {
  return text
    .split(',')
    .filter((item) => !isBlankText(item))
    .map((item) => {
      const text = item.trim();
      const end = text.search(/[\s:.]/);
      if (end <= 0) return { key: text, direction: '' };
      return { key: text.slice(0, end), direction: text.slice(end).replace(/^[\s:.]+/, '') };
    });
}

const writtenTexts = (parameter: Parameter): { key: string; direction: string }[] =>
  parameter.values.flatMap(splitText);

function writtenEntry(entry: Parameter): { key: string; direction: string }[] {
  const name = entry.children.get('name');
  const dir = entry.children.get('dir');
  const key = name && lastText(name)?.trim();
  const direction = (dir && lastText(dir)) ?? '';
  return [...writtenTexts(entry), ...(key === undefined ? [] : [{ key, direction }])];
}

const isDescending = (direction: string): boolean => direction.trim().toLowerCase() === 'desc';

/** Reads every spelling of a sort order. Decision: S24, S25. */
export class SortReader {
  private readonly fields: ReadonlyMap<string, string>;
  private readonly report: SearchReport;

  constructor(
    schema: GraphQLSchema,
    sortType: string,
    hidden: ReadonlySet<string>,
    report: SearchReport,
  ) {
    this.fields = sortFields(schema, sortType, hidden);
    this.report = report;
  }

  /** The requested keys in order of appearance, each once; empty if there are none. */
  read(tree: ReadonlyMap<string, Parameter>, roots: readonly Root[]): readonly SortKey[] {
    const written = roots
      .flatMap((root) =>
        sortKeys.flatMap((key) => this.written(root, tree.get(root)?.children.get(key))),
      )
      .sort((one, other) => one.parameter.position - other.parameter.position);
    const keys = new Map<string, SortKey>();
    for (const item of written) {
      for (const key of this.resolve(item)) {
        if (!keys.has(key.field)) keys.set(key.field, key);
        if (keys.size > maximumKeys) {
          this.report.refuse(item.parameter, item.parameter.name, 'is too long');
        }
      }
    }
    return [...keys.values()];
  }

  private written(root: Root, parameter: Parameter | undefined): readonly Written[] {
    if (!parameter) return [];
    const entries = listEntries(parameter);
    if (!entries) this.report.unknown(root, parameter, parameter.sentName);
    const all = [parameter, ...(entries ?? [])];
    if (all.some(({ values }) => values.some((text) => text.length > maximumLength))) {
      this.report.refuse(parameter, parameter.name, 'is too long');
      return [];
    }
    const items = [...writtenTexts(parameter), ...(entries ?? []).flatMap(writtenEntry)];
    return items.map((item) => ({ ...item, parameter, root }));
  }

  /** The keys of an item: itself, after `ascend_by_`, or several joined by `_and_`. */
  private resolve({ parameter, root, key, direction }: Written): readonly SortKey[] {
    const [, scope, scoped] = /^(ascend|descend)_by_(.+)$/.exec(key) ?? [];
    const isScoped = scope !== undefined && scoped !== undefined && !this.fields.has(key);
    const name = isScoped ? scoped : key;
    const descends = isScoped ? scope === 'descend' : isDescending(direction);
    const names = this.fields.has(name) ? [name] : name.split('_and_');
    return names.flatMap((part): SortKey[] => {
      const field = this.fields.get(part);
      if (field !== undefined) return [{ field, direction: descends ? 'DESC' : 'ASC' }];
      this.report.unsortable(root, parameter, part);
      return [];
    });
  }
}
