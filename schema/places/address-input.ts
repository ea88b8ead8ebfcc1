import type { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import {
  type AddressAttributes,
  addressTexts,
  checkAddress,
  type CountryChoice,
  isSameAddress,
  mergeAddress,
  type ValidAddress,
} from '../domain/address.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { asked } from '../heard.ts';
import { inputRules } from '../input-rules.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import { type CountryName, findCountries } from './find-countries.ts';

const CountryRefInput = builder.inputType('CountryRefInput', {
  ...inputRules({ either: [['id', 'iso', 'iso3', 'isoName', 'name', 'code']] }),
  description: 'Names a country by one of its fields.',
  fields: (t) => ({
    id: t.id(),
    iso: t.string(),
    iso3: t.string(),
    isoName: t.string(),
    name: t.string(),
    code: t.string({ description: 'One of the codes, or the name.' }),
  }),
});

const StateRefInput = builder.inputType('StateRefInput', {
  ...inputRules({ either: [['id', 'abbr', 'name']] }),
  description: 'Names a state by one of its fields.',
  fields: (t) => ({ id: t.id(), abbr: t.string(), name: t.string() }),
});

/** What is said of the fields that an address cannot lack. */
const required = 'Required in a new address; cannot become empty.';

export const AddressInput = builder.inputType('AddressInput', {
  ...inputRules({
    either: [
      ['countryId', 'country'],
      ['stateId', 'state', 'stateName'],
    ],
  }),
  description: 'Fields of an address. Fields that you leave out stay as they are.',
  fields: (t) => ({
    firstname: t.string({ description: `First name, such as Jane. ${required}` }),
    lastname: t.string({ description: `Last name, such as Doe. ${required}` }),
    company: t.string({ description: 'Company. Null removes it.' }),
    address1: t.string({
      description: `Street and house number, such as 12 Weaver Street. ${required}`,
    }),
    address2: t.string({
      description: 'Second address line, such as a floor. Null removes it.',
    }),
    city: t.string({ description: `City, such as Portland. ${required}` }),
    zipcode: t.string({ description: `Postal code in any form, such as 97205. ${required}` }),
    phone: t.string({
      description: `Telephone number in any form, such as +1 503 555 0142. ${required}`,
    }),
    alternativePhone: t.string({ description: 'Second telephone number. Null removes it.' }),
    countryId: t.id({
      description:
        'Id of the country. A new address needs it or `country`. Another country removes the state, unless you send one.',
    }),
    country: t.field({
      type: CountryRefInput,
      description: 'The country by one of its names, in place of `countryId`.',
    }),
    stateId: t.id({
      description:
        'Id of the state, which must be one of the country. A state is required if `statesRequired` of the country is true.',
    }),
    state: t.field({
      type: StateRefInput,
      description: 'The state by one of its names, in place of `stateId`.',
    }),
    stateName: t.string({ description: 'Name of the state, in place of `stateId`.' }),
  }),
});

type AddressInputShape = typeof AddressInput.$inferInput;

type StoredAddress = ValidAddress & { readonly id: bigint };

/** An address as it is sent, and the one that it changes. */
export interface SentAddress {
  readonly given: AddressInputShape;
  readonly stored: StoredAddress | null;
}

const askedOfSent = (
  write: Pick<Write, 'viewer'>,
  { given, stored }: SentAddress,
): AddressInputShape => (stored ? askedOfAddress(write, stored, given) : given);

/** What a sent address names its country by; undefined if it names none and keeps none. */
export function countryNamed(
  write: Pick<Write, 'viewer'>,
  sent: SentAddress,
): CountryName | undefined {
  const { countryId, country } = askedOfSent(write, sent);
  if (sent.stored && countryId === undefined && country === undefined) {
    return { key: 'id', text: String(sent.stored.countryId) };
  }
  if (!isBlank(countryId)) return { key: 'id', text: countryId };
  const named = Object.entries(country ?? {}).find(([, value]) => !isBlank(value));
  return named && { key: named[0] as CountryName['key'], text: soughtText(named[1]) };
}

/** The first of the names of one thing that is not blank. */
const firstFilled = (...names: readonly (string | null | undefined)[]): string | null =>
  names.find((name) => !isBlank(name)) ?? null;

function sentAttributes(input: AddressInputShape): AddressAttributes {
  const { stateId, state, stateName } = input;
  const id = firstFilled(stateId, state?.id);
  const isStateSent = [stateId, state, stateName].some((sent) => sent !== undefined);
  return {
    ...input,
    stateId: id === null ? undefined : soughtId(id),
    stateName: isStateSent ? firstFilled(stateName, state?.abbr, state?.name) : undefined,
  };
}

const isText = (stored: string | null) => (sent: string | null | undefined) =>
  (sent ?? '').trim() === (stored ?? '');

const isId = (stored: bigint | null) => (sent: string | null | undefined) =>
  isBlank(sent) ? stored === null : parseId(sent) === stored;

/** What an input asks of an address; a country or state that it shows may be sent back in each of its names. */
export function askedOfAddress(
  { viewer }: Pick<Write, 'viewer'>,
  stored: ValidAddress,
  input: AddressInputShape,
): AddressInputShape {
  const [isCountry, isState] = [isId(stored.countryId), isId(stored.stateId)];
  return asked(viewer, input, {
    ...Object.fromEntries(addressTexts.map((name) => [name, isText(stored[name])])),
    // of two names a blank one is not asked beside the other
    countryId: (sent) => (isBlank(sent) ? Boolean(input.country) : isCountry(sent)),
    country: (sent) => (sent ? !isBlank(sent.id) && isCountry(sent.id) : !isBlank(input.countryId)),
    stateId: isState,
    state: (sent) => (sent ? !isBlank(sent.id) && isState(sent.id) : stored.stateId === null),
    stateName: isText(stored.stateName),
  });
}

/** Whether REST sent an address back as it was read. */
export const isAsShown = (
  write: Pick<Write, 'viewer'>,
  stored: ValidAddress | null,
  input: AddressInputShape,
): boolean => stored !== null && Object.keys(askedOfAddress(write, stored, input)).length === 0;

/**
 * The address as it would be after the write; undefined if it is invalid, with messages.
 * Attributes that are not sent keep their stored value; a country sent as null or blank removes it. `countryOf` is of
 * `findCountries`, for what names the country.
 */
export function readSentAddress(
  write: Pick<Write, 'viewer'>,
  reader: AttributeReader,
  address: SentAddress,
  countryOf: (name: CountryName | undefined) => CountryChoice,
): ValidAddress | undefined {
  const { given, stored } = address;
  const input = askedOfSent(write, address);
  const country = countryOf(countryNamed(write, address));
  const isKnown = typeof country !== 'string';
  const isSameCountry = isKnown && country.id === stored?.countryId;
  // in its country a state_id counts before other names, also one that is sent back (C24)
  const namesState = isSameCountry && !isBlank(given.stateId);
  const sent = sentAttributes(namesState ? { ...input, stateId: given.stateId } : input);
  const attributes = stored ? mergeAddress(stored, sent, isKnown && !isSameCountry) : sent;
  const check = checkAddress(attributes, country);
  if (check.ok) return check.address;
  reader.noteAll(check.messages);
  return undefined;
}

/** The same of one address, with its country. */
export async function readAddress(
  write: Pick<Write, 'tx' | 'viewer'>,
  reader: AttributeReader,
  given: AddressInputShape,
  stored: StoredAddress | null,
): Promise<ValidAddress | undefined> {
  const sent = { given, stored };
  const countryOf = await findCountries(write.tx, [countryNamed(write, sent)]);
  return readSentAddress(write, reader, sent, countryOf);
}

export const isChanged = (stored: ValidAddress | null, next: ValidAddress): boolean =>
  !stored || !isSameAddress(stored, next);
