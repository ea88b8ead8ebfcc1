import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DocumentNode } from 'graphql';
import * as documents from './documents.ts';

/** A program of a customer or of the staff. */
export interface Client {
  /** Sends a mutation, and returns what it was answered. */
  readonly send: <Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ) => Promise<Data>;
  /** Shows pages from now on. */
  readonly open: (pages: readonly Page[]) => Promise<void>;
}

/** A query whose answer is shown. */
export interface Page {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Payload {
  readonly userErrors: readonly { readonly code: string; readonly message: string }[];
}

/** What a mutation answered; throws if it was refused, or if a record is missing. */
function accepted<Answer extends Payload>(answer: Answer | null | undefined) {
  if (!answer || answer.userErrors.length > 0) throw new Error(JSON.stringify(answer));
  for (const [field, record] of Object.entries(answer)) {
    if (record === null) throw new Error(`The answer has no ${field}.`);
  }
  return answer as { [Field in keyof Answer]: NonNullable<Answer[Field]> };
}

function first<Item>([item]: readonly Item[]): Item {
  if (item === undefined) throw new Error('There is none.');
  return item;
}

/**
 * A customer fills a cart and checks out; the staff captures the payment, ships in two parts, takes a unit back
 * and pays back what it cost. Returns what the order is in the end.
 */
export async function sellShipAndRefund(customer: Client, staff: Client) {
  const made = accepted(
    (
      await customer.send(documents.CreateOrderDocument, {
        input: { email: 'ada@harbour.example', lineItems: [{ sku: 'HAT-M', quantity: 1 }] },
      })
    ).createOrder,
  ).order;
  const order = made.number;
  await customer.open([
    { document: documents.ShowOrderDocument, variables: { number: order } },
    { document: documents.ListMyOrdersDocument, variables: {} },
  ]);
  const hats = first(made.lineItems).id;
  const scarf = accepted(
    (
      await customer.send(documents.AddLineItemDocument, {
        order,
        input: { sku: 'SCARF', quantity: 2 },
      })
    ).addLineItem,
  ).lineItem;
  accepted(
    (
      await customer.send(documents.UpdateLineItemDocument, {
        id: hats,
        input: { quantity: 3 },
      })
    ).updateLineItem,
  );
  accepted(
    (await customer.send(documents.RemoveLineItemDocument, { id: scarf.id })).removeLineItem,
  );
  accepted((await customer.send(documents.NextCheckoutDocument, { order })).nextCheckout);
  const addressed = accepted(
    (
      await customer.send(documents.UpdateCheckoutDocument, {
        order,
        input: {
          billAddress: {
            firstname: 'Ada',
            lastname: 'Field',
            address1: '4 Quay Street',
            city: 'Portland',
            zipcode: '04101',
            phone: '207-555-0142',
            country: { iso: 'US' },
            state: { abbr: 'ME' },
          },
          useBilling: true,
        },
      })
    ).updateCheckout,
  ).order;
  accepted(
    (
      await customer.send(documents.UpdateAddressDocument, {
        order,
        id: addressed.shipAddress?.id ?? '',
        input: { address1: '5 Quay Street' },
      })
    ).updateAddress,
  );
  const proposed = accepted(
    (await customer.send(documents.NextCheckoutDocument, { order })).nextCheckout,
  ).order;
  const parcel = first(proposed.shipments);
  const dearest = first([...parcel.shippingRates].sort((a, b) => Number(b.cost) - Number(a.cost)));
  accepted(
    (
      await customer.send(documents.UpdateCheckoutDocument, {
        order,
        input: {
          shipments: [{ id: parcel.id, selectedShippingRateId: dearest.id }],
        },
      })
    ).updateCheckout,
  );
  accepted(
    (
      await customer.send(documents.CreatePaymentDocument, {
        order,
        input: { paymentMethod: { name: 'Check' } },
      })
    ).createPayment,
  );
  const placed = accepted(
    (await customer.send(documents.CompleteOrderDocument, { order })).completeOrder,
  ).order;

  await staff.open([
    { document: documents.ShowOrderDocument, variables: { number: order } },
    { document: documents.ListOrdersDocument, variables: {} },
    {
      document: documents.ShowShipmentDocument,
      variables: { number: first(placed.shipments).number },
    },
    { document: documents.ListVariantsDocument, variables: {} },
  ]);
  const discount = accepted(
    (
      await staff.send(documents.CreateDiscountDocument, {
        order,
        input: { label: 'Sorry', amount: '-5.00' },
        ifVersion: placed.lockVersion,
      })
    ).createAdjustment,
  ).adjustment;
  const full = accepted(
    (await staff.send(documents.DeleteDiscountDocument, { id: discount.id })).deleteAdjustment,
  ).order;
  const payment = first(full.payments).id;
  const paid = accepted(
    (await staff.send(documents.CapturePaymentDocument, { id: payment })).capturePayment,
  ).order;
  const whole = first(paid.shipments);
  const moved = first(whole.inventoryUnits ?? []).id;
  const part = accepted(
    (
      await staff.send(documents.SplitShipmentDocument, {
        order,
        input: { inventoryUnitIds: [moved] },
      })
    ).createShipment,
  ).shipment;
  for (const shipment of [whole.number, part.number]) {
    accepted((await staff.send(documents.ReadyShipmentDocument, { shipment })).markShipmentReady);
    accepted(
      (
        await staff.send(documents.ShipShipmentDocument, {
          shipment,
          tracking: '1Z999AA10123456784',
        })
      ).shipShipment,
    );
  }
  accepted((await staff.send(documents.AuthorizeReturnDocument, { order })).authorizeOrderReturn);
  const returned = accepted(
    (await staff.send(documents.ReturnUnitDocument, { id: moved, restock: true }))
      .returnInventoryUnit,
  ).order;
  const tooMuch = await staff.send(documents.RefundPaymentDocument, {
    id: payment,
    amount: '1000.00',
  });
  const owed = Number(returned.paymentTotal) - Number(returned.total);
  const refunded = accepted(
    (
      await staff.send(documents.RefundPaymentDocument, {
        id: payment,
        amount: owed.toFixed(2),
      })
    ).creditPayment,
  );
  accepted(
    (
      await staff.send(documents.CountStockDocument, {
        input: { variantId: first(full.lineItems).variant.id, quantity: -1, reason: 'Moths' },
      })
    ).adjustStock,
  );
  const { state, paymentState, shipmentState, total, paymentTotal } = refunded.order;
  const refused = tooMuch.creditPayment?.userErrors[0]?.code;
  const refund = refunded.refund.amount;
  return { state, paymentState, shipmentState, total, paymentTotal, refund, refused };
}
