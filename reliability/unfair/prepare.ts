import { counterOf } from '../counter.ts';
import type { Ware } from '../counter.ts';
import type { Setting } from '../scenario.ts';
import { askAgain, send } from '../traffic.ts';
import type { Attack, Target } from './attack.ts';
import type { Neighbour } from './neighbour.ts';

/** The store that is attacked. */
type Store = Pick<Setting, 'key' | 'urls'>;

let customers = 0;
let attackers = 0;

/** An address of this machine that no attacker has had; Linux alone answers at more than one. */
function newAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  attackers += 1;
  return `127.0.${String(1 + Math.floor(attackers / 250))}.${String(1 + (attackers % 250))}`;
}

/** A customer of the shop with a key, and no role. */
async function customer(setting: Store): Promise<string> {
  customers += 1;
  const ask = async <Data>(query: string, variables: unknown): Promise<Data> => {
    const [url = ''] = setting.urls;
    const { body } = await askAgain(() =>
      send(setting, url, ['POST', '/graphql', { query, variables }]),
    );
    const { data } = body as { readonly data?: Data | null };
    if (!data) throw new Error(`No customer: ${JSON.stringify(body)}`);
    return data;
  };
  const { createUser } = await ask<{ createUser: { id: string } }>(
    'mutation ($email: String!) { createUser(input: { email: $email }) { id } }',
    { email: `customer${String(customers)}@shop.example` },
  );
  const { generateApiKey } = await ask<{ generateApiKey: { key: string } }>(
    'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }',
    { id: createUser.id },
  );
  return generateApiKey.key;
}

/** A new customer's cart with one piece of a variant. */
async function cartOf(key: string, url: string, variantId: number, instructions = '') {
  const lines = [{ variant_id: variantId, quantity: 1 }];
  const order = { special_instructions: instructions, line_items: lines };
  const { body, status } = await askAgain(() =>
    send({ key }, url, ['POST', '/api/orders', { order }]),
  );
  if (status !== 201) throw new Error(`No cart: ${String(status)} ${JSON.stringify(body)}`);
  return body as { readonly number: string; readonly token: string };
}

const longestDescription = 65_535;

/** Five variants of which nobody misses a piece; the last one's product has the longest description. */
export async function stocked(setting: Store): Promise<number[]> {
  const counter = counterOf(setting);
  const wares: Ware[] = [];
  for (let left = 5; left > 0; left -= 1) wares.push(await counter.stock(1_000_000, true));
  const [product = ''] = wares.at(-1)?.path.split('/variants') ?? [];
  const description = 'x'.repeat(longestDescription);
  await counter.sure(
    askAgain(() => counter.admin().put(product, { body: { product: { description } } })),
  );
  return wares.map(({ id }) => id);
}

/** The other client. */
export async function makeNeighbour(
  setting: Setting,
  [variantId = 0]: readonly number[],
): Promise<Neighbour> {
  const [url = ''] = setting.urls;
  const key = await customer(setting);
  const { number } = await cartOf(key, url, variantId);
  return { url, key, order: number };
}

/** A customer who attacks, with the carts that the attack needs. */
export async function makeTarget(
  setting: Store & { readonly faults: Pick<Setting['faults'], 'databaseUrl'> },
  { carts = 0 }: Pick<Attack, 'carts'>,
  variantIds: readonly number[],
): Promise<Target> {
  const [url = ''] = setting.urls;
  const [variantId = 0] = variantIds;
  const key = await customer(setting);
  const instructions = 'ab'.repeat(2_500);
  const made: Awaited<ReturnType<typeof cartOf>>[] = [];
  for (let left = carts; left > 0; left -= 4) {
    made.push(
      ...(await Promise.all([1, 2, 3, 4].map(() => cartOf(key, url, variantId, instructions)))),
    );
  }
  const { number, token } = await cartOf(key, url, variantId);
  const { databaseUrl } = setting.faults;
  const ofAttack = made.map((cart) => ({ number: cart.number, token: cart.token }));
  const address = newAddress();
  return { url, key, order: number, token, carts: ofAttack, variantIds, address, databaseUrl };
}
