import { getNamedType, type GraphQLInputObjectType, isEnumType, isInputObjectType } from 'graphql';
import { keep } from '../keep.ts';
import { valuesByWord } from '../words/enums.ts';
import { toSnake } from '../words/naming.ts';

/** Type of an attribute; decides how values are read. */
export type Kind =
  'text' | 'longText' | 'state' | 'number' | 'whole' | 'money' | 'time' | 'id' | 'ref' | 'flag';

/** The type of an attribute, by the name of its filter input; states have one for each enum. */
const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['TextFilter', 'text'],
  ['LongTextFilter', 'longText'],
  ['WordFilter', 'text'],
  ['NumberFilter', 'number'],
  ['IntFilter', 'whole'],
  ['MoneyFilter', 'money'],
  ['TimeFilter', 'time'],
  ['IdFilter', 'id'],
  ['RefFilter', 'ref'],
  ['FlagFilter', 'flag'],
]);

/** A searchable attribute: its path in the filter, and its predicates. */
export interface Attribute {
  /** GraphQL names from the record on: `lineItems`, `variant`, `sku`. */
  readonly path: readonly string[];
  readonly kind: Kind;
  readonly predicates: ReadonlySet<string>;
  /** The values of a state by its words; none for other kinds. */
  readonly values: ReadonlyMap<string, string>;
}

const noValues: Attribute['values'] = new Map();

/** How the values of a filter input are read; undefined if it is not one on a value. */
function readKind(type: GraphQLInputObjectType): Pick<Attribute, 'kind' | 'values'> | undefined {
  const kind = kinds.get(type.name);
  if (kind !== undefined) return { kind, values: noValues };
  const equal = type.getFields().eq;
  const words = equal && getNamedType(equal.type);
  return isEnumType(words) ? { kind: 'state', values: valuesByWord(words) } : undefined;
}

/** REST names of what GraphQL alone is searched and sorted by, in whatever record, since REST shows none of it. */
export const graphOnly: ReadonlySet<string> = new Set(['external_refs', 'stock_updated_at']);

type Association = readonly [name: string, type: GraphQLInputObjectType, field: string];

interface AttributeList {
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** By REST name, the longest first, each with its field. */
  readonly associations: readonly Association[];
}

function readList(type: GraphQLInputObjectType): AttributeList {
  const attributes = new Map<string, Attribute>();
  const associations: Association[] = [];
  for (const field of Object.values(type.getFields())) {
    const fieldType = getNamedType(field.type);
    const name = toSnake(field.name);
    if (!isInputObjectType(fieldType) || fieldType === type || graphOnly.has(name)) continue;
    const read = readKind(fieldType);
    if (read) {
      const predicates = new Set(Object.keys(fieldType.getFields()));
      attributes.set(name, { path: [field.name], ...read, predicates });
    } else if (fieldType.name.endsWith('Match')) {
      associations.push([name, fieldType, field.name]);
    } else {
      throw new Error(`The filter ${type.name} has a field of the unknown kind ${fieldType.name}.`);
    }
  }
  return { attributes, associations: associations.sort(([a], [b]) => b.length - a.length) };
}

const listOf = keep(readList);

/** The attributes of one record, and its associated records, whose attributes come after a prefix. */
export interface SearchableNames {
  readonly attributes: readonly string[];
  readonly associations: Readonly<Record<string, SearchableNames>>;
}

/** The REST names that a filter input lets clients search by, for the reference. */
export function searchableNames(type: GraphQLInputObjectType): SearchableNames {
  const { attributes, associations } = listOf(type);
  return {
    attributes: [...attributes.keys()].sort(),
    associations: Object.fromEntries(
      associations.map(([name, inner]) => [name, searchableNames(inner)]),
    ),
  };
}

/** Finds the attribute of a REST path such as `line_items_variant_sku`; own attributes come first. */
export type Whitelist = (path: string) => Attribute | undefined;

/**
 * The searchable attributes of a list: those of its filter input but for `graphOnly`, and no others. `hidden` are the
 * REST paths of those, and of the associations, that the caller may not see and that therefore do not exist for them.
 */
export const whitelistOf =
  (type: GraphQLInputObjectType, hidden: ReadonlySet<string>): Whitelist =>
  (path) => {
    const found = findIn(type, path);
    const names = found?.path.map(toSnake) ?? [];
    return names.some((_, at) => hidden.has(names.slice(0, at + 1).join('_'))) ? undefined : found;
  };

function findIn(type: GraphQLInputObjectType, path: string): Attribute | undefined {
  const { attributes, associations } = listOf(type);
  const own = attributes.get(path);
  if (own) return own;
  const association = associations.find(([prefix]) => path.startsWith(`${prefix}_`));
  if (!association) return undefined;
  const [name, inner, step] = association;
  const found = findIn(inner, path.slice(name.length + 1));
  return found && { ...found, path: [step, ...found.path] };
}
