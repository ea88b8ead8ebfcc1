import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { groupsOf } from '../domain/groups.ts';
import type { PaymentKind } from '../domain/order-machine.ts';
import { readTogether } from '../search/together.ts';

/**
 * The kinds of payments that an order has, each once. What one response asks for is read by one statement: a page of
 * orders has up to 250,000 payments.
 * Decision: P75.
 */
export async function paymentKinds(
  context: Context,
  orderId: bigint,
): Promise<readonly PaymentKind[]> {
  const kinds = await readTogether(context, paymentKinds, orderId, (ids) =>
    readKinds(context, ids),
  );
  return kinds ?? [];
}

async function readKinds(
  { db }: Context,
  orderIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly PaymentKind[]>> {
  const rows = await db.$queryRaw<(PaymentKind & { readonly id: bigint })[]>(Prisma.sql`
    SELECT DISTINCT p.order_id AS id, p.state, m.kind AS "methodKind"
    FROM payments p JOIN payment_methods m ON m.id = p.payment_method_id
    WHERE p.order_id = ANY(${orderIds.map(String)}::bigint[])`);
  return groupsOf(rows, ({ id }) => id);
}
