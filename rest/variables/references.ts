import { isObject } from '../words/texts.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Attributes that name another record, which a client may write as the record, or short as one
 * value: the key the value then stands for. A number is always the id.
 * Decision: C23, F44, F45.
 */
const shortFor: ReadonlyMap<string, string> = new Map([
  ['country', 'code'],
  ['state', 'name'],
  ['payment_method', 'name'],
  ['shipment', 'id'],
]);

/** The records whose attributes may name others; in the rest `state` is a word of its own. */
const naming: ReadonlyMap<string, readonly string[]> = new Map([
  ['address', ['country', 'state']],
  ['bill_address', ['country', 'state']],
  ['ship_address', ['country', 'state']],
  ['payment', ['payment_method']],
  ['payments', ['payment_method']],
  ['inventory_unit', ['shipment']],
  ['inventory_units', ['shipment']],
]);

function spellReference(name: string, value: unknown): unknown {
  if (typeof value === 'number') return { id: value };
  if (typeof value !== 'string' || value.trim() === '') return value;
  return { [shortFor.get(name) ?? 'id']: value };
}

/** An option type of a product, which may be sent back as the record it is shown as. Decision: C1, F11. */
const spellOptionType = (entry: unknown): unknown =>
  isObject(entry) && 'name' in entry ? entry.name : entry;

/**
 * Writes short references out: `country: "US"` of an address as `country: {code: "US"}`. Takes
 * the attributes of a record under its resource name, records inside it included.
 */
export function spellReferences(resource: string, attributes: Values): Values {
  const names = naming.get(resource) ?? [];
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (names.includes(name)) return [name, spellReference(name, value)];
      if (name === 'option_types' && Array.isArray(value))
        return [name, value.map(spellOptionType)];
      if (Array.isArray(value)) {
        return [
          name,
          value.map((entry: unknown) => (isObject(entry) ? spellReferences(name, entry) : entry)),
        ];
      }
      return [name, isObject(value) ? spellReferences(name, value) : value];
    }),
  );
}
