import type { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { accept, type Reading } from '../domain/messages.ts';
import { parsePermalink } from '../domain/permalink.ts';
import { longTextLength, parseRequiredText, parseText } from '../domain/text.ts';
import { cutToSeconds, parseTime } from '../domain/times.ts';
import { readAttributes, type Readings } from '../read-attributes.ts';
import { VariantInput } from '../variants/variant-input.ts';

/** Attributes of a product and of its master variant. Decision: C1, F48. */
export const ProductInput = builder.inputType('ProductInput', {
  description: 'What may be written of a product. What is not sent stays.',
  fields: (t) => ({
    name: t.string(),
    price: t.field({ type: 'Money', description: 'The price of the master variant.' }),
    description: t.string(),
    metaDescription: t.string(),
    metaKeywords: t.string(),
    permalink: t.string({ description: 'Made from the name when a product is made without it.' }),
    availableOn: t.field({
      type: 'DateTime',
      description: 'From when on customers see it: now when it is not sent, never when it is null.',
    }),
    shippingCategoryId: t.id(),
    shippingCategory: t.string({
      description:
        'Name of the shipping category, made when there is none; `shippingCategoryId` wins.',
    }),
    sku: t.string({ description: 'Stock keeping unit of the master variant.' }),
    costPrice: t.field({
      type: 'Money',
      description: 'What the store pays for one piece of the master variant.',
    }),
    weight: t.field({ type: 'Measure', description: 'Weight of one piece of the master variant.' }),
    height: t.field({ type: 'Measure', description: 'Height of one piece of the master variant.' }),
    width: t.field({ type: 'Measure', description: 'Width of one piece of the master variant.' }),
    depth: t.field({ type: 'Measure', description: 'Depth of one piece of the master variant.' }),
    trackInventory: t.boolean({
      description: 'Whether sales change the count of the master variant.',
    }),
    backorderable: t.boolean({
      description: 'Whether the master variant can be ordered when nothing is on hand.',
    }),
    countOnHand: t.field({
      type: 'WholeNumber',
      description: 'The count of the master variant in the default stock location becomes this.',
    }),
    onHand: t.field({
      type: 'WholeNumber',
      description: 'Another name of `countOnHand`, which wins.',
    }),
    optionTypes: t.stringList({
      description:
        'Names of option types in their order, made when there are none; replaces the list.',
    }),
    variants: t.field({
      type: [VariantInput],
      description: 'With an id the variant is changed, without one it is added; others stay.',
    }),
    lockVersion: t.int({ description: 'Refused as a conflict when it is not the stored one.' }),
  }),
});

export type ProductAttributes = typeof ProductInput.$inferInput;

/** The columns of a product that clients write; a null permalink counts as not sent. */
export interface ProductColumns {
  readonly name: string;
  readonly description: string | null;
  readonly availableOn: Date | null;
  readonly permalink: string | null;
  readonly metaDescription: string | null;
  readonly metaKeywords: string | null;
}

/** Kept in whole seconds, so that either form may send back what it has read. Decision: C1, F11. */
function parseAvailableOn(value: unknown): Reading<Date | null> {
  const time = parseTime(value);
  return time.ok && time.value ? accept(cutToSeconds(time.value)) : time;
}

const readings: Readings<ProductColumns> = {
  name: (value) => parseRequiredText(value),
  description: (value) => parseText(value, longTextLength),
  availableOn: parseAvailableOn,
  permalink: parsePermalink,
  metaDescription: (value) => parseText(value),
  metaKeywords: (value) => parseText(value),
};

/** The columns that are sent; notes what is wrong with them. Decision: C1. */
export const readColumns = (
  reader: AttributeReader,
  input: ProductAttributes,
): Partial<ProductColumns> => readAttributes(reader, readings, (name) => input[name]);

/** A name that may be left out: blank counts as not sent. */
export function parseName(value: unknown): Reading<string | null> {
  const text = parseText(typeof value === 'string' ? value.trim() : value);
  return text.ok ? accept(text.value) : text;
}
