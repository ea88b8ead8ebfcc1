import type { Client, Reply } from '../../test/support/clients.ts';
import { createClient, keyHeader } from '../../test/support/clients.ts';
import { mostInOneWrite } from '../../schema/domain/list-bounds.ts';
import type { Counter } from '../counter.ts';
import { counterOf, insist } from '../counter.ts';
import type { Setting } from '../scenario.ts';
import type { Ask } from './ask.ts';

/** What the largest writes are sent to. */
export interface Shop {
  readonly admin: () => Client;
  /** Sends what a largest write needs before it, until it is served; throws if it is refused. */
  readonly prepare: <Body>(request: () => Promise<Reply>) => Promise<Body>;
  /** A customer with a key and no role. */
  readonly customer: Client;
  /** As many variants as a write may name, of one product, of which there are always enough units. */
  readonly variantIds: readonly number[];
}

/** An order, as far as the largest writes need it. */
export interface SeenOrder {
  readonly number: string;
  readonly state: string;
  readonly line_items: readonly { readonly id: number }[];
  readonly shipments: readonly { readonly id: number; readonly number: string }[];
}

const place = {
  firstname: 'Ines',
  lastname: 'Roth',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: 'US',
  state: 'ME',
};

/** What a checkout asks for before its delivery. */
export const delivered = {
  order: { email: 'ines@harbour.example', bill_address: place },
  use_billing: true,
};

/** Runs an operation of GraphQL as the admin. */
export const operate = (
  { admin }: Pick<Shop, 'admin'>,
  query: string,
  variables: object,
): ReturnType<Client['post']> =>
  admin().post('/graphql', { body: { query, variables: { ...variables } } });

/** A list of so many. */
export const many = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** The lines of an order of all variants, so many units of each. */
export const linesOfAll = ({ variantIds }: Shop, quantity: number): object[] =>
  variantIds.map((id) => ({ variant_id: id, quantity }));

async function openCustomer(setting: Setting, counter: Counter): Promise<Client> {
  const { data: made } = await counter.sure<{ data: { createUser: { id: string } } }>(
    operate(counter, 'mutation ($email: String!) { createUser(input: { email: $email }) { id } }', {
      email: 'sizes@harbour.example',
    }),
  );
  const { data: given } = await counter.sure<{ data: { generateApiKey: { key: string } } }>(
    operate(counter, 'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }', {
      id: made.createUser.id,
    }),
  );
  const [url = ''] = setting.urls;
  return createClient(url, keyHeader(given.generateApiKey.key));
}

/** Opens the shop; a product with the most variants is itself a largest size. */
export async function openShop(setting: Setting, ask: Ask): Promise<Shop> {
  const counter = counterOf(setting);
  const product = await counter.sure<{ readonly id: number }>(
    counter.admin().post('/api/products', { body: { product: { name: 'Sizes', price: '10.00' } } }),
  );
  const variants = many(mostInOneWrite, (at) => ({
    sku: `SIZE-${String(at)}`,
    price: '10.00',
    count_on_hand: 10_000_000,
    options: [{ name: 'Size', value: String(at) }],
  }));
  const full = await ask<{ readonly variants: readonly { readonly id: number }[] }>(
    'a product gets 500 variants with counts',
    () =>
      counter
        .admin()
        .put(`/api/products/${String(product.id)}`, { body: { product: { variants } } }),
  );
  return {
    admin: counter.admin,
    prepare: (request) => counter.sure(insist(request)),
    customer: await openCustomer(setting, counter),
    variantIds: full.variants.map(({ id }) => id),
  };
}
