import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { newer, nullable, present } from './table.ts';

export const AdjustmentParts = graphql(`
  fragment AdjustmentParts on Adjustment {
    id
    sourceType
    sourceId
    orderId
    amount
    displayAmount
    label
    mandatory
    eligible
    createdAt
    updatedAt
  }
`);

/** Adjustment; newer format only, as part of an order. Decision: R24. */
export const presentAdjustment = present(AdjustmentParts, {
  id: newer(({ id }) => integer(id)),
  source_type: newer(({ sourceType }) => sourceType),
  source_id: newer(({ sourceId }) => nullable(sourceId, integer)),
  adjustable_type: newer(() => 'Order'),
  adjustable_id: newer(({ orderId }) => integer(orderId)),
  amount: newer(({ amount }, form) => form.money(amount)),
  display_amount: newer(({ displayAmount }) => displayAmount),
  label: newer(({ label }) => label),
  mandatory: newer(({ mandatory }) => mandatory),
  eligible: newer(({ eligible }) => eligible),
  created_at: newer(({ createdAt }, form) => form.time(createdAt)),
  updated_at: newer(({ updatedAt }, form) => form.time(updatedAt)),
});
