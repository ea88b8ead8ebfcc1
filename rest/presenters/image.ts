import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, nullable, present } from './table.ts';

export const ImageParts = graphql(`
  fragment ImageParts on Image {
    id
    position
    attachmentContentType
    attachmentFileName
    attachmentUpdatedAt
    attachmentWidth
    attachmentHeight
    alt
    variantId
    miniUrl
    smallUrl
    productUrl
    largeUrl
  }
`);

/** Image; always of a variant. Contract: Resources / Image. Decision: R21. */
export const presentImage = present(ImageParts, {
  id: both(({ id }) => integer(id)),
  position: both(({ position }) => position),
  attachment_content_type: both(({ attachmentContentType }) => attachmentContentType),
  attachment_file_name: both(({ attachmentFileName }) => attachmentFileName),
  type: both(() => 'Image'),
  attachment_updated_at: both(({ attachmentUpdatedAt }, form) =>
    nullable(attachmentUpdatedAt, form.time),
  ),
  attachment_width: both(({ attachmentWidth }) => attachmentWidth),
  attachment_height: both(({ attachmentHeight }) => attachmentHeight),
  alt: both(({ alt }) => alt),
  viewable_type: both(() => 'Variant'),
  viewable_id: both(({ variantId }) => integer(variantId)),
  mini_url: both(({ miniUrl }) => miniUrl),
  small_url: both(({ smallUrl }) => smallUrl),
  product_url: both(({ productUrl }) => productUrl),
  large_url: both(({ largeUrl }) => largeUrl),
});
