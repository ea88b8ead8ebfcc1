import { Prisma } from '../../prisma/generated/client/client.ts';
import { groupsOf } from '../domain/groups.ts';
import { type Change, changedRows } from './difference.ts';
import { idsOf } from './order-parts.ts';
import { putAlike } from './table-rows.ts';
import type { WorkingUnit } from './working-order.ts';

/** What changes of a unit, by columns; a time is set only with what clients see. */
const columnsOf = (unit: WorkingUnit) => ({
  state: unit.state,
  taken: unit.stockTaken,
  since: unit.waitingSince?.toISOString() ?? null,
  place: unit.waitingLocationId?.toString() ?? null,
  shipment: unit.shipmentId?.toString() ?? null,
  return_id: unit.returnAuthorizationId?.toString() ?? null,
  version: unit.lockVersion,
  time: unit.updatedAt.toISOString(),
});

/** Units: new ones by what they are, changed ones by what they become. */
export function putUnits(changes: readonly Change[]): readonly Prisma.Sql[] {
  const added: WorkingUnit[] = [];
  const changed: WorkingUnit[] = [];
  for (const { before, after } of changes) {
    const known = idsOf(before.inventoryUnits);
    for (const unit of changedRows('InventoryUnit', before, after) as readonly WorkingUnit[]) {
      (known.has(unit.id) ? changed : added).push(unit);
    }
  }
  const inserted = putAlike('InventoryUnit', added);
  if (changed.length === 0) return inserted;
  const groups = groupsOf(changed, (unit) => JSON.stringify(columnsOf(unit)));
  const sent = [...groups.values()].map((alike) => ({
    ...columnsOf(alike[0]),
    ids: alike.map(({ id }) => String(id)),
  }));
  const updated = Prisma.sql`
    UPDATE inventory_units AS u
    SET state = g.state, stock_taken = g.taken, waiting_since = g.since, waiting_location_id = g.place,
        shipment_id = g.shipment, return_authorization_id = g.return_id, lock_version = g.version,
        updated_at = g.time
    FROM jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
         AS g(ids bigint[], state text, taken boolean, since timestamptz, place bigint, shipment bigint,
              return_id bigint, version integer, "time" timestamptz),
         unnest(g.ids) AS chosen(id)
    WHERE u.id = chosen.id`;
  return [...inserted, updated];
}
