import type { FormName } from '../../rest/request/form-name.ts';
import { money, shirtBody, someTime } from './bodies.ts';
import type { AddressedCart, Sale } from './scene.ts';

type Body = Readonly<Record<string, unknown>>;

interface UnitFacts {
  readonly id?: unknown;
  readonly state?: string;
  readonly shipmentId?: unknown;
  readonly lockVersion?: number;
  readonly returnAuthorizationId?: number;
}

/** A unit of a completed order: the first one, sold, by default. */
export const unitBody = (form: FormName, sale: Sale, facts: UnitFacts = {}): Body => ({
  id: facts.id ?? sale.unitIds[0],
  lock_version: facts.lockVersion ?? 1,
  state: facts.state ?? 'sold',
  variant_id: sale.goods.variantId,
  order_id: sale.id,
  shipment_id: facts.shipmentId === undefined ? sale.shipmentId : facts.shipmentId,
  return_authorization_id: facts.returnAuthorizationId ?? null,
  created_at: someTime(form),
  updated_at: someTime(form),
});

interface ShipmentFacts {
  readonly id?: unknown;
  readonly number?: unknown;
  readonly state?: string;
  readonly tracking?: string;
  readonly shippedAt?: unknown;
  /** Units with this state and version; two sold ones by default. */
  readonly units?: readonly UnitFacts[];
  /** The remaining stock of the goods' variant. */
  readonly countOnHand?: number;
}

/** The units of a shipment by variant, as the newer format sums them up. */
function manifestBody(
  form: FormName,
  sale: Sale,
  units: readonly UnitFacts[],
  countOnHand: number,
): Body[] {
  if (units.length === 0) return [];
  const states: Record<string, number> = { on_hand: 0 };
  for (const { state = 'sold' } of units) {
    const counted = state === 'sold' ? 'on_hand' : state;
    states[counted] = (states[counted] ?? 0) + 1;
  }
  const variant = shirtBody(form, sale, { countOnHand });
  return [{ quantity: units.length, states, variant }];
}

/** The shipment of an order that was completed directly from the cart: no method, no cost. */
export function shipmentBody(form: FormName, sale: Sale, facts: ShipmentFacts = {}): Body {
  const [one, other] = sale.unitIds;
  const { units = [{ id: one }, { id: other }], countOnHand = 8, state = 'pending' } = facts;
  const isNewer = form === 'newer';
  return {
    id: facts.id ?? sale.shipmentId,
    number: facts.number ?? sale.shipmentNumber,
    order_id: isNewer ? sale.number : sale.id,
    state,
    cost: money(form, '0.0'),
    tracking: facts.tracking ?? null,
    shipped_at: facts.shippedAt ?? null,
    ...(!isNewer && { created_at: someTime(form) }),
    updated_at: someTime(form),
    ...(!isNewer && {
      address_id: null,
      address: null,
      shipping_method_id: null,
    }),
    shipping_method: null,
    ...(isNewer
      ? {
          stock_location_name: 'default',
          shipping_rates: [],
          manifest: manifestBody(form, sale, units, countOnHand),
          selected_shipping_rate: null,
          shipping_methods: [],
          display_cost: '$0.00',
        }
      : {
          inventory_units: units.map((unit) => ({
            ...unitBody(form, sale, { shipmentId: facts.id, ...unit }),
            variant: shirtBody(form, sale, { countOnHand }),
          })),
        }),
  };
}

/** The reference data never change, nor do their ids. Decision: C19. */
export const unitedStates = {
  id: 237,
  iso_name: 'UNITED STATES',
  iso: 'US',
  iso3: 'USA',
  name: 'United States',
  numcode: 840,
};

export const maineState = { id: 136, name: 'Maine', abbr: 'ME', country_id: unitedStates.id };

/** An address in Portland, Maine. */
export const addressBody = (form: FormName, cart: AddressedCart, changes: Body = {}): Body => ({
  id: cart.billAddressId,
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  address2: '',
  city: 'Portland',
  zipcode: '04101',
  country_id: unitedStates.id,
  state_id: maineState.id,
  state_name: null,
  phone: '207-555-0142',
  alternative_phone: null,
  created_at: someTime(form),
  updated_at: someTime(form),
  ...(form === 'newer' && {
    full_name: 'Ada Field',
    company: null,
    country: { ...unitedStates, states_required: true },
    state: maineState,
  }),
  ...changes,
});

interface PaymentFacts {
  readonly id?: unknown;
  readonly state?: string;
  readonly amount?: string;
  readonly displayAmount?: string;
}

/** A check for the price of two shirts. */
export const paymentBody = (form: FormName, facts: PaymentFacts): Body => ({
  id: facts.id,
  amount: money(form, facts.amount ?? '39.8'),
  ...(form === 'newer' && { display_amount: facts.displayAmount ?? '$39.80' }),
  state: facts.state ?? 'checkout',
  source_type: null,
  source_id: null,
  payment_method_id: 1,
  payment_method: { id: 1, name: 'Check' },
  response_code: null,
  avs_response: null,
  created_at: someTime(form),
  updated_at: someTime(form),
});
