import type { ShipmentState } from './shipment-states.ts';

/** What tells which shipments added units of a line join. */
interface Whereabouts {
  /** The shipments with units of its variant. */
  readonly holding: ReadonlySet<bigint | null>;
  /** The units that the line has lost, by their shipment. */
  readonly lost: ReadonlyMap<bigint | null, readonly unknown[]>;
  /** The shipments that have lost all their units, whatever joins them. */
  readonly emptied: ReadonlySet<bigint | null>;
  /** The shipments that hold units now: of the emptied ones those that another line has joined. */
  readonly filled: ReadonlySet<bigint | null>;
}

interface Parcel {
  readonly id: bigint;
  readonly state: ShipmentState;
}

/** Where units of a line may go: into places that it had, or emptied ones; the rest into one shipment, if there is any. */
function placesFor(shipments: readonly Parcel[], { holding, lost, emptied, filled }: Whereabouts) {
  const inState = (wanted: ShipmentState): readonly bigint[] =>
    shipments.flatMap(({ id, state }) => (state === wanted ? [id] : []));
  const pending = inState('pending');
  const open = [...pending, ...inState('ready_to_ship')];
  const holder = pending.find((id) => holding.has(id));
  const own = open.filter((id) => lost.has(id));
  const empty = (own.length > 0 ? own : open)
    .filter((id) => emptied.has(id))
    .sort((one, other) => Number(filled.has(one)) - Number(filled.has(other)));
  const held = empty.filter((id) => holding.has(id));
  const isAnywhere = own.length > 0 || (held.length === 0 && holder === undefined);
  const refilled = isAnywhere ? empty : held;
  const places = [...new Set([...refilled, ...own])];
  return { refilled, own, places, rest: places[0] ?? holder ?? open[0] };
}

/**
 * How many of the emptied shipments units of a line may go into. The lines that have the fewest go first, so that those
 * that may go into any leave each of them the ones it has.
 */
export const choicesOf = (shipments: readonly Parcel[], whereabouts: Whereabouts): number =>
  placesFor(shipments, whereabouts).refilled.length;

/**
 * How many of the added units of a line each shipment of an order gets; undefined means a new one. They take the places
 * of the units that the line has lost. Else they join the `emptied` shipments that held the variant, else the first
 * pending one `holding` it, else the others that are emptied, else the first pending, else the first ready to ship.
 * Each that is emptied gets one before any gets two, first those that nothing has joined. Decision: T45
 */
export function shareOut(
  quantity: number,
  shipments: readonly Parcel[],
  whereabouts: Whereabouts,
): ReadonlyMap<bigint | undefined, number> {
  const { own, places, rest } = placesFor(shipments, whereabouts);
  const shares = new Map<bigint | undefined, number>();
  let left = quantity;
  const give = (id: bigint | undefined, most: number): void => {
    const given = Math.min(most, left);
    if (given > 0) shares.set(id, (shares.get(id) ?? 0) + given);
    left -= given;
  };
  for (const id of places) give(id, 1);
  for (const id of own) give(id, (whereabouts.lost.get(id)?.length ?? 0) - 1);
  give(rest, left);
  return shares;
}
