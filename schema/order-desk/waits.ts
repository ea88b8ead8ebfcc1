import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Write } from '../write.ts';
import type { Change } from './difference.ts';
import { located } from './units.ts';
import type { Act, WorkingOrder, WorkingUnit } from './working-order.ts';

/**
 * The order with what finds its backordered units when goods arrive: since when each waits, and where. It is no change
 * of a unit, so neither time nor version tells it.
 * Decision: T33.
 */
export function withWaits(act: Act, order: WorkingOrder): WorkingOrder {
  const waits = ({ state, waitingSince }: WorkingUnit): boolean =>
    state === 'backordered' || waitingSince !== null;
  if (!order.inventoryUnits.some(waits)) return order;
  const inventoryUnits = located(act, order, order.inventoryUnits).map(
    ({ stockLocationId, ...unit }) => {
      const isWaiting = unit.state === 'backordered';
      return {
        ...unit,
        waitingSince: isWaiting ? order.completedAt : null,
        waitingLocationId: isWaiting ? stockLocationId : null,
      };
    },
  );
  return { ...order, inventoryUnits };
}

/** Changes how many units wait for locked stock items: one statement, or none. Decision: T55. */
export async function saveWaits(write: Write, changes: readonly Change[]): Promise<void> {
  const more = new Map<string, { variant: string; place: string; units: number }>();
  const add = ({ inventoryUnits }: WorkingOrder, units: number): void => {
    for (const { variantId, waitingLocationId } of inventoryUnits) {
      if (waitingLocationId === null) continue;
      const [variant, place] = [String(variantId), String(waitingLocationId)];
      const key = `${variant}/${place}`;
      more.set(key, { variant, place, units: (more.get(key)?.units ?? 0) + units });
    }
  };
  for (const { before, after } of changes) {
    add(before, -1);
    add(after, 1);
  }
  const rows = [...more.values()].filter(({ units }) => units !== 0);
  if (rows.length === 0) return;
  await write.run(() =>
    write.tx.$executeRaw(Prisma.sql`
      UPDATE stock_items i SET backordered = i.backordered + m.units
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS m(variant bigint, place bigint, units integer)
      WHERE i.variant_id = m.variant AND i.stock_location_id = m.place`),
  );
}
