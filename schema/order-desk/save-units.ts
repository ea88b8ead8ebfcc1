import { Prisma } from '../../prisma/generated/client/client.ts';
import { groupsOf } from '../domain/groups.ts';
import type { Write } from '../write.ts';
import { type Change, changedRows } from './difference.ts';
import { idsOf } from './order-parts.ts';
import { alikeBy, putAlike, textOf } from './table-rows.ts';
import { locationIn } from './units.ts';
import type { Act, WorkingOrder, WorkingUnit } from './working-order.ts';

/** What changes of a unit, by the names that the statement gives it; a time is set only with what clients see. */
const changing = {
  state: 'state',
  taken: 'stockTaken',
  since: 'waitingSince',
  place: 'waitingLocationId',
  shipment: 'shipmentId',
  return_id: 'returnAuthorizationId',
  version: 'lockVersion',
  time: 'updatedAt',
} as const;

const columnsOf = (unit: WorkingUnit) =>
  Object.fromEntries(Object.entries(changing).map(([name, field]) => [name, textOf(unit[field])]));

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
  const groups = groupsOf(
    changed,
    alikeBy(Object.values(changing), (unit) => JSON.stringify(columnsOf(unit))),
  );
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

/**
 * The order with what finds its backordered units when goods arrive: since when each waits, and where. It is no change
 * of a unit, so neither time nor version tells it.
 */
export function withWaits(act: Act, order: WorkingOrder): WorkingOrder {
  const waits = ({ state, waitingSince }: WorkingUnit): boolean =>
    state === 'backordered' || waitingSince !== null;
  if (!order.inventoryUnits.some(waits)) return order;
  const locationOf = locationIn(act, order);
  const inventoryUnits = order.inventoryUnits.map((unit) => {
    const isWaiting = unit.state === 'backordered';
    return {
      ...unit,
      waitingSince: isWaiting ? order.completedAt : null,
      waitingLocationId: isWaiting ? locationOf(unit) : null,
    };
  });
  return { ...order, inventoryUnits };
}

/** Changes how many units wait for locked stock items: one statement, or none. */
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
