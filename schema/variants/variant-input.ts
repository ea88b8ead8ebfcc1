import {
  type AttributeReader,
  readAttributes,
  type ReadBy,
  type Readings,
} from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { parseBoolean, parseInteger, parseMeasure, positionBounds } from '../domain/measures.ts';
import { accept, type Reading } from '../domain/messages.ts';
import { parseNextMoney } from '../domain/money.ts';
import type { Stored } from '../domain/remembering.ts';
import { isBlank, parseTrimmedText } from '../domain/text.ts';
import { versionDescription } from '../if-version.ts';
import { type InputRules, inputRules } from '../input-rules.ts';
import { measureField, wholeField } from '../number-fields.ts';

const OptionInput = builder.inputType('OptionInput', {
  description: 'An option by name. Option type and value are created if they do not exist.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the option type, such as Size.' }),
    value: t.string({ description: 'Name of the value, such as Small.' }),
  }),
});

const countRule: InputRules = { either: [['countOnHand', 'onHand']] };

/** The attributes that a variant has by itself: without options and counts. */
export const plainFields = (t: InputFields) => ({
  sku: t.string({
    description:
      'SKU, such as APR-M-NAT. Unique among variants that are not deleted; may be empty.',
  }),
  price: t.field({
    type: 'Money',
    description:
      'Price per unit, such as "79.95". A new variant without one gets the master variant\'s price.',
  }),
  costPrice: t.field({
    type: 'Money',
    description: 'What the store pays per unit, such as "41.50"; null if it is not known.',
  }),
  weight: measureField(t),
  height: measureField(t),
  width: measureField(t),
  depth: measureField(t),
  position: wholeField(t, {
    description:
      'Position among the variants of the product, from 1. That of a master variant stays.',
  }),
  trackInventory: t.boolean(),
  backorderable: t.boolean({
    description:
      'Whether the variant can be ordered when it is out of stock. Cannot become false while the count is negative.',
  }),
});

const sharedFields = (t: InputFields) => ({
  ...plainFields(t),
  countOnHand: wholeField(t, {
    description:
      'Units on hand in all active stock locations together. The count of the default location changes by the difference; it is negative only if `backorderable`.',
  }),
  onHand: wholeField(t, {
    description: 'Same as `countOnHand`, in place of it.',
  }),
  optionValueIds: t.idList({
    description:
      'Ids of option values, one for each option type of the product. Replaces all previous ones. A master variant has none.',
  }),
  options: t.field({
    type: [OptionInput],
    description:
      'Options by name, set after `optionValueIds`. No other variant of the product may have the same options. A master variant has none.',
  }),
});

export const CreateVariantInput = builder.inputType('CreateVariantInput', {
  ...inputRules(countRule),
  fields: sharedFields,
});

export const UpdateVariantInput = builder.inputType('UpdateVariantInput', {
  ...inputRules({ ...countRule, neverBlank: ['optionValueIds'] }),
  fields: sharedFields,
});

export const ProductVariantInput = builder.inputType('ProductVariantInput', {
  ...inputRules({ ...countRule, neverBlank: ['optionValueIds'] }),
  description: 'A variant to change, with `id`, or to add, without.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the variant to change.' }),
    ...sharedFields(t),
    ifVersion: t.int({ description: versionDescription }),
  }),
});

export type VariantAttributes = typeof UpdateVariantInput.$inferInput;

/** A SKU without surrounding blanks; never null. */
function parseSku(value: unknown): Reading<string> {
  const text = parseTrimmedText(value);
  return text.ok ? accept(text.value ?? '') : text;
}

/** The stored amounts of a variant. */
interface Priced {
  readonly price: Stored;
  readonly costPrice: Stored | null;
}

const readingsIn = (currency: string, present: Priced | null) =>
  ({
    sku: parseSku,
    price: (value) => parseNextMoney(value, currency, present?.price),
    costPrice: (value) =>
      isBlank(value) ? accept(null) : parseNextMoney(value, currency, present?.costPrice),
    weight: parseMeasure,
    height: parseMeasure,
    width: parseMeasure,
    depth: parseMeasure,
    position: (value) => parseInteger(value, positionBounds),
    trackInventory: parseBoolean,
  }) satisfies Readings<Record<string, unknown>>;

export type VariantColumns = ReadBy<ReturnType<typeof readingsIn>>;

/** One variant of a write: its attributes, its record, and where its messages go. */
export interface VariantEntry<Present> {
  readonly input: VariantAttributes;
  /** Null: it is created. */
  readonly present: Present | null;
  readonly isMaster: boolean;
  readonly reader: AttributeReader;
}

/** Whether an attribute counts as sent: a blank one of a new variant means the default. Decision: F11, C7. */
export const isSent = (value: unknown, isNew: boolean): boolean =>
  isNew ? !isBlank(value) : value !== undefined;

/** The columns that were sent; adds messages for invalid ones. */
export function readColumns(
  currency: string,
  { input, present, isMaster, reader }: VariantEntry<Priced>,
): Partial<VariantColumns> {
  const sent = (name: keyof VariantColumns): unknown => {
    if (isMaster && name === 'position') return undefined;
    return isSent(input[name], present === null) ? input[name] : undefined;
  };
  return readAttributes(reader, readingsIn(currency, present), sent);
}
