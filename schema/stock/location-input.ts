import { builder, type InputFields } from '../builder.ts';
import { inputRules } from '../input-rules.ts';
import { CountryBy, StateBy } from '../look-up.ts';

const sharedFields = <Required extends boolean>(t: InputFields, required: Required) => ({
  name: t.string({
    required,
    description: 'Unique name, at most 255 characters, such as `East Warehouse`.',
  }),
  address1: t.string(),
  city: t.string(),
  zipcode: t.string(),
  phone: t.string(),
  country: t.field({
    type: CountryBy,
    description: 'The country; null removes it. Another country removes the state.',
  }),
  state: t.field({
    type: StateBy,
    description: 'The state of this country, or of the one that is known; null removes it.',
  }),
});

export const CreateStockLocationInput = builder.inputType('CreateStockLocationInput', {
  fields: (t) => sharedFields(t, true),
});

export const UpdateStockLocationInput = builder.inputType('UpdateStockLocationInput', {
  ...inputRules({ neverBlank: ['active'] }),
  fields: (t) => ({
    ...sharedFields(t, false),
    active: t.boolean({
      description: 'Whether the location is in use: nothing is sold from an inactive one.',
    }),
  }),
});

/** Attributes of a location from a client. An absent one leaves the stored value. */
export type LocationInput = typeof UpdateStockLocationInput.$inferInput;
