/** The sample store's fictitious customers, and where they live. Decision: C39. */

export interface SampleAddress {
  readonly firstname: string;
  readonly lastname: string;
  readonly company?: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly zipcode: string;
  readonly phone: string;
  readonly alternativePhone?: string;
  readonly country: { readonly iso: string };
  readonly state?: { readonly abbr: string };
  readonly stateName?: string;
}

export interface Person {
  readonly email: string;
  /** Whether the e-mail address belongs to a user; the others are guests. */
  readonly isUser: boolean;
  readonly address: SampleAddress;
}

export const people = {
  mira: {
    email: 'mira.holt@harbour.test',
    isUser: true,
    address: {
      firstname: 'Mira',
      lastname: 'Holt',
      address1: '4 Quay Street',
      address2: 'Second floor',
      city: 'Portland',
      zipcode: '04101',
      phone: '207-555-0142',
      alternativePhone: '207-555-0143',
      country: { iso: 'US' },
      state: { abbr: 'ME' },
    },
  },
  jonas: {
    email: 'jonas.feld@harbour.test',
    isUser: true,
    address: {
      firstname: 'Jonas',
      lastname: 'Feld',
      company: 'Feld Joinery',
      address1: '88 Mill Lane',
      city: 'Boulder',
      zipcode: '80302',
      phone: '303-555-0117',
      country: { iso: 'US' },
      state: { abbr: 'CO' },
    },
  },
  ines: {
    email: 'ines.moor@lakeside.test',
    isUser: false,
    address: {
      firstname: 'Ines',
      lastname: 'Moor',
      address1: '15 Birch Road',
      city: 'Kingston',
      zipcode: 'K7L 1A1',
      phone: '613-555-0188',
      country: { iso: 'CA' },
      state: { abbr: 'ON' },
    },
  },
  kai: {
    email: 'kai.reef@island.test',
    isUser: false,
    address: {
      firstname: 'Kai',
      lastname: 'Reef',
      address1: '3 Palm Way',
      city: 'Hilo',
      zipcode: '96720',
      phone: '808-555-0126',
      country: { iso: 'US' },
      state: { abbr: 'HI' },
    },
  },
  lena: {
    email: 'lena.ost@elbe.test',
    isUser: false,
    address: {
      firstname: 'Lena',
      lastname: 'Ost',
      address1: 'Hafenweg 7',
      city: 'Hamburg',
      zipcode: '20457',
      phone: '+49 40 5550 0174',
      country: { iso: 'DE' },
      stateName: 'Hamburg',
    },
  },
  ravi: {
    email: 'ravi.dune@monsoon.test',
    isUser: false,
    address: {
      firstname: 'Ravi',
      lastname: 'Dune',
      address1: '21 Garden Road',
      city: 'Pune',
      zipcode: '411001',
      phone: '+91 20 5550 0191',
      country: { iso: 'IN' },
      state: { abbr: 'MH' },
    },
  },
  sofia: {
    email: 'sofia.hill@fjord.test',
    isUser: false,
    address: {
      firstname: 'Sofia',
      lastname: 'Hill',
      address1: 'Bryggen 12',
      city: 'Bergen',
      zipcode: '5003',
      phone: '+47 5555 0139',
      country: { iso: 'NO' },
    },
  },
} as const satisfies Readonly<Record<string, Person>>;

export type PersonName = keyof typeof people;
