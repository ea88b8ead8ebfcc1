import { randomInt } from 'node:crypto';
import { shipmentNumber, shipmentNumberBound } from '../domain/numbers.ts';
import type { ProposedShipment } from '../domain/proposal.ts';
import { defaultLocationId } from '../stock/stock-item.ts';
import { createUnits, deleteUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';
import { proposeFor } from './facts.ts';
import type { WorkingOrder } from './working-order.ts';

/** Attributes of a new shipment; its number is generated unless given. */
interface NewShipment {
  readonly stockLocationId: bigint;
  readonly number?: string | undefined;
  readonly shippingMethodId?: bigint | null;
  readonly cost?: string;
}

/**
 * Creates a pending shipment of an order without units, by default without method and cost.
 * Decision: T14, C37.
 */
export async function createShipmentRow(
  { tx, now }: Write,
  orderId: bigint,
  { stockLocationId, number, shippingMethodId = null, cost = '0' }: NewShipment,
): Promise<bigint> {
  const { id } = await tx.shipment.create({
    data: {
      orderId,
      number: number ?? shipmentNumber(randomInt(shipmentNumberBound)),
      stockLocationId,
      shippingMethodId,
      cost,
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  });
  return id;
}

/** Deletes the shipments of an order before completion, with their units and rates. Decision: T21, T45. */
export async function dropShipments(write: Write, order: WorkingOrder): Promise<void> {
  await deleteUnits(
    write,
    order.inventoryUnits.map(({ id }) => id),
  );
  await write.tx.shipment.deleteMany({ where: { orderId: order.id } });
  await dropUnusedAddresses(write, order.id);
}

/** Deletes addresses of the order that are no longer used. Decision: C25. */
export async function dropUnusedAddresses({ tx }: Write, orderId: bigint): Promise<void> {
  await tx.address.deleteMany({
    where: { orderId, billOrders: { none: {} }, shipOrders: { none: {} }, shipments: { none: {} } },
  });
}

/** Replaces the shipments of an order by those proposed for its line items and ship address. Decision: T21. */
export async function buildProposal(write: Write, order: WorkingOrder): Promise<void> {
  await dropShipments(write, order);
  const locationId = await defaultLocationId(write.tx);
  for (const proposed of await proposeFor(write, order)) {
    await buildShipment(write, order.id, locationId, proposed);
  }
}

async function buildShipment(
  write: Write,
  orderId: bigint,
  stockLocationId: bigint,
  { rates, lines, cost }: ProposedShipment,
): Promise<void> {
  const shipmentId = await createShipmentRow(write, orderId, {
    stockLocationId,
    shippingMethodId: rates.find(({ selected }) => selected)?.shippingMethodId ?? null,
    cost: cost.toFixed(),
  });
  await write.tx.shippingRate.createMany({ data: rates.map((rate) => ({ ...rate, shipmentId })) });
  await createUnits(
    write,
    { orderId, shipmentId },
    lines.map(({ id, ...line }) => ({ ...line, lineItemId: id })),
  );
}
