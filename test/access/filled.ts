import { stockShirt } from '../support/goods.ts';
import type { Store } from '../support/store.ts';
import type { Setting } from './setting.ts';

type Records = Setting['records'];

/** Fills every nullable column, so that a null in a response means a hidden value. */
export async function fillRecords(store: Store, records: Records): Promise<Records> {
  const { db } = store;
  const at = new Date('2026-02-03T10:15:00Z');
  const order = await db.order.findUniqueOrThrow({ where: { number: records['order'] ?? '' } });
  await db.order.update({
    where: { id: order.id },
    data: { specialInstructions: 'Ring twice.', canceledAt: at, approvedAt: at },
  });
  await store.ask(
    `mutation ($id: ID!) { createAdjustment(order: { id: $id }, input: { amount: "1.00", label: "x" }) { adjustment { id } userErrors { code field message allowed lockVersion } } }`,
    { id: String(order.id) },
  );
  const ofOrder = { where: { orderId: order.id } };
  const line = await db.lineItem.findFirstOrThrow(ofOrder);
  const shipment = await db.shipment.findFirstOrThrow(ofOrder);
  await db.adjustment.create({
    data: {
      orderId: order.id,
      kind: 'canceled',
      label: 'Canceled',
      mandatory: true,
      amount: 0,
      shipmentId: shipment.id,
      lineItemId: line.id,
      pieces: 1,
    },
  });
  const { paymentMethodId } = await db.payment.findFirstOrThrow(ofOrder);
  const captured = await db.payment.create({
    data: { orderId: order.id, paymentMethodId, amount: '5.00', state: 'completed' },
  });
  await db.payment.updateMany({
    ...ofOrder,
    data: {
      responseCode: 'bank-7',
      avsResponse: 'Y',
      sourceType: 'Payment',
      sourceId: captured.id,
    },
  });
  await db.paymentMethod.updateMany({ data: { description: 'By hand.' } });
  await db.shipment.updateMany({ ...ofOrder, data: { tracking: 'T1' } });
  await db.inventoryUnit.updateMany({ ...ofOrder, data: { returnAuthorizationId: 7n } });
  await db.address.updateMany({
    data: { company: 'Quay Ltd', address2: 'B', alternativePhone: '1' },
  });
  await db.address.update({
    where: { id: order.shipAddressId ?? 0n },
    data: { stateId: null, stateName: 'Maine' },
  });
  const { id: stateId, countryId } = await db.state.findFirstOrThrow();
  await db.stockLocation.updateMany({
    data: {
      address1: '4 Quay',
      city: 'Portland',
      zipcode: '04101',
      phone: '1',
      stateId,
      countryId,
    },
  });
  const live = await stockShirt(store);
  for (const variantId of [BigInt(records['variant'] ?? 0), BigInt(live.variantId)]) {
    await fillVariant(store, variantId);
  }
  await db.product.update({
    where: { id: BigInt(live.id) },
    data: { description: 'Grey.', metaDescription: 'grey', metaKeywords: 'shirt' },
  });
  const deleted = await stockShirt(store, { deletedAt: at });
  await db.variant.update({
    where: { id: BigInt(records['variant'] ?? 0) },
    data: { deletedAt: at },
  });
  const by = { actor: 'user', userId: 1n, apiKeyId: 1n, address: '127.0.0.1' };
  const subject = { action: 'settings.change', subjectType: 'Settings', subjectId: 1n };
  await db.auditEntry.create({ data: { ...by, ...subject, changes: { TAX_RATE: ['0', '0.1'] } } });
  const holder = await fillUser(store, at);
  await db.externalReference.createMany({
    data: [
      { kind: 'Order', source: 'erp', value: '1', orderId: order.id },
      { kind: 'Product', source: 'erp', value: '1', productId: BigInt(live.id) },
      { kind: 'User', source: 'erp', value: '1', userId: BigInt(holder) },
    ],
  });
  const made = { data: { userId: BigInt(holder) } };
  await db.adjustment.updateMany({ ...ofOrder, ...made });
  await db.stateChange.updateMany({ ...ofOrder, ...made });
  const { stockItemId } = await db.variant.findUniqueOrThrow({
    where: { id: BigInt(live.variantId) },
  });
  await db.stockMovement.create({
    data: {
      ...made.data,
      stockItemId: stockItemId ?? 0n,
      orderId: order.id,
      kind: 'sale',
      quantity: -1,
      countAfter: 9,
      reason: 'Sold at the quay.',
    },
  });
  return {
    live: String(live.variantId),
    liveProduct: live.permalink,
    deleted: deleted.permalink,
    captured: String(captured.id),
    holder,
  };
}

const image = {
  alt: 'From the front.',
  attachmentFileName: 'front.png',
  attachmentContentType: 'image/png',
  attachmentWidth: 600,
  attachmentHeight: 400,
};

async function fillVariant(store: Store, id: bigint): Promise<void> {
  const { product } = await store.db.variant.update({
    where: { id },
    data: { costPrice: '7.10', weight: 1, height: 1, width: 1, depth: 1 },
    include: { product: true },
  });
  await store.db.externalReference.create({
    data: { kind: 'Variant', source: 'erp', value: String(id), variantId: id },
  });
  await store.ask(
    `mutation ($product: ProductBy!, $id: VariantBy!, $image: CreateImageInput!) {
      updateVariant(product: $product, by: $id, input: { options: [{ name: "Size", value: "M" }] }) { variant { id } userErrors { code field message allowed lockVersion } }
      createImage(input: $image) { image { id } userErrors { code field message allowed lockVersion } }
    }`,
    {
      product: { permalink: product.permalink },
      id: { id: String(id) },
      image: { ...image, variantId: String(id) },
    },
  );
}

/** A disabled user with a name, a role and a key with all attributes. */
async function fillUser(store: Store, at: Date): Promise<string> {
  const { id } = await store.account('holder', ['orders_read']);
  await store.db.user.updateMany({ data: { name: 'Somebody' } });
  await store.db.apiKey.updateMany({
    where: { userId: BigInt(id) },
    data: { name: 'till', lastUsedAt: at, expiresAt: at, revokedAt: at },
  });
  await store.db.user.update({ where: { id }, data: { disabledAt: at } });
  return String(id);
}
