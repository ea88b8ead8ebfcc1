import { builder } from '../builder.ts';
import { capital, spaced } from '../domain/text.ts';
import { type Attribute, type AttributeList, listFor } from './attributes.ts';
import { type Compilation, type Filter, isVisible } from './compile.ts';
import { searchedFields } from './inputs.ts';
import type { Join } from './level.ts';

/** One sort key; the field is the attribute's name in camel case. */
export interface Sort {
  readonly field: string;
  readonly direction?: 'ASC' | 'DESC' | null | undefined;
}

/** A searchable list: its whitelist, its sort keys, and the GraphQL inputs derived from them. */
export interface Searchable {
  readonly list: AttributeList;
  readonly sorts: Readonly<Record<string, SortKey>>;
}

interface SortKey {
  readonly attribute: Attribute;
  readonly through: readonly Join[];
  /** Names of associations, followed by that of the attribute. */
  readonly path: readonly string[];
}

/** Whether a sort key exists for the caller: the attribute, and every association before it. */
export function isSortable(
  { list, sorts }: Searchable,
  field: string,
  compilation: Pick<Compilation, 'viewer' | 'order'>,
): boolean {
  let at: AttributeList = list;
  const path = [...(sorts[field]?.path ?? [])];
  const last = path.pop() ?? '';
  for (const step of path) {
    const association = at.associations[step];
    if (!association) return false;
    at = listFor(association, compilation.viewer, compilation.order);
  }
  const attribute = at.attributes[last];
  return attribute !== undefined && isVisible(attribute, compilation);
}

/** In lower case it is the name in REST: `iso3` is `ISO3`. */
const upperSnake = (camel: string): string =>
  camel.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The name of a sort key through a record: `email` of `user` is `userEmail`. */
const joined = (step: string, name: string): string => `${step}${capital(name)}`;

/**
 * The description of a sort key through other records says whose field it is: `variant.product.name` is "`name`
 * of its variant's product."
 */
const sortValue = (value: string, path: readonly string[]) => {
  const owners = path.slice(0, -1).map(spaced).join("'s ");
  return { value, ...(owners && { description: `\`${path.at(-1) ?? ''}\` of its ${owners}.` }) };
};

/**
 * The sort keys of a list: its attributes, and those of each record that it has one of, as far as searches lead. Of two
 * with one name the nearer is meant, as in searches: `variantId` is no key of the variant. Decision: S25.
 */
function sortsOf(list: AttributeList): Record<string, SortKey> {
  const further = Object.entries(list.associations).flatMap(([step, { list: other, join }]) => {
    if (join.kind !== 'one') return [];
    return Object.entries(sortsOf(other)).map(([name, { attribute, through, path }]) => [
      joined(step, name),
      { attribute, through: [{ ...join, table: other.table }, ...through], path: [step, ...path] },
    ]);
  });
  const own = Object.entries(list.attributes).map(([name, attribute]) => [
    name,
    { attribute, through: [], path: [name] },
  ]);
  return Object.fromEntries([...further, ...own]) as Record<string, SortKey>;
}

/** A list that is never searched, only listed. */
export const onlyListed = (list: AttributeList): Searchable => ({ list, sorts: sortsOf(list) });

/** Defines the `<Name>Filter`, `<Name>SortField` and `<Name>Sort` inputs of a list from its whitelist. */
export function searchable(list: AttributeList) {
  const sorts = sortsOf(list);

  const filter = builder.inputRef<Filter>(`${list.name}Filter`);
  filter.implement({
    description: `Filter for ${list.name} records. All conditions of one level must match; \`and\` and \`or\` combine groups of conditions.`,
    fields: (t) => ({
      and: t.field({ type: [filter], description: 'All of these groups must match.' }),
      or: t.field({ type: [filter], description: 'At least one of these groups must match.' }),
      ...searchedFields(t, list),
    }),
  });

  const field = builder.enumType(`${list.name}SortField`, {
    description: `Fields that ${list.name} records can be sorted by.`,
    values: Object.fromEntries(
      Object.entries(sorts).map(([name, { path }]) => [upperSnake(name), sortValue(name, path)]),
    ),
  });
  const sort = builder.inputRef<Sort>(`${list.name}Sort`);
  sort.implement({
    description: 'A sort key. Records without a value come last.',
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'Field to sort by.' }),
      direction: t.field({
        type: SortDirection,
        defaultValue: 'ASC',
        description: 'Direction to sort in; ascending if you leave it out.',
      }),
    }),
  });
  return { list, sorts, filter, sort };
}

const SortDirection = builder.enumType('SortDirection', {
  description: 'Direction of a sort.',
  values: {
    ASC: { description: 'Ascending: from small to large, from early to late.' },
    DESC: { description: 'Descending: from large to small, from late to early.' },
  },
});
