import type { AttributeReader } from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { words } from '../domain/messages.ts';
import { inputRules } from '../input-rules.ts';
import { CountryBy, countryWhere, StateBy, stateWhere } from '../look-up.ts';
import type { Write } from '../write.ts';

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

/** Where a location is, as far as it is known; a state is one of the country. */
export interface Region {
  readonly countryId: bigint | null;
  readonly stateId: bigint | null;
}

/** The country that was sent; the stored one if none was, or if it does not exist. */
async function readCountry(
  { tx }: Write,
  reader: AttributeReader,
  { country }: LocationInput,
  stored: Region,
): Promise<bigint | null> {
  if (country === undefined) return stored.countryId;
  if (country === null) return null;
  const found = await tx.country.findUnique({ where: countryWhere(country), select: { id: true } });
  if (!found) reader.note('country', words.invalid);
  return found?.id ?? stored.countryId;
}

/**
 * The country and the state of a location after a write, as far as they were sent; adds messages for what does not
 * exist, and for a state without a country. Another country, or none, removes the state.
 */
export async function readPlace(
  write: Write,
  reader: AttributeReader,
  input: LocationInput,
  stored: Region = { countryId: null, stateId: null },
): Promise<Partial<Region>> {
  const { country, state } = input;
  if (country === undefined && state === undefined) return {};
  const countryId = await readCountry(write, reader, input, stored);
  if (reader.hasMessages) return {};
  if (state == null) {
    const isKept = state === undefined && countryId === stored.countryId;
    return { countryId, stateId: isKept ? stored.stateId : null };
  }
  if (countryId === null) {
    reader.note('country', words.blank);
    return {};
  }
  const where = { ...stateWhere(state), countryId };
  const found = await write.tx.state.findFirst({ where, select: { id: true } });
  if (!found) reader.note('state', words.invalid);
  return { countryId, stateId: found?.id ?? null };
}
