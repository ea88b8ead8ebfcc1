import { both } from './rows.ts';
import { constant, id, time, value } from './show.ts';
import { present } from './table.ts';

/** Image; always of a variant. Contract: Resources / Image. Decision: C16. */
export const presentImage = present('ImageParts on Image', {
  id: both(id),
  position: both(value),
  attachment_content_type: both(value),
  attachment_file_name: both(value),
  type: both(constant('Image')),
  attachment_updated_at: both(time),
  attachment_width: both(value),
  attachment_height: both(value),
  alt: both(value),
  viewable_type: both(constant('Variant')),
  viewable_id: both(id, 'variantId'),
  mini_url: both(value),
  small_url: both(value),
  product_url: both(value),
  large_url: both(value),
});
