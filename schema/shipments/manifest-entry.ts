import { builder } from '../builder.ts';
import type { InventoryUnitState as UnitState } from '../domain/inventory-unit-machine.ts';
import { buildManifest, type ManifestEntry as ManifestEntryOf } from '../domain/manifest.ts';
import { InventoryUnitState } from '../states.ts';
import { Variant } from '../variants/variant.ts';

const StateCount = builder.objectRef<ManifestEntryOf['states'][number]>('StateCount').implement({
  description: 'Number of units in one state.',
  fields: (t) => ({
    state: t.expose('state', {
      type: InventoryUnitState,
      description: 'State of the units: on_hand, backordered, shipped or returned.',
    }),
    count: t.exposeInt('count', { description: 'Number of units in this state.' }),
  }),
});

type VariantRow = typeof Variant.$inferType & { readonly id: bigint };

type Shown = Omit<ManifestEntryOf, 'variantId'> & { readonly variant: VariantRow };

export const ManifestEntry = builder.objectRef<Shown>('ManifestEntry').implement({
  description: 'The units of one variant in a shipment.',
  fields: (t) => ({
    quantity: t.exposeInt('quantity', { description: 'Number of units in all states.' }),
    states: t.expose('states', {
      type: [StateCount],
      description:
        'Number of units by state. Units whose own state is `sold` count as `on_hand`, which is always listed.',
    }),
    variant: t.expose('variant', { type: Variant, description: 'The variant of the units.' }),
  }),
});

/**
 * What a shipment selects for its manifest: its units, and each variant once, from the order's line items: no column
 * of these, so that an order which shows its variants need not read them again.
 */
export const manifestSelection = <S>(variant: S) => ({
  inventoryUnits: {
    select: { state: true, variantId: true, lineItemId: true },
    orderBy: { id: 'asc' },
  } as const,
  order: {
    select: { lineItems: { select: { variant }, orderBy: { id: 'asc' } } },
  } as const,
});

interface Selected {
  readonly inventoryUnits: readonly {
    readonly state: string;
    readonly variantId: bigint;
    readonly lineItemId: bigint;
  }[];
  readonly order: {
    readonly lineItems: readonly { readonly variant: VariantRow }[];
  };
}

/** The manifest of a shipment, in the order of the line items. */
export function readManifest({ inventoryUnits, order }: Selected): Shown[] {
  const variants = new Map(order.lineItems.map(({ variant }) => [variant.id, variant]));
  const units = inventoryUnits.map((unit) => ({ ...unit, state: unit.state as UnitState }));
  return buildManifest(units).flatMap(({ variantId, ...entry }) => {
    const variant = variants.get(variantId);
    return variant ? [{ ...entry, variant }] : [];
  });
}
