import { graphql } from '../graphql.ts';
import { word } from '../words/enums.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, nullable, present } from './table.ts';

export const PaymentParts = graphql(`
  fragment PaymentParts on Payment {
    id
    amount
    displayAmount
    state
    sourceType
    sourceId
    paymentMethod {
      id
      name
    }
    responseCode
    avsResponse
    createdAt
    updatedAt
  }
`);

/** Payment, recorded by hand. Decision: R24. */
export const presentPayment = present(PaymentParts, {
  id: both(({ id }) => integer(id)),
  amount: both(({ amount }, form) => form.money(amount)),
  display_amount: newer(({ displayAmount }) => displayAmount),
  state: both(({ state }) => word(state)),
  source_type: both(({ sourceType }) => sourceType),
  source_id: both(({ sourceId }) => nullable(sourceId, integer)),
  payment_method_id: both(({ paymentMethod }) => integer(paymentMethod.id)),
  payment_method: both(({ paymentMethod: { id, name } }) => ({ id: integer(id), name })),
  response_code: both(({ responseCode }) => responseCode),
  avs_response: both(({ avsResponse }) => avsResponse),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
});
