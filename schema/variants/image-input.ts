import type { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { type IntegerBounds, parseInteger, positionBounds } from '../domain/measures.ts';
import { type Reading, refuse, words } from '../domain/messages.ts';
import { parseRequiredText, parseText } from '../domain/text.ts';
import { readAttributes, type Readings } from '../read-attributes.ts';

/** What is recorded of a picture. Decision: C16. */
export const ImageInput = builder.inputType('ImageInput', {
  description: 'What may be written of a picture. What is not sent stays.',
  fields: (t) => ({
    variantId: t.id({ description: "The variant shown; a product's pictures hang on its master." }),
    attachmentFileName: t.string(),
    attachmentContentType: t.string({ description: 'Such as image/png.' }),
    attachmentWidth: t.field({
      type: 'WholeNumber',
      description: 'Pixels of the original, 1 to 100000.',
    }),
    attachmentHeight: t.field({
      type: 'WholeNumber',
      description: 'Pixels of the original, 1 to 100000.',
    }),
    alt: t.string({ description: 'What the picture shows, in words.' }),
    position: t.field({
      type: 'WholeNumber',
      description: 'From 1; behind the others when not sent.',
    }),
  }),
});

export type ImageAttributes = typeof ImageInput.$inferInput;

/** The columns of a picture that clients write, without the variant. */
export interface ImageColumns {
  readonly attachmentFileName: string;
  readonly attachmentContentType: string;
  readonly attachmentWidth: number;
  readonly attachmentHeight: number;
  readonly alt: string | null;
  readonly position: number;
}

/** The columns that say which file it is: a change of them renews the address. Decision: C16. */
export const fileColumns = [
  'attachmentFileName',
  'attachmentContentType',
  'attachmentWidth',
  'attachmentHeight',
] as const satisfies readonly (keyof ImageColumns)[];

const pixelBounds: IntegerBounds = { min: 1, max: 100_000 };

const matching =
  (pattern: RegExp) =>
  (value: unknown): Reading<string> => {
    const text = parseRequiredText(value);
    return !text.ok || pattern.test(text.value) ? text : refuse(words.invalid);
  };

const readings: Readings<ImageColumns> = {
  attachmentFileName: matching(/^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u),
  attachmentContentType: matching(/^image\/[a-z0-9][a-z0-9!#$&^_.+-]*$/iu),
  attachmentWidth: (value) => parseInteger(value, pixelBounds),
  attachmentHeight: (value) => parseInteger(value, pixelBounds),
  alt: (value) => parseText(value),
  position: (value) => parseInteger(value, positionBounds),
};

/** A new picture needs its file; the rest has defaults. */
const required: ReadonlySet<string> = new Set(fileColumns);

/** The columns that are sent; notes what is wrong with them, and what a new picture lacks. */
export function readColumns(
  reader: AttributeReader,
  input: ImageAttributes,
  isNew: boolean,
): Partial<ImageColumns> {
  const sent = (name: keyof ImageColumns): unknown => {
    if (!isNew) return input[name];
    return input[name] ?? (required.has(name) ? null : undefined);
  };
  return readAttributes(reader, readings, sent);
}
