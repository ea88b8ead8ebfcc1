import { builder } from '../builder.ts';
import { CountryBy, StateBy } from '../look-up.ts';

const fields = {
  name: 'Unique name, at most 255 characters, such as `East Warehouse`.',
  address1: 'Street and house number.',
  city: 'City.',
  zipcode: 'Postal code.',
  phone: 'Telephone number.',
  country: 'The country; null removes it. Another country removes the state.',
  state: 'The state of this country, or of the one that is known; null removes it.',
} as const;

export const CreateStockLocationInput = builder.inputType('CreateStockLocationInput', {
  description: 'A new stock location.',
  fields: (t) => ({
    name: t.string({ required: true, description: fields.name }),
    address1: t.string({ description: fields.address1 }),
    city: t.string({ description: fields.city }),
    zipcode: t.string({ description: fields.zipcode }),
    phone: t.string({ description: fields.phone }),
    country: t.field({ type: CountryBy, description: fields.country }),
    state: t.field({ type: StateBy, description: fields.state }),
  }),
});

export const UpdateStockLocationInput = builder.inputType('UpdateStockLocationInput', {
  description: 'Changes to a stock location. Fields that you leave out stay as they are.',
  fields: (t) => ({
    name: t.string({ description: fields.name }),
    active: t.boolean({
      description: 'Whether the location is in use: nothing is sold from an inactive one.',
    }),
    address1: t.string({ description: fields.address1 }),
    city: t.string({ description: fields.city }),
    zipcode: t.string({ description: fields.zipcode }),
    phone: t.string({ description: fields.phone }),
    country: t.field({ type: CountryBy, description: fields.country }),
    state: t.field({ type: StateBy, description: fields.state }),
  }),
});

/** Attributes of a location from a client. An absent one leaves the stored value. */
export type LocationInput = typeof UpdateStockLocationInput.$inferInput;
