import type { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

type Style = 'mini' | 'small' | 'product' | 'large';

interface Pictured {
  readonly id: bigint;
  readonly attachmentFileName: string;
  readonly attachmentUpdatedAt: Date | null;
}

/** The path of an image in one size, relative to the site. */
function imageUrl(image: Pictured, style: Style): string {
  const path = `/images/${image.id}/${style}/${encodeURIComponent(image.attachmentFileName)}`;
  const { attachmentUpdatedAt } = image;
  return attachmentUpdatedAt ? `${path}?${Math.floor(attachmentUpdatedAt.getTime() / 1000)}` : path;
}

/** The order of images, the same wherever they are read, so that they are read once. */
export const imagesByPosition = {
  orderBy: [{ position: 'asc' }, { id: 'asc' }],
} satisfies Prisma.Variant$imagesArgs;

/** The field with the path of an image in one size. */
const urlOf = (style: Style, pixels: number) => ({
  description: `Path of the ${pixels} pixel version on the web site.`,
  select: { id: true, attachmentFileName: true, attachmentUpdatedAt: true } as const,
  resolve: (image: Pictured) => imageUrl(image, style),
});

export const Image = builder.prismaObject('Image', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'position', 'attachmentContentType', 'attachmentFileName'),
    ...columns(t, 'attachmentUpdatedAt', 'attachmentWidth', 'attachmentHeight', 'alt'),
    ...columns(t, 'lockVersion', 'variantId'),
    miniUrl: t.string(urlOf('mini', 48)),
    smallUrl: t.string(urlOf('small', 100)),
    productUrl: t.string(urlOf('product', 240)),
    largeUrl: t.string(urlOf('large', 600)),
  }),
});
