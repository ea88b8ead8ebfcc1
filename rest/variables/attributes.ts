import type { FieldMessages } from '../words/naming.ts';
import type { RestRequest } from '../request/request.ts';
import { isBlankText, isObject } from '../words/texts.ts';

type Values = Readonly<Record<string, unknown>>;

/** How records and lists inside a record may be written. */
interface NestedRow {
  /** The key that a single record may be wrapped in. */
  readonly singular?: string;
  readonly isList?: true;
  /** An entry under a key that does not name a record is the record with that id. */
  readonly keyIsId?: true;
}

const nestedRows: ReadonlyMap<string, NestedRow> = new Map<string, NestedRow>([
  ['line_items', { singular: 'line_item', isList: true, keyIsId: true }],
  ['shipments', { singular: 'shipment', isList: true }],
  ['payments', { singular: 'payment', isList: true }],
  ['inventory_units', { singular: 'inventory_unit', isList: true }],
  ['inventory_unit_ids', { isList: true }],
  ['option_value_ids', { isList: true }],
  ['options', { isList: true }],
  ['option_types', { isList: true }],
  ['variants', { singular: 'variant', isList: true }],
  ['bill_address', { singular: 'address' }],
  ['ship_address', { singular: 'address' }],
  ['address', { singular: 'address' }],
]);

/** Names that identify a line item, or the variant of a new one. Decision: F41. */
const lineNames = ['id', 'variant_id', 'sku'];

function unwrap(value: Values, singular: string | undefined): Values {
  if (singular === undefined || Object.keys(value).length !== 1) return value;
  const inner = value[singular];
  return isObject(inner) ? inner : value;
}

const readEntry = (value: unknown, row: NestedRow): unknown =>
  isObject(value) ? readRecord(unwrap(value, row.singular)) : value;

function readKeyedEntry(key: string, value: unknown, row: NestedRow): unknown {
  const entry = readEntry(value, row);
  if (!row.keyIsId || !isObject(entry) || lineNames.some((name) => name in entry)) return entry;
  return { ...entry, id: key };
}

function readNested(value: unknown, row: NestedRow): unknown {
  if (!row.isList) return readEntry(value, row);
  if (Array.isArray(value)) return value.map((entry: unknown) => readEntry(entry, row));
  if (!isObject(value)) return value;
  // Integer keys are enumerated first and in order: so an object lists its own keys.
  return Object.entries(value).map(([key, entry]) => readKeyedEntry(key, entry, row));
}

/** A record's attributes with lists as arrays, without wrappers, and with `X_attributes` renamed to `X`. */
function readRecord(record: Values): Values {
  const renamed: Record<string, unknown> = { ...record };
  for (const name of nestedRows.keys()) {
    const alias = `${name}_attributes`;
    if (!(alias in record)) continue;
    renamed[name] = record[alias];
    Reflect.deleteProperty(renamed, alias);
  }
  return Object.fromEntries(
    Object.entries(renamed).map(([name, value]) => {
      const row = nestedRows.get(name);
      return [name, row ? readNested(value, row) : value];
    }),
  );
}

/**
 * The parameters of a request: the body overrides the query, key by key; objects under the same key are merged
 * by the same rule, one level deep.
 * Decision: F7.
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

interface AttributesReading {
  /** In REST names, otherwise as sent: the operation's types decide how they are read. */
  readonly attributes: Values;
  readonly problems: FieldMessages;
}

/**
 * The attributes of a record that a request writes, under its resource key (`line_item`) or bare in the body.
 * `beside` lists what is also read beside the resource key and from the bare query, such as `use_billing`;
 * `lock_version` always is.
 * Decision: F7, F9, F10, F15, F41.
 */
export function readAttributes(
  request: Pick<RestRequest, 'query' | 'body'>,
  resource: string,
  beside: readonly string[] = [],
): AttributesReading {
  const merged = mergeParameters(request);
  const controls = pick(merged, ['lock_version', ...beside]);
  if (!(resource in merged)) {
    return { attributes: readRecord({ ...controls, ...request.body }), problems: {} };
  }
  const value = merged[resource];
  if (isObject(value)) return { attributes: readRecord({ ...controls, ...value }), problems: {} };
  const isNothing = value === null || isBlankText(value);
  return { attributes: controls, problems: isNothing ? {} : { [resource]: ['is invalid'] } };
}
