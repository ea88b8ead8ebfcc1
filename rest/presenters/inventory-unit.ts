import { both, older } from './rows.ts';
import { id, idOf, once, time, value, word } from './show.ts';
import { present } from './table.ts';
import { presentVariant } from './variant.ts';

const rows = {
  id: both(id),
  lock_version: both(value),
  state: both(word),
  variant_id: both(idOf, 'variant'),
  order_id: both(id),
  shipment_id: both(id),
  return_authorization_id: both(id),
  created_at: both(time),
  updated_at: both(time),
};

/** InventoryUnit; state is the stored word in both formats. Decision: R22. */
export const presentInventoryUnit = present('InventoryUnitParts on InventoryUnit', rows);

/** InventoryUnit as the older format lists it in a shipment: with its variant. Decision: R13. */
export const presentPackedUnit = present('PackedUnitParts on InventoryUnit', {
  ...rows,
  variant: older(once(presentVariant)),
});
