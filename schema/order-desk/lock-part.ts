import { authorizeTop, requireKeyOrToken } from '../abilities.ts';
import type { OrderOwnership } from '../context.ts';
import type { Right } from '../grants.ts';
import { type ByOrder, holding } from '../look-up.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import { lockOrder, lockOrderById } from './load.ts';
import { ownRecord } from './order-parts.ts';
import type { WorkingOrder } from './working-order.ts';

/** A record of one of the lists of an order, and the order in hand. */
export interface Locked<List extends 'lineItems' | 'payments' | 'shipments' | 'inventoryUnits'> {
  readonly order: WorkingOrder;
  readonly part: WorkingOrder[List][number];
}

/** A record that is named by its id, and perhaps by its order too. */
export interface NamedPart {
  readonly id: string;
  readonly order?: ByOrder | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Locks the order of a record and reads both, if the caller may act on the order; `ifVersion` is the order's.
 * Throws what `lockOrder` throws.
 */
export async function lockPart<List extends 'lineItems' | 'payments'>(
  write: Write,
  list: List,
  { id, order: by, ifVersion }: NamedPart,
  right: Right,
): Promise<Locked<List>> {
  const order = await lockOrder(write, by ?? holding(list, id), right, ifVersion);
  const part = ownRecord<{ readonly id: bigint }>(order[list], parseId(id));
  return { order, part: part as WorkingOrder[List][number] };
}

/** What is read of a record to judge who may act on it. */
export const judged = {
  id: true,
  orderId: true,
  order: { select: { userId: true, token: true } },
} as const;

interface Judged {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly order: OrderOwnership;
}

/**
 * The same for a record at its own address, which `find` looks up: authorization is checked before existence.
 * Throws NotFound, Unauthorized or Unauthenticated. Decision: A20.
 */
export async function lockAtTop<List extends 'shipments' | 'inventoryUnits'>(
  write: Write,
  list: List,
  find: () => Promise<Judged | null>,
  right: Right,
): Promise<Locked<List>> {
  const { viewer } = write;
  requireKeyOrToken(viewer);
  const { id, orderId } = authorizeTop(viewer, right, await find(), (found) => found.order);
  const order = await lockOrderById(write, orderId);
  const rows: readonly { readonly id: bigint }[] = order[list];
  // checked again under the lock: the token may have been replaced
  const part = authorizeTop(viewer, right, rows.find((row) => row.id === id) ?? null, () => order);
  return { order, part: part as WorkingOrder[List][number] };
}
