import { builder } from '../builder.ts';
import type { Attribute, AttributeList, Join } from './attributes.ts';
import type { Filter } from './compile.ts';
import { searchedFields } from './inputs.ts';
import type { Sort } from './order.ts';

/** A list that can be searched: its whitelist, its sort keys, and the GraphQL inputs that follow from them. */
export interface Searchable {
  readonly list: AttributeList;
  readonly sorts: Readonly<Record<string, { attribute: Attribute; through: readonly Join[] }>>;
}

/** In lower case it is the wire name: `iso3` is `ISO3`. */
const upperSnake = (camel: string): string =>
  camel.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** `user.email` as the name of a sort key: `userEmail`. */
const joined = (path: string): string =>
  path.replace(/\.(\w)/g, (_dot, letter: string) => letter.toUpperCase());

/**
 * Makes the `<Name>Filter`, `<Name>SortField` and `<Name>Sort` inputs of a list from its whitelist.
 * Own attributes sort unless marked; `furtherSorts` are paths through associations to one record.
 * Decision: S20, S25, S33.
 */
export function searchable(list: AttributeList, furtherSorts: readonly string[] = []) {
  const sorts: Record<string, { attribute: Attribute; through: readonly Join[] }> = {};
  for (const [name, attribute] of Object.entries(list.attributes)) {
    if (attribute.sortable) sorts[name] = { attribute, through: [] };
  }
  for (const path of furtherSorts) sorts[joined(path)] = followPath(list, path);

  const filter = builder.inputRef<Filter>(`${list.name}Filter`);
  filter.implement({
    description: `Conditions on ${list.name} records: all fields of one level hold together; \`and\` and \`or\` hold groups.`,
    fields: (t) => ({
      and: t.field({ type: [filter], description: 'Every group holds.' }),
      or: t.field({ type: [filter], description: 'At least one group holds.' }),
      ...searchedFields(t, list),
    }),
  });

  const field = builder.enumType(`${list.name}SortField`, {
    description: `What ${list.name} records can be sorted by.`,
    values: Object.fromEntries(
      Object.keys(sorts).map((name) => [upperSnake(name), { value: name }]),
    ),
  });
  const sort = builder.inputRef<Sort>(`${list.name}Sort`);
  sort.implement({
    description: 'One sort key; records without a value come last.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'What is compared.' }),
      direction: t.field({
        type: SortDirection,
        defaultValue: 'ASC',
        description: 'Which way.',
      }),
    }),
  });
  return { list, sorts, filter, sort };
}

const SortDirection = builder.enumType('SortDirection', {
  description: 'Which way records are sorted.',
  values: {
    ASC: { description: 'From small to large, from early to late.' },
    DESC: { description: 'From large to small, from late to early.' },
  },
});

function followPath(
  list: AttributeList,
  path: string,
): { attribute: Attribute; through: readonly Join[] } {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const through: Join[] = [];
  let at = list;
  for (const step of steps) {
    const association = at.associations[step];
    if (association?.join.kind !== 'one')
      throw new Error(`${list.name} has no record ${step} to sort by.`);
    through.push({ table: association.list.table, column: association.join.column });
    at = association.list;
  }
  const attribute = at.attributes[last];
  if (!attribute) throw new Error(`${list.name} has no sort path ${path}.`);
  return { attribute, through };
}
