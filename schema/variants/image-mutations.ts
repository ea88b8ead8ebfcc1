import { authorize } from '../abilities.ts';
import { inWrite } from '../write.ts';
import { createImage, lockImage, touchWithProducts, updateImage } from './image-actions.ts';
import { ImageInput } from './image-input.ts';
import { Image } from './image.ts';
import { defineMutation } from '../payload.ts';

const shows = { image: Image };

defineMutation('createImage', {
  description:
    'Adds an image to a variant. Only its data is stored, not the file. You need `products.update`.',
  shows,
  args: (arg) => ({ input: arg({ type: ImageInput, required: true }) }),
  write: ({ input }, context, show) => {
    authorize(context.viewer, 'products.update');
    return inWrite(context, async (write) => {
      const id = await createImage(write, input);
      return show(write.tx, { image: id });
    });
  },
});

defineMutation('updateImage', {
  description: 'Updates the data of an image. You need `products.update`.',
  shows,
  args: (arg) => ({
    id: arg.id({ required: true }),
    input: arg({ type: ImageInput, required: true }),
  }),
  write: (args, context, show) => {
    authorize(context.viewer, 'products.update');
    return inWrite(context, async (write) => {
      const id = await updateImage(write, args.id, args.input);
      return show(write.tx, { image: id });
    });
  },
});

defineMutation('deleteImage', {
  description: 'Removes an image from its variant. You need `products.update`.',
  shows,
  args: (arg) => ({ id: arg.id({ required: true }) }),
  write: (args, context, show) => {
    authorize(context.viewer, 'products.update');
    return inWrite(context, async (write) => {
      const { id, variantId } = await lockImage(write, args.id);
      const deleted = await show(write.tx, { image: id });
      await write.tx.image.delete({ where: { id }, select: { id: true } });
      await touchWithProducts(write, [variantId]);
      return deleted;
    });
  },
});
