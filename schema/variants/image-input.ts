import {
  type AttributeReader,
  readAttributes,
  type ReadBy,
  type Readings,
} from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { type IntegerBounds, parseInteger, positionBounds } from '../domain/measures.ts';
import { type Reading, refuse, words } from '../domain/messages.ts';
import { parseRequiredText, parseText } from '../domain/text.ts';
import { wholeField } from '../number-fields.ts';

const pixels = 'Size of the original in pixels, 1 to 100000.';

const fileFields = <Required extends boolean>(t: InputFields, required: Required) => ({
  variantId: t.id({
    required,
    description: 'Id of the variant. Images of a product belong to its master variant.',
  }),
  attachmentFileName: t.string({ required }),
  attachmentContentType: t.string({ required }),
  attachmentWidth: wholeField(t, { required, description: pixels }),
  attachmentHeight: wholeField(t, { required, description: pixels }),
});

const sharedFields = (t: InputFields) => ({
  alt: t.string({ description: 'What the image shows, for people who cannot see it.' }),
  position: wholeField(t, {
    description:
      "Position among the variant's images, from 1. Of a new image the last if you leave it out.",
  }),
});

export const CreateImageInput = builder.inputType('CreateImageInput', {
  fields: (t) => ({ ...fileFields(t, true), ...sharedFields(t) }),
});

export const UpdateImageInput = builder.inputType('UpdateImageInput', {
  description: 'Changes to the data of an image. Fields that you leave out stay as they are.',
  fields: (t) => ({ ...fileFields(t, false), ...sharedFields(t) }),
});

export type ImageAttributes = typeof UpdateImageInput.$inferInput;

/** The columns that identify the file: a change of them changes the URL. Decision: C16. */
export const fileColumns = [
  'attachmentFileName',
  'attachmentContentType',
  'attachmentWidth',
  'attachmentHeight',
] as const;

const pixelBounds: IntegerBounds = { min: 1, max: 100_000 };

const matching =
  (pattern: RegExp) =>
  (value: unknown): Reading<string> => {
    const text = parseRequiredText(value);
    return !text.ok || pattern.test(text.value) ? text : refuse(words.invalid);
  };

const readings = {
  attachmentFileName: matching(/^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u),
  attachmentContentType: matching(/^image\/[a-z0-9][a-z0-9!#$&^_.+-]*$/iu),
  attachmentWidth: (value) => parseInteger(value, pixelBounds),
  attachmentHeight: (value) => parseInteger(value, pixelBounds),
  alt: (value) => parseText(value),
  position: (value) => parseInteger(value, positionBounds),
} satisfies Readings<Record<string, unknown>>;

/** The columns of an image that clients write, without the variant. */
type ImageColumns = ReadBy<typeof readings>;

/** Whether what identifies the file is there. */
export const hasFile = (
  columns: Partial<ImageColumns>,
): columns is Partial<ImageColumns> & Pick<ImageColumns, (typeof fileColumns)[number]> =>
  fileColumns.every((name) => columns[name] !== undefined);

/** The columns that were sent; adds messages for invalid ones, and for what a new image lacks. */
export function readColumns(
  reader: AttributeReader,
  input: ImageAttributes,
  isNew: boolean,
): Partial<ImageColumns> {
  const sent = (name: keyof ImageColumns): unknown => {
    if (!isNew) return input[name];
    // a new image needs its file; the rest has defaults
    return input[name] ?? (fileColumns.some((column) => column === name) ? null : undefined);
  };
  return readAttributes(reader, readings, sent);
}
