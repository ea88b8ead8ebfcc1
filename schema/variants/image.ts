import type { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';

/** The sizes of an image: 48, 100, 240 and 600 pixels. */
type Style = 'mini' | 'small' | 'product' | 'large';

interface Pictured {
  readonly id: bigint;
  readonly attachmentFileName: string;
  readonly attachmentUpdatedAt: Date | null;
}

/** The path of an image in one size, relative to the site. Decision: C16, R21. */
export function imageUrl(image: Pictured, style: Style): string {
  const path = `/images/${image.id}/${style}/${encodeURIComponent(image.attachmentFileName)}`;
  const { attachmentUpdatedAt } = image;
  return attachmentUpdatedAt ? `${path}?${Math.floor(attachmentUpdatedAt.getTime() / 1000)}` : path;
}

/** The order of images, the same wherever they are read, so that they are read once. */
export const imagesByPosition = {
  orderBy: [{ position: 'asc' }, { id: 'asc' }],
} satisfies Prisma.Variant$imagesArgs;

const urlSelection = { id: true, attachmentFileName: true, attachmentUpdatedAt: true } as const;

/** An image of a variant. Contract: Resources / Image. Decision: R21, C16. */
export const Image = builder.prismaObject('Image', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    position: t.exposeInt('position'),
    attachmentContentType: t.exposeString('attachmentContentType'),
    attachmentFileName: t.exposeString('attachmentFileName'),
    attachmentUpdatedAt: t.expose('attachmentUpdatedAt', { type: 'DateTime', nullable: true }),
    attachmentWidth: t.exposeInt('attachmentWidth'),
    attachmentHeight: t.exposeInt('attachmentHeight'),
    alt: t.exposeString('alt', { nullable: true }),
    lockVersion: t.exposeInt('lockVersion'),
    variantId: t.exposeID('variantId'),
    miniUrl: t.string({
      description: 'Path of the 48 pixel version on the web site.',
      select: urlSelection,
      resolve: (image) => imageUrl(image, 'mini'),
    }),
    smallUrl: t.string({
      description: 'Path of the 100 pixel version on the web site.',
      select: urlSelection,
      resolve: (image) => imageUrl(image, 'small'),
    }),
    productUrl: t.string({
      description: 'Path of the 240 pixel version on the web site.',
      select: urlSelection,
      resolve: (image) => imageUrl(image, 'product'),
    }),
    largeUrl: t.string({
      description: 'Path of the 600 pixel version on the web site.',
      select: urlSelection,
      resolve: (image) => imageUrl(image, 'large'),
    }),
  }),
});
