import { sentences } from '../domain/messages.ts';
import { Refused } from '../errors.ts';
import { giveBackStock } from '../stock/give-back.ts';
import { defaultLocationId } from '../stock/stock-item.ts';
import { deleteUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';
import { dropPayments, located } from './effects.ts';
import { recordOrderStep } from './state-change.ts';
import type { WorkingOrder } from './working-order.ts';

/**
 * Empties an order: its stock is returned; its line items, shipments, addresses and instructions are deleted;
 * it is a cart again. Number, token, user, e-mail and completed payments stay.
 * Throws Refused once something has shipped. Contract: States and transitions.
 * Decision: T48, G12, L29.
 */
export async function emptyOrder(write: Write, order: WorkingOrder): Promise<void> {
  const { tx } = write;
  const hasLeft = [...order.inventoryUnits, ...order.shipments].some(
    ({ state }) => state === 'shipped' || state === 'returned',
  );
  if (hasLeft) throw Refused.act({ base: [sentences.orderShipped] });
  const where = { orderId: order.id };
  const units = located(order, order.inventoryUnits, await defaultLocationId(tx));
  await giveBackStock(
    write,
    order.id,
    units,
    () => 'restock',
    () =>
      deleteUnits(
        write,
        units.map(({ id }) => id),
      ),
  );
  await tx.shipment.deleteMany({ where });
  await tx.lineItem.deleteMany({ where });
  await tx.adjustment.deleteMany({ where });
  await dropPayments(write, order);
  await tx.order.update({
    where: { id: order.id },
    data: {
      state: 'cart',
      completedAt: null,
      canceledAt: null,
      cancelerId: null,
      approvedAt: null,
      approverId: null,
      specialInstructions: null,
      billAddressId: null,
      shipAddressId: null,
    },
    select: { id: true },
  });
  await tx.address.deleteMany({ where });
  await recordOrderStep(write, order, 'empty', 'cart');
  write.touch(order.id);
}
