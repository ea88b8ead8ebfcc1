import { type Messages, type Reading, words } from './messages.ts';
import { isBlank, parseRequiredText, parseText } from './text.ts';

/** A state of a country, as far as validation needs it. */
export interface CountryState {
  readonly id: bigint;
  readonly name: string;
  readonly abbr: string | null;
}

export interface CountryWithStates {
  readonly id: bigint;
  readonly statesRequired: boolean;
  readonly states: readonly CountryState[];
}

/** The country that a client named: found, none named, or one that does not exist. */
export type CountryChoice = CountryWithStates | 'missing' | 'unknown';

const requiredTexts = ['firstname', 'lastname', 'address1', 'city', 'zipcode', 'phone'] as const;
const optionalTexts = ['company', 'alternativePhone'] as const;

/** What an address is written as; `address2` is empty rather than null. */
export const addressTexts = [...requiredTexts, ...optionalTexts, 'address2'] as const;

type RequiredAddressText = (typeof requiredTexts)[number];
type OptionalAddressText = (typeof optionalTexts)[number];

/** The attributes of an address as a client sent them, before validation; the caller looks up the country. */
export type AddressAttributes = {
  readonly [Key in (typeof addressTexts)[number] | 'stateName']?: string | null | undefined;
} & { readonly stateId?: bigint | null | undefined };

/** The state of an address: a known one, a name, or neither; never both. */
interface ResolvedState {
  readonly stateId: bigint | null;
  readonly stateName: string | null;
}

export type ValidAddress = Readonly<Record<RequiredAddressText, string>> &
  Readonly<Record<OptionalAddressText, string | null>> &
  ResolvedState & { readonly address2: string; readonly countryId: bigint };

/** The address, or what is wrong with it by attribute. */
type AddressCheck =
  | { readonly ok: true; readonly address: ValidAddress }
  | { readonly ok: false; readonly messages: Messages };

/**
 * The state that an address names within its country. An id of one of the country's states comes first; a name that
 * matches exactly one state is replaced by that state; other names are kept only if states are not required.
 * Decision: C24
 */
export function resolveState(
  { stateId, stateName }: Pick<AddressAttributes, 'stateId' | 'stateName'>,
  country: CountryWithStates,
): Reading<ResolvedState> {
  if (country.states.some(({ id }) => id === stateId)) {
    return { ok: true, value: { stateId: stateId ?? null, stateName: null } };
  }
  const name = stateName?.trim() ?? '';
  if (name === '') {
    if (!isBlank(stateId)) return { ok: false, message: words.invalid };
    if (country.statesRequired) return { ok: false, message: words.blank };
    return { ok: true, value: { stateId: null, stateName: null } };
  }
  const meant = country.states.filter((state) => isCalled(state, name));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) {
    return { ok: true, value: { stateId: only.id, stateName: null } };
  }
  if (country.statesRequired) return { ok: false, message: words.invalid };
  return { ok: true, value: { stateId: null, stateName: name } };
}

function isCalled({ name, abbr }: CountryState, word: string): boolean {
  const wanted = word.toLowerCase();
  return name.toLowerCase() === wanted || abbr?.toLowerCase() === wanted;
}

/**
 * A valid address from the attributes as they would be after the write; otherwise one message per invalid
 * attribute. The state is validated only within a known country.
 */
export function checkAddress(attributes: AddressAttributes, country: CountryChoice): AddressCheck {
  const messages: Record<string, readonly string[]> = {};
  function keep<Value>(key: string, reading: Reading<Value>): Value | undefined {
    if (reading.ok) return reading.value;
    messages[key] = [reading.message];
    return undefined;
  }
  const required = (key: RequiredAddressText): string =>
    keep(key, parseRequiredText(attributes[key])) ?? '';
  const optional = (key: OptionalAddressText | 'address2'): string | null =>
    keep(key, parseText(attributes[key]?.trim())) ?? null;

  const texts = {
    firstname: required('firstname'),
    lastname: required('lastname'),
    address1: required('address1'),
    address2: optional('address2') ?? '',
    city: required('city'),
    zipcode: required('zipcode'),
    phone: required('phone'),
    alternativePhone: optional('alternativePhone'),
    company: optional('company'),
  };
  if (typeof country === 'string') {
    messages['country'] = [country === 'missing' ? words.blank : words.invalid];
    return { ok: false, messages };
  }
  const name = parseText(attributes.stateName);
  const stateName = keep('stateName', name);
  const state = name.ok
    ? keep('state', resolveState({ stateId: attributes.stateId, stateName }, country))
    : undefined;
  if (state === undefined || Object.keys(messages).length > 0) return { ok: false, messages };
  return { ok: true, address: { ...texts, ...state, countryId: country.id } };
}

/**
 * The attributes of an address after a write: sent ones replace the stored ones, the others stay. A state sent
 * in either way replaces the stored state; a changed country without a state removes it.
 */
export function mergeAddress(
  stored: AddressAttributes,
  sent: AddressAttributes,
  countryChanges: boolean,
): AddressAttributes {
  const namesState = sent.stateId !== undefined || sent.stateName !== undefined;
  const state =
    namesState || countryChanges
      ? { stateId: sent.stateId, stateName: sent.stateName }
      : { stateId: stored.stateId, stateName: stored.stateName };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(given), ...state };
}

const addressKeys = [...addressTexts, 'countryId', 'stateId', 'stateName'] as const;

/** The attributes of an address without what else its row holds. */
export const addressData = (address: ValidAddress): ValidAddress =>
  Object.fromEntries(addressKeys.map((key) => [key, address[key]])) as unknown as ValidAddress;

/** Whether writing an address over another changes nothing. */
export const isSameAddress = (one: ValidAddress, other: ValidAddress): boolean =>
  addressKeys.every((key) => one[key] === other[key]);
