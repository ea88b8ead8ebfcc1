import { newer } from './rows.ts';
import { countsByState, value } from './show.ts';
import { present } from './table.ts';
import { presentVariant } from './variant.ts';

/** ManifestEntry; newer format only. Contract: Resources / ManifestEntry. Decision: R33. */
export const presentManifestEntry = present('ManifestEntryParts on ManifestEntry', {
  quantity: newer(value),
  states: newer(countsByState),
  variant: newer(presentVariant),
});
