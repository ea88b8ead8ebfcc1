import { describe, expect, test } from '@jest/globals';
import type { AddressAttributes, CountryWithStates } from '../../../schema/domain/address.ts';
import {
  checkAddress,
  isSameAddress,
  mergeAddress,
  resolveState,
} from '../../../schema/domain/address.ts';

const unitedStates: CountryWithStates = {
  id: 232n,
  statesRequired: true,
  states: [
    { id: 20n, name: 'Maine', abbr: 'ME' },
    { id: 21n, name: 'Maryland', abbr: 'MD' },
  ],
};
const france: CountryWithStates = { id: 76n, statesRequired: false, states: [] };
/** Two states with a name in common, which then matches neither. */
const twins: CountryWithStates = {
  id: 9n,
  statesRequired: false,
  states: [
    { id: 1n, name: 'East', abbr: 'E' },
    { id: 2n, name: 'E', abbr: null },
  ],
};

const ada: AddressAttributes = {
  firstname: ' Ada ',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  stateId: 20n,
};

const stored = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  address2: '',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  alternativePhone: null,
  company: null,
  countryId: 232n,
  stateId: 20n,
  stateName: null,
};

describe('the state rule (C24)', () => {
  const kept = (stateId: bigint | null, stateName: string | null) => ({
    ok: true,
    value: { stateId, stateName },
  });
  const refused = (message: string) => ({ ok: false, message });

  test.each([
    ['a state of the country', unitedStates, { stateId: 20n }, kept(20n, null)],
    ['with a name beside it', unitedStates, { stateId: 20n, stateName: 'Ohio' }, kept(20n, null)],
    ['a state of another country', unitedStates, { stateId: 99n }, refused('is invalid')],
    ['the same, states not required', france, { stateId: 20n }, refused('is invalid')],
    ['a name', unitedStates, { stateName: ' maine ' }, kept(20n, null)],
    ['an abbreviation', unitedStates, { stateName: 'md' }, kept(21n, null)],
    ['a name beside a wrong id', unitedStates, { stateId: 99n, stateName: 'ME' }, kept(20n, null)],
    ['an unknown name', unitedStates, { stateName: 'Ohio' }, refused('is invalid')],
    ['the same, not required', france, { stateName: ' Bretagne ' }, kept(null, 'Bretagne')],
    [
      'the same beside a wrong id',
      france,
      { stateId: 20n, stateName: 'Bretagne' },
      kept(null, 'Bretagne'),
    ],
    ['a name that two states share', twins, { stateName: 'e' }, kept(null, 'e')],
    ['neither', unitedStates, { stateName: ' ' }, refused("can't be blank")],
    ['neither, not required', france, {}, kept(null, null)],
  ])('%s', (_given, country, attributes, result) => {
    expect(resolveState(attributes, country)).toEqual(result);
  });
});

describe('checking an address (C23)', () => {
  test('a valid address is trimmed and complete', () => {
    expect(checkAddress(ada, unitedStates)).toEqual({ ok: true, address: stored });
  });

  test('optional texts are kept, blank ones are not', () => {
    expect(
      checkAddress(
        { ...ada, address2: ' ', company: ' Harbour ', alternativePhone: '' },
        unitedStates,
      ),
    ).toEqual({ ok: true, address: { ...stored, company: 'Harbour' } });
  });

  test('everything missing is reported at once', () => {
    expect(checkAddress({}, 'missing')).toEqual({
      ok: false,
      messages: {
        firstname: ["can't be blank"],
        lastname: ["can't be blank"],
        address1: ["can't be blank"],
        city: ["can't be blank"],
        zipcode: ["can't be blank"],
        phone: ["can't be blank"],
        country: ["can't be blank"],
      },
    });
  });

  test('a country that does not exist is invalid', () => {
    expect(checkAddress(ada, 'unknown')).toEqual({
      ok: false,
      messages: { country: ['is invalid'] },
    });
  });

  test('a missing state is reported with the rest', () => {
    expect(checkAddress({ ...ada, city: null, stateId: null }, unitedStates)).toEqual({
      ok: false,
      messages: { city: ["can't be blank"], state: ["can't be blank"] },
    });
  });

  test.each(['firstname', 'address2', 'company', 'alternativePhone'] as const)(
    'A39: a long %s is refused',
    (key) => {
      expect(checkAddress({ ...ada, [key]: 'a'.repeat(256) }, unitedStates)).toEqual({
        ok: false,
        messages: { [key]: ['is too long (maximum is 255 characters)'] },
      });
    },
  );

  test('A39: a long state name is reported under its own key', () => {
    expect(
      checkAddress({ ...ada, stateId: null, stateName: 'a'.repeat(256) }, unitedStates),
    ).toEqual({
      ok: false,
      messages: { stateName: ['is too long (maximum is 255 characters)'] },
    });
  });
});

describe('writing part of an address (C23, C24)', () => {
  test('what is not sent stays', () => {
    expect(mergeAddress(stored, { city: 'Bath' }, false)).toEqual({ ...stored, city: 'Bath' });
  });

  test('a state named otherwise replaces the stored one', () => {
    expect(mergeAddress(stored, { stateName: 'Maryland' }, false)).toMatchObject({
      stateId: undefined,
      stateName: 'Maryland',
    });
  });

  test('a changed country drops the stored state', () => {
    expect(mergeAddress(stored, { city: 'Brest' }, true)).toMatchObject({
      city: 'Brest',
      stateId: undefined,
      stateName: undefined,
    });
  });

  test('null clears', () => {
    expect(mergeAddress({ ...stored, company: 'Harbour' }, { company: null }, false)).toEqual(
      stored,
    );
  });
});

test('T27: the same values again are the same address', () => {
  expect(isSameAddress(stored, { ...stored })).toBe(true);
});

test.each([
  ['city', 'Bath'],
  ['company', 'Harbour'],
  ['address2', 'rear'],
  ['stateId', 21n],
  ['countryId', 76n],
])('T27: another %s is another address', (key, value) => {
  expect(isSameAddress(stored, { ...stored, [key]: value })).toBe(false);
});
