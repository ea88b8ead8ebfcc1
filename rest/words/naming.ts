/** Messages by field: REST names with dots in responses, GraphQL input names in the schema. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What REST calls otherwise. Decision: F15. */
const otherNames: Readonly<Record<string, string>> = { ifVersion: 'lock_version' };
const fromOtherNames = new Map(Object.entries(otherNames).map(([name, wire]) => [wire, name]));

/** `line_items` as the GraphQL name `lineItems`. */
export const toCamel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

/** The GraphQL name of what a client sends: `lock_version` is sent as `ifVersion`. */
export const toInputName = (name: string): string => fromOtherNames.get(name) ?? toCamel(name);

/** `lineItems` as the REST name `line_items`. */
export const toSnake = (name: string): string =>
  otherNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const rank = (key: string): number => (key === 'base' ? 2 : key.includes('.') ? 1 : 0);

/** Own fields first, then nested ones, `base` last. Decision: A30. */
export const ranked = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => rank(one) - rank(other)));

/** The `fields` of a GraphQL error by REST name, `lineItems.0.variantId` as `line_items.0.variant_id`. */
export const toWireFields = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(fields).map(([key, messages]) => [
      key.split('.').map(toSnake).join('.'),
      messages,
    ]),
  );

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A REST name as the beginning of a sentence: `bill_address.state_id` is `Bill address state `; `base` is none. */
function toSubject(key: string): string {
  if (key === 'base') return '';
  const words = key.replaceAll('.', '_').replace(/_id$/, '').replaceAll('_', ' ').toLowerCase();
  return `${capitalize(words)} `;
}

const beginningWith =
  (subjectOf: (key: string) => string) =>
  (fields: FieldMessages): string[] =>
    Object.entries(fields).flatMap(([key, messages]) =>
      messages.map((message) => subjectOf(key) + message),
    );

/** The older format's list of full messages, from messages by REST name; those of `base` have no name in front. */
export const toFullMessages = beginningWith(toSubject);

/** The same of a search: its parameters keep their names as the client sent them. */
export const toSearchMessages = beginningWith((name) => `${name} `);
