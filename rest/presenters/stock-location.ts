import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, nullable, present } from './table.ts';

export const StockLocationParts = graphql(`
  fragment StockLocationParts on StockLocation {
    id
    name
    isDefault
    active
    address1
    city
    zipcode
    phone
    country {
      id
    }
    state {
      id
    }
    createdAt
    updatedAt
  }
`);

/** Where goods ship from: its id is the `stock_location_id` of a shipment. Decision: O7. */
export const presentStockLocation = present(StockLocationParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  is_default: both(({ isDefault }) => isDefault),
  active: both(({ active }) => active),
  address1: both(({ address1 }) => address1),
  city: both(({ city }) => city),
  zipcode: both(({ zipcode }) => zipcode),
  phone: both(({ phone }) => phone),
  country_id: both(({ country }) => nullable(country, ({ id }) => integer(id))),
  state_id: both(({ state }) => nullable(state, ({ id }) => integer(id))),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
});
