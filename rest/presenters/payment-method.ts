import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, present } from './table.ts';

export const PaymentMethodParts = graphql(`
  fragment PaymentMethodParts on PaymentMethod {
    id
    name
    description
    kind
  }
`);

/** A way to pay: its id is the `payment_method_id` of a payment. Decision: O7. */
export const presentPaymentMethod = present(PaymentMethodParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  description: both(({ description }) => description),
  kind: both(({ kind }) => kind),
});
