import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Write } from '../write.ts';
import { type Change, changedRows } from './difference.ts';
import { putRows } from './table-rows.ts';
import type { WorkingUnit } from './working-order.ts';

/** Units: new ones by row, changed ones by what they become. */
export function putUnits({ now }: Write, changes: readonly Change[]): readonly Prisma.Sql[] {
  const added: WorkingUnit[] = [];
  const groups = new Map<string, { ids: string[]; unit: WorkingUnit }>();
  for (const { before, after } of changes) {
    const known = new Set(before.inventoryUnits.map(({ id }) => id));
    for (const unit of changedRows('InventoryUnit', before, after) as readonly WorkingUnit[]) {
      if (!known.has(unit.id)) {
        added.push(unit);
        continue;
      }
      const { state, stockTaken, shipmentId, returnAuthorizationId, lockVersion } = unit;
      const key = [state, stockTaken, shipmentId, returnAuthorizationId, lockVersion].join();
      const group = groups.get(key) ?? { ids: [], unit };
      group.ids.push(String(unit.id));
      groups.set(key, group);
    }
  }
  const inserted = putRows('InventoryUnit', added);
  if (groups.size === 0) return inserted;
  const rows = [...groups.values()].map(({ ids, unit }) => ({
    ids,
    state: unit.state,
    taken: unit.stockTaken,
    shipment: unit.shipmentId && String(unit.shipmentId),
    return_id: unit.returnAuthorizationId && String(unit.returnAuthorizationId),
    version: unit.lockVersion,
  }));
  const updated = Prisma.sql`
    UPDATE inventory_units AS u
    SET state = g.state, stock_taken = g.taken, shipment_id = g.shipment,
        return_authorization_id = g.return_id, lock_version = g.version,
        updated_at = ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
         AS g(ids bigint[], state text, taken boolean, shipment bigint, return_id bigint, version integer),
         unnest(g.ids) AS chosen(id)
    WHERE u.id = chosen.id`;
  return [...inserted, updated];
}
