import { graphql } from '../graphql.ts';
import { word } from '../words/enums.ts';
import { newer, present } from './table.ts';
import { VariantParts, presentVariant } from './variant.ts';

export const ManifestEntryParts = graphql(
  `
    fragment ManifestEntryParts on ManifestEntry {
      quantity
      states {
        state
        count
      }
      variant {
        ...VariantParts
      }
    }
  `,
  [VariantParts],
);

/** ManifestEntry; newer format only. Contract: Resources / ManifestEntry. Decision: R17, R33. */
export const presentManifestEntry = present(ManifestEntryParts, {
  quantity: newer(({ quantity }) => quantity),
  states: newer(({ states }) =>
    Object.fromEntries(states.map(({ state, count }) => [word(state), count])),
  ),
  variant: newer(({ variant }, form) => presentVariant(variant, form)),
});
