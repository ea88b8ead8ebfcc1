import { expect } from '@jest/globals';
import type { FormName } from '../../rest/request/form-name.ts';
import type { Cart } from './scene.ts';

type Body = Readonly<Record<string, unknown>>;

const times = {
  older: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/,
  newer: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** Any time. */
export const someTime = (form: FormName): unknown => expect.stringMatching(times[form]);

/** A record that the format wraps or not. */
export const one = (form: FormName, key: string, record: Body): Body =>
  form === 'older' ? { [key]: record } : record;

/** A complete list on one page. */
export const page = (
  form: FormName,
  [singular, plural]: readonly [string, string],
  records: readonly Body[],
  perPage = 25,
): unknown =>
  form === 'older'
    ? records.map((record) => ({ [singular]: record }))
    : {
        [plural]: records,
        count: records.length,
        pages: 1,
        current_page: 1,
        total_count: records.length,
        per_page: perPage,
      };

/** An amount as the format writes it. */
export const money = (form: FormName, amount: string): string | number =>
  form === 'older' ? Number(amount) : amount;

/** An error that is the same in both formats. */
export const unauthorized = { error: 'You are not authorized to perform that action.' };
export const notFound = { error: 'The resource you were looking for could not be found.' };

const invalidResource = 'Invalid resource. Please fix errors and try again.';

/** Invalid data. */
export const invalid = (
  form: FormName,
  older: readonly string[],
  newer: Readonly<Record<string, readonly string[]>>,
): Body => ({ error: invalidResource, errors: form === 'older' ? older : newer });

interface VariantFacts {
  readonly id: number;
  readonly productId: number;
  readonly name: string;
  readonly permalink: string;
  readonly sku: string;
  readonly price: string;
  readonly displayPrice: string;
  readonly isMaster: boolean;
  readonly countOnHand: number;
  readonly position: number;
  readonly description?: string;
  readonly deletedAt?: unknown;
}

/** A variant without options, images, measures and cost price. */
export function variantBody(form: FormName, facts: VariantFacts): Body {
  const { id, name, sku, price, displayPrice, isMaster, countOnHand, productId } = facts;
  const isNewer = form === 'newer';
  return {
    id,
    ...(isNewer && { name }),
    sku,
    price: money(form, price),
    cost_price: null,
    ...(isNewer && { display_price: displayPrice }),
    weight: null,
    height: null,
    width: null,
    depth: null,
    is_master: isMaster,
    count_on_hand: countOnHand,
    product_id: productId,
    deleted_at: facts.deletedAt ?? null,
    permalink: facts.permalink,
    description: facts.description ?? '',
    options_text: '',
    in_stock: countOnHand > 0,
    option_values: [],
    images: [],
    ...(isNewer && {
      track_inventory: true,
      backorderable: true,
      position: facts.position,
      updated_at: someTime(form),
    }),
  };
}

const nameOf = (permalink: string): string => permalink.replace('shirt-', 'Shirt ');

/** The variant of the goods of an example, ten units at 19.90 by default. */
export const shirtBody = (
  form: FormName,
  { goods }: Pick<Cart, 'goods'>,
  changes: Partial<VariantFacts> = {},
): Body =>
  variantBody(form, {
    id: goods.variantId,
    productId: goods.id,
    name: nameOf(goods.permalink),
    permalink: goods.permalink,
    sku: goods.permalink.toUpperCase(),
    price: '19.9',
    displayPrice: '$19.90',
    isMaster: false,
    countOnHand: 10,
    position: 2,
    ...changes,
  });

/** Its master variant. */
export const masterBody = (
  form: FormName,
  cart: Pick<Cart, 'goods'>,
  changes: Partial<VariantFacts> = {},
): Body =>
  shirtBody(form, cart, {
    id: cart.goods.masterId,
    sku: '',
    isMaster: true,
    countOnHand: 0,
    position: 1,
    ...changes,
  });

interface LineFacts {
  readonly id?: unknown;
  readonly orderId?: unknown;
  readonly quantity: number;
  readonly total: string;
  readonly displayTotal: string;
}

/** A line item of a cart: shirts at 19.90. */
export function lineBody(form: FormName, cart: Cart, facts: LineFacts): Body {
  const { quantity, total, displayTotal } = facts;
  const id = facts.id ?? cart.lineId;
  const variant = shirtBody(form, cart);
  return form === 'older'
    ? {
        id,
        order_id: facts.orderId ?? cart.id,
        variant_id: cart.goods.variantId,
        variant,
        quantity,
        price: 19.9,
        description: nameOf(cart.goods.permalink),
        created_at: someTime(form),
        updated_at: someTime(form),
      }
    : {
        id,
        variant_id: cart.goods.variantId,
        variant,
        quantity,
        price: '19.9',
        single_display_amount: '$19.90',
        display_total: displayTotal,
        total,
        display_amount: displayTotal,
        updated_at: someTime(form),
      };
}

const twoShirts: LineFacts = { quantity: 2, total: '39.8', displayTotal: '$39.80' };

interface CartFacts {
  readonly id?: unknown;
  readonly number?: unknown;
  readonly token?: unknown;
  readonly email?: string | null;
  readonly state?: string;
  readonly lines?: readonly LineFacts[];
  readonly total?: string;
  readonly displayTotal?: string;
  readonly quantity?: number;
}

/** A cart without addresses, shipments and payments: two shirts at 19.90 by default. */
export function cartBody(form: FormName, cart: Cart, facts: CartFacts = {}): Body {
  const { lines = [twoShirts], total = '39.8', displayTotal = '$39.80', quantity = 2 } = facts;
  const { email = cart.owner.email, state = 'cart' } = facts;
  const isNewer = form === 'newer';
  return {
    id: facts.id ?? cart.id,
    number: facts.number ?? cart.number,
    state,
    item_total: money(form, total),
    total: money(form, total),
    adjustment_total: money(form, '0.0'),
    ...(isNewer
      ? { payment_total: '0.0', display_item_total: displayTotal, display_total: displayTotal }
      : { credit_total: 0 }),
    user_id: cart.owner.id,
    ...(isNewer && {
      email,
      special_instructions: null,
      shipment_state: null,
      payment_state: null,
      total_quantity: quantity,
    }),
    token: facts.token ?? cart.token,
    created_at: someTime(form),
    updated_at: someTime(form),
    completed_at: null,
    bill_address: null,
    ship_address: null,
    line_items: lines.map((line) => lineBody(form, cart, line)),
    shipments: [],
    ...(isNewer && {
      adjustments: [],
      payments: [],
      ship_total: '0.0',
      tax_total: '0.0',
      display_adjustment_total: '$0.00',
      display_ship_total: '$0.00',
      display_tax_total: '$0.00',
      channel: 'api',
      currency: 'USD',
    }),
  };
}
