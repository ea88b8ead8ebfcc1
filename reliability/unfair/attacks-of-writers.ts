import pg from 'pg';
import type { Arm, Attack } from './attack.ts';
import { signed } from './attack.ts';

const payments = Array.from({ length: 500 }, () => ({ payment_method_id: 1 }));
const byToken = ({ target }: Arm): string =>
  `/api/orders/${target.order}?order_token=${target.token}`;

/** Locks the customer's order from another session, and keeps it. */
async function lockOrder({ target }: Arm): Promise<void> {
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT id FROM orders WHERE number = $1 FOR UPDATE', [target.order]);
}

/** A cart of so many lines of so many units, taken through the checkout as far as it goes. */
async function checkOut(arm: Arm, lines: number, quantity: number): Promise<void> {
  const { variantId } = arm.target;
  const headers = signed(arm);
  const items = Array.from({ length: lines }, () => ({ variant_id: variantId, quantity }));
  const made = await arm.ask('POST', '/api/orders', {
    headers,
    body: JSON.stringify({ order: { line_items: items } }),
  });
  if (made.status !== 201) return;
  const { number } = JSON.parse(made.text) as { readonly number: string };
  for (let step = 0; step < 3; step += 1) {
    await arm.ask('PUT', `/api/checkouts/${number}`, {
      headers,
      body: JSON.stringify({ order: { email: 'attacker@shop.example', line_items: items } }),
    });
  }
  await arm.ask('PUT', `/api/orders/${number}/event?e=complete`, { headers });
}

const long = (length: number, place: number): string =>
  JSON.stringify({ order: { special_instructions: `${String(place)} ${'a'.repeat(length)}` } });

/** Tells all carts of the customer for a small change of one: a read as large as a mutation may ask for. */
const toldMuch = `mutation ($by: OrderBy!) { updateOrder(by: $by, input: {}) { order {
    user { orders(first: 400) { nodes { number specialInstructions lineItems { quantity } } } } } } }`;

/** What safety.md found an ordinary customer's key, or an order's token, to do by writing. */
export const attacksOfWriters: readonly Attack[] = [
  {
    finding: '10',
    does: '500 payments in one PUT, one after the other, with the token of a cart',
    strike: (arm) =>
      arm.crowd(1, () =>
        arm.ask('PUT', byToken(arm), {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order: { payments } }),
        }),
      ),
  },
  {
    finding: '14',
    does: '16 connections change an order and ask for 400 in the answer, each with a new Idempotency-Key',
    carts: 400,
    strike: (arm) =>
      arm.crowd(16, (place) =>
        arm.ask('POST', '/graphql', {
          headers: { ...signed(arm), 'idempotency-key': `attack-${String(place)}` },
          body: JSON.stringify({
            query: toldMuch,
            variables: { by: { number: arm.target.order } },
          }),
        }),
      ),
  },
  {
    finding: '15',
    does: '12 connections write to an order that another session has locked',
    databases: ['server'],
    strike: async (arm) => {
      await lockOrder(arm);
      return arm.crowd(12, () =>
        arm.ask('PUT', byToken(arm), {
          headers: signed(arm),
          body: JSON.stringify({ order: { special_instructions: 'Wait.' } }),
        }),
      );
    },
  },
  {
    finding: '16',
    does: 'carts of 100,000 units, and of 5 times 1,000, through the checkout',
    strike: (arm) =>
      arm.crowd(1, (place) =>
        place % 2 === 0 ? checkOut(arm, 1, 100_000) : checkOut(arm, 5, 1_000),
      ),
  },
  {
    finding: '18',
    does: '4 connections create orders with the longest instructions, each with a new Idempotency-Key',
    strike: (arm) =>
      arm.crowd(4, (place) =>
        arm.ask('POST', '/api/orders', {
          headers: { ...signed(arm), 'idempotency-key': `attack-${String(place)}` },
          body: long(place % 2 === 0 ? 65_000 : 4_900, place),
        }),
      ),
  },
];
