import {
  type AttributeReader,
  readAttributes,
  type ReadBy,
  type Readings,
} from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { accept, type Reading } from '../domain/messages.ts';
import { parsePermalink } from '../domain/permalink.ts';
import { longTextLength, parseRequiredText, parseText } from '../domain/text.ts';
import { cutToSeconds, parseTime } from '../domain/times.ts';
import { inputRules } from '../input-rules.ts';
import { measureField, wholeField } from '../number-fields.ts';
import { ProductVariantInput } from '../variants/variant-input.ts';

const choices = [
  ['shippingCategoryId', 'shippingCategory'],
  ['countOnHand', 'onHand'],
] as const;

const sharedFields = (t: InputFields) => ({
  description: t.string(),
  metaDescription: t.string(),
  metaKeywords: t.string(),
  permalink: t.string({
    description:
      'Name of the product in URLs, such as `linen-apron`. Generated from the name if a new product has none.',
  }),
  availableOn: t.field({
    type: 'DateTime',
    description:
      'From when on customers can see the product. For a new product: now if you leave it out. Null hides it.',
  }),
  shippingCategoryId: t.id(),
  shippingCategory: t.string({
    description:
      'Name of the shipping category, in place of `shippingCategoryId`; created if it does not exist.',
  }),
  sku: t.string({ description: 'SKU of the master variant, such as APR.' }),
  costPrice: t.field({
    type: 'Money',
    description: 'What the store pays per unit of the master variant, such as "41.50".',
  }),
  weight: measureField(t, { description: 'Weight of one unit of the master variant.' }),
  height: measureField(t, { description: 'Height of one unit of the master variant.' }),
  width: measureField(t, { description: 'Width of one unit of the master variant.' }),
  depth: measureField(t, { description: 'Depth of one unit of the master variant.' }),
  trackInventory: t.boolean({
    description: 'Whether stock of the master variant is counted. If false, it is always in stock.',
  }),
  backorderable: t.boolean({
    description: 'Whether the master variant can be ordered when it is out of stock.',
  }),
  countOnHand: wholeField(t, {
    description:
      'Units of the master variant on hand in all active stock locations together. The count of the default location changes by the difference.',
  }),
  onHand: wholeField(t, {
    description: 'Same as `countOnHand`, in place of it.',
  }),
  optionTypes: t.stringList({
    description:
      'Names of option types in order, such as ["Size"]. Replaces the previous list; option types that do not exist are created. Every variant needs a value of each.',
  }),
  variants: t.field({
    type: [ProductVariantInput],
    description:
      'Variants to change (with `id`) or to add (without). Variants that are not listed stay.',
  }),
});

export const CreateProductInput = builder.inputType('CreateProductInput', {
  ...inputRules({ either: choices }),
  fields: (t) => ({
    name: t.string({ required: true }),
    price: t.field({ type: 'Money', required: true }),
    ...sharedFields(t),
  }),
});

export const UpdateProductInput = builder.inputType('UpdateProductInput', {
  ...inputRules({
    either: choices,
    neverBlank: ['permalink', 'shippingCategoryId', 'shippingCategory', 'optionTypes'],
  }),
  fields: (t) => ({
    name: t.string(),
    price: t.field({ type: 'Money' }),
    ...sharedFields(t),
  }),
});

export type ProductAttributes = typeof UpdateProductInput.$inferInput;

/** Stored in whole seconds, so that either format may send back what it has read. */
function parseAvailableOn(value: unknown): Reading<Date | null> {
  const time = parseTime(value);
  return time.ok && time.value ? accept(cutToSeconds(time.value)) : time;
}

const readings = {
  name: (value) => parseRequiredText(value),
  description: (value) => parseText(value, longTextLength),
  availableOn: parseAvailableOn,
  permalink: parsePermalink,
  metaDescription: (value) => parseText(value),
  metaKeywords: (value) => parseText(value),
} satisfies Readings<Record<string, unknown>>;

/** The columns of a product that clients write; a null permalink is treated as not sent. */
export type ProductColumns = ReadBy<typeof readings>;

/** The columns that were sent; adds messages for invalid ones. */
export const readColumns = (
  reader: AttributeReader,
  input: ProductAttributes,
): Partial<ProductColumns> => readAttributes(reader, readings, (name) => input[name]);
