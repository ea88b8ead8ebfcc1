import type { FieldMessages } from '../words/naming.ts';
import type { RestRequest } from '../request/request.ts';
import { isBlankText, isObject, readFlagWord } from '../words/texts.ts';

type Values = Readonly<Record<string, unknown>>;

/** How records and lists inside a record may be written. */
interface NestedRow {
  /** The key that a single record may be wrapped in. */
  readonly singular?: string;
  readonly isList?: true;
  /** An entry under a key that does not name a record is the record with that id. */
  readonly keyIsId?: true;
  /** A true `_destroy` in an entry with an id is `quantity` 0, whatever else is in it. Decision: F10. */
  readonly isRemovable?: true;
  /** Entries are names; one may also be the record as it is shown. */
  readonly isName?: true;
  /**
   * Attributes that name another record, which a client may write as the record, or short as one value: the key that
   * the value then stands for. A number is always the id. Decision: T38.
   */
  readonly references?: Readonly<Record<string, string>>;
}

const address: NestedRow = { singular: 'address', references: { country: 'code', state: 'name' } };

/** By name; `line_items_attributes` is another name of `line_items`, and wins. */
const nestedRows: ReadonlyMap<string, NestedRow> = new Map<string, NestedRow>([
  ['line_items', { singular: 'line_item', isList: true, keyIsId: true, isRemovable: true }],
  ['shipments', { singular: 'shipment', isList: true }],
  ['payments', { singular: 'payment', isList: true, references: { payment_method: 'name' } }],
  ['inventory_units', { singular: 'inventory_unit', isList: true, references: { shipment: 'id' } }],
  ['inventory_unit_ids', { isList: true }],
  ['option_value_ids', { isList: true }],
  ['options', { isList: true }],
  ['option_types', { isList: true, isName: true }],
  ['variants', { singular: 'variant', isList: true }],
  ['bill_address', address],
  ['ship_address', address],
  ['address', address],
]);

/** Whether the names in a list may also be written as the records that have them. */
export const takesRecordsAsNames = (name: string): boolean => nestedRows.get(name)?.isName === true;

/** The references of a record by its resource key. */
const referencesOf: ReadonlyMap<string | undefined, NestedRow['references']> = new Map(
  [...nestedRows.values()].map(({ singular, references }) => [singular, references]),
);

/** Names that identify a line item, or the variant of a new one. */
const lineNames = ['id', 'variant_id', 'sku'];

const isNothing = (value: unknown): boolean => value == null || isBlankText(value);

function unwrap(value: Values, singular: string | undefined): Values {
  if (singular === undefined || Object.keys(value).length !== 1) return value;
  const inner = value[singular];
  return isObject(inner) ? inner : value;
}

function readEntry(value: unknown, { singular, isName, references }: NestedRow): unknown {
  if (!isObject(value)) return value;
  return isName && 'name' in value ? value.name : readRecord(unwrap(value, singular), references);
}

function withKeyAsId(key: string, entry: unknown, row: NestedRow): unknown {
  if (!row.keyIsId || !isObject(entry) || lineNames.some((name) => name in entry)) return entry;
  return { ...entry, id: key };
}

const isRemoved = (entry: unknown): entry is Values =>
  isObject(entry) && !isNothing(entry.id) && readFlagWord(String(entry._destroy)) === true;

const withRemoval = (entry: unknown, { isRemovable }: NestedRow): unknown =>
  isRemovable && isRemoved(entry) ? { id: entry.id, quantity: 0 } : entry;

function readNested(value: unknown, row: NestedRow): unknown {
  if (!row.isList) return readEntry(value, row);
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => withRemoval(readEntry(entry, row), row));
  }
  if (!isObject(value)) return value;
  // Integer keys are enumerated first and in order: so an object lists its own keys.
  return Object.entries(value).map(([key, entry]) =>
    withRemoval(withKeyAsId(key, readEntry(entry, row), row), row),
  );
}

/** A reference to another record, written out: `"US"` as `{code: "US"}`. */
function spellReference(value: unknown, key: string): unknown {
  if (typeof value === 'number') return { id: value };
  return typeof value === 'string' && !isBlankText(value) ? { [key]: value } : value;
}

/** A record's attributes: lists as arrays, no wrappers, references written out, `X_attributes` named `X`. */
function readRecord(record: Values, references: NestedRow['references'] = {}): Values {
  const read: Record<string, unknown> = {};
  for (const [name, row] of nestedRows) {
    const alias = `${name}_attributes`;
    const isAlias = Object.hasOwn(record, alias);
    if (isAlias) read[alias] = undefined;
    if (isAlias || Object.hasOwn(record, name)) {
      read[name] = readNested(record[isAlias ? alias : name], row);
    }
  }
  for (const [name, key] of Object.entries(references)) {
    if (Object.hasOwn(record, name)) read[name] = spellReference(record[name], key);
  }
  // a copy takes a microsecond for each of the names, of which there may be 20,000
  return Object.keys(read).length === 0 ? record : { ...record, ...read };
}

/**
 * The parameters of a request: the body overrides the query, key by key; objects under the same key are merged by the
 * same rule, one level deep. Decision: F7.
 */
export function mergeParameters({ query, body }: Pick<RestRequest, 'query' | 'body'>): Values {
  const merged: Record<string, unknown> = { ...query, ...body };
  for (const [name, value] of Object.entries(body ?? {})) {
    const other = query[name];
    if (isObject(value) && isObject(other)) merged[name] = { ...other, ...value };
  }
  return merged;
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** What names a record among its attributes, and the version that it must have. */
const naming = ['id', 'number', 'lock_version'];

/** Of attributes with these problems those that name the record, and its version. */
export const namingOf = (attributes: Values, problems: FieldMessages): Values =>
  pick(
    attributes,
    naming.filter((name) => !(name in problems)),
  );

/**
 * The attributes of a record that a request writes, under its resource key (`line_item`) or bare in the body: in REST
 * names, otherwise as sent. `beside` lists what is also read beside the resource key and from the bare query, such as
 * `use_billing`; `lock_version` always is.
 */
export function readAttributes(
  request: Pick<RestRequest, 'query' | 'body'>,
  resource: string,
  beside: readonly string[] = [],
): { readonly attributes: Values; readonly problems: FieldMessages } {
  const merged = mergeParameters(request);
  const controls = pick(merged, ['lock_version', ...beside]);
  const value = resource in merged ? merged[resource] : (request.body ?? {});
  if (isObject(value)) {
    const attributes = readRecord({ ...controls, ...value }, referencesOf.get(resource));
    return { attributes, problems: {} };
  }
  return { attributes: controls, problems: isNothing(value) ? {} : { [resource]: ['is invalid'] } };
}
