import { graphql } from '../graphql.ts';
import { word } from '../words/enums.ts';
import { integer } from '../words/numbers.ts';
import type { FragmentOf } from '../graphql.ts';
import { both, nullable, older, once, present } from './table.ts';
import { VariantParts, presentVariant } from './variant.ts';

export const InventoryUnitParts = graphql(`
  fragment InventoryUnitParts on InventoryUnit {
    id
    lockVersion
    state
    variant {
      id
    }
    orderId
    shipmentId
    returnAuthorizationId
    createdAt
    updatedAt
  }
`);

type InventoryUnit = FragmentOf<typeof InventoryUnitParts>;

const rows = {
  id: both(({ id }: InventoryUnit) => integer(id)),
  lock_version: both(({ lockVersion }: InventoryUnit) => lockVersion),
  state: both(({ state }: InventoryUnit) => word(state)),
  variant_id: both(({ variant }: InventoryUnit) => integer(variant.id)),
  order_id: both(({ orderId }: InventoryUnit) => integer(orderId)),
  shipment_id: both(({ shipmentId }: InventoryUnit) => nullable(shipmentId, integer)),
  return_authorization_id: both(({ returnAuthorizationId }: InventoryUnit) =>
    nullable(returnAuthorizationId, integer),
  ),
  created_at: both(({ createdAt }: InventoryUnit, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }: InventoryUnit, form) => form.time(updatedAt)),
};

/** InventoryUnit; state is the stored word in both formats. Decision: R22. */
export const presentInventoryUnit = present(InventoryUnitParts, rows);

export const PackedUnitParts = graphql(
  `
    fragment PackedUnitParts on InventoryUnit {
      ...InventoryUnitParts
      variant {
        ...VariantParts
      }
    }
  `,
  [InventoryUnitParts, VariantParts],
);

const presentSharedVariant = once(presentVariant);

/** InventoryUnit as the older format lists it in a shipment: with its variant. Decision: R13. */
export const presentPackedUnit = present(PackedUnitParts, {
  ...rows,
  variant: older(({ variant }, form) => presentSharedVariant(variant, form)),
});
