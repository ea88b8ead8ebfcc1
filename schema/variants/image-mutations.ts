import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { inWrite } from '../write.ts';
import { createImage, lockImage, touchWithProducts, updateImage } from './image-actions.ts';
import { ImageInput } from './image-input.ts';
import { Image } from './image.ts';

builder.mutationFields((t) => ({
  createImage: t.prismaField({
    type: Image,
    nullable: true,
    description:
      'Adds an image to a variant. Only its data is stored, not the file. You need `products.update`.',
    args: { input: t.arg({ type: ImageInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.update');
      return inWrite(context, async (write) => {
        const id = await createImage(write, input);
        return write.tx.image.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateImage: t.prismaField({
    type: Image,
    nullable: true,
    description: 'Updates the data of an image. You need `products.update`.',
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: ImageInput, required: true }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.update');
      return inWrite(context, async (write) => {
        const id = await updateImage(write, args.id, args.input);
        return write.tx.image.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  deleteImage: t.prismaField({
    type: Image,
    nullable: true,
    description: 'Removes an image from its variant. You need `products.update`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.update');
      return inWrite(context, async (write) => {
        const { id, variantId } = await lockImage(write, args.id);
        const image = await write.tx.image.findUniqueOrThrow({ ...selection, where: { id } });
        await write.tx.image.delete({ where: { id }, select: { id: true } });
        await touchWithProducts(write, [variantId]);
        return image;
      });
    },
  }),
}));
