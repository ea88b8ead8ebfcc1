import { graphql } from '../graphql.ts';
import { word } from '../words/enums.ts';
import { integer } from '../words/numbers.ts';
import { AddressParts, presentAddress } from './address.ts';
import { AdjustmentParts, presentAdjustment } from './adjustment.ts';
import { LineItemParts, presentLineItem } from './line-item.ts';
import { PaymentParts, presentPayment } from './payment.ts';
import { ShipmentParts, presentShipment } from './shipment.ts';
import { both, newer, nullable, older, present } from './table.ts';

export const OrderParts = graphql(
  `
    fragment OrderParts on Order {
      id
      number
      state
      itemTotal
      total
      adjustmentTotal
      creditTotal
      paymentTotal
      displayItemTotal
      displayTotal
      userId
      email
      specialInstructions
      shipmentState
      paymentState
      totalQuantity
      token
      createdAt
      updatedAt
      lockVersion
      completedAt
      billAddress {
        ...AddressParts
      }
      shipAddress {
        ...AddressParts
      }
      lineItems {
        ...LineItemParts
      }
      shipments {
        ...ShipmentParts
      }
      adjustments {
        ...AdjustmentParts
      }
      payments {
        ...PaymentParts
      }
      shipTotal
      taxTotal
      displayAdjustmentTotal
      displayShipTotal
      displayTaxTotal
      channel
      currency
    }
  `,
  [AddressParts, LineItemParts, ShipmentParts, AdjustmentParts, PaymentParts],
);

/** Order. Contract: Resources / Order. Decision: R12, R30. */
export const presentOrder = present(OrderParts, {
  id: both(({ id }) => integer(id)),
  number: both(({ number }) => number),
  state: both(({ state }, form) => form.orderState(word(state))),
  item_total: both(({ itemTotal }, form) => form.money(itemTotal)),
  total: both(({ total }, form) => form.money(total)),
  adjustment_total: both(({ adjustmentTotal }, form) => form.money(adjustmentTotal)),
  credit_total: older(({ creditTotal }, form) => form.money(creditTotal)),
  payment_total: newer(({ paymentTotal }, form) => form.money(paymentTotal)),
  display_item_total: newer(({ displayItemTotal }) => displayItemTotal),
  display_total: newer(({ displayTotal }) => displayTotal),
  user_id: both(({ userId }) => nullable(userId, integer)),
  email: newer(({ email }) => email),
  special_instructions: newer(({ specialInstructions }) => specialInstructions),
  shipment_state: newer(({ shipmentState }) => nullable(shipmentState, word)),
  payment_state: newer(({ paymentState }) => nullable(paymentState, word)),
  total_quantity: newer(({ totalQuantity }) => totalQuantity),
  token: both(({ token }) => token),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
  completed_at: both(({ completedAt }, form) => nullable(completedAt, form.time)),
  bill_address: both(({ billAddress }, form) =>
    nullable(billAddress, (address) => presentAddress(address, form)),
  ),
  ship_address: both(({ shipAddress }, form) =>
    nullable(shipAddress, (address) => presentAddress(address, form)),
  ),
  line_items: both(({ lineItems }, form) => lineItems.map((item) => presentLineItem(item, form))),
  shipments: both(({ shipments }, form) =>
    shipments.map((shipment) => presentShipment(shipment, form)),
  ),
  adjustments: newer(({ adjustments }, form) =>
    adjustments.map((adjustment) => presentAdjustment(adjustment, form)),
  ),
  payments: newer(({ payments }, form) => payments.map((payment) => presentPayment(payment, form))),
  ship_total: newer(({ shipTotal }, form) => form.money(shipTotal)),
  tax_total: newer(({ taxTotal }, form) => form.money(taxTotal)),
  display_adjustment_total: newer(({ displayAdjustmentTotal }) => displayAdjustmentTotal),
  display_ship_total: newer(({ displayShipTotal }) => displayShipTotal),
  display_tax_total: newer(({ displayTaxTotal }) => displayTaxTotal),
  channel: newer(({ channel }) => channel),
  currency: newer(({ currency }) => currency),
});
