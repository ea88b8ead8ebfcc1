import { requireVersion } from '../if-version.ts';
import { createImage, lockImage, touchWithProducts, updateImage } from './image-actions.ts';
import { CreateImageInput, UpdateImageInput } from './image-input.ts';
import { Image } from './image.ts';
import { Variant } from './variant.ts';
import { defineMutation } from '../payload.ts';
import { byId } from '../record-arguments.ts';

const records = { shows: { image: Image }, beside: { variant: Variant } };

defineMutation('createImage', {
  description:
    'Adds an image to a variant. Only its data is stored, not the file. You need `products.update`.',
  ...records,
  args: (arg) => ({ input: arg({ type: CreateImageInput, required: true }) }),
  needs: 'products.update',
  write: async (write, { input }) => {
    const { id, variantId } = await createImage(write, input);
    return { image: id, variant: variantId };
  },
});

defineMutation('updateImage', {
  description:
    'Updates the data of an image; with `variantId` it moves to another variant. You need `products.update`.',
  ...records,
  beside: { variant: Variant, previousVariant: Variant },
  args: (arg) => ({ ...byId(arg), input: arg({ type: UpdateImageInput, required: true }) }),
  needs: 'products.update',
  write: async (write, args) => {
    const { from, to } = await updateImage(write, args.id, args.input, args.ifVersion);
    return { image: to.id, variant: to.variantId, previousVariant: from.variantId };
  },
});

defineMutation('deleteImage', {
  description: 'Removes an image from its variant. You need `products.update`.',
  ...records,
  args: (arg) => byId(arg),
  needs: 'products.update',
  write: async (write, args, show) => {
    const image = await lockImage(write, args.id);
    requireVersion(image, args.ifVersion);
    const { id, variantId } = image;
    const deleted = await show({ image: id, variant: null });
    await write.tx.image.delete({ where: { id }, select: { id: true } });
    await touchWithProducts(write, [variantId]);
    return { removed: deleted, image: null, variant: variantId };
  },
});
